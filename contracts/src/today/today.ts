import { z } from 'zod'
import { zBookingStatus } from '../booking/resource.ts'
import { zInstant, zLocalDate, zLocalTime } from '../kernel/dates.ts'

/**
 * A guest who comes or goes today; `time` in the listing's own zone. `late`: should be out by now and is not.
 * Guest and code are null without the right to see them.
 */
export const zMove = z.strictObject({
  bookingId: z.string(),
  code: z.string().nullable(),
  guestName: z.string().nullable(),
  guests: z.int().nullable(),
  listingId: z.string(),
  listingTitle: z.string(),
  timezone: z.string(),
  time: zLocalTime,
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  nights: z.int(),
  status: zBookingStatus,
  late: z.boolean(),
})
export type Move = z.infer<typeof zMove>

/** Why money that is due cannot be paid out (docs/domain/payout-account.md#money-that-waits). */
export const UNPAID_KINDS = [
  'no_bank_account',
  'bank_account_problem',
  'payouts_held',
  'below_minimum',
] as const

/**
 * What waits for a decision. `dueAt` null = no deadline. Amount in minor units, what is at stake for the
 * host; null without the right to see it.
 */
export const zWaiting = z.strictObject({
  kind: z.enum([
    ...UNPAID_KINDS,
    'cancellation_running',
    'overbooking',
    'clash',
    'refund_failed',
    'late_departure',
    'booking_request',
    'alteration',
    'refund_waiver',
    'expense_approval',
    'review',
    'reimbursement_draft',
    'reimbursement_info',
  ]),
  id: z.string(),
  dueAt: zInstant.nullable(),
  title: z.string(),
  /** With its instants as ISO 8601. */
  text: z.string(),
  bookingId: z.string().nullable(),
  /** Null for what concerns the whole account. */
  listingId: z.string().nullable(),
  listingTitle: z.string(),
  guestName: z.string().nullable(),
  start: zLocalDate,
  end: zLocalDate,
  amountMinor: z.int().nullable(),
  currency: z.string().nullable(),
  /** The console's page where it can be settled. */
  route: z.string(),
})
export type Waiting = z.infer<typeof zWaiting>
export type UnpaidKind = (typeof UNPAID_KINDS)[number]
export const isUnpaid = (item: Waiting): item is Waiting & Readonly<{ kind: UnpaidKind }> =>
  UNPAID_KINDS.some((kind) => kind === item.kind)

/**
 * `GET /api/today`; staff name the account with `?hostAccountId=`. Lists have 100 entries at most, the counts
 * are exact.
 */
export const zToday = z.strictObject({
  /** Today in the account's own zone. */
  date: zLocalDate,
  timezone: z.string(),
  arrivals: z.strictObject({ count: z.int(), items: z.array(zMove) }),
  departures: z.strictObject({ count: z.int(), late: z.int(), items: z.array(zMove) }),
  inHouse: z.strictObject({ count: z.int(), listings: z.int() }),
  /** The next 30 nights: taken by guests of all nights of live listings. */
  occupancy: z.strictObject({
    bps: z.int(),
    nights: z.array(z.strictObject({ date: zLocalDate, occupied: z.int(), listings: z.int() })),
  }),
  waiting: z.array(zWaiting),
})
export type Today = z.infer<typeof zToday>
