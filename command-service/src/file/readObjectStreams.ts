import { inflateSync } from 'node:zlib'

/** Bytes that the object streams of one file may have in all; those of an honest one have far fewer. */
const MAX_BYTES = 50_000_000

const DECLARED = /\/(?:Filter|F)\b/
const FLATE_ONLY = /\/Filter\s*(?:\/FlateDecode|\/Fl|\[\s*(?:\/FlateDecode|\/Fl)\s*\])(?![\w/[])/
const NEEDS_MORE = /\/(?:DecodeParms|DP|FFilter)\b/
/** Readers find the objects in a stream by these two numbers, whatever type it declares. */
const isObjectStream = (dictionary: string) => /\/N\b/.test(dictionary) && /\/First\b/.test(dictionary)

/** Letters of names can be written as #xx. */
export const decodeNames = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * The texts of a PDF's object streams (ISO 32000-1, 7.5.7), whose objects are compressed and thus not in the
 * file's own text. Undefined where one of them cannot be read, so that what it hides is unknown. `text`: the
 * file as latin1.
 */
export const readObjectStreams = (bytes: Buffer, text: string): readonly string[] | undefined => {
  const found: string[] = []
  let left = MAX_BYTES
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream[ \t]*(?:\r\n|\n|\r)/g)) {
    const dictionary = decodeNames(text.slice(Math.max(text.lastIndexOf('obj', index), 0), index))
    if (!isObjectStream(dictionary) || !DECLARED.test(dictionary)) continue
    if (!FLATE_ONLY.test(dictionary) || NEEDS_MORE.test(dictionary)) return undefined
    try {
      // The compressed data says itself where it ends; the length that the file states may be wrong.
      const content = inflateSync(bytes.subarray(index + keyword.length), { maxOutputLength: left + 1 })
      left -= content.length
      found.push(content.toString('latin1'))
    } catch {
      return undefined
    }
    if (left < 0) return undefined
  }
  return found
}
