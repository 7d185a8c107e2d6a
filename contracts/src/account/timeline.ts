import { z } from 'zod'
import { zWho } from '../event/history.ts'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'

/** What a timeline of an account shows, by the categories of the streams. */
export const TIMELINE_KINDS = {
  bookings: ['booking', 'request'],
  money: ['hostLedger', 'payout', 'payoutAccount', 'statement', 'taxProfile'],
  threads: ['thread'],
  claims: ['reimbursement'],
  incidents: ['incident'],
  reviews: ['review'],
  listings: ['listing', 'onboarding', 'agreement', 'photoshoot', 'icalFeed'],
  account: ['hostAccount', 'referral'],
  accesses: ['audit', 'impersonation'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type TimelineKind = keyof typeof TIMELINE_KINDS
export const TIMELINE_KIND_NAMES = Object.keys(TIMELINE_KINDS) as [TimelineKind, ...TimelineKind[]]

/** Days of one timeline at most, and entries of a page. */
export const MAX_TIMELINE_DAYS = 366
export const TIMELINE_PAGE = 50

const zKinds = z
  .string()
  .max(200)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(TIMELINE_KIND_NAMES)).min(1))

/**
 * `from` and `to` are days in UTC, both included. `kinds`: separated by commas, else all. `before`: the `next`
 * of the page before.
 */
export const zTimelineQuery = z.strictObject({
  from: zLocalDate,
  to: zLocalDate,
  kinds: zKinds.optional(),
  before: z
    .string()
    .max(100)
    .transform((text) => text.split('_'))
    .pipe(z.tuple([zInstant, z.uuid()]))
    .optional(),
})
export type TimelineQuery = z.infer<typeof zTimelineQuery>

export const zTimelineEntry = z.strictObject({
  id: z.string(),
  at: zInstant,
  kind: z.enum(TIMELINE_KIND_NAMES),
  type: z.string(),
  stream: z.string(),
  /** With its instants as ISO 8601. */
  text: z.string(),
  who: zWho,
  amountMinor: z.int().nullable(),
  currency: zCurrency.nullable(),
})
export type TimelineEntry = z.infer<typeof zTimelineEntry>

/** `GET /api/accounts/{id}/timeline`: everything that happened in an account, the newest first. Staff only. */
export const zTimeline = z.strictObject({
  entries: z.array(zTimelineEntry),
  /** What `before` of the next page is; null: there is none. */
  next: z.string().nullable(),
})
export type Timeline = z.infer<typeof zTimeline>
