/**
 * The frame of index.html: the app bar in the colours of the mode, from the first paint until the app shows
 * something of its own.
 */
const findFrame = () => document.getElementById('frame')

/** Where React-admin keeps the mode that the person chose (localStorageStore of App.tsx). */
const THEME = 'RaStorehearth.theme'

/** Shows the frame in the chosen mode, or not at all for pages without the app bar. */
export const prepareFrame = (hasBar: boolean) => {
  if (!hasBar) return removeFrame()
  const mode = localStorage.getItem(THEME)?.replaceAll('"', '')
  if (mode) findFrame()?.setAttribute('data-mode', mode)
}

export const removeFrame = () => findFrame()?.remove()
