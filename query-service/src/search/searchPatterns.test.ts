import { describe, expect, test } from 'vitest'
import { listExactPatterns, listTypoPatterns, type SearchPatterns } from './searchPatterns.ts'

/** `ilike` as Postgres does it. */
const isLike = (value: string, pattern: string) =>
  new RegExp(
    `^${pattern.replace(/\\?[^\p{L}\p{N}\s]/gu, (part) =>
      part === '%' ? '.*' : part === '_' ? '.' : `\\${part.at(-1)}`,
    )}$`,
    'i',
  ).test(value)
const finds = (patterns: readonly string[], value: string) => patterns.some((one) => isLike(value, one))
const findsName = ({ words }: SearchPatterns, name: string) => finds(words, name)
const findsCode = ({ codes }: SearchPatterns, code: string) => finds(codes, code)

describe('a booking code', () => {
  test.each(['HB-7NKM8BJ9', 'hb-7nkm8bj9', 'hb7nkm8bj9', '7nkm8bj9', 'hb7nk', 'hb-', 'hb', 'km8b'])(
    'is found by %s',
    (typed) => expect(findsCode(listExactPatterns(typed), 'HB-7NKM8BJ9')).toBe(true),
  )

  test.each(['hb7nkm8bj8', 'hb-7nkm8b9', '7nmk8bj9'])('is found by %s, which has one mistake', (typed) => {
    expect(findsCode(listExactPatterns(typed), 'HB-7NKM8BJ9')).toBe(false)
    expect(findsCode(listTypoPatterns(typed), 'HB-7NKM8BJ9')).toBe(true)
  })
})

describe('a name', () => {
  test.each(['amara', 'OKAFOR', 'kafo', 'am'])('is found by %s', (typed) =>
    expect(findsName(listExactPatterns(typed), 'Amara Okafor')).toBe(true),
  )

  test.each(['amora', 'amra', 'amarra', 'maara', 'ymara', 'okafro'])(
    'is found by %s, which has one mistake',
    (typed) => expect(findsName(listTypoPatterns(typed), 'Amara Okafor')).toBe(true),
  )

  test.each(['amoro', 'okfro', 'xyzzy'])('is not found by %s, which has more', (typed) =>
    expect(findsName(listTypoPatterns(typed), 'Amara Okafor')).toBe(false),
  )

  test('is compared as typed, wildcards included', () => {
    expect(findsName(listExactPatterns('50%_'), 'Hana 50%_K.')).toBe(true)
    expect(findsName(listExactPatterns('5_%K'), 'Hana 50%_K.')).toBe(false)
    expect(findsName(listTypoPatterns('a%_d'), 'Amara Okafor')).toBe(false)
  })
})
