import { setTimeout as delay } from 'node:timers/promises'
import { refuse, type Envelope, type Outcome } from './outcome.ts'

/** How long a repetition waits for the first attempt before it is refused. Milliseconds. */
const PATIENCE = 5_000

/** Lets a repeated key wait for the attempt that is still running here; after 5 s it is COMMAND_IN_FLIGHT. */
export const singleFlight = (
  handle: (envelope: Envelope) => Promise<Outcome>,
  timeoutMs = PATIENCE,
): ((envelope: Envelope) => Promise<Outcome>) => {
  const running = new Map<string, Promise<void>>()
  return async (envelope) => {
    const key = `${envelope.principal.actor.id}/${envelope.commandId}`
    const started = performance.now()
    for (let before = running.get(key); before !== undefined; before = running.get(key)) {
      const waiting = new AbortController()
      const late = delay(Math.max(0, timeoutMs - (performance.now() - started)), true, {
        signal: waiting.signal,
      }).catch(() => false)
      const tooLate = await Promise.race([before.then(() => false), late])
      waiting.abort()
      if (tooLate)
        return refuse(
          'COMMAND_IN_FLIGHT',
          'The same command is still running. Repeat it with the same key shortly.',
        )
    }
    const work = handle(envelope)
    // What follows only waits for the end; the failure belongs to this caller.
    const ended = work.then(
      () => undefined,
      () => undefined,
    )
    running.set(key, ended)
    try {
      return await work
    } finally {
      if (running.get(key) === ended) running.delete(key)
    }
  }
}
