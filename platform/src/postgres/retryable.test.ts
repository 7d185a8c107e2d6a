import { expect, test } from 'vitest'
import { isPoolFull, isReadModelMissing, ranOutOfTime, retryable } from './retryable.ts'

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

test.for(['40001', '40P01', '08006', '53300', '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET'])(
  'retries %s',
  (code) => {
    expect(retryable(withCode(code))).toBe(true)
  },
)

test.for(['23505', '22P02', '42P01', '57014', '55P03', 'ENOENT'])('does not retry %s', (code) => {
  expect(retryable(withCode(code))).toBe(false)
})

test.for(['57014', '55P03'])('reads %s as a time limit', (code) => {
  expect(ranOutOfTime(withCode(code))).toBe(true)
})

test('reads no other error as a time limit', () => {
  for (const error of [withCode('57P01'), withCode('23505'), new Error('Query read timeout'), '57014'])
    expect(ranOutOfTime(error)).toBe(false)
})

test('recognises lost connections by the messages of pg, and retries no other value', () => {
  expect(retryable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(retryable(new Error('Query read timeout'))).toBe(true)
  expect(retryable(new Error('Connection of dots'))).toBe(false)
  expect(retryable('40001')).toBe(false)
})

test('distinguishes a full pool from a Postgres that does not answer', () => {
  const full = new Error('timeout exceeded when trying to connect')
  expect([isPoolFull(full), retryable(full)]).toEqual([true, true])
  expect(isPoolFull(new Error('Connection terminated due to connection timeout'))).toBe(false)
})

test('takes only a missing read model for one that is not built yet', () => {
  const missing = (table: string) => `relation "${table}" does not exist`
  expect(isReadModelMissing(withCode('42P01', missing('read.booking')))).toBe(true)
  expect(isReadModelMissing(withCode('3F000', 'schema "read" does not exist'))).toBe(true)
  expect(isReadModelMissing(withCode('42P01', missing('app.membership')))).toBe(false)
  expect(isReadModelMissing(withCode('42703', 'column "read.x" does not exist'))).toBe(false)
})
