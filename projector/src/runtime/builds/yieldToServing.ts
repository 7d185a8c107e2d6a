import { pause } from '@hearth/platform/retry/backoff'
import type { Pool } from 'pg'

/** Half of the time for others. */
export const REBUILD_SHARE = 0.5

/**
 * It waits for others at most so many times as long as its batch took: a projection that stands still must
 * not hold up a rebuild for good.
 */
const MAX_TIMES = 4
const POLL_MS = 50
/** What gives way between its parts has to end them. */
const LONG_MS = 1_000

/**
 * How large the next part is, after one of this size that took so long: half of it where that was long, else
 * up to twice.
 */
export const sizeAfter = (size: number, milliseconds: number, most: number): number =>
  milliseconds > LONG_MS ? Math.max(1, size >> 1) : Math.min(most, size * 2)

type Places = Readonly<{ last: bigint; furthest: bigint }>

/**
 * The positions of the serving segments, except those that have no holder or have stopped: a rebuild may be
 * there to repair these.
 */
const readPlaces = async (pool: Pool): Promise<Places | undefined> => {
  const { rows } = await pool.query<{ last: string | null; furthest: string | null }>({
    name: 'places of what serves',
    text: `
      select min(s.commit) as last, max(s.commit) as furthest
      from
        read.projection p
        join read.build b on b.projection = p.name and b.build = p.serving and b.status = 'serving'
        join read.segment s using (projection, build)
      where s.lease_owner is not null and s.error is null`,
  })
  const { last, furthest } = rows[0] ?? {}
  return last && furthest ? { last: BigInt(last), furthest: BigInt(furthest) } : undefined
}

export type YieldOptions = Readonly<{
  pool: Pool
  /** The part of its time that a build works, above 0 to 1; the rest it leaves to others. */
  share?: number | undefined
  signal?: AbortSignal | undefined
}>

/** Called after each part of the work with its duration; resolves when the next part may start. */
export type YieldToServing = (milliseconds: number) => Promise<void>

/**
 * For between the batches of a build that is on its way, its indexes, and the parts of a comparison: leaves
 * the others their part of the time, and waits until all read models that serve have reached what the
 * furthest of them had reached before the part. A low priority does not hold back what reads from the disk,
 * and there hosts would wait for their changes. Rejects with what the database said.
 */
export const createYieldToServing = ({
  pool,
  share = REBUILD_SHARE,
  signal,
}: YieldOptions): YieldToServing => {
  let goal = 0n
  return async (batchMs) => {
    await pause(batchMs * (1 / share - 1), signal)
    const deadline = performance.now() + batchMs * MAX_TIMES
    while (!signal?.aborted) {
      const places = await readPlaces(pool)
      if (places && places.last < goal && performance.now() < deadline) await pause(POLL_MS, signal)
      else {
        goal = places?.furthest ?? goal
        return
      }
    }
  }
}
