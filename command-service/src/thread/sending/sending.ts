import type { Instant } from '@hearth/contracts/kernel/dates'
import { ERASED } from '@hearth/contracts/kernel/erased'
import { deriveId, newId, type Id } from '@hearth/contracts/kernel/ids'
import type { ThreadCommand } from '@hearth/contracts/thread'
import type { Log } from '@hearth/platform/telemetry/log'
import type { CommandHandler } from '../../runtime/commandHandler.ts'
import { createInternal } from '../../runtime/internal.ts'
import { RetryableError } from '../../runtime/outcome.ts'
import { threadFold, type KnownDelivery, type ThreadState } from '../thread.state.ts'
import type { HandOverAnswer, MessageChannel, MessageChannels } from './channel.ts'
import type { ReadMessage } from './readMessage.ts'

export type SendingOptions = Readonly<{
  handler: Pick<CommandHandler, 'handle' | 'view'>
  channels: MessageChannels
  readMessage: ReadMessage
  now: () => Instant
  log: Log
}>

type Due = Pick<KnownDelivery, 'status' | 'dueAt'> & Readonly<{ messageId: string; channel: MessageChannel }>

/**
 * The first message, in the order in which they were written, that its channel should have and may not have.
 * Messages of a channel that is not there keep no others waiting.
 */
const findDue = (state: ThreadState, channels: MessageChannels, now: Instant): Due | undefined => {
  if (state.status === 'none') return undefined
  for (const { messageId } of state.messages) {
    const delivery = state.deliveries[messageId]
    const channel = delivery && channels[delivery.channel]
    if (channel === undefined) continue
    if (delivery?.status === 'started' || (delivery?.status === 'planned' && delivery.dueAt <= now))
      return { ...delivery, messageId, channel }
  }
  return undefined
}

/**
 * Hands the messages of a thread to the channel, one after the other. Safe to run twice at the same time, and
 * to be killed at any point: what may have been sent is sent again under the same key
 * (docs/domain/thread.md#delivery).
 */
export const createMessageSending = ({ handler, channels, readMessage, now, log }: SendingOptions) => {
  const record = async (threadId: Id, commandId: Id, command: ThreadCommand): Promise<void> => {
    const outcome = await handler.handle(
      createInternal(
        { kind: 'command', commandId, id: threadId, ...command },
        { correlationId: deriveId('message-delivery', threadId) },
      ),
    )
    if (outcome.kind === 'rejected') throw new RetryableError(`${command.type}: ${outcome.code}`)
  }

  const handOver = async (channel: MessageChannel, threadId: Id, messageId: Id): Promise<HandOverAnswer> => {
    const message = await readMessage(threadId, messageId)
    return message.body === ERASED ? { kind: 'failed', reason: 'erased' } : channel.handOver(message)
  }

  /** One step of the message; answers whether there may be a next one now. */
  const step = async (threadId: Id, { status, channel, messageId, dueAt }: Due): Promise<boolean> => {
    if (status === 'planned') {
      const commandId = deriveId('start-delivery', messageId, dueAt)
      await record(threadId, commandId, { type: 'StartMessageDelivery', data: { messageId } })
      return true
    }
    const answer = await handOver(channel, threadId, messageId)
    if (answer.kind === 'unknown') {
      log.warn(
        { threadId, messageId, why: answer.why },
        'messages: no answer of the channel; sent again later',
      )
      return false
    }
    await record(
      threadId,
      newId(),
      answer.kind === 'accepted'
        ? { type: 'RecordHandOver', data: { messageId } }
        : { type: 'RecordDeliveryFailure', data: { messageId, reason: answer.reason } },
    )
    return true
  }

  return {
    /** Takes the messages as far as they can go now. Later ones wait for one that has no answer. */
    advance: async (threadId: Id): Promise<void> => {
      for (;;) {
        const due = findDue((await handler.view(threadFold, threadId, 0)).state, channels, now())
        if (due === undefined || !(await step(threadId, due))) return
      }
    },
  }
}
