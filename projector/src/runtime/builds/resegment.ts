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

/**
 * Divides a build into another number of segments. A new segment continues where the old ones of its buckets
 * are, which is exact only when these are at the same position; otherwise the segments stay.
 */
export const resegment = async (
  transaction: pg.PoolClient,
  { projection, build }: Build,
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
    [projection, build],
  )
  const next = segmentRanges(segments).map((range) => {
    const covered = rows.filter(
      ({ first_bucket, last_bucket }) => first_bucket <= range.last && last_bucket >= range.first,
    )
    return {
      ...range,
      at: covered[0],
      even: covered.every(
        ({ commit, prepare }) => commit === covered[0]?.commit && prepare === covered[0]?.prepare,
      ),
    }
  })
  if (rows.length === segments || rows.some(({ held }) => held)) return
  if (next.some(({ even }) => !even)) {
    log.warn(
      { projection, build, from: rows.length, to: segments },
      'projection: keeps its segments, they do not stand at the same position',
    )
    return
  }
  const epoch = rows.reduce((most, row) => (BigInt(row.epoch) > most ? BigInt(row.epoch) : most), 0n) + 1n
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
        unnest($3::int[], $4::int[], $5::numeric[], $6::numeric[]) with ordinality as ranges (first, last, c, p)`,
    [
      projection,
      build,
      next.map(({ first }) => first),
      next.map(({ last }) => last),
      next.map(({ at }) => at?.commit ?? null),
      next.map(({ at }) => at?.prepare ?? null),
      rows[0]?.serving ?? false,
      rows.every(({ caught_up }) => caught_up),
      epoch,
    ],
  )
  log.info({ projection, build, from: rows.length, to: segments }, 'projection: cut into other segments')
}
