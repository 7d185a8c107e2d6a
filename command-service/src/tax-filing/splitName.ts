/** A person’s name for authorities that want its parts: the last word is the surname. */
export const splitName = (name: string): Readonly<{ first: string; last: string }> => {
  const words = name.trim().split(/\s+/)
  return { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '' }
}
