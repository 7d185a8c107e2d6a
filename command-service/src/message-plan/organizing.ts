import { accept, reject, type Context } from '../runtime/decider.ts'
import type { MessagePlanFacts } from './messagePlan.facts.ts'
import { findPlanned, isWaiting, type KnownPlanned, type MessagePlanState } from './messagePlan.state.ts'
import { unknownPlanned, type PlanDecide } from './planDecide.ts'

type Organizing = 'EditPlannedMessage' | 'SkipPlannedMessage' | 'RestorePlannedMessage'

const over = reject('INVALID_TRANSITION', 'This message isn’t scheduled any more.')

type Waiting = Readonly<{
  message: KnownPlanned
  of: Readonly<{ bookingId: string; listingId: string; planId: string }>
  guestRef: string
}>

const findWaiting = (
  state: MessagePlanState,
  planId: string,
  { id: bookingId, facts: { booking } }: Pick<Context<MessagePlanFacts>, 'id' | 'facts'>,
): Waiting | typeof over => {
  const message = findPlanned(state, planId)
  if (message === undefined || booking.status === 'none') return unknownPlanned
  if (!isWaiting(message) || booking.lastErasureId !== null) return over
  const { listingId, guestRef } = booking
  return { message, of: { bookingId, listingId, planId }, guestRef }
}

/** What a person decides of a message before it is sent. */
export const decideOrganizing: Pick<PlanDecide, Organizing> = {
  EditPlannedMessage: ({ planId, body }, state, ctx) => {
    const found = findWaiting(state, planId, ctx)
    if ('ok' in found) return found
    const { message, of, guestRef } = found
    if (message.body === body) return accept([])
    return accept([{ type: 'PlannedMessageEdited', data: { ...of, guestRef, body } }])
  },
  SkipPlannedMessage: ({ planId }, state, ctx) => {
    const found = findWaiting(state, planId, ctx)
    if ('ok' in found) return found
    const { message, of } = found
    return accept(message.status === 'skipped' ? [] : [{ type: 'PlannedMessageSkipped', data: of }], {
      undo: { command: 'RestorePlannedMessage', expiresAt: null },
    })
  },
  RestorePlannedMessage: ({ planId }, state, ctx) => {
    const found = findWaiting(state, planId, ctx)
    if ('ok' in found) return found
    const { message, of } = found
    if (message.status !== 'skipped') return accept([])
    return accept([{ type: 'PlannedMessageRestored', data: { ...of, sendAt: message.sendAt } }])
  },
}
