import { createHmac, timingSafeEqual } from 'node:crypto'
import { zQuotePayload, type QuotePayload } from '@hearth/contracts/booking'
import type { Instant } from '@hearth/contracts/kernel/dates'

const VERSION = 'q1'
const signatureOf = (secret: string, content: string) =>
  createHmac('sha256', secret).update(`${VERSION}.${content}`).digest()

/**
 * `q1.<payload>.<signature>`, all base64url: what a quote hands out and the command brings back. `secret` is QUOTE_SECRET.
 */
export const signQuote = (secret: string, payload: QuotePayload): string => {
  const content = Buffer.from(JSON.stringify(payload), 'utf8').toString('base64url')
  return `${VERSION}.${content}.${signatureOf(secret, content).toString('base64url')}`
}

export type OpenedQuote =
  | Readonly<{ ok: true; payload: QuotePayload }>
  | Readonly<{ ok: false; reason: 'invalid' | 'expired' }>

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The payload of a token that this secret signed and that is still valid at `now`. */
export const openQuote = (secret: string, token: string, now: Instant): OpenedQuote => {
  const [version, content, signature, ...rest] = token.split('.')
  if (version !== VERSION || content === undefined || signature === undefined || rest.length > 0)
    return { ok: false, reason: 'invalid' }
  const expected = signatureOf(secret, content)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { ok: false, reason: 'invalid' }
  const payload = zQuotePayload.safeParse(parse(Buffer.from(content, 'base64url').toString('utf8')))
  if (!payload.success) return { ok: false, reason: 'invalid' }
  return now < payload.data.validUntil
    ? { ok: true, payload: payload.data }
    : { ok: false, reason: 'expired' }
}
