import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zMinorAmount } from '../kernel/money.ts'
import { zText } from '../kernel/text.ts'
import { clock, of, on } from './common.ts'
import { MAX_ITEMS } from './reimbursement.ts'

/** When the review ends that begins with the guest's answer, or without one. */
const review = { firstActionBy: zInstant, decisionBy: zInstant }

/** What guests answer, by the gateway; what they write is sealed with the guest's key. */
export const guestAnswerEvents = {
  /** The guest agrees to these items. Who agrees to all of them is charged, and no one reviews the claim. */
  ReimbursementGuestAccepted: {
    version: 1,
    schema: z.strictObject({
      ...of,
      ...review,
      guestRef: z.string(),
      itemIds: z.array(z.string()),
      amountMinor: zMinorAmount,
      all: z.boolean(),
      text: z.string().nullable(),
    }),
    personal: { text: 'guestRef' },
  },
  ReimbursementGuestDeclined: {
    version: 1,
    schema: z.strictObject({ ...of, ...review, guestRef: z.string(), text: z.string() }),
    personal: { text: 'guestRef' },
  },
  ReimbursementGuestTimedOut: { version: 1, schema: z.strictObject({ ...of, ...review }) },
  /** The guest's key is gone: name and answer read as erased. */
  ReimbursementGuestErased: {
    version: 1,
    schema: z.strictObject({ ...of, guestRef: z.string(), erasureId: z.string() }),
  },
} as const

export const guestAnswerCommands = {
  /** `acceptedItemIds` are all that the guest agrees to; who agrees to none says why. */
  RecordGuestResponse: {
    capability: 'reimbursement.respond',
    ifMatch: 'none',
    schema: z
      .strictObject({
        acceptedItemIds: z
          .array(zId)
          .max(MAX_ITEMS)
          .refine((ids) => new Set(ids).size === ids.length, 'names an item twice'),
        text: zText(3, 2_000).nullable().default(null),
      })
      .refine(({ acceptedItemIds, text }) => acceptedItemIds.length > 0 || text !== null, {
        path: ['text'],
        message: 'must say why',
      }),
    route: on('record-guest-response'),
  },
  EndGuestReview: { ...clock, schema: z.strictObject({ guestBy: zInstant }) },
  EraseReimbursementGuest: {
    capability: 'account.erase',
    ifMatch: 'none',
    schema: z.strictObject({ erasureId: zId }),
  },
} as const
