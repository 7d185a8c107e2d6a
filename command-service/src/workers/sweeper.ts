import { COMPLETE_AFTER_HOURS } from '@hearth/contracts/booking'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import pLimit from 'p-limit'
import type { BookingClock } from '../booking/bookingClock.ts'
import { BEGINNING, type Due, type DueWork, type WaitKind } from './dueWork.ts'

const CONCURRENCY = 8
/**
 * After a start each round walks for this long until the walk is complete, so that the walk over all
 * cancelled bookings delays neither due work nor requests.
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
  /** One round over everything that may be due. Safe to run in several processes at the same time. */
  sweep: () => Promise<void>
  /** Sweeps immediately, then `intervalMs` after the end of each round. */
  start: () => void
  /** Resolves when no round is running. */
  stop: () => Promise<void>
}>

/** The walk over all cancelled bookings, one slice per round; it starts over when it has reached the end. */
const createWalk = (
  due: Pick<DueWork, 'unreleased'>,
  handle: (rows: readonly Due[]) => Promise<unknown>,
  signal: AbortSignal,
) => {
  let walkedTo = BEGINNING
  let walkedOnce = false
  return async (): Promise<void> => {
    const until = performance.now() + (walkedOnce ? LATER_WALK_MS : FIRST_WALK_MS)
    do {
      const { rows, next } = await due.unreleased(walkedTo)
      await handle(rows)
      walkedTo = next ?? BEGINNING
      walkedOnce ||= next === undefined
    } while (walkedTo !== BEGINNING && performance.now() < until && !signal.aborted)
  }
}

type Chore = Readonly<{ kind: WaitKind; until: () => Instant; work: (row: Due) => Promise<void> }>

const listChores = (clock: BookingClock, now: () => Instant): readonly Chore[] => [
  { kind: 'cancelling', until: now, work: clock.finalise },
  { kind: 'held', until: now, work: clock.settleHold },
  { kind: 'refunding', until: now, work: clock.payRefunds },
  { kind: 'arriving', until: now, work: clock.checkIn },
  { kind: 'inStay', until: now, work: clock.checkOut },
  { kind: 'checkedOut', until: () => addHours(now(), -COMPLETE_AFTER_HOURS), work: clock.complete },
]

/**
 * A safety net for the process managers: derives due work from the read models and sends the same commands,
 * with the same ids; the streams decide (docs/domain/processes.md#the-queue-is-never-the-truth). It also
 * walks through all cancelled bookings, because a crash between two streams leaves no other trace there.
 */
export const createSweeper = ({ due, clock, endPauses, now, intervalMs, log }: SweeperOptions): Sweeper => {
  const loop = createLoop({ pauseMs: intervalMs, name: 'sweeper', log })
  const { signal } = loop
  const limit = pLimit(CONCURRENCY)

  const handleAll = (name: string, rows: readonly Due[], work: (row: Due) => Promise<void>) =>
    limit.map(rows, async (row) => {
      if (signal.aborted) return
      await work(row).catch((error: unknown) =>
        log.error({ err: error, bookingId: row.id, job: name }, 'sweeper: a booking was left as it is'),
      )
    })
  const chores = listChores(clock, now)
  const walk = createWalk(due, (rows) => handleAll('walk', rows, clock.alignNights), signal)

  const sweep = async (): Promise<void> => {
    if (!(await due.isKnown())) return
    for (const { kind, until, work } of chores) {
      for await (const rows of due.pages(kind, until())) {
        await handleAll(kind, rows, work)
        if (signal.aborted) return
      }
    }
    await walk()
    await endPauses(now())
  }

  return {
    sweep,
    start: () => loop.start(sweep),
    stop: loop.stop,
  }
}
