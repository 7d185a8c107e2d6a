import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { OF_ACCOUNT } from '../kernel/message.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zText } from '../kernel/text.ts'
import { by, byReviewer, clock, of, on } from './common.ts'
import {
  MAX_ITEMS,
  MAX_QUESTIONS,
  zClaimedMinor,
  zDeadline,
  zDecisionVersion,
  zItemDecision,
  zOutcome,
  zReasonCode,
} from './reimbursement.ts'

const decision = {
  version: zDecisionVersion,
  items: z.array(zItemDecision).min(1).max(MAX_ITEMS),
  totalMinor: zMinorAmount,
  currency: zCurrency,
}
const personal = { 'items.note': OF_ACCOUNT }
const decided = z.strictObject({
  ...of,
  ...by,
  ...decision,
  outcome: zOutcome,
  /** The second person of a decision above the limit. */
  approvedBy: z.string().nullable(),
  /** What the host receives with this decision: of the second one, what it adds to the first. */
  payableMinor: zMinorAmount,
})

/** What staff do with claims. */
export const reviewEvents = {
  /** This person works on it; also when another takes over. */
  ReimbursementReviewStarted: { version: 1, schema: z.strictObject({ ...of, ...by }) },
  /** The host answers before `dueAt`; until then the time to decide stands still. */
  ReimbursementInfoRequested: {
    version: 1,
    schema: z.strictObject({ ...of, ...by, questions: z.array(z.string()), dueAt: zInstant }),
    personal: { questions: OF_ACCOUNT },
  },
  /** The host has not answered; it is decided with what there is. */
  ReimbursementInfoTimedOut: { version: 1, schema: z.strictObject({ ...of, decisionBy: zInstant }) },
  /** Above the limit a second person approves it or returns it; until then nothing is decided. */
  ReimbursementDecisionProposed: {
    version: 1,
    schema: z.strictObject({ ...of, ...by, ...decision }),
    personal,
  },
  ReimbursementDecisionReturned: {
    version: 1,
    schema: z.strictObject({ ...of, ...by, reason: z.string() }),
    personal: { reason: OF_ACCOUNT },
  },
  /** It can be appealed before `appealBy`; null: there is nothing to appeal. */
  ReimbursementDecided: { version: 1, schema: decided.extend({ appealBy: zInstant.nullable() }), personal },
  ReimbursementDecidedFinal: { version: 1, schema: decided, personal },
  /** Staff have not acted in time. */
  ReimbursementDeadlineMissed: {
    version: 1,
    schema: z.strictObject({ ...of, deadline: zDeadline, dueAt: zInstant }),
  },
  ReimbursementClosed: { version: 1, schema: z.strictObject(of) },
} as const

export const reviewCommands = {
  StartReimbursementReview: { ...byReviewer, schema: z.strictObject({}), route: on('start-review') },
  RequestReimbursementInfo: {
    ...byReviewer,
    schema: z.strictObject({ questions: z.array(zText(3, 500)).min(1).max(MAX_QUESTIONS) }),
    route: on('request-info'),
  },
  /**
   * Decides every item, or proposes to where the total is above the limit. `approvedMinor` is what the reviewer
   * saw: refused where the formula says otherwise. FOUR_EYES_SAME_ACTOR for an appeal against one's own decision.
   */
  DecideReimbursement: {
    ...byReviewer,
    schema: z.strictObject({
      items: z
        .array(
          z.strictObject({
            itemId: zId,
            reason: zReasonCode,
            approvedMinor: zMinorAmount,
            /** With `above_market_quote`: what a new one, the repair or the cleaning costs elsewhere. */
            marketMinor: zClaimedMinor.nullable().default(null),
            note: zText(3, 1_000).nullable().default(null),
          }),
        )
        .min(1)
        .max(MAX_ITEMS),
    }),
    route: on('decide'),
  },
  /** By another person than the one who proposed it. */
  ApproveReimbursementDecision: {
    capability: 'reimbursement.approve',
    ifMatch: 'required',
    schema: z.strictObject({}),
    route: on('approve-decision'),
  },
  ReturnReimbursementDecision: {
    capability: 'reimbursement.approve',
    ifMatch: 'required',
    schema: z.strictObject({ reason: zText(10, 500) }),
    route: on('return-decision'),
  },
  EndInfoRequest: { ...clock, schema: z.strictObject({ dueAt: zInstant }) },
  MissReimbursementDeadline: { ...clock, schema: z.strictObject({ deadline: zDeadline, dueAt: zInstant }) },
  CloseReimbursement: { ...clock, schema: z.strictObject({}) },
} as const
