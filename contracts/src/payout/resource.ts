import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { defineResource, type Waiting } from '../kernel/resource.ts'
import { zPayoutMethodType } from '../payout-account/bank.ts'
import { zApprovalRule, zPayoutFailure, zPayoutHoldReason } from './messages.ts'

export const PAYOUT_STATES = [
  'awaiting_approval',
  'scheduled',
  'submitting',
  'submitted',
  'paid',
  'returned',
  'on_hold',
  'cancelled',
] as const

/** A payout as hosts and staff see it. Amounts in minor units, times UTC. */
export const zPayoutRow = z.strictObject({
  id: z.string(),
  code: z.string(),
  hostAccountId: z.string(),
  state: z.enum(PAYOUT_STATES),
  currency: zCurrency,
  amountMinor: z.int(),
  entryIds: z.array(z.string()),
  listingIds: z.array(z.string().nullable()),
  scheduledFor: zInstant,
  methodId: z.string(),
  /** What it was or is being sent to; null before. */
  methodType: zPayoutMethodType.nullable(),
  methodLast4: z.string().nullable(),
  approvalRule: zApprovalRule.nullable(),
  approvedBy: z.array(z.string()),
  attempt: z.int(),
  attemptKey: z.string().nullable(),
  providerRef: z.string().nullable(),
  expectedArrival: zInstant.nullable(),
  submittedAt: zInstant.nullable(),
  paidAt: zInstant.nullable(),
  /** The bank's day, the same in every zone. */
  paidOn: zLocalDate.nullable(),
  returnedAt: zInstant.nullable(),
  returnedOn: zLocalDate.nullable(),
  /** The last failure or the reason of a return. */
  failureCode: zPayoutFailure.nullable(),
  heldReason: zPayoutHoldReason.nullable(),
  /** Why it is held or was cancelled. */
  explanation: z.string().nullable(),
  differences: z.array(
    z.strictObject({ field: z.string(), expected: z.string(), actual: z.string(), foundAt: zInstant }),
  ),
  /**
   * What came back, once the bank has reported of a paid payout that it failed, or another amount than was
   * paid; minor units.
   */
  reportedReturnMinor: z.int().nullable(),
  returnState: z.enum(['none', 'reported', 'proposed']),
  returnProposedBy: z.string().nullable(),
  returnReason: z.string().nullable(),
  /** When a worker must process it next; null: there is nothing to do. */
  dueAt: zInstant.nullable(),
  /** `open` while money may still move by itself. */
  work: z.enum(['open', 'none']),
})
export type PayoutRow = z.infer<typeof zPayoutRow>

/** What the workers process (docs/domain/processes.md#timers). */
export const waitingPayouts = {
  payouts: { at: 'dueAt', where: { work: 'open' } },
} as const satisfies Readonly<Record<string, Waiting>>

/** Payouts of an account; staff see those of all. */
export const payouts = defineResource({
  name: 'payouts',
  table: 'payout',
  row: zPayoutRow,
  capability: 'payout.read',
  visibility: {
    id: 'open',
    code: 'open',
    hostAccountId: 'open',
    state: 'open',
    currency: 'open',
    amountMinor: 'open',
    entryIds: 'open',
    listingIds: 'open',
    scheduledFor: 'open',
    methodId: 'open',
    methodType: 'open',
    methodLast4: 'open',
    approvalRule: 'open',
    approvedBy: 'open',
    attempt: 'open',
    attemptKey: 'payout.review',
    providerRef: 'open',
    expectedArrival: 'open',
    submittedAt: 'open',
    paidAt: 'open',
    paidOn: 'open',
    returnedAt: 'open',
    returnedOn: 'open',
    failureCode: 'open',
    heldReason: 'open',
    explanation: 'payout.read',
    differences: 'payout.review',
    reportedReturnMinor: 'payout.review',
    returnState: 'payout.review',
    returnProposedBy: 'payout.review',
    returnReason: 'payout.review',
    dueAt: 'payout.review',
    work: 'payout.review',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['scheduledFor', 'amountMinor', 'state', 'paidAt', 'code'],
  defaultSort: ['scheduledFor', 'DESC'],
  filter: {
    state: 'equals',
    currency: 'equals',
    hostAccountId: 'equals',
    methodId: 'equals',
    heldReason: 'equals',
    returnState: 'equals',
    failureCode: 'equals',
    scheduledFor: 'range',
    paidAt: 'range',
    paidOn: 'range',
    q: { search: ['code'] },
  },
  screens: {
    orders: { scheduledFor: 'Payouts of all accounts' },
    finds: { q: 'Search by code' },
    queues: {
      state: {
        values: ['awaiting_approval', 'scheduled', 'submitting', 'submitted', 'returned', 'on_hold'],
        screen: 'Payouts to approve, on their way, or stuck',
      },
      heldReason: { values: ['difference'], screen: 'Payouts that differ from the bank' },
      returnState: { values: ['reported', 'proposed'], screen: 'Returned payouts' },
    },
  },
  waiting: waitingPayouts,
  export: {
    code: 'Code',
    state: 'State',
    currency: 'Currency',
    amountMinor: 'Amount',
    scheduledFor: 'Scheduled for',
    expectedArrival: 'Expected',
    paidOn: 'Paid',
    methodLast4: 'Account ending',
    failureCode: 'Failure',
  },
})
