import { MAX_MESSAGE_LENGTH } from '@hearth/contracts/thread'

/** Control characters but tab and newline, and what turns the direction of other text (docs/domain/limits.md#text). */
const FORBIDDEN = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu
const REPLACEMENT = '\ufffd'

/** Text of an email as a message can hold it. A letter that its charset lost is a question mark. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(FORBIDDEN, '')
    .replaceAll(REPLACEMENT, '?')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** The text in pieces that each fit into a message, cut at the end of a line or a word where there is one. */
export const splitText = (text: string, length = MAX_MESSAGE_LENGTH): readonly string[] => {
  const pieces: string[] = []
  let rest = [...text]
  while (rest.length > length) {
    const piece = rest.slice(0, length)
    const line = piece.lastIndexOf('\n')
    const word = piece.lastIndexOf(' ')
    const half = length / 2
    const end = line > half ? line : word > half ? word : length
    pieces.push(rest.slice(0, end).join('').trim())
    rest = rest.slice(end)
  }
  const last = rest.join('').trim()
  return last === '' ? pieces : [...pieces, last]
}
