import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zText } from '../kernel/text.ts'
import { FIRST_REMINDER_HOURS_LEFT } from '../policy/terms.ts'
import { previewToken, zCost, zRefundReason, zRequestFiles } from './request.ts'
import { reminders, withReminders } from './rules/reminders.ts'

const of = { requestId: z.string(), listingId: z.string(), guestRef: z.string() }

/** What happens only to requests for a refund; their other answers are those of every request of a guest. */
export const refundWaiverEvents = {
  /** The host answers before `dueAt`. */
  RefundWaiverRequested: {
    version: 2,
    schema: z.strictObject({
      ...of,
      hostAccountId: z.string(),
      code: z.string(),
      bookingId: z.string(),
      guestName: z.string(),
      reason: zRefundReason,
      message: z.string(),
      fileIds: z.array(z.string()),
      amountMinor: zMinorAmount,
      currency: zCurrency,
      dueAt: zInstant,
      ...reminders,
    }),
    upcast: { 1: withReminders(FIRST_REMINDER_HOURS_LEFT.refundWaiver) },
    personal: { guestName: 'guestRef', message: 'guestRef' },
  },
  /** `amountMinor` is all that was asked for, or a part of it. */
  RefundWaiverGranted: {
    version: 1,
    schema: z.strictObject({
      ...of,
      by: z.string(),
      previewHash: z.string(),
      amountMinor: zMinorAmount,
      currency: zCurrency,
      note: z.string().nullable(),
    }),
    personal: { note: 'guestRef' },
  },
  /** It was granted, but by then the booking did not have that much left to give back. */
  RefundWaiverNotMade: { version: 1, schema: z.strictObject(of) },
} as const

export const refundWaiverCommands = {
  /**
   * A guest asks for money back that no policy gives. By the gateway. LIMIT_EXCEEDED above what the host has of
   * the stay.
   */
  RequestRefundWaiver: {
    capability: 'request.open',
    ifMatch: 'none',
    schema: z.strictObject({
      listingId: zId,
      bookingId: zId,
      amountMinor: zCost,
      reason: zRefundReason,
      message: zText(0, 4_000).default(''),
      fileIds: zRequestFiles,
    }),
    stream: { by: 'creation', account: 'caller', listing: { field: 'listingId' } },
    route: { collection: 'refund-requests' },
  },
  /** QUOTE_STALE where the token is of another decision or amount, or no longer true. */
  GrantRefundWaiver: {
    capability: 'request.decide',
    ifMatch: 'optional',
    schema: z.strictObject({
      previewToken,
      amountMinor: zCost,
      note: zText(1, 2_000).nullable().default(null),
    }),
    route: { collection: 'requests', verb: 'grant' },
  },
  /** The booking could not give back what was granted. */
  RecordRefundWaiverFailure: { capability: 'request.clock', ifMatch: 'none', schema: z.strictObject({}) },
} as const
