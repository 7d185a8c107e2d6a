import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import { pause } from '@hearth/platform/retry/backoff'
import type { Log } from '@hearth/platform/telemetry/log'
import { internalOf } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import type { ImpersonationSessions } from './sessions.ts'

type Handle = (envelope: Envelope) => Promise<Outcome>

const LOOK_MILLISECONDS = 1_000

/** Ends impersonations whose session is gone: signing out ends the impersonation as well. */
export const watchAbandoned = ({
  handle,
  sessions,
  log,
}: Readonly<{ handle: Handle; sessions: ImpersonationSessions; log: Log }>) => {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const look = async () => {
    for (const id of await sessions.abandoned()) {
      const outcome = await handle(
        internalOf(
          {
            kind: 'command',
            commandId: deriveId('end-impersonation', id),
            type: 'EndImpersonation',
            id,
            data: { why: 'signed_out' },
          },
          { correlationId: newId() },
        ),
      )
      // Refused: it has ended already, and only its session was left over.
      if (outcome.kind === 'rejected' && outcome.code === 'INVALID_TRANSITION') await sessions.close(id)
    }
  }
  return {
    look,
    start: () => {
      running = (async () => {
        while (!stopping.signal.aborted) {
          await look().catch((error: unknown) =>
            log.warn(
              { err: error },
              'impersonation: looking for abandoned ones failed, the next round tries again',
            ),
          )
          await pause(LOOK_MILLISECONDS, stopping.signal)
        }
      })()
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
