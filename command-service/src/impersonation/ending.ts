import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import { pause } from '@hearth/platform/retry/backoff'
import type { Log } from '@hearth/platform/telemetry/log'
import { createInternal } from '../runtime/internal.ts'
import type { Handle } from '../runtime/outcome.ts'
import type { ImpersonationSessions } from './sessions.ts'

const POLL_MS = 1_000

/** Ends impersonations whose session is gone: signing out ends the impersonation as well. */
export const watchAbandoned = ({
  handle,
  sessions,
  log,
}: Readonly<{ handle: Handle; sessions: ImpersonationSessions; log: Log }>) => {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const endAbandoned = async () => {
    for (const id of await sessions.listAbandoned()) {
      const outcome = await handle(
        createInternal(
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
      // A refusal means that it has ended already and only its session was left.
      if (outcome.kind === 'rejected' && outcome.code === 'INVALID_TRANSITION') await sessions.close(id)
    }
  }
  return {
    endAbandoned,
    start: () => {
      running = (async () => {
        while (!stopping.signal.aborted) {
          await endAbandoned().catch((error: unknown) =>
            log.warn(
              { err: error },
              'impersonation: ending abandoned sessions failed, the next round tries again',
            ),
          )
          await pause(POLL_MS, stopping.signal)
        }
      })()
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
