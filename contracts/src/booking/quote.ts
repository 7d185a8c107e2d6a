import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { zCancellationOutcome } from './money.ts'

/**
 * One line of how an amount came about: words, the formula with its numbers, and the result
 * (docs/domain/ledger.md#explaining).
 */
export const zFormulaLine = z.strictObject({ text: z.string(), formula: z.string(), amountMinor: z.int() })

/** One future of a booking: what each side gets if it is cancelled this way. */
export const zCancellationScenario = z.strictObject({
  key: z.enum(['now', 'later', 'guest']),
  /** When this future would start. */
  at: zInstant,
  /** The last instant of this outcome; null when it changes no more. */
  until: zInstant.nullable(),
  outcome: zCancellationOutcome,
  /** Lost earnings and fee against keeping the booking, for the host; negative. */
  differenceMinor: z.int(),
  /** Whether the nights stay blocked afterwards (host cancellations) or open again. */
  nightsStayBlocked: z.boolean(),
  lines: z.array(zFormulaLine),
})
export type CancellationScenario = z.infer<typeof zCancellationScenario>

/**
 * `GET /api/bookings/{id}/cancellation-quote?initiator=guest|host&at=<instant>`
 * (docs/domain/booking.md#quotes).
 */
export const zCancellationQuote = z.strictObject({
  bookingId: z.string(),
  revision: z.int(),
  currency: zCurrency,
  initiator: z.enum(['guest', 'host']),
  computedAt: zInstant,
  /** The asked-for outcome; the same as the first scenario when `at` is absent. */
  outcome: zCancellationOutcome,
  scenarios: z.array(zCancellationScenario),
  /** The next instant at which the host's or the guest's outcome changes; null when none does. */
  nextBoundaryAt: zInstant.nullable(),
  validUntil: zInstant,
  /** Signed; to be sent back with the command. Null when `at` was given (docs/domain/booking.md#quotes). */
  quote: z.string().nullable(),
})
export type CancellationQuote = z.infer<typeof zCancellationQuote>

/** Kind and version of the signed token that carries a quote. */
export const QUOTE_TOKEN = 'q1'

/**
 * What the quote token signs. The command recomputes and compares `resultHash` only, so a quote survives
 * unrelated changes (docs/domain/booking.md#quotes).
 */
export const zQuotePayload = z.strictObject({
  kind: z.literal('cancellation'),
  bookingId: z.string(),
  revision: z.int(),
  initiator: z.enum(['guest', 'host']),
  policies: z.string(),
  resultHash: z.string(),
  computedAt: zInstant,
  validUntil: zInstant,
})
export type QuotePayload = z.infer<typeof zQuotePayload>
