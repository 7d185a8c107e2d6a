import { BUCKETS, type BucketRange } from '@hearth/platform/read-model/bucket'
import type { Pool } from 'pg'
import type { Checkpoint } from './checkpoint.ts'
import type { Build } from '../builds/builds.ts'

/** The right to write one segment of a build, until another process takes it over with a higher epoch. */
export type Lease = Readonly<{
  projection: string
  build: number
  segment: number
  segments: number
  range: BucketRange
  epoch: bigint
  checkpoint: Checkpoint
}>

/** A lease not renewed for so long may be taken over. Renewal is every second. */
export const LEASE_S = 5
/**
 * Whose session has ended and who was not seen for so long is gone; there is no need to wait for the lease.
 */
const GONE_AFTER = `interval '1500 milliseconds'`

export const coversAll = ({ first, last }: BucketRange) => first === 0 && last === BUCKETS - 1

const toColumns = (builds: readonly Pick<Build, 'projection' | 'build'>[]) =>
  [builds.map(({ projection }) => projection), builds.map(({ build }) => build)] as const

// The session is one that its owner holds open: it ends with the process, however that ends.
const FREE = `(s.lease_owner is null or s.lease_until < clock_timestamp() or exists (
  select from read.projector p where p.owner = s.lease_owner and p.seen_at < clock_timestamp() - ${GONE_AFTER}
    and not exists (
      select from pg_stat_activity a where a.pid = p.pid and a.backend_start = p.session_start)))`

export type Share = Readonly<{
  held: readonly Readonly<{ projection: string; build: number; segment: number; epoch: bigint }>[]
  free: number
  most: number
}>

/**
 * The segments that this owner holds, how many have no holder, and how many are its fair share among
 * processes with the same code.
 */
export const readLeaseOverview = async (
  pool: Pool,
  owner: string,
  code: string,
  builds: readonly Pick<Build, 'projection' | 'build'>[],
): Promise<Share> => {
  const { rows } = await pool.query<{
    projection: string
    build: number
    segment: number
    epoch: string
    mine: boolean
    free: boolean
    projectors: number
  }>({
    name: 'look around',
    text: `
      select
        s.projection,
        s.build,
        s.segment,
        s.epoch,
        coalesce(s.lease_owner = $1, false) as mine,
        ${FREE} as free,
        (
          select count(*)::int
          from read.projector p
          where
            p.code = $2
            and p.seen_at > clock_timestamp() - make_interval(secs => ${LEASE_S})
            and exists (
              select
              from pg_stat_activity a
              where a.pid = p.pid and a.backend_start = p.session_start
            )
        ) as projectors
      from
        read.segment s
        join unnest($3::text[], $4::int[]) as c (projection, build) using (projection, build)`,
    values: [owner, code, ...toColumns(builds)],
  })
  return {
    held: rows
      .filter(({ mine }) => mine)
      .map(({ projection, build, segment, epoch }) => ({ projection, build, segment, epoch: BigInt(epoch) })),
    free: rows.filter(({ free, mine }) => free && !mine).length,
    most: Math.ceil(rows.length / Math.max(1, rows[0]?.projectors ?? 1)),
  }
}

type Claimed = {
  projection: string
  build: number
  segment: number
  segments: number
  first_bucket: number
  last_bucket: number
  epoch: string
  commit: string | null
  prepare: string | null
}

const toLease = ({
  projection,
  build,
  segment,
  segments,
  first_bucket,
  last_bucket,
  epoch,
  commit,
  prepare,
}: Claimed): Lease => ({
  projection,
  build,
  segment,
  segments,
  range: { first: first_bucket, last: last_bucket },
  epoch: BigInt(epoch),
  checkpoint:
    commit === null || prepare === null ? 'start' : { commit: BigInt(commit), prepare: BigInt(prepare) },
})

/**
 * Takes free segments of these builds up to `most` held together, gives back what is above it, and returns
 * all that the owner holds now. A taken one gets the next epoch: its former holder's batches are rejected
 * from here on.
 */
export const claimLeases = async (
  pool: Pool,
  owner: string,
  builds: readonly Pick<Build, 'projection' | 'build'>[],
  most: number,
): Promise<readonly Lease[]> => {
  const values = [owner, ...toColumns(builds)]
  await pool.query(
    `
      update read.segment s
      set lease_owner = null, lease_until = null
      from
        (
          select projection, build, segment, at, row_number() over (order by at, segment) as nth
          from
            read.segment
            left join unnest($2::text[], $3::int[]) with ordinality as c (projection, build, at)
              using (projection, build)
          where lease_owner = $1
        ) mine
      where
        s.projection = mine.projection
        and s.build = mine.build
        and s.segment = mine.segment
        and s.lease_owner = $1
        and (mine.at is null or mine.nth > $4)`,
    [...values, most],
  )
  await pool.query(
    `
      with
        free as (
          select s.projection, s.build, s.segment
          from
            read.segment s
            join unnest($2::text[], $3::int[]) with ordinality as c (projection, build, at)
              using (projection, build)
          where ${FREE}
          order by at, s.segment
          limit greatest(0, $4::int - (select count(*) from read.segment where lease_owner = $1))
          for update of s skip locked
        )
      update read.segment s
      set
        lease_owner = $1,
        lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S}),
        epoch = epoch + 1
      from free
      where s.projection = free.projection and s.build = free.build and s.segment = free.segment`,
    [...values, most],
  )
  const { rows } = await pool.query<Claimed>(
    `
      select
        s.projection,
        s.build,
        s.segment,
        s.first_bucket,
        s.last_bucket,
        s.epoch,
        s.commit,
        s.prepare,
        (
          select count(*)::int
          from read.segment o
          where o.projection = s.projection and o.build = s.build
        ) as segments
      from
        read.segment s
        join unnest($2::text[], $3::int[]) as c (projection, build) using (projection, build)
      where s.lease_owner = $1`,
    values,
  )
  return rows.map(toLease)
}

export type Pulse = Pick<Lease, 'projection' | 'build' | 'segment' | 'epoch'> &
  Readonly<{ lagMs: number; eventsPerSecond: number; error: string | null }>

/**
 * Says that the holder is alive and how its segments do. A segment that is being written is left out: its
 * batch renews the lease itself.
 */
export const renewLeases = async (pool: Pool, owner: string, pulses: readonly Pulse[]): Promise<void> => {
  await pool.query({
    name: 'renew leases',
    text: `
      with
        pulse as materialized (
          select s.projection, s.build, s.segment, p.lag, p.rate, p.error
          from
            read.segment s
            join unnest(
              $2::text[], $3::int[], $4::int[], $5::bigint[], $6::float8[], $7::float8[], $8::text[]
            ) as p (projection, build, segment, epoch, lag, rate, error)
              on s.projection = p.projection
              and s.build = p.build
              and s.segment = p.segment
              and s.epoch = p.epoch
          where s.lease_owner = $1
          for update of s skip locked
        )
      update read.segment s
      set
        lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S}),
        lag_ms = pulse.lag,
        events_per_second = pulse.rate,
        error = pulse.error
      from pulse
      where s.projection = pulse.projection and s.build = pulse.build and s.segment = pulse.segment`,
    values: [
      owner,
      pulses.map(({ projection }) => projection),
      pulses.map(({ build }) => build),
      pulses.map(({ segment }) => segment),
      pulses.map(({ epoch }) => epoch),
      pulses.map(({ lagMs }) => lagMs),
      pulses.map(({ eventsPerSecond }) => eventsPerSecond),
      pulses.map(({ error }) => error),
    ],
  })
}

/** Releases everything, so that other processes need not wait for the leases to run out. */
export const releaseLeases = async (pool: Pool, owner: string): Promise<void> => {
  await pool.query(
    `
      update read.segment
      set lease_owner = null, lease_until = null, lag_ms = null, events_per_second = null
      where lease_owner = $1`,
    [owner],
  )
  await pool.query(`delete from read.projector where owner = $1`, [owner])
}
