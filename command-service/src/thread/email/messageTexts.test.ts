import { zMessageBody } from '@hearth/contracts/thread'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanText, splitText } from './messageTexts.ts'

it('leaves out what a message can’t hold', () =>
  expect(cleanText('\u0000Yes\u202e,\u0007 at\u00a0four\ufffd\r\n\r\n\r\n\r\nA\ud800na\u001b[2J ')).toBe(
    'Yes, at four?\n\nA?na[2J',
  ))

it('makes a valid message of every text that has something to read', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const clean = cleanText(`a${text}`)
      expect(zMessageBody.safeParse(clean)).toMatchObject({ success: true, data: clean })
    }),
  ))

it('splits a text without losing a word, into pieces that fit', () => {
  expect(splitText('')).toEqual([])
  expect(splitText('one two three', 8)).toEqual(['one two', 'three'])
  expect(splitText('😀'.repeat(5), 2)).toEqual(['😀😀', '😀😀', '😀'])
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ', '\n'), maxLength: 60 }), (text) => {
      const pieces = splitText(text, 7)
      for (const piece of pieces) expect([...piece].length).toBeLessThanOrEqual(7)
      expect(pieces.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    }),
  )
})
