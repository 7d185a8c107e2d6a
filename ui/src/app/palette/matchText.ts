/** Shorter words would match too much with a mistake. */
const MIN_TYPO_LENGTH = 4

const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** The words of a text in a form that can be compared. */
export const splitWords = (text: string): readonly string[] =>
  normalize(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Whether both are equal except for one letter that is wrong, missing or too many, or two that are swapped. */
export const isNear = (a: string, b: string): boolean => {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1
  const [restOfA, restOfB] = [a.slice(at), b.slice(at)]
  return (
    restOfA.slice(1) === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    (restOfA.slice(2) === restOfB.slice(2) && restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0])
  )
}

const startsNearly = (word: string, typed: string) =>
  typed.length >= MIN_TYPO_LENGTH &&
  [-1, 0, 1].some((more) => isNear(word.slice(0, typed.length + more), typed))

const scoreWord = (words: readonly string[], typed: string): number | undefined => {
  if (words.some((word) => word.startsWith(typed))) return 0
  if (typed.length > 2 && words.some((word) => word.includes(typed))) return 1
  return words.some((word) => startsNearly(word, typed)) ? 10 : undefined
}

/** From this on, a score needed the benefit of a mistake. */
export const MISTAKEN = 10

/**
 * How well a title, or the other words for it, match each word that was typed: 0 is best, undefined not at
 * all.
 */
export const scoreMatch = (title: string, others: string, typed: string): number | undefined => {
  const [titleWords, otherWords] = [splitWords(title), splitWords(others)]
  let total = 0
  for (const word of splitWords(typed)) {
    const scores = [scoreWord(titleWords, word), scoreWord(otherWords, word)]
    const [inTitle, inOthers] = scores
    const best = Math.min(inTitle ?? Infinity, inOthers === undefined ? Infinity : inOthers + 2)
    if (best === Infinity) return undefined
    total += best
  }
  return total
}

type Part = Readonly<{ text: string; typed: boolean }>

/** The text in parts, with those that were typed; a booking code also without its prefix or dash. */
export const splitTyped = (text: string, typed: string): readonly Part[] => {
  const words = typed.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return [{ text, typed: false }]
  const patterns = words.map((word) =>
    word.replace(/[^\p{L}\p{N}\s]/gu, '\\$&').replace(/^hb(\\-)?/i, 'hb-?'),
  )
  return text
    .split(new RegExp(`(${patterns.join('|')})`, 'i'))
    .map((part, index) => ({ text: part, typed: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
