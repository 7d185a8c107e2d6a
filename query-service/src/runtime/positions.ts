import { pause } from '@hearth/platform/retry/backoff'
import type { Log } from '@hearth/platform/telemetry/log'
import { AppProblem } from '@hearth/platform/http/appProblem'
import pg from 'pg'
import { z } from 'zod'

/**
 * A read waits this long at most for what it was promised (docs/domain/commands.md#reading-your-own-write).
 */
const MAX_WAIT_MS = 3_000
const POLL_MS = 25
/** While the database tells us, looking finds only what it did not tell, such as what is projected anew. */
const HEARING_POLL_MS = 250
const IDLE_POLL_MS = 1_000

/**
 * Rows of one projection changed; without `changes` too many did to name them. `segment`: the position is
 * only that segment's, of how many; `switches`: another build serves from now on.
 */
export type Notification = Readonly<{
  name: string
  commit: bigint
  changes?: readonly (readonly [tenantId: string, id: string, revision: number])[] | undefined
  segment?: readonly [index: number, count: number] | undefined
  switches?: number | undefined
}>

export type Positions = Readonly<{
  /** Up to where a projection is known to be; undefined when it has projected nothing yet. */
  current: (projection: string) => bigint | undefined
  /**
   * Resolves once the projections hold everything up to `commit`; refuses with READ_MODEL_BEHIND after 3 s,
   * and at once while one is not built yet.
   */
  reach: (projections: readonly string[], commit: bigint | undefined, signal: AbortSignal) => Promise<void>
  /**
   * Calls back for every committed batch, and with `undefined` when some may have been missed. Answers how to
   * stop, which is true the first time.
   */
  subscribe: (listener: (notification: Notification | undefined) => void) => () => boolean
  /** Whether the database tells us about changes right now. */
  listening: () => boolean
  close: () => Promise<void>
}>

const zNotification = z.object({
  name: z.string(),
  commit: z.string().regex(/^\d+$/).transform(BigInt),
  changes: z.array(z.tuple([z.string(), z.string(), z.number()])).optional(),
  segment: z.tuple([z.int(), z.int()]).optional(),
  switches: z.int().optional(),
})

const parseNotification = (payload: string | undefined): Notification | undefined => {
  try {
    return zNotification.safeParse(JSON.parse(payload ?? '')).data
  } catch {
    return undefined
  }
}

type Checkpoint = {
  name: string
  switches: number
  complete: boolean
  segment: number
  commit: string | null
}

// Where each segment of the serving build stands; `complete` and `fits` say whether it can be read at all.
type Standing = {
  switches: number
  complete: boolean
  fits: boolean
  commits: Map<number, bigint>
  segments: number
  least: bigint | undefined
  doubts: number
}

const leastOf = ({ commits, segments }: Pick<Standing, 'commits' | 'segments'>): bigint | undefined =>
  commits.size < segments
    ? undefined
    : [...commits.values()].reduce((least, commit) => (commit < least ? commit : least))

const behind = () => new AppProblem('READ_MODEL_BEHIND', undefined, {}, { 'retry-after': '1' })

export type PositionOptions = Readonly<{
  connectionString: string
  pool: pg.Pool
  log: Log
  /**
   * The columns that are read of each projection: one whose serving table lacks some, being built by other
   * code, counts as behind.
   */
  columns?: ReadonlyMap<string, readonly string[]>
}>

/**
 * Follows the projections' checkpoints: by notifications, and by looking every second; while somebody waits
 * every 250 ms, or every 25 ms where no notifications come.
 */
export const followPositions = ({ connectionString, pool, log, columns }: PositionOptions): Positions => {
  const standings = new Map<string, Standing>()
  const listeners = new Set<(notification: Notification | undefined) => void>()
  const closing = new AbortController()
  let client: pg.Client | undefined
  let waiting = 0
  let wake = () => {}
  const waiters = new Set<() => void>()

  const announce = () => {
    for (const waiter of waiters) waiter()
    waiters.clear()
  }
  const advance = (name: string, segment: number, commit: bigint) => {
    const standing = standings.get(name)
    if (!standing || commit <= (standing.commits.get(segment) ?? -1n)) return
    standing.commits.set(segment, commit)
    standing.least = leastOf(standing)
    announce()
  }

  const read = async (): Promise<readonly Checkpoint[]> => {
    // Before the projector's first start there is nothing to read, and no reason to fill the database's log
    // with errors.
    const { rows: found } = await pool.query<{ exists: boolean }>({
      name: 'checkpoints exist',
      text: `select to_regclass('read.segment') is not null as exists`,
    })
    if (found[0]?.exists !== true) return []
    const text = `select p.name, p.switches, b.status = 'serving' as complete, s.segment, s.commit
      from read.projection p join read.build b on b.projection = p.name and b.build = p.serving join read.segment s on s.projection = b.projection and s.build = b.build`
    return (await pool.query<Checkpoint>({ name: 'checkpoints', text })).rows
  }

  const fits = async (name: string): Promise<boolean> => {
    const needed = columns?.get(name)
    if (!needed) return true
    const { rows } = await pool.query<{ name: string }>(
      `select column_name::text as name from information_schema.columns where table_schema = 'read' and table_name = $1`,
      [name],
    )
    const found = new Set(rows.map((row) => row.name))
    const missing = needed.filter((column) => !found.has(column))
    if (missing.length > 0)
      log.warn({ projection: name, missing }, 'positions: the serving table is of other code')
    return missing.length === 0
  }

  // What a look finds may be older than what was heard meanwhile: positions only grow, and switches tell
  // which build is the later one. A read model that is built anew starts from nothing.
  const take = async (name: string, checkpoints: readonly Checkpoint[]): Promise<void> => {
    const { switches, complete } = checkpoints[0] ?? { switches: 0, complete: false }
    const known = standings.get(name)
    // Seen twice it is no late answer: the schema was made anew.
    if (known && known.switches > switches && (known.doubts += 1) < 2) return
    if (
      !known ||
      !known.complete ||
      !complete ||
      known.switches !== switches ||
      known.segments !== checkpoints.length ||
      !known.fits
    ) {
      const fitting = await fits(name)
      // A build takes over only when it holds all that readers may have seen, and what they saw may have been
      // told while we looked.
      const floor = known?.complete && complete && switches > known.switches ? (known.least ?? -1n) : -1n
      const commits = new Map(
        checkpoints.flatMap(({ segment, commit }) =>
          commit === null ? [] : [[segment, BigInt(commit) > floor ? BigInt(commit) : floor] as const],
        ),
      )
      const fresh = { switches, complete, fits: fitting, commits, segments: checkpoints.length, doubts: 0 }
      standings.set(name, { ...fresh, least: leastOf(fresh) })
      return announce()
    }
    known.doubts = 0
    for (const { segment, commit } of checkpoints) if (commit !== null) advance(name, segment, BigInt(commit))
  }

  const look = async (): Promise<void> => {
    const rows = await read()
    const names = new Set(rows.map(({ name }) => name))
    for (const name of standings.keys()) if (!names.has(name)) standings.delete(name)
    for (const name of names)
      await take(
        name,
        rows.filter((row) => row.name === name),
      )
  }

  const poll = async () => {
    while (!closing.signal.aborted) {
      await look().catch((error: unknown) =>
        log.warn({ err: error }, 'positions: the checkpoints could not be read'),
      )
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waiting === 0 ? IDLE_POLL_MS : client ? HEARING_POLL_MS : POLL_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  const listen = async () => {
    for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
      const next = new pg.Client({
        connectionString,
        keepAlive: true,
        application_name: 'query-service listen',
        connectionTimeoutMillis: 2_000,
      })
      const ended = new Promise<void>((resolve) => {
        next.once('end', () => resolve())
        next.on('error', (error) => {
          log.warn({ err: error }, 'positions: the listening connection was lost')
          resolve()
        })
      })
      try {
        await next.connect()
        next.on('notification', ({ payload }) => {
          const notification = parseNotification(payload)
          if (!notification) {
            log.warn({ size: payload?.length ?? 0 }, 'positions: a notification could not be read')
            return
          }
          const [segment, segments] = notification.segment ?? [0, 1]
          // Another build serves, or it was cut into other segments: only a look tells where all of them
          // stand.
          if (notification.switches === undefined && standings.get(notification.name)?.segments === segments)
            advance(notification.name, segment, notification.commit)
          else wake()
          for (const listener of listeners) listener(notification)
        })
        await next.query('listen projection')
        client = next
        attempt = 0
        // What was said while nobody listened is lost: everything may have changed.
        for (const listener of listeners) listener(undefined)
        await ended
      } catch (error) {
        log.warn({ err: error }, 'positions: cannot listen')
      }
      client = undefined
      await next.end().catch(() => undefined)
      await pause(Math.min(2_000, 50 * 2 ** attempt), closing.signal)
    }
  }

  const loops = Promise.all([poll(), listen()])

  const leastCommit = (name: string) => standings.get(name)?.least
  const isThere = (projections: readonly string[], commit: bigint) =>
    projections.every((name) => (leastCommit(name) ?? -1n) >= commit)
  const readable = (name: string) => {
    const standing = standings.get(name)
    return standing !== undefined && standing.complete && standing.fits
  }

  return {
    current: leastCommit,
    reach: async (projections, commit, signal) => {
      if (!projections.every(readable)) throw behind()
      if (commit === undefined || isThere(projections, commit)) return
      let over = false
      const giveUp = () => {
        over = true
        announce()
      }
      const timer = setTimeout(giveUp, MAX_WAIT_MS)
      signal.addEventListener('abort', giveUp, { once: true })
      waiting += 1
      const doubt = client ? setTimeout(() => wake(), HEARING_POLL_MS) : undefined
      if (!client && waiting === 1) wake()
      try {
        while (!isThere(projections, commit)) {
          if (over || closing.signal.aborted) throw behind()
          await new Promise<void>((resolve) => waiters.add(resolve))
        }
      } finally {
        waiting -= 1
        clearTimeout(timer)
        clearTimeout(doubt)
        signal.removeEventListener('abort', giveUp)
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listening: () => client !== undefined,
    close: async () => {
      closing.abort()
      wake()
      announce()
      await client?.end().catch(() => undefined)
      await loops
    },
  }
}
