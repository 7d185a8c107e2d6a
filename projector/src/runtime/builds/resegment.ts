import { segmentRanges } from '@hearth/platform/read-model/bucket'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import type { Build } from './builds.ts'

type StoredSegment = {
  first_bucket: number
  last_bucket: number
  commit: string | null
  prepare: string | null
  serving: boolean
  caught_up: boolean
  epoch: string
  held: boolean
}

type Plan = readonly Readonly<{
  first: number
  last: number
  /** The first of the old segments that it continues. */
  at: StoredSegment | undefined
  /** Whether all of them are at the same position. */
  even: boolean
}>[]

const planSegments = (old: readonly StoredSegment[], segments: number): Plan =>
  segmentRanges(segments).map((range) => {
    const covered = old.filter(
      ({ first_bucket, last_bucket }) => first_bucket <= range.last && last_bucket >= range.first,
    )
    const [at] = covered
    return {
      ...range,
      at,
      even: covered.every(({ commit, prepare }) => commit === at?.commit && prepare === at?.prepare),
    }
  })

/** Writes the planned segments in place of the old ones, with the next epoch. */
const replaceSegments = async (
  transaction: pg.PoolClient,
  { projection, build }: Build,
  old: readonly StoredSegment[],
  next: Plan,
): Promise<void> => {
  const epoch = old.reduce((most, row) => (BigInt(row.epoch) > most ? BigInt(row.epoch) : most), 0n) + 1n
  await transaction.query(`delete from read.segment where projection = $1 and build = $2`, [
    projection,
    build,
  ])
  await transaction.query(
    `
      insert into
        read.segment (
          projection,
          build,
          segment,
          first_bucket,
          last_bucket,
          commit,
          prepare,
          serving,
          caught_up,
          epoch
        )
      select $1, $2, ordinality - 1, first, last, c, p, $7, $8, $9
      from
        unnest($3::int[], $4::int[], $5::numeric[], $6::numeric[])
          with ordinality as ranges (first, last, c, p)`,
    [
      projection,
      build,
      next.map(({ first }) => first),
      next.map(({ last }) => last),
      next.map(({ at }) => at?.commit ?? null),
      next.map(({ at }) => at?.prepare ?? null),
      old[0]?.serving ?? false,
      old.every(({ caught_up }) => caught_up),
      epoch,
    ],
  )
}

/**
 * Divides a build into another number of segments. A new segment continues where the old ones of its buckets
 * are, which is exact only when these are at the same position; otherwise the segments stay.
 */
export const resegment = async (
  transaction: pg.PoolClient,
  build: Build,
  segments: number,
  log: Log,
): Promise<void> => {
  const { rows } = await transaction.query<StoredSegment>(
    `
      select first_bucket, last_bucket, commit,
      prepare,
      serving,
      caught_up,
      epoch,
      coalesce(lease_owner is not null and lease_until > now(), false) as held
      from read.segment
      where projection = $1 and build = $2
      order by segment
      for update`,
    [build.projection, build.build],
  )
  const about = { projection: build.projection, build: build.build }
  const next = planSegments(rows, segments)
  if (rows.length === segments || rows.some(({ held }) => held)) return
  if (next.some(({ even }) => !even)) {
    log.warn(
      { ...about, from: rows.length, to: segments },
      'projection: keeps its segments, they are not at the same position',
    )
    return
  }
  await replaceSegments(transaction, build, rows, next)
  log.info({ ...about, from: rows.length, to: segments }, 'projection: divided into other segments')
}
