import type { ProcessManager } from '@hearth/contracts/kernel/process'
import { HAS_BEGUN, withTransaction } from '@hearth/platform/postgres/pool'
import { BUCKETS } from '@hearth/platform/read-model/bucket'
import type { Pool, PoolClient } from 'pg'
import type { Lease } from '../runtime/segments/leases.ts'
import type { StoredPlace } from '../runtime/segments/fence.ts'
import { toColumns, type Move } from '../runtime/segments/moveSegments.ts'

const FREE = `(lease_owner is null or lease_until < clock_timestamp())`

type Row = { name: string; version: number; epoch: string; commit: string | null; prepare: string | null }

const readCheckpoint = ({ commit, prepare }: Pick<Row, 'commit' | 'prepare'>) =>
  commit === null || prepare === null
    ? ('start' as const)
    : { commit: BigInt(commit), prepare: BigInt(prepare) }

/**
 * Claims the free process managers, and returns all that this owner holds, each with the next epoch. A new
 * version begins at the start of the log, and is silent up to where the former one was; it waits until the
 * former one has stopped. Code older than the stored version claims nothing.
 */
export const claimManagers = (
  pool: Pool,
  owner: string,
  managers: readonly ProcessManager[],
  leaseSeconds: number,
): Promise<readonly Lease[]> =>
  withTransaction(pool, async (transaction) => {
    const code = [managers.map(({ name }) => name), managers.map(({ version }) => version)]
    await transaction.query(
      `
        insert into app.process_manager (name, version)
        select *
        from unnest($1::text[], $2::int[])
        on conflict (name) do nothing`,
      code,
    )
    const { rows } = await transaction.query<Row & { before: number }>(
      `
        with
          free as materialized (
            select m.name, m.version as before, c.version
            from
              app.process_manager m
              join unnest($2::text[], $3::int[]) as c (name, version) using (name)
            where m.version <= c.version and (m.lease_owner = $1 or ${FREE})
            order by name
            for update of m
          )
        update app.process_manager m
        set
          lease_owner = $1,
          lease_until = clock_timestamp() + make_interval(secs => $4),
          epoch = m.epoch + 1,
          version = f.version,
          muted_until = case
            when f.before < f.version then greatest(m.muted_until, m.commit)
            else m.muted_until
          end,
          commit = case when f.before < f.version then null else m.commit
          end,
        prepare = case when f.before < f.version then null else m.prepare
        end
        from free f
        where m.name = f.name
        returning m.name, m.version, f.before, m.epoch, m.commit, m.prepare`,
      [owner, ...code, leaseSeconds],
    )
    // Of these alone: there are as many states as bookings.
    const renewed = rows.filter(({ before, version }) => before !== version).map(({ name }) => name)
    if (renewed.length > 0)
      for (const table of ['process', 'process_event'])
        await transaction.query(`delete from app.${table} where manager = any($1::text[])`, [renewed])
    return rows.map((row) => ({
      projection: row.name,
      build: row.version,
      segment: 0,
      segments: 1,
      range: { first: 0, last: BUCKETS - 1 },
      epoch: BigInt(row.epoch),
      checkpoint: readCheckpoint(row),
    }))
  })

/** Extends the leases; false when the owner no longer holds them all, or could hold more. */
export const renewManagers = async (
  pool: Pool,
  owner: string,
  managers: readonly ProcessManager[],
  leases: readonly Lease[],
  leaseSeconds: number,
): Promise<boolean> => {
  const renewed = await pool.query(
    `
      update app.process_manager m
      set lease_until = clock_timestamp() + make_interval(secs => $4)
      from unnest($2::text[], $3::bigint[]) as l (name, epoch)
      where m.name = l.name and m.epoch = l.epoch and m.lease_owner = $1`,
    [owner, leases.map(({ projection }) => projection), leases.map(({ epoch }) => epoch), leaseSeconds],
  )
  if (renewed.rowCount !== leases.length) return false
  const { rowCount } = await pool.query(
    `
      select
      from app.process_manager m join unnest($1::text[], $2::int[]) as c (name, version) using (name)
      where m.version <= c.version and ${FREE}`,
    [managers.map(({ name }) => name), managers.map(({ version }) => version)],
  )
  return rowCount === 0
}

/** `mutedUntil`: effects of events up to this commit position are not sent. */
export type Moved = Readonly<{ mutedUntil: bigint }>

/** Moves a checkpoint as `moveSegment` does. */
export const moveManager = async (
  client: Pool | PoolClient,
  leaseSeconds: number,
  { lease, previous, next }: Move,
  { inTransaction = false } = {},
): Promise<Moved | undefined> => {
  const {
    rows: [row],
  } = await client.query<{ muted_until: string | null }>({
    name: 'process checkpoint',
    text: `
      update app.process_manager
      set commit = $3::numeric,
      prepare = $4::numeric,
      lease_until = clock_timestamp() + make_interval(secs => $7),
      updated_at = now()
      where
        name = $1
        and epoch = $2
        and commit is not distinct from $5::numeric
        and prepare is not distinct from $6::numeric
        and (not $8::boolean or ${HAS_BEGUN})
      returning muted_until`,
    values: [
      lease.projection,
      lease.epoch,
      next.commit,
      next.prepare,
      toColumns(previous).commit,
      toColumns(previous).prepare,
      leaseSeconds,
      inTransaction,
    ],
  })
  return row && { mutedUntil: BigInt(row.muted_until ?? '0') }
}

/** Moves checkpoints as `moveFreeSegments` does. */
export const moveFreeManagers = async (
  client: Pool | PoolClient,
  leaseSeconds: number,
  moves: readonly Move[],
): Promise<readonly (Moved | undefined)[]> => {
  const { rows } = await client.query<{ name: string; muted_until: string | null }>({
    name: 'process checkpoints',
    text: `
      with
        free as materialized (
          select name
          from app.process_manager
          where name = any($1::text[])
          for update skip locked
        )
      update app.process_manager p
      set commit = m.commit,
      prepare = m.prepare,
      lease_until = clock_timestamp() + make_interval(secs => $7),
      updated_at = now()
      from
        unnest($1::text[], $2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[]) as m (
          name,
          epoch,
          commit,
          prepare,
          previous_commit,
          previous_prepare
        )
        join free using (name)
      where
        p.name = m.name
        and p.epoch = m.epoch
        and p.commit is not distinct from m.previous_commit
        and p.prepare is not distinct from m.previous_prepare
      returning p.name, p.muted_until`,
    values: [
      moves.map(({ lease }) => lease.projection),
      moves.map(({ lease }) => lease.epoch),
      moves.map(({ next }) => next.commit),
      moves.map(({ next }) => next.prepare),
      moves.map(({ previous }) => toColumns(previous).commit),
      moves.map(({ previous }) => toColumns(previous).prepare),
      leaseSeconds,
    ],
  })
  const moved = new Map(rows.map((row) => [row.name, row]))
  return moves.map(({ lease }) => {
    const row = moved.get(lease.projection)
    return row && { mutedUntil: BigInt(row.muted_until ?? '0') }
  })
}

/** Records that it has reached the end of the log: from here on its effects are carried out. */
export const markLive = async (pool: Pool, { projection, epoch }: Lease): Promise<void> => {
  await pool.query(`update app.process_manager set live = true where name = $1 and epoch = $2 and not live`, [
    projection,
    epoch,
  ])
}

/** Releases the leases immediately, so that others need not wait. */
export const releaseManagers = async (pool: Pool, owner: string): Promise<void> => {
  await pool.query(
    `update app.process_manager set lease_owner = null, lease_until = null where lease_owner = $1`,
    [owner],
  )
}

/** The checkpoint of a process manager and its owner. */
export const loadManager = async (pool: Pool, name: string): Promise<StoredPlace | undefined> => {
  const { rows } = await pool.query<Row & { lease_owner: string | null }>(
    `select epoch, commit, prepare, lease_owner from app.process_manager where name = $1`,
    [name],
  )
  const [row] = rows
  return row && { checkpoint: readCheckpoint(row), epoch: BigInt(row.epoch), owner: row.lease_owner }
}
