import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'

/** What waits for staff, by what is to be decided (docs/domain/console.md#what-waits-for-staff). */
export const QUEUE_KINDS = [
  'payout_approval',
  'payout_return',
  'payout_hold',
  'bank_line',
  'adjustment',
  'overbooking',
  'import_conflict',
  'onboarding_review',
  'listing_edit',
  'safety_review',
  'impersonation_request',
  'owner_change',
  'parked_stream',
  'incident',
  'service_request',
  'expense_call',
  'review_dispute',
  'reimbursement',
  'disruption_evidence',
] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]

/** One thing that a member of staff can decide. */
export const zQueueItem = z.strictObject({
  kind: z.enum(QUEUE_KINDS),
  /** Of the record; unique with the kind. */
  id: z.string(),
  /** Null for what belongs to no account, or to one that is not known yet. */
  accountId: z.string().nullable(),
  accountName: z.string().nullable(),
  /** Of the listing that it concerns, where one page decides it. */
  listingId: z.string().nullable(),
  /** What it is about: a code, a listing, a reason. */
  subject: z.string(),
  since: zInstant,
  /** Until when staff have to act; null where nothing binds them. */
  dueAt: zInstant.nullable(),
  /** Minor units of `currency`. */
  amountMinor: z.int().nullable(),
  currency: zCurrency.nullable(),
})
export type QueueItem = z.infer<typeof zQueueItem>

/**
 * `GET /api/staff-queue`: what is due within a day first, then the oldest; at most 50 of each kind; the counts
 * are exact.
 */
export const zStaffQueue = z.strictObject({ total: z.int(), items: z.array(zQueueItem) })
export type StaffQueue = z.infer<typeof zStaffQueue>
