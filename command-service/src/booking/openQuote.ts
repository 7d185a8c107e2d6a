import { QUOTE_TOKEN, zQuotePayload, type QuotePayload } from '@hearth/contracts/booking'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { readSignedToken } from '@hearth/platform/sealing/signedToken'

export type OpenedQuote =
  | Readonly<{ ok: true; payload: QuotePayload }>
  | Readonly<{ ok: false; reason: 'invalid' | 'expired' }>

/** The payload of a quote's token that QUOTE_SECRET signed and that is still valid at `now`. */
export const openQuote = (secret: string, token: string, now: Instant): OpenedQuote => {
  const payload = zQuotePayload.safeParse(readSignedToken(secret, QUOTE_TOKEN, token))
  if (!payload.success) return { ok: false, reason: 'invalid' }
  return now < payload.data.validUntil
    ? { ok: true, payload: payload.data }
    : { ok: false, reason: 'expired' }
}
