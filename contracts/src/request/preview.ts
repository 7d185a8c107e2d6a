import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zOffer } from './offerMessages.ts'

export const REQUEST_DECISIONS = ['accept', 'decline'] as const
export const zRequestDecision = z.enum(REQUEST_DECISIONS)
export type RequestDecision = z.infer<typeof zRequestDecision>

/** One part of the money as it is and as it would be; minor units, what goes off is negative. */
export const zMoneyLine = z.strictObject({
  code: z.string(),
  beforeMinor: z.int(),
  afterMinor: z.int(),
})
export type MoneyLine = z.infer<typeof zMoneyLine>

/** What a decision would do (docs/domain/request.md#previews). */
export const zDecisionOutcome = z.strictObject({
  /** `offer`: what it does once the guest accepts what the host offers. */
  decision: z.enum([...REQUEST_DECISIONS, 'offer']),
  currency: zCurrency,
  lines: z.array(zMoneyLine),
  guestTotal: z.strictObject({ beforeMinor: z.int(), afterMinor: z.int() }),
  hostPayout: z.strictObject({ beforeMinor: z.int(), afterMinor: z.int() }),
  /** Null where no nights change. */
  nights: z
    .strictObject({
      start: zLocalDate,
      end: zLocalDate,
      before: z.enum(['held', 'free']),
      after: z.enum(['booked', 'free']),
      /** The nights of the stay as it is booked, of an alteration. */
      instead: z.strictObject({ start: zLocalDate, end: zLocalDate }).nullable(),
    })
    .nullable(),
  /** What it means for the host's figures; declining an alteration means nothing. */
  counts: z.strictObject({ acceptance: z.enum(['accepted', 'declined', 'none']) }),
})
export type DecisionOutcome = z.infer<typeof zDecisionOutcome>

/** `amountMinor`: how much of a refund is granted; everything that was asked for where it is left out. */
export const zPreviewRequest = z.strictObject({
  decision: zRequestDecision,
  amountMinor: zMinorAmount.optional(),
})
export type PreviewRequest = z.infer<typeof zPreviewRequest>
/** `POST /api/requests/{id}/preview {decision}`. `token` goes back with the decision. */
export const zRequestPreview = zDecisionOutcome.extend({
  requestId: z.string(),
  revision: z.int(),
  computedAt: zInstant,
  validUntil: zInstant,
  token: z.string(),
})
export type RequestPreview = z.infer<typeof zRequestPreview>

/**
 * `POST /api/bookings/{id}/offer-preview`: what the host offers to a guest who has booked; `counteredId`: the
 * guest's request that it answers.
 */
export const zOfferPreviewRequest = zOffer.extend({
  listingId: zId,
  counteredId: zId.nullable().default(null),
})
export type OfferPreviewRequest = z.infer<typeof zOfferPreviewRequest>
/** `requestId`: the guest's request, or the booking. `answerBy`: until when the guest would answer. */
export const zOfferPreview = zRequestPreview.omit({ revision: true }).extend({ answerBy: zInstant })
export type OfferPreview = z.infer<typeof zOfferPreview>

/** Kind and version of the signed token that carries a preview. */
export const PREVIEW_TOKEN = 'rp1'

/** What the token signs: the decision computes the outcome again and compares the hash. */
export const zPreviewPayload = z.strictObject({
  requestId: z.string(),
  decision: zDecisionOutcome.shape.decision,
  resultHash: z.string(),
  validUntil: zInstant,
})
export type PreviewPayload = z.infer<typeof zPreviewPayload>
