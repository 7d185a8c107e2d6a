import { idOf, newId } from '@hearth/contracts/kernel/ids'
import { pause } from '@hearth/platform/retry/backoff'
import type { Log } from '@hearth/platform/telemetry/log'
import { internalOf } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import type { Places } from './places.ts'

type Handle = (envelope: Envelope) => Promise<Outcome>

const LOOK_MILLISECONDS = 1_000

/** Ends what nobody stands in any more: who signs out does not stay in a host's place. */
export const watchAbandoned = ({
  handle,
  places,
  log,
}: Readonly<{ handle: Handle; places: Places; log: Log }>) => {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const look = async () => {
    for (const id of await places.abandoned()) {
      const outcome = await handle(
        internalOf(
          {
            kind: 'command',
            commandId: idOf('end-impersonation', id),
            type: 'EndImpersonation',
            id,
            data: { why: 'signed_out' },
          },
          { correlationId: newId() },
        ),
      )
      // Refused: it has ended already, and only its place was left over.
      if (outcome.kind === 'rejected' && outcome.code === 'INVALID_TRANSITION') await places.close(id)
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
