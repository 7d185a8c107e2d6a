import { setMaxListeners } from 'node:events'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import { linkSignals } from '@hearth/platform/retry/linkSignals'
import { readFeed, type FeedOptions } from '../feed/readFeed.ts'

/**
 * What every round listens with: its keeper's pause, one for all runners, one to cancel the indexes of a
 * build beside a serving one while their maker pauses, and per group the feed and its reader.
 */
const OWN_LISTENERS = 3
const LISTENERS_PER_GROUP = 2

/** Pauses before a round that failed is repeated; rounds that end follow each other immediately. */
export const ROUND_RETRY = { firstMs: 100, maxMs: 3_000 }

/** A stretch of work between two looks at what Postgres says. */
export type Round = Readonly<{
  /** Aborts at the end of the round, or of everything. */
  signal: AbortSignal
  end: () => void
}>

export const createRound = (stopping: AbortSignal): Round => {
  const ending = new AbortController()
  return { signal: linkSignals(stopping, ending.signal).signal, end: () => ending.abort() }
}

/** Runs `work` in a round that ends with it, also when it fails before its runners start. */
export const withRound = async (
  stopping: AbortSignal,
  work: (round: Round) => Promise<void>,
): Promise<void> => {
  const round = createRound(stopping)
  try {
    await work(round)
  } finally {
    round.end()
  }
}

type Work = Readonly<{
  /** Runners that read together, each group from a feed of its own. */
  groups: readonly Pick<FeedOptions, 'runners' | 'categories'>[]
  /** Keeps what the round holds. */
  keep: () => Promise<void>
  store: Pick<EventStore, 'feed'>
  read: EventReader
  log: Log
}>

/** Runs them all until the round ends or one of them throws; then all end. */
export const runRound = async (
  { signal, end }: Round,
  { groups, keep, store, read, log }: Work,
): Promise<void> => {
  const runners = groups.flatMap((group) => group.runners)
  // Known in number, each runner pausing at most once at a time: more of them is a leak, and Node says so.
  setMaxListeners(OWN_LISTENERS + groups.length * LISTENERS_PER_GROUP + runners.length, signal)
  const wake = () => {
    for (const runner of runners) runner.wake()
  }
  signal.addEventListener('abort', wake, { once: true })
  const parts = [
    keep(),
    ...runners.map((runner) => runner.run()),
    ...groups.map((group) => readFeed({ ...group, store, read, log, signal })),
  ]
  try {
    await Promise.all(parts)
  } finally {
    end()
    await Promise.allSettled(parts)
  }
}
