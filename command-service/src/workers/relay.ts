import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Job } from '@hearth/contracts/kernel/process'
import { backoffMilliseconds } from '@hearth/platform/retry/backoff'
import { keepLooking } from '@hearth/platform/retry/pollUntilAborted'
import type { Log } from '@hearth/platform/telemetry/log'
import { internalOf } from '../runtime/internal.ts'
import { TRANSIENT_CODES, RetryableError, type Envelope, type Outcome } from '../runtime/outcome.ts'
import type { Outbox, Waiting } from './outbox.ts'

const PAGE = 64
const AT_ONCE = 8
const LOOK_MILLISECONDS = 200
const FIRST_PAUSE_MILLISECONDS = 500
const LONGEST_PAUSE_MILLISECONDS = 600_000
const CLEAN_MILLISECONDS = 60_000

/** Does a job; rejects when it is to be tried again: with a RetryableError where that is foreseen. */
export type Worker = (data: Job['data'], trace: Readonly<{ correlationId: string }>) => Promise<void>

export type RelayOptions = Readonly<{
  outbox: Outbox
  handle: (envelope: Envelope) => Promise<Outcome>
  workers: Readonly<Record<string, Worker>>
  now: () => Instant
  log: Log
}>

export type Relay = Readonly<{
  /** One round over everything that is due. Safe to run anywhere, at any time, twice at once. */
  deliver: () => Promise<void>
  start: () => void
  /** Resolves when nothing is under way any more. */
  stop: () => Promise<void>
}>

/**
 * Carries out what the process managers ask for, at least once: a row is done when its answer is known. Each
 * command has one id wherever it comes from, so the streams take it once; a refusal is an answer, too.
 */
export const makeRelay = ({ outbox, handle, workers, now, log }: RelayOptions): Relay => {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  const carryOut = async ({ work, correlationId, causationId }: Waiting): Promise<string> => {
    if (work.kind === 'job') {
      const worker = workers[work.name]
      if (!worker) throw new RetryableError(`Nobody does the job ${work.name}`)
      await worker(work.data, { correlationId })
      return 'done'
    }
    const outcome = await handle(internalOf(work, { correlationId, causationId }))
    if (outcome.kind !== 'rejected') return outcome.kind
    if (TRANSIENT_CODES.includes(outcome.code)) throw new RetryableError(outcome.code)
    return outcome.code
  }

  const deliverOne = async (row: Waiting): Promise<void> => {
    try {
      await outbox.finish(row.id, await carryOut(row))
    } catch (error) {
      const again = backoffMilliseconds(
        row.attempts - 1,
        FIRST_PAUSE_MILLISECONDS,
        LONGEST_PAUSE_MILLISECONDS,
      )
      log.warn(
        {
          err: error,
          instance: row.instance,
          job: row.work.kind === 'job' ? row.work.name : row.work.type,
          attempt: row.attempts,
        },
        'outbox: will be tried again',
      )
      await outbox.putBack(row.id, error instanceof Error ? error.message : String(error), again)
    }
  }

  const deliver = async (): Promise<void> => {
    for (let taken = PAGE; taken === PAGE && !stopping.signal.aborted;) {
      const queue = [...(await outbox.take(now(), PAGE))]
      taken = queue.length
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, taken) }, async () => {
          for (let row = queue.shift(); row !== undefined; row = queue.shift()) await deliverOne(row)
        }),
      )
    }
  }

  let cleaned = performance.now()
  const round = async (): Promise<void> => {
    await deliver()
    if (performance.now() - cleaned <= CLEAN_MILLISECONDS) return
    await outbox.removeOld()
    cleaned = performance.now()
  }

  return {
    deliver,
    start: () => {
      running = keepLooking({
        round,
        everyMs: LOOK_MILLISECONDS,
        name: 'outbox',
        log,
        signal: stopping.signal,
      })
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
