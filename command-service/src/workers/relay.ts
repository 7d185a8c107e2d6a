import type { DomainCommand } from '@hearth/contracts'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Job, Work } from '@hearth/contracts/kernel/process'
import { parseWork } from '@hearth/contracts/outbox'
import { computeBackoffMs } from '@hearth/platform/retry/backoff'
import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import pLimit from 'p-limit'
import { createInternal } from '../runtime/internal.ts'
import { TRANSIENT_CODES, RetryableError, type Envelope, type Outcome } from '../runtime/outcome.ts'
import type { Outbox, Waiting } from './outbox.ts'

const PAGE = 64
const CONCURRENCY = 8
const POLL_MS = 200
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 600_000
const CLEAN_MS = 60_000

/** Does a job. It is retried when this rejects; a foreseen failure is a RetryableError. */
export type Worker = (data: Job['data'], trace: Readonly<{ correlationId: string }>) => Promise<void>

export type RelayOptions = Readonly<{
  outbox: Outbox
  handle: (envelope: Envelope) => Promise<Outcome>
  workers: Readonly<Record<string, Worker>>
  now: () => Instant
  log: Log
}>

export type Relay = Readonly<{
  /** One round over all rows that are due. Safe to run in several processes at the same time. */
  deliver: () => Promise<void>
  start: () => void
  /** Resolves when no row is being carried out. */
  stop: () => Promise<void>
}>

/** Delivers one row: its answer is stored, or it is retried later. */
const createDelivery = ({
  outbox,
  handle,
  workers,
  log,
}: Pick<RelayOptions, 'outbox' | 'handle' | 'workers' | 'log'>) => {
  const carryOut = async (
    work: Work<DomainCommand>,
    { correlationId, causationId }: Waiting,
  ): Promise<string> => {
    if (work.kind === 'job') {
      const worker = workers[work.name]
      if (!worker) throw new RetryableError(`No worker does the job ${work.name}`)
      await worker(work.data, { correlationId })
      return 'done'
    }
    const outcome = await handle(createInternal(work, { correlationId, causationId }))
    if (outcome.kind !== 'rejected') return outcome.kind
    if (TRANSIENT_CODES.includes(outcome.code)) throw new RetryableError(outcome.code)
    return outcome.code
  }

  const refuse = async ({ id, instance }: Waiting, problem: string): Promise<void> => {
    log.error({ outboxId: id, instance, reason: problem }, 'outbox: a row cannot be read and is refused')
    await outbox.refuse(id, problem)
  }

  const retryLater = async (row: Waiting, job: string, error: unknown): Promise<void> => {
    log.warn({ err: error, instance: row.instance, job, attempt: row.attempts }, 'outbox: will be retried')
    const pauseMs = computeBackoffMs(row.attempts - 1, FIRST_PAUSE_MS, MAX_PAUSE_MS)
    await outbox.retryLater(row.id, error instanceof Error ? error.message : String(error), pauseMs)
  }

  return async (row: Waiting): Promise<void> => {
    const parsed = parseWork(row.work)
    if (!parsed.ok) return refuse(row, parsed.problem)
    const { work } = parsed
    try {
      await outbox.finish(row.id, await carryOut(work, row))
    } catch (error) {
      await retryLater(row, work.kind === 'job' ? work.name : work.type, error)
    }
  }
}

/**
 * Carries out the effects of the process managers, at least once: a row is done when its answer is known.
 * Each command always has the same id, so a stream accepts it only once. A refusal is an answer, and so is a
 * row that cannot be read: retrying would not change it.
 */
export const createRelay = (options: RelayOptions): Relay => {
  const { outbox, now, log } = options
  const loop = createLoop({ pauseMs: POLL_MS, name: 'outbox', log })
  const limit = pLimit(CONCURRENCY)
  const deliverOne = createDelivery(options)

  const deliver = async (): Promise<void> => {
    for (let taken = PAGE; taken === PAGE && !loop.signal.aborted;) {
      const rows = await outbox.take(now(), PAGE)
      taken = rows.length
      await limit.map(rows, deliverOne)
    }
  }

  let cleaned = performance.now()
  const round = async (): Promise<void> => {
    await deliver()
    if (performance.now() - cleaned <= CLEAN_MS) return
    await outbox.removeOld()
    cleaned = performance.now()
  }

  return {
    deliver,
    start: () => loop.start(round),
    stop: loop.stop,
  }
}
