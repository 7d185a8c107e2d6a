import type { BookingEvent } from '../booking/messages.ts'
import { addHours, type Instant } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect, type Reaction, type SystemCommand } from '../kernel/process.ts'
import type { MessageRuleEvent } from '../message-rule/messages.ts'
import type { ThreadCommand } from '../thread/messages.ts'
import type { MessagePlanCommand, MessagePlanEvent } from './messages.ts'
import { deliverPlannedMessage, LAST_HOURS } from './followUps.ts'

type Commands = MessagePlanCommand | ThreadCommand

const nameOf = (planId: Id) => `message/${planId}`
const cancel = (planId: Id): Effect => ({ kind: 'cancel', name: nameOf(planId) })

/** Ids derive from the event, so that a time that comes back is followed again. */
const releaseAt = (
  event: RecordedEvent<string, Readonly<{ bookingId: Id; planId: Id }>>,
  at: Instant,
): Effect<Commands> => {
  const { bookingId, planId } = event.data
  const work: SystemCommand<Commands> = {
    kind: 'command',
    commandId: deriveId('release-planned-message', event.id),
    type: 'ReleasePlannedMessage',
    id: bookingId,
    data: { planId },
  }
  return { kind: 'timer', name: nameOf(planId), at, work }
}

/** The plan follows the stay, whatever has happened to it. */
const plan = (
  _state: undefined,
  event: RecordedEvent<string, Readonly<{ bookingId: Id; listingId: Id }>>,
): Reaction<never, Commands> => {
  const { bookingId, listingId } = event.data
  return [
    undefined,
    {
      kind: 'command',
      commandId: deriveId('plan-messages', event.id),
      type: 'PlanMessages',
      id: bookingId,
      data: { listingId },
    },
  ]
}

const isFollowed = (stream: string) => ['booking', 'messagePlan'].includes(categoryOfStream(stream))

/**
 * Plans the messages of a stay, moves them with it, and sends them at their times
 * (docs/domain/message-plan.md#planning).
 */
export const messagePlanProcess = defineProcess<never, Commands>({
  name: 'messagePlan',
  version: 1,
  correlate: ({ stream }) => (isFollowed(stream) ? idOfStream(stream) : undefined),
  on: reactBy<never, BookingEvent | MessagePlanEvent, Commands>({
    BookingConfirmed: (state, event) =>
      addHours(event.data.snapshot.checkOutInstant, LAST_HOURS) < event.recordedAt
        ? [undefined]
        : plan(state, event),
    OverbookingResolved: plan,
    BookingAltered: plan,
    BookingMoved: plan,
    BookingCancellationRevoked: plan,
    BookingCancelled: plan,
    BookingNoShowRecorded: plan,
    GuestErased: plan,
    MessagePlanned: (_state, event) => [undefined, releaseAt(event, event.data.sendAt)],
    PlannedMessageChanged: (_state, event) => [undefined, releaseAt(event, event.data.sendAt)],
    PlannedMessageRestored: (_state, event) => [undefined, releaseAt(event, event.data.sendAt)],
    // A held message ends when it makes no more sense.
    PlannedMessageHeld: (_state, event) => [undefined, releaseAt(event, event.data.goodUntil)],
    PlannedMessageSkipped: (_state, { data }) => [undefined, cancel(data.planId)],
    PlannedMessageEnded: (_state, { data }) => [undefined, cancel(data.planId)],
    PlannedMessageSent: (_state, { data }) => [undefined, cancel(data.planId), deliverPlannedMessage(data)],
  }),
})

const replan = (_state: undefined, event: RecordedEvent): Reaction<never> => [
  undefined,
  {
    kind: 'job',
    name: 'plan-messages',
    data: {
      hostAccountId: idOfStream(event.stream),
      cause: event.id,
      commit: event.position.commit.toString(),
    },
  },
]

/** A rule that changes changes the plans of the account’s stays (docs/domain/message-plan.md#planning). */
export const messageRuleProcess = defineProcess<never>({
  name: 'messageRule',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'messageRule' ? idOfStream(stream) : undefined),
  on: reactBy<never, MessageRuleEvent>({
    MessageRuleAdded: replan,
    MessageRuleChanged: replan,
    MessageRuleRemoved: replan,
    MessageRuleRestored: replan,
  }),
})
