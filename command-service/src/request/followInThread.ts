import type { SystemCommand } from '@hearth/contracts/kernel/process'
import { deriveStepId } from '@hearth/contracts/kernel/ids'
import { formatStream } from '@hearth/contracts/kernel/message'
import { deriveThreadId, isHostAnswer, zHostOfferOutcome, type ThreadCommand } from '@hearth/contracts/thread'
import { bookingFold } from '../booking/booking.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { StepRefusedError } from '../runtime/failure.ts'
import { createInternal } from '../runtime/internal.ts'
import type { Envelope } from '../runtime/outcome.ts'
import { isOfGuest, type GuestRequest } from './guestDecision.ts'
import { requestFold, type AlterationState, type BookingRequestState } from './request.state.ts'

type Trace = Pick<Envelope, 'correlationId' | 'traceparent' | 'arrivedAt'>
type Guest = Pick<BookingRequestState['stay']['guest'], 'guestRef' | 'displayName'>

/** Any other request names the guest of its booking. */
const readGuest = async (handler: CommandHandler, request: GuestRequest): Promise<Guest> => {
  if (request.kind === 'booking_request') {
    const { guestRef, displayName } = request.stay.guest
    return { guestRef, displayName }
  }
  const { state } = await handler.view(bookingFold, request.bookingId)
  return { guestRef: request.guestRef, displayName: state.status === 'none' ? '' : state.guestName }
}

/** What could not be carried out was accepted before. */
const readOutcome = ({ status }: GuestRequest) => (status === 'failed' ? 'accepted' : status)

/** What the conversation learns of the request, in this order; an erased guest opens none. */
const listSteps = (
  requestId: string,
  request: GuestRequest,
  guest: Guest,
): readonly SystemCommand<ThreadCommand>[] => {
  const { listingId, status, openedAt, moved, lastErasureId } = request
  const id = deriveThreadId(listingId, guest.guestRef)
  const idFor = (step: string) => deriveStepId(requestId, formatStream('thread', id), step)
  const altered = request.kind === 'booking_request' ? null : request.bookingId
  const opened: SystemCommand<ThreadCommand> = {
    kind: 'command',
    commandId: idFor('request'),
    type: 'RecordGuestRequest',
    id,
    data: { listingId, guest, requestId, bookingId: altered },
    occurredAt: openedAt,
  }
  const steps = lastErasureId === null ? [opened] : []
  const outcome = readOutcome(request)
  if (outcome === 'open' || outcome === 'offered') return steps
  // A booking has the id of the request that it was asked for by.
  const became = outcome === 'accepted' || outcome === 'superseded' ? requestId : null
  return [
    ...steps,
    {
      kind: 'command',
      commandId: idFor('request-outcome'),
      type: 'RecordGuestRequestOutcome',
      id,
      data: {
        requestId,
        bookingId: altered ?? became,
        outcome,
        by: isHostAnswer(outcome) && status !== 'failed' ? moved.by : null,
      },
      occurredAt: moved.at,
    },
  ]
}

/** What a host began; the guest's request says of one that answers it. */
const listOfferSteps = (
  requestId: string,
  { listingId, bookingId, status, openedAt, moved, lastErasureId }: AlterationState,
  { by, ...guest }: Guest & Readonly<{ by: string }>,
): readonly SystemCommand<ThreadCommand>[] => {
  const id = deriveThreadId(listingId, guest.guestRef)
  const idFor = (step: string) => deriveStepId(requestId, formatStream('thread', id), step)
  const made: SystemCommand<ThreadCommand> = {
    kind: 'command',
    commandId: idFor('offer'),
    type: 'RecordHostOffer',
    id,
    data: { listingId, guest, requestId, bookingId, by },
    occurredAt: openedAt,
  }
  const outcome = zHostOfferOutcome.safeParse(status === 'failed' ? 'accepted' : status)
  return [
    ...(lastErasureId === null ? [made] : []),
    ...(outcome.success
      ? [
          {
            kind: 'command',
            commandId: idFor('offer-outcome'),
            type: 'RecordHostOfferOutcome',
            id,
            data: { requestId, bookingId, outcome: outcome.data },
            occurredAt: moved.at,
          } as const,
        ]
      : []),
  ]
}

/**
 * Records in the conversation with the guest that a request was opened and how it ended, which starts and
 * stops its response clock (docs/domain/thread.md#requests). The outcome never precedes the request. Returns
 * the commit position that covers it. Throws StepRefusedError when a step was refused.
 */
export const followInThread = async (
  handler: CommandHandler,
  requestId: string,
  trace: Trace,
): Promise<bigint | undefined> => {
  const { state } = await handler.view(requestFold, requestId, 0)
  if (!isOfGuest(state)) return undefined
  const isOffer = state.kind === 'alteration' && state.byHost
  const by = isOffer ? state.begunBy : null
  if (isOffer && by === null) return undefined
  const guest = await readGuest(handler, state)
  const steps =
    isOffer && by !== null
      ? listOfferSteps(requestId, state, { ...guest, by })
      : listSteps(requestId, state, guest)
  let commit: bigint | undefined
  for (const step of steps) {
    const outcome = await handler.handle(createInternal(step, trace))
    if (outcome.kind !== 'rejected') commit = outcome.commit
    // A guest who was erased first may have no conversation.
    else if (outcome.code !== 'NOT_FOUND') throw new StepRefusedError(step.type, outcome)
  }
  return commit
}
