import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import { zParty } from '../booking/party.ts'
import { zLocalDate } from '../kernel/dates.ts'
import { zMinor, zMinorAmount } from '../kernel/money.ts'
import { zLine } from '../kernel/text.ts'

/** What a request waits for (docs/domain/request.md#kinds). */
export const REQUEST_KINDS = [
  'booking_request',
  'alteration',
  'refund_waiver',
  'service',
  'expense_approval',
] as const
export const zRequestKind = z.enum(REQUEST_KINDS)
export type RequestKind = z.infer<typeof zRequestKind>

/** What a host can ask Hearth to do. */
export const ASKED_SERVICE_TYPES = [
  'maintenance',
  'cleaning',
  'linen',
  'restock',
  'reshoot',
  'listing_edit',
  'owner_stay_prep',
  'agreement_question',
  'other',
] as const
/** `relocation`: another home for a guest, because of an incident (docs/domain/incident.md#safety-holds). */
export const SERVICE_TYPES = [...ASKED_SERVICE_TYPES, 'relocation'] as const
export const URGENCIES = ['emergency', 'high', 'normal'] as const
export const zServiceType = z.enum(SERVICE_TYPES)
export const zUrgency = z.enum(URGENCIES)
export type Urgency = z.infer<typeof zUrgency>

export const SERVICE_STATUSES = [
  'open',
  'acknowledged',
  'scheduled',
  'in_progress',
  'completed',
  'closed',
  'cancelled',
] as const
export type ServiceStatus = (typeof SERVICE_STATUSES)[number]

export const EXPENSE_STATUSES = [
  'open',
  'escalated',
  'approved',
  'declined',
  'incurred',
  'withdrawn',
] as const
export type ExpenseStatus = (typeof EXPENSE_STATUSES)[number]

export const BOOKING_REQUEST_STATUSES = [
  'open',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'superseded',
] as const
export type BookingRequestStatus = (typeof BOOKING_REQUEST_STATUSES)[number]

/**
 * `offered`: the host offers it, and the guest answers. `countered`: the host offered another stay instead.
 * `failed`: it was accepted, but the stay could not be altered.
 */
export const ALTERATION_STATUSES = [...BOOKING_REQUEST_STATUSES, 'offered', 'countered', 'failed'] as const
export type AlterationStatus = (typeof ALTERATION_STATUSES)[number]

/** `failed`: it was granted, but the booking had less left to give back. */
export const REFUND_WAIVER_STATUSES = [
  'open',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'failed',
] as const
export type RefundWaiverStatus = (typeof REFUND_WAIVER_STATUSES)[number]

/** Why a guest asks for money back (docs/domain/request.md#refunds). */
export const REFUND_REASONS = ['not_as_described', 'broken', 'plans_changed', 'emergency', 'other'] as const
export const zRefundReason = z.enum(REFUND_REASONS)
export type RefundReason = z.infer<typeof zRefundReason>

export type RequestStatus = AlterationStatus | RefundWaiverStatus | ServiceStatus | ExpenseStatus

/** Why a host declines a guest; the last two are explained (docs/domain/request.md#booking-requests). */
export const DECLINE_REASONS = [
  'dates_unavailable',
  'party_too_large',
  'pets',
  'house_rules',
  'maintenance',
  'price_error',
  'policy_applies',
  'not_shown',
  'guest_concern',
  'other',
] as const
export const zDeclineReason = z.enum(DECLINE_REASONS)
export type DeclineReason = z.infer<typeof zDeclineReason>
const STAY_REASONS = DECLINE_REASONS.filter((reason) => reason !== 'policy_applies' && reason !== 'not_shown')
export const EXPLAINED_REASONS: readonly DeclineReason[] = ['guest_concern', 'other']

/** The reasons that are offered for each kind of a guest's request. */
export const DECLINE_REASONS_FOR: Readonly<
  Record<'booking_request' | 'alteration' | 'refund_waiver', readonly DeclineReason[]>
> = {
  booking_request: STAY_REASONS,
  alteration: STAY_REASONS,
  refund_waiver: ['policy_applies', 'not_shown', 'other'],
}

/** A stay as an alteration names it, with what the host receives for it. */
export const zRequestStay = z.strictObject({
  party: zParty,
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  hostPayoutMinor: zMinor,
})

export type RequestStay = z.infer<typeof zRequestStay>

/** Of a decision's preview; the decision must carry it. */
export const previewToken = z.string().min(1).max(4_000)

export const MAX_REQUEST_FILES = 10
export const MAX_PREFERRED_SLOTS = 3
export const MAX_BIDS = 3

/** Uploaded files of the listing, each once. */
export const zRequestFiles = z
  .array(zId)
  .max(MAX_REQUEST_FILES)
  .refine((files) => new Set(files).size === files.length, 'must name each file once')
  .default([])

/** More than nothing; minor units of the listing's currency. */
export const zCost = zMinorAmount.refine((amount) => amount > 0, 'must be more than 0')

/** What a vendor would take for the work; minor units of the listing's currency. */
export const zBid = z.strictObject({ vendor: zLine(1, 80), amountMinor: zCost })
