import { deriveId, type Id } from '../kernel/ids.ts'
import type { Instant } from '../kernel/dates.ts'
import {
  categoryOfStream,
  idOfStream,
  type Recorded,
  type RecordedEvent,
  type OfType,
} from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect, type Reaction, type SystemCommand } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { IncidentCommand } from '../incident/messages.ts'
import type { LedgerCommand, LedgerEvent } from '../ledger/messages.ts'
import { describeSource, entryFrom, postEntries, type EntryHead } from '../ledger/rules/entries.ts'
import { deriveThreadId, type ThreadCommand } from '../thread/messages.ts'
import type { ReimbursementCommand, ReimbursementEvent } from './messages.ts'
import type { Deadline, DecisionVersion, ReimbursementKind } from './reimbursement.ts'

/** What must be known of a claim until it is closed and paid. */
export type ReimbursementProcessState = Readonly<{
  hostAccountId: Id
  listingId: Id
  bookingId: Id | null
  guestRef: string | null
  /** The guest was asked by a message, and reads there what is charged. */
  isAnnounced: boolean
  code: string
  kind: ReimbursementKind
  /** When staff act and decide at the latest. */
  firstActionBy: Instant | null
  decisionBy: Instant | null
  /** The guest agreed to all of it; paid, once the charge succeeded. */
  guest: 'asked' | 'accepted' | 'paid'
  /** What was decided last, until its payment is recorded. */
  decided: Readonly<{ eventId: Id; version: DecisionVersion; isLast: boolean }> | null
}>

type State = ReimbursementProcessState
type Commands = ReimbursementCommand | LedgerCommand | IncidentCommand | ThreadCommand
type Decision = OfType<ReimbursementEvent, 'ReimbursementDecided' | 'ReimbursementDecidedFinal'>

const timer = (name: string, at: Instant, work: SystemCommand<Commands>): Effect<Commands> => ({
  kind: 'timer',
  name,
  at,
  work,
})
const cancel = (...names: readonly string[]): Effect<Commands>[] =>
  names.map((name) => ({ kind: 'cancel', name }))

const expire = (id: Id, closesAt: Instant) =>
  timer('due', closesAt, {
    kind: 'command',
    commandId: deriveId('expire-reimbursement', id, closesAt),
    type: 'ExpireReimbursement',
    id,
    data: { closesAt },
  })

/** An incident shows the claim that follows from it. */
const link = (reimbursementId: Id, incidentId: Id | null): SystemCommand<Commands>[] =>
  incidentId === null
    ? []
    : [
        {
          kind: 'command',
          commandId: deriveId('link-reimbursement', incidentId, reimbursementId),
          type: 'LinkReimbursement',
          id: incidentId,
          data: { reimbursementId },
        },
      ]

const endGuestReview = (id: Id, guestBy: Instant) =>
  timer('due', guestBy, {
    kind: 'command',
    commandId: deriveId('end-guest-review', id, guestBy),
    type: 'EndGuestReview',
    id,
    data: { guestBy },
  })

const endInfoRequest = (id: Id, dueAt: Instant) =>
  timer('due', dueAt, {
    kind: 'command',
    commandId: deriveId('end-info-request', id, dueAt),
    type: 'EndInfoRequest',
    id,
    data: { dueAt },
  })

const watch = (id: Id, deadline: Deadline, dueAt: Instant | null): Effect<Commands>[] =>
  dueAt === null
    ? []
    : [
        timer(deadline, dueAt, {
          kind: 'command',
          commandId: deriveId('miss-reimbursement-deadline', id, deadline, dueAt),
          type: 'MissReimbursementDeadline',
          id,
          data: { deadline, dueAt },
        }),
      ]

const watchReview = (id: Id, { firstActionBy, decisionBy }: State): Effect<Commands>[] => [
  ...watch(id, 'first_action', firstActionBy),
  ...watch(id, 'decision', decisionBy),
]

const close = (id: Id): SystemCommand<Commands> => ({
  kind: 'command',
  commandId: deriveId('close-reimbursement', id),
  type: 'CloseReimbursement',
  id,
  data: {},
})

/** The guest is charged outside the log; the provider knows a repeated charge by its key. */
const charge = (reimbursementId: Id, version: DecisionVersion): Effect<Commands> => ({
  kind: 'job',
  name: 'charge-reimbursement',
  data: { reimbursementId, version: String(version) },
})

/** The guest reads about the claim in the conversation about the stay. */
const announce = (
  { listingId, bookingId, guestRef }: State,
  reimbursementId: Id,
  charged: DecisionVersion | null,
): SystemCommand<Commands>[] =>
  bookingId === null || guestRef === null
    ? []
    : [
        {
          kind: 'command',
          commandId: deriveId('announce-reimbursement', reimbursementId, String(charged)),
          type: 'AnnounceReimbursement',
          id: deriveThreadId(listingId, guestRef),
          data: { listingId, bookingId, reimbursementId, charged },
        },
      ]

const PERSONS_STEPS = ['due', 'first_action', 'decision'] as const

/** The entry of a decision, which pays the host whatever becomes of the guest's charge. */
const pay = (state: State, event: Recorded<Decision>): SystemCommand<Commands> | undefined => {
  const { payableMinor, currency, listingId } = event.data
  const at = occurredAtOf(event)
  const head: EntryHead = {
    kind: 'reimbursement',
    currency,
    availableAt: at,
    listingId,
    bookingId: state.bookingId,
    source: describeSource(event),
    policies: [],
    text: `Reimbursement ${state.code}`,
  }
  const code = state.guest === 'paid' ? 'from_guest' : 'from_fund'
  const entry = entryFrom(head, [{ code, amountMinor: payableMinor, basis: { rule: 'stated' } }])
  return entry && postEntries(event.metadata['commandId'] ?? event.id, state.hostAccountId, [entry], at)
}

const afterDecision = (
  state: State | undefined,
  event: Recorded<Decision>,
  id: Id,
  appealBy: Instant | null,
): Reaction<State, Commands> => {
  if (state === undefined) return [undefined]
  const payment = pay(state, event)
  const isLast = appealBy === null
  return [
    { ...state, decided: { eventId: event.id, version: event.data.version, isLast } },
    ...cancel(...PERSONS_STEPS),
    ...(isLast ? [] : [timer('close', appealBy, close(id))]),
    ...(payment === undefined ? (isLast ? [close(id)] : []) : [payment]),
  ]
}

/** Under review without the guest's answer, or with one. */
const review = (
  state: State | undefined,
  { stream, data }: RecordedEvent<string, Readonly<{ firstActionBy: Instant; decisionBy: Instant }>>,
): Reaction<State, Commands> => {
  if (state === undefined) return [undefined]
  const { firstActionBy, decisionBy } = data
  const next = { ...state, firstActionBy, decisionBy }
  return [next, ...cancel('due'), ...watchReview(idOfStream(stream), next)]
}

const resume = (
  state: State | undefined,
  { stream, data: { decisionBy } }: RecordedEvent<string, Readonly<{ decisionBy: Instant }>>,
): Reaction<State, Commands> =>
  state === undefined
    ? [undefined]
    : [{ ...state, decisionBy }, ...cancel('due'), ...watch(idOfStream(stream), 'decision', decisionBy)]

/** A ledger's entry leads to the claim that caused it. */
const correlate = (event: RecordedEvent): Id | undefined => {
  if (categoryOfStream(event.stream) === 'reimbursement') return idOfStream(event.stream)
  if (event.type !== 'LedgerEntryPosted') return undefined
  const { kind, source } = event.data as OfType<LedgerEvent, 'LedgerEntryPosted'>['data']
  return kind === 'reimbursement' && categoryOfStream(source.stream) === 'reimbursement'
    ? idOfStream(source.stream)
    : undefined
}

/**
 * What follows from a claim by itself: deadlines, and after a decision the host's money, then the guest's charge
 * (docs/domain/reimbursement.md#payment). Each step follows from the event of the one before, so it is done once
 * wherever it was interrupted.
 */
export const reimbursementProcess = defineProcess<State, Commands>({
  name: 'reimbursement',
  version: 2,
  correlate,
  on: reactBy<State, ReimbursementEvent | LedgerEvent, Commands>({
    ReimbursementDrafted: (_state, { data, stream }) => {
      const { hostAccountId, listingId, bookingId, stay, incidentId, code, kind, closesAt } = data
      const id = idOfStream(stream)
      const state: State = {
        hostAccountId,
        listingId,
        bookingId,
        guestRef: stay?.guestRef ?? null,
        isAnnounced: false,
        code,
        kind,
        firstActionBy: null,
        decisionBy: null,
        guest: 'asked',
        decided: null,
      }
      return [state, ...(closesAt === null ? [] : [expire(id, closesAt)]), ...link(id, incidentId)]
    },
    ReimbursementSubmitted: (state, { data, stream, recordedAt }) => {
      if (state === undefined) return [undefined]
      const { guestBy, firstActionBy, decisionBy } = data
      const next = { ...state, firstActionBy, decisionBy }
      const id = idOfStream(stream)
      if (guestBy === null) return [next, ...cancel('due'), ...watchReview(id, next)]
      // The guests of claims that are imported with their history were asked by the former system.
      const isAnnounced = guestBy > recordedAt
      return [
        { ...next, isAnnounced },
        endGuestReview(id, guestBy),
        ...(isAnnounced ? announce(next, id, null) : []),
      ]
    },
    ReimbursementGuestAccepted: (state, event) => {
      if (state === undefined || !event.data.all) return review(state, event)
      const { firstActionBy, decisionBy } = event.data
      return [
        { ...state, firstActionBy, decisionBy, guest: 'accepted' },
        ...cancel('due'),
        charge(idOfStream(event.stream), 1),
      ]
    },
    ReimbursementGuestDeclined: review,
    ReimbursementGuestTimedOut: review,
    ReimbursementReviewStarted: (state) => [state, ...cancel('first_action')],
    ReimbursementInfoRequested: (state, { stream, data: { dueAt } }) => [
      state,
      ...cancel('first_action', 'decision'),
      endInfoRequest(idOfStream(stream), dueAt),
    ],
    ReimbursementInfoProvided: resume,
    ReimbursementInfoTimedOut: resume,
    ReimbursementDecisionProposed: (state) => [state, ...cancel('first_action')],
    ReimbursementDecided: (state, event) =>
      afterDecision(state, event, idOfStream(event.stream), event.data.appealBy),
    ReimbursementDecidedFinal: (state, event) => afterDecision(state, event, idOfStream(event.stream), null),
    ReimbursementAppealed: (state, event) => {
      const [next, ...effects] = resume(state, event)
      return [next, ...cancel('close'), ...effects]
    },
    LedgerEntryPosted: (state, { data: { entryId, source } }) => {
      if (state === undefined || state.decided?.eventId !== source.eventId) return [state]
      const { version } = state.decided
      const id = idOfStream(source.stream)
      const record: SystemCommand<Commands> = {
        kind: 'command',
        commandId: deriveId('record-reimbursement-payment', id, String(version)),
        type: 'RecordReimbursementPayment',
        id,
        data: { version, entryId },
      }
      return [state, record]
    },
    ReimbursementPaid: (state, { stream, data: { version } }) => {
      if (state === undefined) return [undefined]
      const id = idOfStream(stream)
      const owesGuest = state.kind !== 'expense' && state.guest !== 'paid'
      const isLast = state.decided?.version === version && state.decided.isLast
      return [state, ...(owesGuest ? [charge(id, version)] : []), ...(isLast ? [close(id)] : [])]
    },
    // Of an accepted claim, the decision follows in the same append.
    ReimbursementGuestCharged: (state, { stream, data: { version } }) =>
      state === undefined
        ? [undefined]
        : [
            state.guest === 'accepted' ? { ...state, guest: 'paid' as const } : state,
            ...(state.isAnnounced ? announce(state, idOfStream(stream), version) : []),
          ],
    ReimbursementGuestChargeFailed: (state, { stream }) => {
      if (state?.guest !== 'accepted') return [state]
      return [{ ...state, guest: 'asked' }, ...watchReview(idOfStream(stream), state)]
    },
    ReimbursementWithdrawn: () => [undefined, ...cancel(...PERSONS_STEPS)],
    ReimbursementExpired: () => [undefined],
  }),
})
