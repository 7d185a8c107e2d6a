import { deliverPlannedMessage, type MessagePlanCommand } from '@hearth/contracts/message-plan'
import { deriveThreadId } from '@hearth/contracts/thread'
import type { Log } from '@hearth/platform/telemetry/log'
import { bookingFold } from '../booking/booking.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import type { Done, Envelope } from '../runtime/outcome.ts'
import type { Stages } from '../runtime/pipeline.ts'

export type MessagePlanStagePorts = Readonly<{ log: Log }>

const deliver = async (handler: CommandHandler, { id: bookingId }: Done, envelope: Envelope) => {
  const { planId } = envelope.data as Readonly<{ planId: string }>
  const { state } = await handler.view(bookingFold, bookingId)
  if (state.status === 'none') return undefined
  const { listingId, guestRef } = state
  const threadId = deriveThreadId(listingId, guestRef)
  const { correlationId, commandId } = envelope
  const command = deliverPlannedMessage({ bookingId, listingId, planId, threadId })
  const outcome = await handler.handle(createInternal(command, { correlationId, causationId: commandId }))
  return outcome.kind === 'rejected' ? undefined : outcome.commit
}

/**
 * A message that was sent is in its thread before the answer goes out, so that a read at the answer’s position
 * sees it. The process manager completes what a crash interrupted.
 */
export const createMessagePlanStages =
  ({ log }: MessagePlanStagePorts) =>
  (handler: CommandHandler): Stages<MessagePlanCommand> => ({
    after: async (done, envelope) => {
      if (!done.events.includes('PlannedMessageSent')) return done
      try {
        const covered = await deliver(handler, done, envelope)
        return covered !== undefined && covered > done.commit ? { ...done, commit: covered } : done
      } catch (error) {
        log.warn(
          { err: error, bookingId: done.id, correlationId: envelope.correlationId },
          'message plan: the delivery is left to the process manager',
        )
        return done
      }
    },
  })
