import type { BookingEvent } from '../booking/messages.ts'
import type { CalendarCommand, CalendarEvent } from '../calendar/messages.ts'
import { addMilliseconds, addMinutes, type Instant } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, handleBy, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import {
  defineProcess,
  reactBy,
  type Effect,
  type Reaction,
  type SystemCommand,
  type Work,
} from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { RequestCommand, RequestEvent } from './messages.ts'
import { releaseRequestHold } from './rules/followUps.ts'
import { listReminders } from './rules/reminders.ts'

/** A command carries out what follows from it; what it has not done by then is done for it. */
const GRACE_MS = 5_000
/** Nights whose request was not opened by then are released. */
const OPENS_WITHIN_MINUTES = 2

/**
 * What a guest's request is about, while something may still have to be done for it: the listing whose nights
 * a booking request holds, the booking to alter, or the booking that gives money back.
 */
export type GuestRequestState =
  | Readonly<{ listingId: Id }>
  | Readonly<{ bookingId: Id }>
  | Readonly<{ refundOf: Id }>

type Commands = RequestCommand | CalendarCommand
const timer = (name: string, at: Instant, work: Work<Commands>): Effect<Commands> => ({
  kind: 'timer',
  name,
  at,
  work,
})
const cancel = (name: string): Effect => ({ kind: 'cancel', name })
const readCommandId = (event: RecordedEvent): Id => event.metadata['commandId'] ?? event.id

const closeService = (requestId: Id, closesAt: Instant) =>
  timer('close', closesAt, {
    kind: 'command',
    commandId: deriveId('close-service', requestId, closesAt),
    type: 'CloseCompletedService',
    id: requestId,
    data: { closesAt },
  })

const answerBy = (type: 'EscalateExpense' | 'ExpireRequest', requestId: Id, dueAt: Instant) =>
  timer('due', dueAt, {
    kind: 'command',
    commandId: deriveId(type === 'EscalateExpense' ? 'escalate-expense' : 'expire-request', requestId, dueAt),
    type,
    id: requestId,
    data: { dueAt },
  })

type Opened = Readonly<{ requestId: Id; dueAt: Instant; reminderHoursLeft: readonly number[] }>
const remind = (event: RecordedEvent<string, Opened>) => {
  const { requestId, dueAt, reminderHoursLeft } = event.data
  return listReminders(reminderHoursLeft, occurredAtOf(event), dueAt).map(({ hoursLeft, at }) =>
    timer(`remind/${hoursLeft}`, at, {
      kind: 'command',
      commandId: deriveId('remind-of-request', requestId, dueAt, String(hoursLeft)),
      type: 'RemindOfRequest',
      id: requestId,
      data: { dueAt, hoursLeft },
      occurredAt: at,
    }),
  )
}

const abandonHold = (event: RecordedEvent, requestId: Id, listingId: Id) =>
  timer(`hold/${listingId}`, addMinutes(event.recordedAt, OPENS_WITHIN_MINUTES), {
    kind: 'command',
    commandId: deriveId('abandon-request-hold', event.id),
    type: 'AbandonRequestHold',
    id: requestId,
    data: { listingId },
  })

const release = (
  event: RecordedEvent<string, Readonly<{ requestId: Id; listingId: Id }>>,
  reason: Parameters<typeof releaseRequestHold>[2],
) =>
  timer('nights', addMilliseconds(event.recordedAt, GRACE_MS), {
    ...releaseRequestHold(readCommandId(event), event.data, reason),
    occurredAt: occurredAtOf(event),
  })

const holdsNights = (state: GuestRequestState | undefined) => state === undefined || 'listingId' in state

/** The job that carries out what follows from an answer. */
const nameJob = (state: GuestRequestState | undefined) => {
  if (holdsNights(state)) return 'confirm-booking-request'
  return state !== undefined && 'refundOf' in state ? 'pay-refund-waiver' : 'make-alteration'
}

const followSoon = (state: GuestRequestState | undefined, event: RecordedEvent, requestId: Id) =>
  timer('confirm', addMilliseconds(event.recordedAt, GRACE_MS), {
    kind: 'job',
    name: nameJob(state),
    data: { requestId },
  })

/** Nothing is due any more, held nights are free, and the guest’s conversation says so. */
const end = (
  state: GuestRequestState | undefined,
  event: RecordedEvent<string, Readonly<{ requestId: Id; listingId: Id }>>,
  reason: Parameters<typeof releaseRequestHold>[2],
) => [
  cancel('due'),
  ...(holdsNights(state) ? [release(event, reason)] : []),
  followSoon(state, event, event.data.requestId),
]

/** A booking that was received while its request is still open: the request has no answer to wait for. */
const supersede = (
  state: GuestRequestState | undefined,
  event: RecordedEvent,
): Reaction<GuestRequestState, Commands> => {
  if (state === undefined) return [undefined]
  const work: SystemCommand<Commands> = {
    kind: 'command',
    commandId: deriveId('supersede-request', event.id),
    type: 'SupersedeRequest',
    id: idOfStream(event.stream),
    data: {},
    occurredAt: occurredAtOf(event),
  }
  return [state, work]
}

const requestOfClaim = handleBy<CalendarEvent, [], Id | undefined>({
  NightsHeld: ({ data }) => (data.kind === 'request_hold' ? data.claimId : undefined),
})
const correlate = (event: RecordedEvent): Id | undefined => {
  const category = categoryOfStream(event.stream)
  if (category === 'request') return idOfStream(event.stream)
  // A booking has the id of the request that it was asked for by.
  if (category === 'booking') return idOfStream(event.stream)
  return category === 'calendar' ? requestOfClaim(event) : undefined
}

/** What requests do automatically when their time is over, and what follows from an answer. */
export const requestProcess = defineProcess<GuestRequestState, Commands>({
  name: 'request',
  version: 2,
  correlate,
  on: reactBy<GuestRequestState, RequestEvent | CalendarEvent | BookingEvent, Commands>({
    NightsHeld: (state, event) => [state, abandonHold(event, event.data.claimId, event.data.listingId)],
    RequestHoldAbandoned: (state, event) => [state, release(event, 'expired')],
    BookingRequested: (_state, event) => {
      const { requestId, listingId, dueAt } = event.data
      return [
        { listingId },
        cancel(`hold/${listingId}`),
        answerBy('ExpireRequest', requestId, dueAt),
        ...remind(event),
        // The channel may have sold the stay just before.
        followSoon(undefined, event, requestId),
      ]
    },
    BookingConfirmed: supersede,
    OverbookingDetected: supersede,
    RequestSuperseded: (state, event) => [
      undefined,
      cancel('due'),
      followSoon(state, event, event.data.requestId),
    ],
    AlterationRequested: (_state, event) => {
      const { requestId, bookingId, dueAt } = event.data
      return [
        { bookingId },
        answerBy('ExpireRequest', requestId, dueAt),
        ...remind(event),
        // The booking may have been cancelled just before.
        followSoon({ bookingId }, event, requestId),
      ]
    },
    AlterationOffered: (_state, event) => {
      const { requestId, bookingId, dueAt } = event.data
      return [
        { bookingId },
        answerBy('ExpireRequest', requestId, dueAt),
        followSoon({ bookingId }, event, requestId),
      ]
    },
    RequestCountered: (state, event) => [
      undefined,
      cancel('due'),
      followSoon(state, event, event.data.requestId),
    ],
    OfferAccepted: (state, event) => [
      undefined,
      cancel('due'),
      followSoon(state, event, event.data.requestId),
    ],
    OfferDeclined: (state, event) => [undefined, ...end(state, event, 'declined')],
    RefundWaiverRequested: (_state, event) => {
      const { requestId, bookingId: refundOf, dueAt } = event.data
      return [
        { refundOf },
        answerBy('ExpireRequest', requestId, dueAt),
        ...remind(event),
        followSoon({ refundOf }, event, requestId),
      ]
    },
    RefundWaiverGranted: (state, event) => [
      undefined,
      cancel('due'),
      followSoon(state, event, event.data.requestId),
    ],
    RequestAccepted: (state, event) => [
      undefined,
      cancel('due'),
      followSoon(state, event, event.data.requestId),
    ],
    RequestDeclined: (state, event) => [undefined, ...end(state, event, 'declined')],
    RequestExpired: (state, event) => [undefined, ...end(state, event, 'expired')],
    RequestWithdrawn: (state, event) =>
      state === undefined ? [undefined, cancel('due')] : [undefined, ...end(state, event, 'cancelled')],
    ServiceCompleted: (_state, { data }) => [undefined, closeService(data.requestId, data.closesAt)],
    ServiceClosed: () => [undefined, cancel('close')],
    ServiceReopened: () => [undefined, cancel('close')],
    ExpenseApprovalRequested: (_state, event) => {
      const { requestId, dueAt } = event.data
      return [undefined, answerBy('EscalateExpense', requestId, dueAt), ...remind(event)]
    },
    ExpenseAutoApprovedEmergency: () => [undefined, cancel('due')],
    ExpenseApproved: () => [undefined, cancel('due')],
    ExpenseDeclined: () => [undefined, cancel('due')],
    ExpenseEscalated: () => [undefined, cancel('due')],
  }),
})
