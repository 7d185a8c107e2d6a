import type { Log } from '@hearth/platform/telemetry/log'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { createWaker } from '@hearth/platform/retry/waker'
import type pg from 'pg'
import { hasColumns, readCheckpoints, type NeededColumns } from './checkpoints.ts'
import { listenToProjections, type Notification } from './notifications.ts'
import { createStandings } from './standings.ts'

/** The longest that a read waits for its own write (docs/domain/commands.md#reading-your-own-write). */
const MAX_WAIT_MS = 3_000
const POLL_MS = 25
/** While notifications arrive, polling finds only changes without one, such as a rebuilt projection. */
const NOTIFIED_POLL_MS = 250
const IDLE_POLL_MS = 1_000

type Subscriber = (notification: Notification | undefined) => void

export type Positions = Readonly<{
  /** The known position of a projection; undefined until it has projected something. */
  current: (projection: string) => bigint | undefined
  /**
   * Resolves once the projections hold everything up to `commit`; refuses with READ_MODEL_BEHIND after 3 s,
   * and immediately while one is not built yet.
   */
  reach: (projections: readonly string[], commit: bigint | undefined, signal: AbortSignal) => Promise<void>
  /**
   * Calls back for every committed batch, and with `undefined` when some may have been missed. Returns a
   * function that unsubscribes, and answers true the first time.
   */
  subscribe: (subscriber: Subscriber) => () => boolean
  /** Whether the database notifies us of changes right now. */
  listening: () => boolean
  close: () => Promise<void>
}>

const behind = () => new AppProblem('READ_MODEL_BEHIND', undefined, {}, { 'retry-after': '1' })

export type PositionOptions = Readonly<{
  connectionString: string
  pool: pg.Pool
  log: Log
  /**
   * The columns that are read of each projection. A projection whose serving table lacks some was built by
   * other code and counts as behind.
   */
  columns?: NeededColumns
}>

/** Reads that wait for the next change. */
const createWaiters = () => {
  const waiters = new Set<() => void>()
  return {
    announce: () => {
      for (const waiter of waiters) waiter()
      waiters.clear()
    },
    nextChange: () => new Promise<void>((resolve) => waiters.add(resolve)),
  }
}

/** Waits until something holds, at most `MAX_WAIT_MS` and until one of the signals aborts. */
const waitUntil = async (
  holds: () => boolean,
  { announce, nextChange }: ReturnType<typeof createWaiters>,
  signal: AbortSignal,
  closing: AbortSignal,
): Promise<void> => {
  let over = signal.aborted
  const giveUp = () => {
    over = true
    announce()
  }
  const timer = setTimeout(giveUp, MAX_WAIT_MS)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    while (!holds()) {
      if (over || closing.aborted) throw behind()
      await nextChange()
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

/** Runs `poll` again after each interval until aborted; `wake` ends the interval, or skips the next one. */
const startPolling = (poll: () => Promise<void>, intervalMs: () => number, signal: AbortSignal) => {
  const { wake, sleep } = createWaker()
  const run = async () => {
    while (!signal.aborted) {
      await poll()
      await sleep(intervalMs())
    }
  }
  return { wake, stopped: run() }
}

/**
 * Advances a projection; false if another build serves or it was cut into other segments: then only the
 * checkpoints say where they stand.
 */
const advance = (
  standings: ReturnType<typeof createStandings>,
  { name, commit, segment: [segment, segments] = [0, 1], switches }: Notification,
): boolean => {
  if (switches !== undefined || standings.segments(name) !== segments) return false
  standings.advance(name, segment, commit)
  return true
}

const createSubscribers = () => {
  const subscribers = new Set<Subscriber>()
  return {
    publish: (notification: Notification | undefined) => {
      for (const subscriber of subscribers) subscriber(notification)
    },
    subscribe: (subscriber: Subscriber) => {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
  }
}

/**
 * Follows the projections' checkpoints: by notifications, and by polling every second; while a read waits
 * every 250 ms, or every 25 ms where no notifications arrive.
 */
export const followPositions = ({ connectionString, pool, log, columns }: PositionOptions): Positions => {
  const subscribers = createSubscribers()
  const closing = new AbortController()
  const waiters = createWaiters()
  let client: pg.Client | undefined
  let waiting = 0

  const standings = createStandings((name) => hasColumns(pool, log, columns, name), waiters.announce)
  const poll = async () => {
    try {
      await standings.takeAll(await readCheckpoints(pool))
    } catch (error) {
      log.warn({ err: error }, 'positions: the checkpoints could not be read')
    }
  }
  const intervalMs = () => (waiting === 0 ? IDLE_POLL_MS : client ? NOTIFIED_POLL_MS : POLL_MS)
  const polling = startPolling(poll, intervalMs, closing.signal)
  const listening = listenToProjections({
    connectionString,
    log,
    signal: closing.signal,
    onConnection: (connection) => {
      client = connection
      // Notifications sent while we were not connected are lost: everything may have changed.
      if (connection) subscribers.publish(undefined)
    },
    onNotification: (notification) => {
      if (!advance(standings, notification)) polling.wake()
      subscribers.publish(notification)
    },
  })

  return {
    current: standings.least,
    reach: async (projections, commit, signal) => {
      if (!projections.every(standings.isReadable)) throw behind()
      const isThere = () =>
        commit === undefined || projections.every((name) => (standings.least(name) ?? -1n) >= commit)
      if (isThere()) return
      waiting += 1
      const doubt = client ? setTimeout(polling.wake, NOTIFIED_POLL_MS) : undefined
      if (!client && waiting === 1) polling.wake()
      try {
        await waitUntil(isThere, waiters, signal, closing.signal)
      } finally {
        waiting -= 1
        clearTimeout(doubt)
      }
    },
    subscribe: subscribers.subscribe,
    listening: () => client !== undefined,
    close: async () => {
      closing.abort()
      polling.wake()
      waiters.announce()
      await client?.end().catch(() => undefined)
      await Promise.all([polling.stopped, listening])
    },
  }
}
