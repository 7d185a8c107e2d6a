import { expect, test } from 'vitest'
import { zCode, zLine, zText } from './text.ts'

const text = zText(1, 10)

test('trims text', () => expect(text.parse('  a b  ')).toBe('a b'))
test.for([
  '',
  '   ',
  'a'.repeat(11),
  'a\u0000b',
  'a\u0007b',
  'a\u0085b',
  'a\u202eb',
  'a\u2066b',
  'a\ud800b',
  'Z\ufffdrich',
  '\udc00',
])('refuses %j', (value) => expect(text.safeParse(value).success).toBe(false))
test.for(['a\tb', 'a\nb', 'é', '日本', '😀', 'אב', "O'Brien", '<b>'])('accepts %j as text', (value) =>
  expect(text.parse(value)).toBe(value),
)
test('allows no line break in a line', () =>
  expect([zLine(1, 10).safeParse('a\nb').success, zLine(1, 10).safeParse('a b').success]).toEqual([
    false,
    true,
  ]))
test('accepts a plain code', () =>
  expect(['A-1_b.c', 'a b', '', 'é', '../x'].map((code) => zCode(8).safeParse(code).success)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]))
