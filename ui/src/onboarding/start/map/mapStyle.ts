/** The style of the street map, which the server writes into the page; undefined where none is configured. */
export const readMapStyle = (): string | undefined => {
  const text = document.querySelector<HTMLMetaElement>('meta[name="map-style"]')?.content ?? ''
  return /^https?:\/\//.test(text) ? text : undefined
}
