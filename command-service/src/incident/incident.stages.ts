import type { IncidentCommand } from '@hearth/contracts/incident'
import type { Log } from '@hearth/platform/telemetry/log'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Stages } from '../runtime/pipeline.ts'
import { createFollowIncident } from './follow.ts'

export type IncidentStagePorts = Readonly<{ log: Log }>

/** Events after which nights are held or freed. */
const HOLDING: readonly string[] = ['SafetyHoldPlaced', 'IncidentResolved']

/**
 * Nights are held and freed before the answer goes out, so that a read at its position sees them. The process
 * manager of incidents completes what a crash interrupted.
 */
export const createIncidentStages =
  ({ log }: IncidentStagePorts) =>
  (handler: CommandHandler): Stages<IncidentCommand> => {
    const follow = createFollowIncident({ handler })
    return {
      after: async (done, envelope) => {
        if (!done.events.some((type) => HOLDING.includes(type))) return done
        try {
          const covered = await follow(done.id, envelope)
          return covered !== undefined && covered > done.commit ? { ...done, commit: covered } : done
        } catch (error) {
          // The answer itself is written.
          log.warn(
            { err: error, incidentId: done.id, correlationId: envelope.correlationId },
            'incident: what follows is left to the process manager',
          )
          return done
        }
      },
    }
  }
