import { parseEndToEndId } from '../sepa.ts'

/**
 * An end-to-end id somewhere in a bank's text: in any case, and wrapped, padded or grouped with spaces and
 * dashes as banks do with long texts.
 */
const REFERENCE = /(?<![0-9a-z])((?:[0-9a-f][\s-]*){32})([1-9]\d{0,2})(?![0-9a-z])/gi

const findKeys = (texts: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text = '') =>
      [...text.matchAll(REFERENCE)].flatMap(
        ([, id = '', n = '']) => parseEndToEndId(`${id.replaceAll(/[\s-]/g, '').toLowerCase()}${n}`) ?? [],
      ),
    ),
  )

export type Recognition =
  | Readonly<{ kind: 'ours'; attemptKey: string }>
  | Readonly<{ kind: 'ambiguous' }>
  | Readonly<{ kind: 'foreign' }>

/**
 * Which of our attempts a transfer is about. `places` are lists of texts, the most exact first; the first one
 * that names an attempt decides, unless it names several.
 */
export const recognize = (...places: readonly (readonly (string | undefined)[])[]): Recognition => {
  for (const place of places) {
    const [attemptKey, ...more] = findKeys(place)
    if (more.length > 0) return { kind: 'ambiguous' }
    if (attemptKey !== undefined) return { kind: 'ours', attemptKey }
  }
  return { kind: 'foreign' }
}
