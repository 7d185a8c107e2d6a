import { COMPLETE_AFTER_HOURS } from '@hearth/contracts/booking'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { pollUntilAborted } from '@hearth/platform/retry/pollUntilAborted'
import type { Log } from '@hearth/platform/telemetry/log'
import pLimit from 'p-limit'
import type { BookingClock } from '../booking/bookingClock.ts'
import { BEGINNING, type Due, type DueWork, type WaitKind } from './dueWork.ts'

const CONCURRENCY = 8
/**
 * After a start each round walks for this long until the walk is complete, so that the walk over all cancelled
 * bookings delays neither due work nor requests.
 */
const FIRST_WALK_MS = 1_000
const LATER_WALK_MS = 20

export type SweeperOptions = Readonly<{
  due: DueWork
  clock: BookingClock
  /** Resumes listings whose pause is over. */
  endPauses: (now: Instant) => Promise<void>
  now: () => Instant
  intervalMs: number
  log: Log
}>

export type Sweeper = Readonly<{
  /** One round over everything that may be due. Safe to run anywhere, at any time, twice at once. */
  sweep: () => Promise<void>
  /** Sweeps now and then every `intervalMs` after the last round's end. */
  start: () => void
  /** Resolves when no round is running. */
  stop: () => Promise<void>
}>

/**
 * The net under the process managers: derives due work from the read models and sends the commands for it,
 * under the same ids; streams have the last word (docs/domain/processes.md#the-queue-is-never-the-truth). It
 * also walks through all cancelled bookings page by page, because a crash between two streams leaves no other
 * trace there.
 */
export const createSweeper = ({ due, clock, endPauses, now, intervalMs, log }: SweeperOptions): Sweeper => {
  const stopping = new AbortController()
  const limit = pLimit(CONCURRENCY)
  let running: Promise<void> = Promise.resolve()
  let walkedTo = BEGINNING
  let walkedOnce = false

  const chores: readonly Readonly<{
    place: WaitKind
    until: () => Instant
    work: (row: Due) => Promise<void>
  }>[] = [
    { place: 'cancelling', until: now, work: clock.finalise },
    { place: 'held', until: now, work: clock.settleHold },
    { place: 'refunding', until: now, work: clock.payRefunds },
    { place: 'arriving', until: now, work: clock.checkIn },
    { place: 'inStay', until: now, work: clock.checkOut },
    { place: 'checkedOut', until: () => addHours(now(), -COMPLETE_AFTER_HOURS), work: clock.complete },
  ]

  const guarded = (name: string, work: (row: Due) => Promise<void>) => async (row: Due) => {
    if (stopping.signal.aborted) return
    await work(row).catch((error: unknown) =>
      log.error({ err: error, bookingId: row.id, job: name }, 'sweeper: a booking was left as it is'),
    )
  }

  const walk = async (): Promise<void> => {
    const until = performance.now() + (walkedOnce ? LATER_WALK_MS : FIRST_WALK_MS)
    do {
      const { rows, next } = await due.unreleased(walkedTo)
      await limit.map(rows, guarded('walk', clock.alignNights))
      walkedTo = next ?? BEGINNING
      walkedOnce ||= next === undefined
    } while (walkedTo !== BEGINNING && performance.now() < until && !stopping.signal.aborted)
  }

  const sweep = async (): Promise<void> => {
    if (!(await due.isKnown())) return
    for (const { place, until, work } of chores) {
      for await (const rows of due.pages(place, until())) {
        await limit.map(rows, guarded(place, work))
        if (stopping.signal.aborted) return
      }
    }
    await walk()
    await endPauses(now())
  }

  return {
    sweep,
    start: () => {
      running = pollUntilAborted({
        round: sweep,
        pauseMs: intervalMs,
        name: 'sweeper',
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
