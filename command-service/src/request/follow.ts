import type { DomainCommand } from '@hearth/contracts'
import { deriveAlterationId, releaseRequestHold } from '@hearth/contracts/request'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatStream } from '@hearth/contracts/kernel/message'
import type { Log } from '@hearth/platform/telemetry/log'
import { bookingFold } from '../booking/booking.state.ts'
import type { ChargePort } from '../booking/chargePort.ts'
import { createNights } from '../booking/nights.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { StepRefusedError } from '../runtime/failure.ts'
import { createInternal, createStep } from '../runtime/internal.ts'
import { TRANSIENT_CODES, type Envelope, type Outcome } from '../runtime/outcome.ts'
import type { TypedView } from '../runtime/streams.ts'
import type { Remembered } from '../runtime/streamView.ts'
import { alterBooking } from './alterBooking.ts'
import { followInThread } from './followInThread.ts'
import {
  requestFold,
  type AlterationState,
  type BookingRequestState,
  type RefundWaiverState,
  type RequestState,
} from './request.state.ts'

export type FollowParts = Readonly<{
  handler: CommandHandler
  /** What an altered stay costs more is charged here. */
  charge: ChargePort
  log: Log
}>

type Trace = Pick<Envelope, 'correlationId' | 'traceparent' | 'arrivedAt'>

/**
 * Carries out what follows from the state of a guest's request: an accepted one becomes a booking or alters its
 * booking, the nights of one that is over are released, and the conversation with the guest has both. Each step
 * is one command with one id, so doing it twice, or in two processes, changes nothing. Returns the commit
 * position that covers it; undefined where nothing follows. Throws StepRefusedError when a step was refused.
 */
export type Follow = (requestId: string, trace: Trace) => Promise<bigint | undefined>

const RELEASES = {
  declined: ['RequestDeclined', 'declined'],
  expired: ['RequestExpired', 'expired'],
  withdrawn: ['RequestWithdrawn', 'cancelled'],
  superseded: ['RequestSuperseded', 'cancelled'],
  none: ['RequestHoldAbandoned', 'expired'],
} as const

const findCause = (commands: ReadonlyMap<string, Remembered>, type: string): string | undefined =>
  [...commands].findLast(([, { events }]) => events.includes(type))?.[0]

const requireAccepted = (outcome: Outcome, type: string): bigint => {
  if (outcome.kind === 'rejected') throw new StepRefusedError(type, outcome)
  return outcome.commit
}

type Requested = TypedView<RequestState>

/** Receives the booking of an accepted request, once. */
const receiveBooking = async (
  handler: CommandHandler,
  requestId: string,
  { state, commands, tenantId }: Requested,
  trace: Trace,
): Promise<void> => {
  const cause = findCause(commands, 'RequestAccepted')
  const booking = await handler.view(bookingFold, requestId, 0)
  if (booking.state.status !== 'none' || state.kind !== 'booking_request') return
  if (cause === undefined || tenantId === undefined) return
  const stream = formatStream(bookingFold.category, requestId)
  const command = { type: 'ReceiveBooking', data: state.stay } as const
  const step = createStep({ ...trace, commandId: cause }, stream, 'receive', command)
  requireAccepted(await handler.handle({ ...step, hostAccountId: tenantId }), command.type)
}

const releaseNights = async (
  handler: CommandHandler,
  requestId: string,
  { commands, listingId, occurredAt }: Requested,
  [type, reason]: (typeof RELEASES)[keyof typeof RELEASES],
  trace: Trace,
): Promise<bigint | undefined> => {
  const cause = findCause(commands, type)
  if (cause === undefined || listingId === undefined) return undefined
  const command = { ...releaseRequestHold(cause, { requestId, listingId }, reason), occurredAt }
  const outcome = await handler.handle(createInternal(command, { ...trace, causationId: cause }))
  return requireAccepted(outcome, command.type)
}

/** Closes an open request whose stay the channel has sold already, or whose booking was cancelled. */
const supersede = async (
  handler: CommandHandler,
  requestId: string,
  request: BookingRequestState | AlterationState,
  trace: Trace,
): Promise<bigint | undefined> => {
  const bookingId = request.kind === 'alteration' ? request.bookingId : requestId
  const { state, revision } = await handler.view(bookingFold, bookingId, 0)
  if (request.kind === 'alteration' ? state.status !== 'cancelled' : state.status === 'none') return undefined
  const commandId = deriveId('supersede-open-request', requestId, String(revision))
  const command = { kind: 'command', commandId, type: 'SupersedeRequest', id: requestId, data: {} } as const
  return requireAccepted(await handler.handle(createInternal(command, trace)), command.type)
}

/** Carries out an accepted alteration. */
const alter = async (
  parts: FollowParts,
  requestId: string,
  state: AlterationState,
  { commands, occurredAt }: Requested,
  trace: Trace,
): Promise<bigint | undefined> => {
  const commandId = findCause(commands, 'RequestAccepted') ?? findCause(commands, 'OfferAccepted')
  if (state.status !== 'accepted' || commandId === undefined) return undefined
  const { correlationId, traceparent } = trace
  const cause = {
    commandId,
    correlationId,
    ...(traceparent === undefined ? {} : { traceparent }),
    occurredAt,
  }
  return alterBooking(parts, { requestId, state, cause })
}

/** Opens what the host offered instead of accepting. */
const openOffer = async (
  handler: CommandHandler,
  after: string,
  { listingId, bookingId, lastErasureId }: AlterationState,
  { commands, tenantId, occurredAt }: Requested,
  trace: Trace,
): Promise<bigint | undefined> => {
  const commandId = findCause(commands, 'RequestCountered')
  if (commandId === undefined || tenantId === undefined || lastErasureId !== null) return undefined
  const stream = formatStream(requestFold.category, deriveAlterationId(tenantId, bookingId, after))
  const cause = { ...trace, commandId, ...(occurredAt === undefined ? {} : { occurredAt }) }
  const command = { type: 'OpenCounterOffer', data: { listingId, bookingId, after } } as const
  const step = createStep(cause, stream, 'offer', command)
  return requireAccepted(await handler.handle({ ...step, hostAccountId: tenantId }), command.type)
}

/** Gives back what the host granted; where the booking has less left, the request says so. */
const refund = async (
  handler: CommandHandler,
  requestId: string,
  { status, bookingId, grantedMinor }: RefundWaiverState,
  { commands, occurredAt }: Requested,
  trace: Trace,
): Promise<bigint | undefined> => {
  const commandId = findCause(commands, 'RefundWaiverGranted')
  if (status !== 'accepted' || commandId === undefined || grantedMinor === null) return undefined
  const cause = { ...trace, commandId, ...(occurredAt === undefined ? {} : { occurredAt }) }
  const send = (category: string, id: string, command: DomainCommand) =>
    handler.handle(createStep(cause, formatStream(category, id), 'refund', { ...command, id }))
  const type = 'IssueHostRefund'
  const data = { requestId, amountMinor: grantedMinor }
  const outcome = await send(bookingFold.category, bookingId, { type, data })
  if (outcome.kind !== 'rejected') return outcome.commit
  if (TRANSIENT_CODES.includes(outcome.code)) throw new StepRefusedError(type, outcome)
  const failure = { type: 'RecordRefundWaiverFailure', data: {} } as const
  return requireAccepted(await send(requestFold.category, requestId, failure), failure.type)
}

export const createFollow = ({ handler, charge, log }: FollowParts): Follow => {
  const nights = createNights({ handler, log })

  /** The booking takes the nights over; an overbooked stay waits for its own. */
  const leaveNights = async (requestId: string, view: Requested, trace: Trace) => {
    const booking = await handler.view(bookingFold, requestId, 0)
    return booking.state.status === 'overbooked'
      ? releaseNights(handler, requestId, view, RELEASES.superseded, trace)
      : nights.align(requestId, { maxAge: 0, trace })
  }

  const followNights = async (requestId: string, view: Requested, trace: Trace) => {
    const { state } = view
    if (state.kind === 'none') return releaseNights(handler, requestId, view, RELEASES.none, trace)
    if (state.kind === 'refund_waiver') return refund(handler, requestId, state, view, trace)
    if (state.kind !== 'booking_request' && state.kind !== 'alteration') return undefined
    if (state.status === 'open' || state.status === 'offered')
      return supersede(handler, requestId, state, trace)
    if (state.status === 'countered') return openOffer(handler, requestId, state, view, trace)
    if (state.kind === 'alteration') return alter({ handler, charge, log }, requestId, state, view, trace)
    if (state.status === 'superseded') return leaveNights(requestId, view, trace)
    if (state.status !== 'accepted')
      return releaseNights(handler, requestId, view, RELEASES[state.status], trace)
    await receiveBooking(handler, requestId, view, trace)
    return nights.align(requestId, { maxAge: 0, trace })
  }

  return async (requestId, { correlationId, traceparent, arrivedAt }) => {
    // Nothing else of a command that it follows.
    const trace: Trace = {
      correlationId,
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(arrivedAt === undefined ? {} : { arrivedAt }),
    }
    const view = await handler.view(requestFold, requestId, 0)
    const ofNights = await followNights(requestId, view, trace)
    const ofThread = await followInThread(handler, requestId, trace)
    return [ofNights, ofThread].reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a))
  }
}
