import { describe, expect, it } from 'vitest'
import { openQuote, signQuote } from './quoteToken.ts'

const payload = {
  kind: 'cancellation',
  bookingId: 'b',
  revision: 3,
  initiator: 'host',
  policies: 'cancellation@1',
  resultHash: 'h',
  computedAt: '2026-07-10T10:00:00.000Z',
  validUntil: '2026-07-10T10:15:00.000Z',
} as const
const now = '2026-07-10T10:14:59.999Z'

describe('quote tokens', () => {
  const token = signQuote('a secret of enough length', payload)
  it('come back as they were signed', () => {
    expect(openQuote('a secret of enough length', token, now)).toEqual({ ok: true, payload })
  })
  it('end at the very instant they name', () => {
    expect(openQuote('a secret of enough length', token, payload.validUntil)).toEqual({
      ok: false,
      reason: 'expired',
    })
  })
  it.each([
    ['another secret', 'another secret of length', token],
    [
      'a changed payload',
      'a secret of enough length',
      token.replace(/\.(.)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`),
    ],
    ['a cut token', 'a secret of enough length', token.slice(0, -2)],
    ['no token at all', 'a secret of enough length', 'hello'],
    ['an empty one', 'a secret of enough length', ''],
  ])('are invalid with %s', (_, secret, text) => {
    expect(openQuote(secret, text, now)).toEqual({ ok: false, reason: 'invalid' })
  })
})
