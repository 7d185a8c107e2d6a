/** Patterns of `ilike`; a value matches if one of them does. */
export type SearchPatterns = Readonly<{
  /** For names and places. */
  words: readonly string[]
  /** For booking codes, which are written as HB-7K2M9QXD. */
  codes: readonly string[]
}>

const CODE_PREFIX = /^hb-?/i
/** Shorter words have too many neighbours, longer ones too many patterns. */
const TYPO_WORD = /^[\p{L}\p{N}]{4,16}$/u
/** The trigram index finds three consecutive letters or digits anywhere, and beginnings of words. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|^[^\p{L}\p{N}]+$/u

const escape = (text: string) => text.replace(/[\\%_]/g, (found) => `\\${found}`)
const atWordStart = (text: string) => [`${text}%`, `% ${text}%`]

/** Splits what a person typed into words. */
export const splitWords = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** The word as it was typed, anywhere in a value; a code also without its prefix or the dash. */
export const listExactPatterns = (word: string): SearchPatterns => {
  const text = escape(word)
  const found = HAS_TRIGRAM.test(word) ? [`%${text}%`] : atWordStart(text)
  const code = word.replace(CODE_PREFIX, '')
  return { words: found, codes: [`HB-${escape(code)}%`, ...(HAS_TRIGRAM.test(word) ? [`%${text}%`] : [])] }
}

/**
 * The word with one letter wrong, missing or too many, or with two letters beside each other swapped. `_`
 * matches any letter.
 */
const listNeighbours = (word: string): readonly string[] => {
  const letters = [...word]
  const replace = (at: number, count: number, by: string) =>
    [...letters.slice(0, at), by, ...letters.slice(at + count)].join('')
  return [
    ...new Set(
      letters.flatMap((letter, at) => [
        replace(at, 1, '_'),
        ...(at === 0 ? [] : [replace(at, 0, '_')]),
        ...(letters.length > 4 ? [replace(at, 1, '')] : []),
        ...(at + 1 < letters.length ? [replace(at, 2, `${letters[at + 1]}${letter}`)] : []),
      ]),
    ),
  ]
}

/** The word with one mistake, at the start of a word; short words and those with punctuation as they are. */
export const listTypoPatterns = (word: string): SearchPatterns => {
  const code = word.replace(CODE_PREFIX, '')
  const near = (text: string) => (TYPO_WORD.test(text) ? listNeighbours(text) : undefined)
  const exact = listExactPatterns(word)
  return {
    words: near(word)?.flatMap(atWordStart) ?? exact.words,
    codes: near(code)?.map((text) => `HB-${text}%`) ?? exact.codes,
  }
}
