import { addMinutes, earlier, type Instant } from '../../kernel/dates.ts'
import type { BookingMoney, BookingSnapshot, Initiator } from '../money.ts'
import type { CancellationQuote, CancellationScenario } from '../quote.ts'
import type { Disruption } from '../disruptionMessages.ts'
import { cancelStay, type Cancellable } from './cancelStay.ts'
import { formulaLines } from './formulaLines.ts'
import { justAfter, nextBoundary, quoteHash } from './nextBoundary.ts'
import type { QuotePayload } from '../quote.ts'

/** A quote holds this long, or until the next boundary (docs/domain/booking.md#quotes). Minutes. */
const QUOTE_MINUTES = 15

type QuotedBooking = Cancellable & Readonly<{ id: string; revision: number }>

type AsRow = Readonly<{
  id: string
  revision: number
  confirmedAt: Instant
  money: BookingMoney | null
  fee: BookingSnapshot['fee'] | null
  snapshot: Omit<BookingSnapshot, 'fee'>
  disruption: Disruption | null
}>

/** A row as the rules of cancellation take it; undefined for readers who do not see its amounts. */
export const readQuotedBooking = (row: AsRow): QuotedBooking | undefined => {
  const { id, revision, confirmedAt, money, fee, snapshot, disruption } = row
  return money === null || fee === null
    ? undefined
    : { id, revision, confirmedAt, money, snapshot: { ...snapshot, fee }, disruption }
}

const scenario = (
  booking: Cancellable,
  key: CancellationScenario['key'],
  initiator: Initiator,
  at: Instant,
): CancellationScenario => {
  const { money, snapshot } = booking
  const outcome = cancelStay(booking, at, initiator)
  return {
    key,
    at,
    until: nextBoundary(booking, initiator, at),
    outcome,
    differenceMinor: outcome.hostPayoutMinor - outcome.hostFeeMinor - money.hostPayoutMinor,
    nightsStayBlocked: initiator === 'host',
    lines: formulaLines(money, snapshot, outcome),
  }
}

/**
 * Three futures side by side: cancel now, later (after the outcome next changes), and for a host the guest's
 * own cancellation. `at` defaults to `now`; `quote` is null until the query service signs `quotePayload`
 * (docs/domain/booking.md#quotes).
 */
export const cancellationQuote = (
  booking: QuotedBooking,
  initiator: 'guest' | 'host',
  now: Instant,
  at: Instant = now,
): CancellationQuote => {
  const first = scenario(booking, 'now', initiator, at)
  const later = first.until === null ? [] : [scenario(booking, 'later', initiator, justAfter(first.until))]
  const guest = initiator === 'host' ? [scenario(booking, 'guest', 'guest', at)] : []
  const holds = addMinutes(now, QUOTE_MINUTES)
  return {
    bookingId: booking.id,
    revision: booking.revision,
    currency: booking.money.currency,
    initiator,
    computedAt: now,
    outcome: first.outcome,
    scenarios: [first, ...later, ...guest],
    nextBoundaryAt:
      [first.until, ...guest.map((own) => own.until)].filter((instant) => instant !== null).toSorted()[0] ??
      null,
    validUntil: first.until === null ? holds : earlier(holds, first.until),
    quote: null,
  }
}

/** What the token of this quote signs. */
export const quotePayload = (booking: QuotedBooking, quote: CancellationQuote): QuotePayload => ({
  kind: 'cancellation',
  bookingId: quote.bookingId,
  revision: quote.revision,
  initiator: quote.initiator,
  policies: listPolicies(booking).join(','),
  resultHash: quoteHash(quote.outcome),
  computedAt: quote.computedAt,
  validUntil: quote.validUntil,
})

/**
 * The versions that bind this booking, `name@version`: metadata `policies`
 * (docs/domain/ids-and-streams.md#metadata).
 */
export const listPolicies = ({ snapshot }: Pick<Cancellable, 'snapshot'>): string[] => [
  `cancellation@${snapshot.cancellation.version}`,
  `hostCancellation@${snapshot.hostCancellation.version}`,
  `platformFee@${snapshot.fee.version}`,
]
