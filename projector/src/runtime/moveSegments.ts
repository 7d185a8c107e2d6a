import type { Position } from '@hearth/platform/event-store/port'
import type { Pool, PoolClient } from 'pg'
import type { Checkpoint } from './checkpoint.ts'
import { LEASE_SECONDS, type Lease } from './leases.ts'
import { CHANNEL, notificationOf } from './notification.ts'

/** Thrown when the stored epoch or checkpoint is not the one that the runner knows: nothing was written. */
export class FencedError extends Error {
  override name = 'FencedError'
}

/** From where to where a segment goes; `notify` when nothing but its place changes and readers may be waiting for that. */
export type Move = Readonly<{ lease: Lease; previous: Checkpoint; next: Position; notify?: boolean }>

/** How a checkpoint is compared in SQL. */
export const columnsOf = (checkpoint: Checkpoint) => (checkpoint === 'start' ? { commit: null, prepare: null } : checkpoint)

/**
 * Moves checkpoints in one statement. Each is behind its own fence, the comparison with the epoch and the previous position; the answers stand in the order of
 * the moves, undefined where the fence said no.
 */
export const moveSegments = async (client: Pool | PoolClient, moves: readonly Move[]): Promise<readonly (Readonly<{ serving: boolean }> | undefined)[]> => {
  const payloads = moves.map(({ lease, next, notify }) => (notify ? notificationOf({ name: lease.projection, commit: next.commit, segment: lease.segment, segments: lease.segments }, []) : null))
  const { rows } = await client.query<{ place: number; serving: boolean }>({
    name: 'projection checkpoints',
    text: `with moved as (
             update read.segment s set commit = m.commit, prepare = m.prepare, lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), updated_at = now()
             from unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[], $9::text[]) with ordinality
               as m (projection, build, segment, epoch, commit, prepare, previous_commit, previous_prepare, payload, place)
             where s.projection = m.projection and s.build = m.build and s.segment = m.segment and s.epoch = m.epoch
               and s.commit is not distinct from m.previous_commit and s.prepare is not distinct from m.previous_prepare
             returning m.place, m.payload, s.serving)
           select place::int, serving, case when serving and payload is not null then pg_notify('${CHANNEL}', payload) end from moved`,
    values: [
      moves.map(({ lease }) => lease.projection), moves.map(({ lease }) => lease.build), moves.map(({ lease }) => lease.segment), moves.map(({ lease }) => lease.epoch),
      moves.map(({ next }) => next.commit), moves.map(({ next }) => next.prepare),
      moves.map(({ previous }) => columnsOf(previous).commit), moves.map(({ previous }) => columnsOf(previous).prepare), payloads,
    ],
  })
  const moved = new Map(rows.map((row) => [row.place, row]))
  return moves.map((_, index) => moved.get(index + 1))
}
