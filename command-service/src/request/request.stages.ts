import type { RequestCommand } from '@hearth/contracts/request'
import type { Log } from '@hearth/platform/telemetry/log'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Stages } from '../runtime/pipeline.ts'
import { createFollow, type FollowParts } from './follow.ts'
import { createRequestAlteration } from './requestAlteration.ts'
import { createRequestBooking } from './requestBooking.ts'

export type RequestStagePorts = Readonly<{ log: Log }> & Pick<FollowParts, 'charge'>

/**
 * A guest's request to book is opened in two steps, and an answer is carried out before it goes out, so that a read at
 * the answer's position sees the booking, or the free nights. The process manager of requests completes what a
 * crash interrupted.
 */
export const createRequestStages =
  ({ log, charge }: RequestStagePorts) =>
  (handler: CommandHandler): Stages<RequestCommand> => {
    const follow = createFollow({ handler, charge, log })
    return {
      around: {
        RequestBooking: createRequestBooking(handler, follow),
        RequestAlteration: createRequestAlteration(handler),
        OfferAlteration: createRequestAlteration(handler),
      },
      after: async (done, envelope) => {
        try {
          const covered = await follow(done.id, envelope)
          return covered !== undefined && covered > done.commit ? { ...done, commit: covered } : done
        } catch (error) {
          // The answer itself is written.
          log.warn(
            { err: error, requestId: done.id, correlationId: envelope.correlationId },
            'request: what follows is left to the process manager',
          )
          return done
        }
      },
    }
  }
