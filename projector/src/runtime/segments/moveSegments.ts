import type { Position } from '@hearth/platform/event-store/port'
import { HAS_BEGUN } from '@hearth/platform/postgres/pool'
import type { Pool, PoolClient } from 'pg'
import type { Checkpoint } from './checkpoint.ts'
import { gatherCalls } from './gatherCalls.ts'
import { LEASE_S, type Lease } from './leases.ts'
import { CHANNEL } from '../batch/notification.ts'

/** Thrown when the stored epoch or checkpoint is not the one that the runner knows: nothing was written. */
export class FencedError extends Error {
  override name = 'FencedError'
}

/** From where to where a segment goes; `payload` is the notification for readers. */
export type Move = Readonly<{
  lease: Lease
  previous: Checkpoint
  next: Position
  payload?: string | undefined
}>

/** How a checkpoint is compared in SQL. */
export const toColumns = (checkpoint: Checkpoint) =>
  checkpoint === 'start' ? { commit: null, prepare: null } : checkpoint

export type MovedSegment = Readonly<{ serving: boolean }>

/**
 * Moves one checkpoint behind its fence, the comparison with the epoch and the previous position; undefined
 * where that said no. Readers hear of it with the commit. One row by its key: most batches begin with this,
 * and it is planned each time. `inTransaction`: of `withPipelinedTransaction`.
 */
export const moveSegment = async (
  client: Pool | PoolClient,
  { lease, previous, next, payload }: Move,
  { inTransaction = false } = {},
): Promise<MovedSegment | undefined> => {
  const { rows } = await client.query<MovedSegment>({
    name: 'projection checkpoint',
    text: `
      with
        moved as (
          update read.segment
          set commit = $5::numeric,
          prepare = $6::numeric,
          lease_until = now() + make_interval(secs => ${LEASE_S}),
          updated_at = now()
          where
            projection = $1
            and build = $2
            and segment = $3
            and epoch = $4
            and commit is not distinct from $7::numeric
            and prepare is not distinct from $8::numeric
            and (not $10::boolean or ${HAS_BEGUN})
          returning serving
        )
      select serving, case when serving and $9::text is not null then pg_notify('${CHANNEL}', $9) end
      from moved`,
    values: [
      lease.projection,
      lease.build,
      lease.segment,
      lease.epoch,
      next.commit,
      next.prepare,
      toColumns(previous).commit,
      toColumns(previous).prepare,
      payload ?? null,
      inTransaction,
    ],
  })
  return rows[0]
}

/**
 * Moves checkpoints in one statement, each behind its own fence; the answers stand in the order of the moves,
 * undefined for what is locked, too.
 */
export const moveFreeSegments = async (
  client: Pool | PoolClient,
  moves: readonly Move[],
): Promise<readonly (MovedSegment | undefined)[]> => {
  const { rows } = await client.query<MovedSegment & { place: number }>({
    name: 'projection checkpoints',
    text: `
      with
        free as materialized (
          select s.projection, s.build, s.segment
          from
            read.segment s
            join unnest($1::text[], $2::int[], $3::int[]) as w (projection, build, segment)
              using (projection, build, segment)
          for update of s skip locked
        ),
        moved as (
          update read.segment s
          set commit = m.commit,
          prepare = m.prepare,
          lease_until = now() + make_interval(secs => ${LEASE_S}),
          updated_at = now()
          from
            unnest(
              $1::text[],
              $2::int[],
              $3::int[],
              $4::bigint[],
              $5::numeric[],
              $6::numeric[],
              $7::numeric[],
              $8::numeric[],
              $9::text[]
            ) with ordinality as m (
              projection,
              build,
              segment,
              epoch,
              commit,
              prepare,
              previous_commit,
              previous_prepare,
              payload,
              place
            )
            join free using (projection, build, segment)
          where
            s.projection = m.projection
            and s.build = m.build
            and s.segment = m.segment
            and s.epoch = m.epoch
            and s.commit is not distinct from m.previous_commit
            and s.prepare is not distinct from m.previous_prepare
          returning m.place, m.payload, s.serving
        )
      select
        place::int,
        serving,
        case when serving and payload is not null then pg_notify('${CHANNEL}', payload)
        end
      from moved`,
    values: [
      moves.map(({ lease }) => lease.projection),
      moves.map(({ lease }) => lease.build),
      moves.map(({ lease }) => lease.segment),
      moves.map(({ lease }) => lease.epoch),
      moves.map(({ next }) => next.commit),
      moves.map(({ next }) => next.prepare),
      moves.map(({ previous }) => toColumns(previous).commit),
      moves.map(({ previous }) => toColumns(previous).prepare),
      moves.map(({ payload }) => payload ?? null),
    ],
  })
  const moved = new Map(rows.map((row) => [row.place, row]))
  return moves.map((_, index) => moved.get(index + 1))
}

/**
 * Moves all segments that are due at the same moment in one statement. A segment that is locked is waited for
 * by itself: a cut-over locks the serving build until the next one has caught up with it, which may need a
 * move first.
 */
export const gatherMoves = <Moved>(
  alone: (move: Move) => Promise<Moved | undefined>,
  free: (moves: readonly Move[]) => Promise<readonly (Moved | undefined)[]>,
): ((move: Move) => Promise<Moved | undefined>) =>
  gatherCalls(async (moves) => {
    if (moves.length === 1) return moves.map(alone)
    const moved = await free(moves)
    return moves.map((move, index) => moved[index] ?? alone(move))
  })
