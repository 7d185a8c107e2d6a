import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, textIn } from '../kernel/message.ts'
import { defineProcess, reactBy, type Job, type SystemCommand } from '../kernel/process.ts'
import type { ThreadCommand, ThreadEvent } from './messages.ts'

const deliver = (threadId: Id): Job => ({ kind: 'job', name: 'deliver-messages', data: { threadId } })

const giveUp = (
  threadId: Id,
  cause: Id,
  data: Readonly<{ messageId: Id; startedAt: string }>,
): SystemCommand<ThreadCommand> => ({
  kind: 'command',
  commandId: deriveId('give-up-delivery', cause),
  type: 'GiveUpDelivery',
  id: threadId,
  data,
})

/** Nothing needs to be remembered of a message; its timers have names. */
type NoState = Readonly<Record<never, never>>
const settled = [undefined, { kind: 'cancel', name: 'give-up' }] as const

/**
 * Has each message delivered when it can no longer be retracted, and ends a delivery without an answer
 * (docs/domain/thread.md#delivery).
 */
export const deliveryProcess = defineProcess<NoState, ThreadCommand>({
  name: 'message-delivery',
  version: 1,
  correlate: ({ stream, data }) =>
    categoryOfStream(stream) === 'thread' ? textIn(data, 'messageId') : undefined,
  on: reactBy<NoState, ThreadEvent, ThreadCommand>({
    MessageDeliveryPlanned: (state, { stream, data: { dueAt } }) => [
      state,
      { kind: 'timer', name: 'due', at: dueAt, work: deliver(idOfStream(stream)) },
    ],
    MessageRetracted: () => [undefined, { kind: 'cancel', name: 'due' }],
    MessageDeliveryStarted: (state, { id, stream, data: { messageId, startedAt, givenUpAt } }) => [
      state,
      {
        kind: 'timer',
        name: 'give-up',
        at: givenUpAt,
        work: giveUp(idOfStream(stream), id, { messageId, startedAt }),
      },
    ],
    MessageHandedOver: () => [...settled],
    MessageDelivered: () => [...settled],
    MessageReadByGuest: () => [...settled],
    MessageDeliveryFailed: () => [...settled],
  }),
})
