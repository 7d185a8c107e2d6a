import { z } from 'zod'
import { zBookingSource } from '../booking/messages.ts'
import { zCancellationOutcome } from '../booking/money.ts'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zCurrency } from '../kernel/money.ts'
import { zCheck } from '../ledger/explanation.ts'
import { zCancellationTerms } from './terms.ts'

/**
 * `from` and `to` are days in UTC, both included. `version`: a version of the policy `cancellation`, proposed
 * ones too. `against`: another version; without it, what happened. 422 `LIMIT_EXCEEDED` for more than
 * `MAX_REPLAYED` cancellations.
 */
export const zReplayQuery = z.strictObject({
  version: z.coerce.number().int().min(1),
  against: z.coerce.number().int().min(1).optional(),
  from: zLocalDate,
  to: zLocalDate,
  currency: zCurrency.optional(),
  hostAccountId: zId.optional(),
})
export type ReplayQuery = z.infer<typeof zReplayQuery>

export const MAX_REPLAYED = 10_000
/** Stays listed for each host, those with the largest difference first. */
export const MAX_REPLAYED_STAYS = 20

/** What each side has of a canceled stay, without taxes; minor units. The three come to what was agreed. */
export const zReplaySides = z.strictObject({ guestMinor: z.int(), hearthMinor: z.int(), hostMinor: z.int() })
export type ReplaySides = z.infer<typeof zReplaySides>

const zCompared = z.strictObject({ was: zReplaySides, would: zReplaySides })

/** Which rule applied, and what it gave back of the nights. */
const zRule = zCancellationOutcome
  .pick({ tier: true, nightsBps: true, keptNights: true })
  .extend({ nightsBackMinor: z.int() })

export const zReplayedStay = z.strictObject({
  bookingId: z.string(),
  code: z.string(),
  guestName: z.string(),
  listingTitle: z.string().nullable(),
  source: zBookingSource,
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  policyCode: z.string(),
  initiator: zCancellationOutcome.shape.initiator,
  canceledAt: zInstant,
  hoursBefore: z.number(),
  nightsMinor: z.int(),
  ...zCompared.shape,
  wasRule: zRule,
  wouldRule: zRule,
})
export type ReplayedStay = z.infer<typeof zReplayedStay>

const zCounted = z.strictObject({
  cancellations: z.int(),
  /** Those that would end differently. */
  differing: z.int(),
  ...zCompared.shape,
})

/**
 * `GET /api/policy-replay`: cancellations of one currency as another version of the cancellation policy would have
 * ended them. Nothing is written.
 */
export const zPolicyReplay = z.strictObject({
  version: z.int(),
  state: z.enum(['proposed', 'published']),
  against: z.int().nullable(),
  currency: zCurrency.nullable(),
  currencies: z.array(zCurrency),
  from: zLocalDate,
  to: zLocalDate,
  total: zCounted,
  /** The host whose payout changes most comes first. */
  hosts: z.array(
    zCounted.extend({ hostAccountId: z.string(), name: z.string(), stays: z.array(zReplayedStay) }),
  ),
  /** Policies of the version that differ from those in force now; `before` is null for a new one. */
  changes: z.array(
    z.strictObject({ code: z.string(), before: zCancellationTerms.nullable(), after: zCancellationTerms }),
  ),
  /** That what guests, Hearth and hosts gain comes to nothing. */
  check: zCheck,
})
export type PolicyReplay = z.infer<typeof zPolicyReplay>
