import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import { zMinorAmount } from '../kernel/money.ts'
import { zLine } from '../kernel/text.ts'

/** What a request waits for (docs/domain/request.md#kinds). */
export const REQUEST_KINDS = ['booking_request', 'alteration', 'service', 'expense_approval'] as const
export const zRequestKind = z.enum(REQUEST_KINDS)
export type RequestKind = z.infer<typeof zRequestKind>

export const SERVICE_TYPES = [
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

/** `failed`: it was accepted, but the stay could not be altered. */
export const ALTERATION_STATUSES = [...BOOKING_REQUEST_STATUSES, 'failed'] as const
export type AlterationStatus = (typeof ALTERATION_STATUSES)[number]

export type RequestStatus = AlterationStatus | ServiceStatus | ExpenseStatus

/** Why a host declines a guest; the last two are explained (docs/domain/request.md#booking-requests). */
export const DECLINE_REASONS = [
  'dates_unavailable',
  'party_too_large',
  'pets',
  'house_rules',
  'maintenance',
  'price_error',
  'guest_concern',
  'other',
] as const
export const zDeclineReason = z.enum(DECLINE_REASONS)
export type DeclineReason = z.infer<typeof zDeclineReason>
export const EXPLAINED_REASONS: readonly DeclineReason[] = ['guest_concern', 'other']

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
