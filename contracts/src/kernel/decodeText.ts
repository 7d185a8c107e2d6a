const MARKS = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
] as const

/**
 * The characters of the bytes 0x80 to 0x9F in Windows-1252; those that it does not define are control
 * characters. A table, because TextDecoder of Node 20 reads them as Latin-1.
 */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** `certain`: a mark or the bytes themselves show the encoding; otherwise a person must check the text. */
export type DecodedText = Readonly<{ text: string; certain: boolean }>

const decodeWindows1252 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => WINDOWS_1252[byte - 0x80] ?? String.fromCharCode(byte)).join('')

const decode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/**
 * The text of a file from elsewhere, without its byte-order mark. A mark decides; else it is UTF-8, or if the
 * bytes are not UTF-8, Windows-1252, which Excel writes. Undefined when it is none of them: no letter is ever
 * replaced by U+FFFD.
 */
export const decodeText = (bytes: Uint8Array): DecodedText | undefined => {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  const sure = decode(bytes, marked?.[1] ?? 'utf-8')
  if (sure !== undefined) return { text: sure, certain: true }
  const guess = marked ? '\0' : decodeWindows1252(bytes)
  return /[\0\x80-\x9f]/.test(guess) ? undefined : { text: guess, certain: false }
}
