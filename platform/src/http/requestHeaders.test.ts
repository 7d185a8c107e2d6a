import { expect, test } from 'vitest'
import { AppProblem } from './appProblem.ts'
import { formatEtag, parseIdempotencyKey, parseIfMatch, parseMinPosition } from './requestHeaders.ts'

const codeOf = (read: () => unknown) => {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppProblem) return error.code
    throw error
  }
}

test('accepts one strong revision as If-Match', () => {
  expect(parseIfMatch({})).toBeUndefined()
  expect(parseIfMatch({ 'if-match': formatEtag(7) })).toBe(7n)
  for (const value of ['*', 'W/"7"', '7', '"7", "8"', '""', '"-1"', '"7.0"', '"7', `"${'9'.repeat(30)}"`, ''])
    expect(codeOf(() => parseIfMatch({ 'if-match': value }))).toBe('MALFORMED')
})

test('accepts a UUID in any case as Idempotency-Key', () => {
  expect(parseIdempotencyKey({ 'idempotency-key': '0198F3A0-0000-7000-8000-000000000001' })).toBe(
    '0198f3a0-0000-7000-8000-000000000001',
  )
  expect(codeOf(() => parseIdempotencyKey({}))).toBe('IDEMPOTENCY_KEY_REQUIRED')
  expect(codeOf(() => parseIdempotencyKey({ 'idempotency-key': '' }))).toBe('IDEMPOTENCY_KEY_REQUIRED')
  for (const value of [
    'x',
    'x'.repeat(300),
    '0198f3a0-0000-7000-8000-00000000000g',
    '{0198f3a0-0000-7000-8000-000000000001}',
  ])
    expect(codeOf(() => parseIdempotencyKey({ 'idempotency-key': value }))).toBe('MALFORMED')
})

test('accepts a position token only as a command returned it', () => {
  expect(parseMinPosition({ 'x-min-position': 'c0.18446744073709551615' })).toBe(18446744073709551615n)
  for (const value of ['1', 'c1.1', 'c0.', 'c0.-1', 'c0.1.2', `c0.${'1'.repeat(40)}`])
    expect(codeOf(() => parseMinPosition({ 'x-min-position': value }))).toBe('MALFORMED')
})
