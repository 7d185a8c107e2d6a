import { setTimeout as delay } from 'node:timers/promises'
import { computeBackoffMs } from '@hearth/platform/retry/backoff'
import { showAsSql } from '@hearth/platform/read-model/readers'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { readBuilds, type StoredBuild } from './builds.ts'
import { CHANNEL } from '../batch/notification.ts'
import { withProjectionLock } from './schema.ts'

/** Thrown when a switch is not possible now; nothing has changed. */
export class SwitchError extends Error {
  override name = 'SwitchError'
}

export type Switched = Readonly<{ projection: string; from: number; to: number; milliseconds: number }>

/** Thrown while the next build is behind the serving one. */
class BehindError extends SwitchError {
  constructor(
    readonly to: number,
    readonly wanted: bigint,
    detail: string,
  ) {
    super(detail)
  }
}

const ATTEMPTS = 8
/** How long the serving build may be paused. */
const CATCH_UP_MS = 800
const POLL_MS = 5
/** How long a switch waits for a build that is slightly behind, while the serving one continues. */
export const SWITCH_TIMEOUT: Timeout = { milliseconds: 10_000 }
const WAITING_POLL_MS = 50

/** The position up to which a build is complete; undefined while some of its segments are empty. */
const readReached = async (
  db: pg.Pool | pg.PoolClient,
  projection: string,
  build: number,
): Promise<bigint | undefined> => {
  const { rows } = await db.query<{ reached: string | null }>(
    `
      select case when bool_or(commit is null) then null else min(commit) end as reached
      from read.segment
      where projection = $1 and build = $2`,
    [projection, build],
  )
  return rows[0]?.reached == null ? undefined : BigInt(rows[0].reached)
}

// The old build is paused, because its rows of read.segment are locked, until the new one holds everything
// that readers may have seen.
const waitUntilCaughtUp = async (
  transaction: pg.PoolClient,
  projection: string,
  from: number,
  to: number,
): Promise<void> => {
  const { rows } = await transaction.query<{ wanted: string | null }>(
    `select max(commit) as wanted from read.segment where projection = $1 and build = $2`,
    [projection, from],
  )
  if (rows[0]?.wanted == null) return
  const wanted = BigInt(rows[0].wanted)
  for (const deadline = performance.now() + CATCH_UP_MS; ; await delay(POLL_MS)) {
    const reached = await readReached(transaction, projection, to)
    if (reached !== undefined && reached >= wanted) return
    if (performance.now() > deadline)
      throw new BehindError(
        to,
        wanted,
        `${projection}: build ${to} is at ${reached ?? 'the start'}, build ${from} at ${wanted}; ` +
          'it has to catch up first',
      )
  }
}

type Timeout = Readonly<{ milliseconds: number; signal?: AbortSignal }>

/** Waits until the build has reached the wanted position; false after the deadline. */
const pollUntilCaughtUp = async (
  pool: pg.Pool,
  projection: string,
  { to, wanted }: BehindError,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  for (; performance.now() < deadline && signal?.aborted !== true; await delay(WAITING_POLL_MS)) {
    const reached = await readReached(pool, projection, to)
    if (reached !== undefined && reached >= wanted) return true
  }
  return false
}

const markSwitched = async (
  transaction: pg.PoolClient,
  projection: string,
  [from, to]: readonly [from: number, to: number],
  keepMinutes: number,
): Promise<void> => {
  await transaction.query(
    `
      update read.segment
      set serving = (build = $3)
      where projection = $1 and build = any(array[$2::int, $3::int])`,
    [projection, from, to],
  )
  // A build that never was complete cannot be rolled back to.
  await transaction.query(
    `
      update read.build
      set
        status = case build when $3 then 'serving' else 'standby'
        end,
        switched_at = now(),
        keep_until = case
          when build = $3 then null
          when status = 'building' then now()
          else now() + make_interval(mins => $4)
        end
      where projection = $1 and build = any(array[$2::int, $3::int])`,
    [projection, from, to, keepMinutes],
  )
}

/** Points the view at the next build's table, and notifies its readers. */
const showBuild = async (
  transaction: pg.PoolClient,
  projection: string,
  old: StoredBuild,
  next: StoredBuild,
): Promise<void> => {
  const { rows } = await transaction.query<{ switches: number; commit: string | null }>(
    `
      update read.projection p
      set serving = $2, switches = switches + 1, updated_at = now()
      where name = $1
      returning
        switches,
        (
          select min(commit)
          from read.segment s
          where s.projection = p.name and s.build = $2
        ) as commit`,
    [projection, next.build],
  )
  if (old.shape !== next.shape) await transaction.query(`drop view ${qualified(projection)}`)
  await transaction.query(showAsSql(projection, next.table))
  await transaction.query(`select pg_notify($1, $2)`, [
    CHANNEL,
    JSON.stringify({
      name: projection,
      commit: rows[0]?.commit ?? '0',
      many: true,
      switches: rows[0]?.switches,
    }),
  ])
}

const attempt = (
  pool: pg.Pool,
  projection: string,
  kind: 'cutover' | 'rollback',
  keepMinutes: number,
): Promise<Switched> => {
  const started = performance.now()
  return withProjectionLock(pool, projection, async (transaction) => {
    // Readers queue behind a transaction that waits for the view, so it waits briefly and tries again.
    await transaction.query(`set local lock_timeout = '300ms'`)
    const builds = await readBuilds(transaction, projection)
    const old = builds.find(({ serves }) => serves)
    const next = builds.find(
      ({ status, serves }) => !serves && status === (kind === 'cutover' ? 'ready' : 'standby'),
    )
    if (!old || !next)
      throw new SwitchError(
        kind === 'cutover'
          ? `${projection}: no build is ready to cut over to`
          : `${projection}: no previous build to roll back to`,
      )
    await transaction.query(
      `select from read.segment where projection = $1 and build = $2 order by segment for update`,
      [projection, old.build],
    )
    await waitUntilCaughtUp(transaction, projection, old.build, next.build)
    await markSwitched(transaction, projection, [old.build, next.build], keepMinutes)
    await showBuild(transaction, projection, old, next)
    return { projection, from: old.build, to: next.build, milliseconds: performance.now() - started }
  })
}

const LOCK_NOT_AVAILABLE = '55P03'
const isTransient = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === LOCK_NOT_AVAILABLE || error.code === '40P01')

/**
 * Shows another build to readers, in one transaction: they go from one table to the other between two
 * statements, never to an older state. The previous one is kept current for `keepMinutes`. Throws SwitchError
 * when that is not possible within the timeout.
 */
export const switchBuild = async (
  pool: pg.Pool,
  projection: string,
  kind: 'cutover' | 'rollback',
  keepMinutes: number,
  { milliseconds, signal }: Timeout = SWITCH_TIMEOUT,
): Promise<Switched> => {
  const deadline = performance.now() + milliseconds
  for (let locked = 0; ;) {
    try {
      return await attempt(pool, projection, kind, keepMinutes)
    } catch (error) {
      if (error instanceof BehindError) {
        if (!(await pollUntilCaughtUp(pool, projection, error, deadline, signal))) throw error
        continue
      }
      locked += 1
      if (locked >= ATTEMPTS || !isTransient(error)) throw error
      await delay(computeBackoffMs(locked, 20, 200))
    }
  }
}
