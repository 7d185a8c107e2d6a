import { z } from 'zod'
import { zStoredType } from '../file/file.ts'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zMinorAmount } from '../kernel/money.ts'
import { zLine } from '../kernel/text.ts'

/**
 * What a host is reimbursed for (docs/domain/reimbursement.md#kinds). An `expense` is something that the host
 * paid and Hearth owes by the agreement; the others are the guest's liability.
 */
export const REIMBURSEMENT_KINDS = ['damage', 'extra_cleaning', 'rule_violation_cost', 'expense'] as const
export const zReimbursementKind = z.enum(REIMBURSEMENT_KINDS)
export type ReimbursementKind = z.infer<typeof zReimbursementKind>

/**
 * `guest_accepted`: the guest agreed to all of it and is being charged. `decided` can be appealed,
 * `decided_final` cannot (docs/domain/reimbursement.md#states).
 */
export const REIMBURSEMENT_STATUSES = [
  'draft',
  'guest_review',
  'guest_accepted',
  'under_review',
  'info_requested',
  'decided',
  'appealed',
  'decided_final',
  'closed',
  'withdrawn',
  'expired',
] as const
export const zReimbursementStatus = z.enum(REIMBURSEMENT_STATUSES)
export type ReimbursementStatus = z.infer<typeof zReimbursementStatus>

/** The statuses in which nothing happens any more: another claim about the same stay may begin. */
export const ENDED_STATUSES: readonly ReimbursementStatus[] = ['closed', 'withdrawn', 'expired']

/** How it was decided; of an appealed claim, the last decision. */
export const OUTCOMES = ['approved', 'partially_approved', 'denied'] as const
export const zOutcome = z.enum(OUTCOMES)
export type Outcome = z.infer<typeof zOutcome>

export const ITEM_CATEGORIES = [
  'furniture',
  'electronics',
  'appliance',
  'linen',
  'decor',
  'structure',
  'cleaning',
  'lost_income',
  'other',
] as const
export const zItemCategory = z.enum(ITEM_CATEGORIES)
export type ItemCategory = z.infer<typeof zItemCategory>

export const EVIDENCE_KINDS = [
  'photo_after',
  'photo_before',
  'receipt',
  'quote',
  'invoice',
  'police_report',
  'message',
  'other',
] as const
export const zEvidenceKind = z.enum(EVIDENCE_KINDS)
export type EvidenceKind = z.infer<typeof zEvidenceKind>
/** What proves a price. */
export const PRICE_EVIDENCE: readonly EvidenceKind[] = ['receipt', 'quote', 'invoice']

/** Why an item was approved as it was (docs/domain/reimbursement.md#decisions). */
export const REASON_CODES = [
  'approved_full',
  'depreciated',
  'repair',
  'above_market_quote',
  'pre_existing',
  'wear_and_tear',
  'no_evidence',
  'not_guest_caused',
  'excluded_item',
  'duplicate',
] as const
export const zReasonCode = z.enum(REASON_CODES)
export type ReasonCode = z.infer<typeof zReasonCode>

export const MAX_ITEMS = 20
export const MAX_EVIDENCE = 60
export const MAX_QUESTIONS = 10
export const MAX_LOST_BOOKINGS = 14

/** More than nothing; minor units of the claim's currency. */
export const zClaimedMinor = zMinorAmount.refine((amount) => amount > 0, 'must be more than 0')

/** What the host says of an item. Amounts in minor units of the claim's currency. */
export const zItemInput = z.strictObject({
  description: zLine(3, 200),
  category: zItemCategory,
  claimedMinor: zClaimedMinor,
  /** What a new one costs, or of `cleaning` the invoice; null: what is claimed. */
  costMinor: zClaimedMinor.nullable().default(null),
  /** What a repair would cost. */
  repairQuoteMinor: zClaimedMinor.nullable().default(null),
  purchasedOn: zLocalDate.nullable().default(null),
  /** Of `lost_income`: the bookings that were cancelled because of the damage. */
  lostBookingIds: z.array(zId).max(MAX_LOST_BOOKINGS).default([]),
})

/** A booking that was cancelled because of the damage, and what its host lost by it. */
export const zLostBooking = z.strictObject({
  bookingId: z.string(),
  code: z.string(),
  nights: z.int().min(1),
  lostMinor: zMinorAmount,
})
export type LostBooking = z.infer<typeof zLostBooking>

export const zItem = zItemInput
  .omit({ lostBookingIds: true })
  .extend({ itemId: z.string(), lostBookings: z.array(zLostBooking) })
export type Item = z.infer<typeof zItem>

/** A file of the claim. `takenAt` was read from the camera's own record, before that was removed. */
export const zEvidence = z.strictObject({
  fileId: z.string(),
  /** The item that it shows; null: the whole claim. */
  itemId: z.string().nullable(),
  kind: zEvidenceKind,
  name: z.string(),
  type: zStoredType,
  /** Bytes. */
  size: z.int(),
  /** Pixels; null for other files. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Of the file as it was sent. */
  sha256: z.string(),
  takenAt: zInstant.nullable(),
  by: z.string(),
  addedAt: zInstant,
})
export type Evidence = z.infer<typeof zEvidence>

/** How the amount of an item comes about, with its numbers (docs/domain/reimbursement.md#item-formula). */
export const zItemFormula = z.discriminatedUnion('rule', [
  /**
   * `costMinor × numerator ÷ denominator`. `ageMonths` is null where the age is unknown, `usefulLifeMonths`
   * where things of this category do not lose value.
   */
  z.strictObject({
    rule: z.literal('depreciated'),
    costMinor: zMinorAmount,
    ageMonths: z.int().min(0).nullable(),
    usefulLifeMonths: z.int().min(1).nullable(),
    numerator: z.int().min(0),
    denominator: z.int().min(1),
    resultMinor: zMinorAmount,
  }),
  /** A repair for less than a new one is paid in full. */
  z.strictObject({
    rule: z.literal('repair'),
    costMinor: zMinorAmount,
    quoteMinor: zMinorAmount,
    resultMinor: zMinorAmount,
  }),
  /** The invoice, less what the guest had paid for cleaning and no other item has used. */
  z.strictObject({
    rule: z.literal('cleaning'),
    invoiceMinor: zMinorAmount,
    feeMinor: zMinorAmount,
    resultMinor: zMinorAmount,
  }),
  /** What the host lost by bookings that were cancelled, for a number of nights at most. */
  z.strictObject({
    rule: z.literal('lost_income'),
    nights: z.int().min(0),
    lostMinor: zMinorAmount,
    countedNights: z.int().min(0),
    resultMinor: zMinorAmount,
  }),
])
export type ItemFormula = z.infer<typeof zItemFormula>

/** What was decided about an item. `formula` is the one that was used. */
export const zItemDecision = z.strictObject({
  itemId: z.string(),
  approvedMinor: zMinorAmount,
  reason: zReasonCode,
  formula: zItemFormula,
  /** What the reviewer wrote for the host. */
  note: z.string().nullable(),
})
export type ItemDecision = z.infer<typeof zItemDecision>

/** The first decision is 1, the one about an appeal 2. */
export const zDecisionVersion = z.union([z.literal(1), z.literal(2)])
export type DecisionVersion = z.infer<typeof zDecisionVersion>

export const zDeadline = z.enum(['first_action', 'decision'])
export type Deadline = z.infer<typeof zDeadline>

/** What `POST /api/reimbursements/{id}/files?name=` and `…/videos?name=` take besides the file's own bytes as the body. */
export const zEvidenceFileQuery = z.strictObject({ name: z.string().max(300).default('file') })
