import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { ReimbursementTerms } from '@hearth/contracts/policy'
import {
  statusAfter,
  type Deadline,
  type DecisionVersion,
  type Evidence,
  type Item,
  type ItemDecision,
  type ReimbursementEvent,
  type ReimbursementKind,
  type ReimbursementStatus,
} from '@hearth/contracts/reimbursement'
import type { Fold } from '../runtime/decider.ts'

/** A decision that stands. Amounts in minor units. */
export type Decided = Readonly<{
  version: DecisionVersion
  by: string
  approvedBy: string | null
  approvedByItem: Readonly<Record<string, number>>
  totalMinor: number
  payableMinor: number
}>

export type Proposal = Readonly<{
  version: DecisionVersion
  by: string
  items: readonly ItemDecision[]
  totalMinor: number
}>

export type KnownReimbursement = Readonly<{
  status: ReimbursementStatus
  code: string
  kind: ReimbursementKind
  listingId: string
  bookingId: string | null
  guestRef: string | null
  currency: Currency
  /** The last day of the stay, or the day on which the claim was begun. */
  on: LocalDate
  checkOutInstant: Instant | null
  cleaningMinor: number
  closesAt: Instant | null
  terms: ReimbursementTerms
  items: readonly Item[]
  evidence: readonly Evidence[]
  /** When it was submitted, or decided last. */
  movedAt: Instant
  guestBy: Instant | null
  firstActionBy: Instant | null
  hasFirstAction: boolean
  decisionBy: Instant | null
  info: Readonly<{ questions: number; askedAt: Instant; dueAt: Instant }> | null
  reviewerId: string | null
  proposal: Proposal | null
  decisions: readonly Decided[]
  appealBy: Instant | null
  paid: readonly DecisionVersion[]
  /** The decisions for which the guest was charged, or could not be. */
  charged: readonly DecisionVersion[]
  missed: readonly Deadline[]
  lastErasureId: string | null
}>
export type ReimbursementState = Readonly<{ status: 'none' }> | KnownReimbursement

/** What was approved so far. */
export const lastDecisionOf = ({ decisions }: KnownReimbursement): Decided | undefined => decisions.at(-1)

const change = (state: ReimbursementState, part: Partial<KnownReimbursement>): ReimbursementState =>
  state.status === 'none' ? state : { ...state, ...part }

/** The state with its status after the event. */
const move = (
  state: ReimbursementState,
  event: ReimbursementEvent,
  part: Partial<KnownReimbursement> = {},
): ReimbursementState =>
  state.status === 'none' ? state : { ...state, ...part, status: statusAfter(state.status, event) }

const decide = (
  state: ReimbursementState,
  event: Extract<ReimbursementEvent, { type: 'ReimbursementDecided' | 'ReimbursementDecidedFinal' }>,
  at: Instant,
  appealBy: Instant | null,
): ReimbursementState => {
  if (state.status === 'none') return state
  const { version, by, approvedBy, items, totalMinor, payableMinor } = event.data
  const approvedByItem = Object.fromEntries(items.map((item) => [item.itemId, item.approvedMinor]))
  const decided: Decided = { version, by, approvedBy, approvedByItem, totalMinor, payableMinor }
  return move(state, event, {
    decisions: [...state.decisions, decided],
    proposal: null,
    hasFirstAction: true,
    appealBy,
    movedAt: at,
  })
}

const evolve: Fold<ReimbursementState, ReimbursementEvent>['evolve'] = {
  ReimbursementDrafted: (
    _state,
    { code, kind, listingId, bookingId, stay, currency, closesAt, terms },
    at,
  ) => ({
    status: 'draft',
    code,
    kind,
    listingId,
    bookingId,
    guestRef: stay?.guestRef ?? null,
    currency,
    on: stay?.checkOut ?? at.slice(0, 10),
    checkOutInstant: stay?.checkOutInstant ?? null,
    cleaningMinor: stay?.cleaningMinor ?? 0,
    closesAt,
    terms,
    items: [],
    evidence: [],
    movedAt: at,
    guestBy: null,
    firstActionBy: null,
    hasFirstAction: false,
    decisionBy: null,
    info: null,
    reviewerId: null,
    proposal: null,
    decisions: [],
    appealBy: null,
    paid: [],
    charged: [],
    missed: [],
    lastErasureId: null,
  }),
  ReimbursementItemAdded: (state, { item }) =>
    state.status === 'none' ? state : change(state, { items: [...state.items, item] }),
  ReimbursementItemChanged: (state, { item }) =>
    state.status === 'none'
      ? state
      : change(state, { items: state.items.map((known) => (known.itemId === item.itemId ? item : known)) }),
  ReimbursementItemRemoved: (state, { itemId }) =>
    state.status === 'none'
      ? state
      : change(state, {
          items: state.items.filter((item) => item.itemId !== itemId),
          evidence: state.evidence.filter((file) => file.itemId !== itemId),
        }),
  ReimbursementEvidenceAttached: (state, { evidence }) =>
    state.status === 'none' ? state : change(state, { evidence: [...state.evidence, evidence] }),
  ReimbursementEvidenceRemoved: (state, { fileId }) =>
    state.status === 'none'
      ? state
      : change(state, { evidence: state.evidence.filter((file) => file.fileId !== fileId) }),
  ReimbursementSubmitted: (state, data, at) => {
    const { guestBy, firstActionBy, decisionBy } = data
    const event = { type: 'ReimbursementSubmitted', data } as const
    return move(state, event, { guestBy, firstActionBy, decisionBy, movedAt: at })
  },
  ReimbursementGuestAccepted: (state, data, at) => {
    const { firstActionBy, decisionBy } = data
    const event = { type: 'ReimbursementGuestAccepted', data } as const
    return move(state, event, { firstActionBy, decisionBy, movedAt: at })
  },
  ReimbursementGuestDeclined: (state, data, at) => {
    const { firstActionBy, decisionBy } = data
    const event = { type: 'ReimbursementGuestDeclined', data } as const
    return move(state, event, { firstActionBy, decisionBy, movedAt: at })
  },
  ReimbursementGuestTimedOut: (state, data, at) => {
    const { firstActionBy, decisionBy } = data
    const event = { type: 'ReimbursementGuestTimedOut', data } as const
    return move(state, event, { firstActionBy, decisionBy, movedAt: at })
  },
  ReimbursementGuestErased: (state, { erasureId }) => change(state, { lastErasureId: erasureId }),
  ReimbursementReviewStarted: (state, { by }) => change(state, { reviewerId: by, hasFirstAction: true }),
  ReimbursementInfoRequested: (state, data, at) =>
    move(
      state,
      { type: 'ReimbursementInfoRequested', data },
      {
        info: { questions: data.questions.length, askedAt: at, dueAt: data.dueAt },
        hasFirstAction: true,
        movedAt: at,
      },
    ),
  ReimbursementInfoProvided: (state, data, at) =>
    move(state, { type: 'ReimbursementInfoProvided', data }, { decisionBy: data.decisionBy, movedAt: at }),
  ReimbursementInfoTimedOut: (state, data, at) =>
    move(state, { type: 'ReimbursementInfoTimedOut', data }, { decisionBy: data.decisionBy, movedAt: at }),
  ReimbursementDecisionProposed: (state, { version, by, items, totalMinor }) =>
    change(state, { proposal: { version, by, items, totalMinor }, hasFirstAction: true }),
  ReimbursementDecisionReturned: (state) => change(state, { proposal: null }),
  ReimbursementDecided: (state, data, at) =>
    decide(state, { type: 'ReimbursementDecided', data }, at, data.appealBy),
  ReimbursementDecidedFinal: (state, data, at) =>
    decide(state, { type: 'ReimbursementDecidedFinal', data }, at, null),
  ReimbursementDeadlineMissed: (state, { deadline }) =>
    state.status === 'none' ? state : change(state, { missed: [...state.missed, deadline] }),
  ReimbursementAppealed: (state, data, at) =>
    move(
      state,
      { type: 'ReimbursementAppealed', data },
      {
        decisionBy: data.decisionBy,
        reviewerId: null,
        // The time for the second decision is missed by itself.
        missed: [],
        movedAt: at,
      },
    ),
  ReimbursementPaid: (state, { version }) =>
    state.status === 'none' ? state : change(state, { paid: [...state.paid, version] }),
  ReimbursementGuestCharged: (state, { version }) =>
    state.status === 'none' ? state : change(state, { charged: [...state.charged, version] }),
  ReimbursementGuestChargeFailed: (state, data) =>
    state.status === 'none'
      ? state
      : move(
          state,
          { type: 'ReimbursementGuestChargeFailed', data },
          {
            charged: [...state.charged, data.version],
          },
        ),
  ReimbursementWithdrawn: (state, data, at) =>
    move(state, { type: 'ReimbursementWithdrawn', data }, { proposal: null, movedAt: at }),
  ReimbursementExpired: (state, data, at) =>
    move(state, { type: 'ReimbursementExpired', data }, { movedAt: at }),
  ReimbursementClosed: (state, data, at) =>
    move(state, { type: 'ReimbursementClosed', data }, { movedAt: at }),
}

export const reimbursementFold: Fold<ReimbursementState, ReimbursementEvent> = {
  category: 'reimbursement',
  initial: { status: 'none' },
  evolve,
}
