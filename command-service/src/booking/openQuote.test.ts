import { QUOTE_TOKEN } from '@hearth/contracts/booking'
import { signToken } from '@hearth/platform/sealing/signedToken'
import { describe, expect, it } from 'vitest'
import { openQuote } from './openQuote.ts'

const secret = 'a secret of enough length'
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

describe('openQuote', () => {
  const token = signToken(secret, QUOTE_TOKEN, payload)
  it('returns the payload as it was signed', () => {
    expect(openQuote(secret, token, now)).toEqual({ ok: true, payload })
  })
  it('refuses a quote from its expiry', () => {
    expect(openQuote(secret, token, payload.validUntil)).toEqual({ ok: false, reason: 'expired' })
  })
  it.each([
    ['another secret', 'another secret of length', token],
    [
      'a changed payload',
      secret,
      token.replace(/\.(.)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`),
    ],
    ['a cut token', secret, token.slice(0, -2)],
    ['a token of another kind', secret, signToken(secret, 'q0', payload)],
    ['another payload', secret, signToken(secret, QUOTE_TOKEN, { kind: 'cancellation' })],
    ['no token at all', secret, 'hello'],
    ['an empty one', secret, ''],
  ])('refuses %s', (_, key, text) => {
    expect(openQuote(key, text, now)).toEqual({ ok: false, reason: 'invalid' })
  })
})
