import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import {
  APPROVERS,
  type ApprovalRule,
  type MethodSnapshot,
  type PayoutEvent,
  type PayoutHoldReason,
} from '@hearth/contracts/payout'
import type { Fold } from '../runtime/decider.ts'

/** An attempt that may have reached the provider. `providerRef` is set once the provider has accepted it. */
export type Flight = Readonly<{
  attemptKey: string
  method: MethodSnapshot
  since: Instant
  providerRef: string | null
}>

/** What came back of a paid payout, as one person of finance has proposed it. */
export type ReturnProposal = Readonly<{ returnedMinor: number; reason: string; by: string }>

export type PlannedPayout = Readonly<{
  hostAccountId: string
  currency: Currency
  amountMinor: number
  methodId: string
  listingIds: readonly (string | null)[]
  entryIds: readonly string[]
  approvalRule: ApprovalRule | null
  approvedBy: readonly string[]
  /** The number of attempts so far, which is the n of the last key. */
  attempts: number
  dueAt: Instant
  flight: Flight | null
  /** Differences already raised, as texts. */
  raised: readonly string[]
  returnProposal: ReturnProposal | null
}>

export type PayoutState =
  | Readonly<{ status: 'none' }>
  | (PlannedPayout & Readonly<{ status: 'planned' }>)
  | (PlannedPayout & Readonly<{ status: 'on_hold'; reason: PayoutHoldReason }>)
  | (PlannedPayout & Readonly<{ status: 'paid' | 'returned'; providerRef: string }>)
  | (PlannedPayout & Readonly<{ status: 'cancelled' }>)

export const isUnapproved = ({ approvalRule, approvedBy }: PlannedPayout): boolean =>
  approvalRule !== null && approvedBy.length < APPROVERS

const land = (state: PayoutState): PayoutState =>
  state.status === 'none' ? state : { ...state, status: 'planned', flight: null }

export const payoutFold: Fold<PayoutState, PayoutEvent> = {
  category: 'payout',
  initial: { status: 'none' },
  evolve: {
    PayoutScheduled: (
      _state,
      { hostAccountId, currency, amountMinor, methodId, listingIds, entryIds, scheduledFor },
    ) => ({
      status: 'planned',
      hostAccountId,
      currency,
      amountMinor,
      methodId,
      listingIds,
      entryIds,
      approvalRule: null,
      approvedBy: [],
      attempts: 0,
      dueAt: scheduledFor,
      flight: null,
      raised: [],
      returnProposal: null,
    }),
    PayoutApprovalRequired: (state, { rule }) =>
      state.status === 'none' ? state : { ...state, approvalRule: rule },
    PayoutApproved: (state, { approvedBy }) =>
      state.status === 'none' ? state : { ...state, approvedBy: [...state.approvedBy, approvedBy] },
    PayoutSubmitting: (state, { attempt, attemptKey, method }, since) =>
      state.status === 'none'
        ? state
        : { ...state, attempts: attempt, flight: { attemptKey, method, since, providerRef: null } },
    PayoutSubmitted: (state, { providerRef }) =>
      state.status === 'none' || state.flight === null
        ? state
        : { ...state, status: 'planned', flight: { ...state.flight, providerRef } },
    PayoutPaid: (state, { providerRef }) =>
      state.status === 'none' ? state : { ...state, status: 'paid', providerRef },
    PayoutFailed: (state, { retryAt }, at) => {
      const landed = land(state)
      return landed.status === 'none' ? landed : { ...landed, dueAt: retryAt ?? at }
    },
    PayoutReturned: (state, { providerRef }) =>
      state.status === 'none' ? state : { ...state, status: 'returned', providerRef },
    PayoutReturnProposed: (state, { returnedMinor, reason, by }) =>
      state.status === 'none' ? state : { ...state, returnProposal: { returnedMinor, reason, by } },
    PayoutReturnRejected: (state) => (state.status === 'none' ? state : { ...state, returnProposal: null }),
    PayoutReturnApproved: (state) => state,
    PayoutHeld: (state, { reason }) =>
      state.status === 'none' ? state : { ...state, status: 'on_hold', reason },
    PayoutReleased: (state) =>
      state.status === 'none' ? state : { ...state, status: 'planned', raised: [] },
    PayoutCancelled: (state) => (state.status === 'none' ? state : { ...state, status: 'cancelled' }),
    PayoutDifferenceFound: (state, { field, expected, actual, providerRef }) =>
      state.status === 'none'
        ? state
        : { ...state, raised: [...state.raised, [field, expected, actual, providerRef].join('/')] },
  },
}
