import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from './decodeText.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isLittle: boolean) => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle)
  return bytes
}
const join = (...parts: readonly (readonly number[] | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

/** Letters that Windows-1252 has besides those of Latin-1, by their byte. */
const WINDOWS_LETTERS = new Map([
  ['€', 0x80],
  ['‚', 0x82],
  ['„', 0x84],
  ['…', 0x85],
  ['Š', 0x8a],
  ['Œ', 0x8c],
  ['Ž', 0x8e],
  ['‘', 0x91],
  ['’', 0x92],
  ['“', 0x93],
  ['”', 0x94],
  ['–', 0x96],
  ['—', 0x97],
  ['™', 0x99],
  ['š', 0x9a],
  ['œ', 0x9c],
  ['ž', 0x9e],
  ['Ÿ', 0x9f],
])
const windows1252 = (text: string) =>
  Uint8Array.from(text, (letter) => WINDOWS_LETTERS.get(letter) ?? letter.codePointAt(0) ?? 0)

const text = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((value) => !value.includes('\0') && !value.startsWith('\ufeff'))

describe('a file', () => {
  test('in UTF-8, with or without a mark, or in UTF-16 with a mark, is read as it is', () => {
    fc.assert(
      fc.property(text, (value) => {
        const files = [
          utf8(value),
          utf8(`\ufeff${value}`),
          join([0xff, 0xfe], utf16(value, true)),
          join([0xfe, 0xff], utf16(value, false)),
        ]
        for (const file of files) expect(decodeText(file)).toEqual({ text: value, certain: true })
      }),
    )
  })

  test('in Windows-1252 is read as such, for a person to check', () => {
    const letters = [...'abc ,;"äöüßéèñçøåÄÖÜÉ¿¡£½', ...WINDOWS_LETTERS.keys()]
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters), minLength: 1 }), (value) => {
        // A letter before ASCII is not UTF-8.
        const written = `ü ${value}`
        expect(decodeText(windows1252(written))).toEqual({ text: written, certain: false })
      }),
    )
  })

  test.each<[string, Uint8Array]>([
    ['a UTF-8 mark and other bytes', join([0xef, 0xbb, 0xbf], windows1252('Zürich'))],
    ['half a letter of UTF-16', join([0xff, 0xfe], utf16('Zürich', true).slice(0, -1))],
    ['a lone surrogate of UTF-16', join([0xff, 0xfe], [0x00, 0xd8, 0x41, 0x00])],
    ['UTF-16 without a mark', utf16('Zurich', true)],
    ['UTF-32', join([0xff, 0xfe, 0, 0], [0x5a, 0, 0, 0])],
    ['bytes that Windows-1252 does not define', join(windows1252('Zürich'), [0x81])],
    ['an archive', join([0x50, 0x4b, 0x03, 0x04], [0x14, 0, 0, 0, 0xfc])],
  ])('is not read when it has %s', (_, bytes) => expect(decodeText(bytes)).toBeUndefined())

  test('has a replacement character only if its bytes encode one', () => {
    const encoded = [
      [0xef, 0xbf, 0xbd],
      [0xfd, 0xff],
      [0xff, 0xfd],
    ].map((bytes) => bytes.join())
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const found = decodeText(bytes)?.text ?? ''
        if (found.includes('\ufffd'))
          expect(encoded.some((pattern) => bytes.join().includes(pattern))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
