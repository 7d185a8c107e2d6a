import { z } from 'zod'
import { zWho } from '../event/history.ts'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { zBasis } from './entry.ts'
import { zLedgerKind } from './kinds.ts'

/** That the parts of a node add up to it, written out. */
export const zCheck = z.strictObject({ text: z.string(), holds: z.boolean() })

/** The event behind an entry; `link` shows it. */
export const zCause = z.strictObject({
  eventId: z.string(),
  type: z.string(),
  stream: z.string(),
  revision: z.int(),
  at: zInstant,
  who: zWho,
  link: z.string(),
})
export type Cause = z.infer<typeof zCause>

/** One part of an entry: the formula with its numbers filled in, and the numbers themselves. Minor units. */
export const zExplainedComponent = z.strictObject({
  code: z.string(),
  amountMinor: z.int(),
  formula: z.string(),
  inputs: zBasis,
})

/** The stay that an entry is about. The guest and the code are null where the asker may not see them. */
export const zEntryStay = z.strictObject({
  code: z.string().nullable(),
  guestName: z.string().nullable(),
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  timezone: z.string(),
})
/** What an entry is about: a listing's title and a stay, as far as there is one that the asker may see. */
export const zEntrySubject = z.strictObject({
  listingTitle: z.string().nullable(),
  stay: zEntryStay.nullable(),
})
export type EntrySubject = z.infer<typeof zEntrySubject>

/** An entry down to what caused it. `cause` is null where the asker may not see the event. */
export const zExplainedEntry = z.strictObject({
  entryId: z.string(),
  kind: zLedgerKind,
  title: z.string(),
  text: z.string(),
  currency: zCurrency,
  amountMinor: z.int(),
  availableAt: zInstant,
  postedAt: zInstant,
  state: z.enum(['open', 'assigned', 'settled']),
  payoutId: z.string().nullable(),
  /** The bank's day on which it was paid. */
  settledOn: zLocalDate.nullable(),
  bookingId: z.string().nullable(),
  listingId: z.string().nullable(),
  subject: zEntrySubject,
  policies: z.array(z.string()),
  cause: zCause.nullable(),
  components: z.array(zExplainedComponent),
  check: zCheck,
})
export type ExplainedEntry = z.infer<typeof zExplainedEntry>

/**
 * `GET /api/bookings/{id}/earnings/explain`: everything that a booking put into its host's ledger
 * (docs/domain/ledger.md#explaining).
 */
export const zEarningsExplanation = z.strictObject({
  bookingId: z.string(),
  currency: zCurrency,
  totalMinor: z.int(),
  entries: z.array(zExplainedEntry),
  check: zCheck,
})
export type EarningsExplanation = z.infer<typeof zEarningsExplanation>

/**
 * `GET /api/payouts/{id}/explain`: payout, entries, components, events. Holds when the entries come to what
 * is paid, and every one of them holds.
 */
export const zPayoutExplanation = z.strictObject({
  payoutId: z.string(),
  code: z.string(),
  currency: zCurrency,
  amountMinor: z.int(),
  entries: z.array(zExplainedEntry),
  check: zCheck,
})
export type PayoutExplanation = z.infer<typeof zPayoutExplanation>
