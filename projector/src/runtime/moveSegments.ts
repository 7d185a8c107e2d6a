import type { Position } from '@hearth/platform/event-store/port'
import type { Pool, PoolClient } from 'pg'
import type { Checkpoint } from './checkpoint.ts'
import { gatherCalls } from './gatherCalls.ts'
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

/** What happens to checkpoints that another transaction holds locked. */
export type WhatIsLocked = 'waited for' | 'left'

export type MovedSegment = Readonly<{ serving: boolean }>

/**
 * Moves checkpoints in one statement. Each is behind its own fence, the comparison with the epoch and the previous position; the answers stand in the order of
 * the moves, undefined where the fence said no and for what was left.
 */
export const moveSegments = async (client: Pool | PoolClient, moves: readonly Move[], locked: WhatIsLocked = 'waited for'): Promise<readonly (MovedSegment | undefined)[]> => {
  const payloads = moves.map(({ lease, next, notify }) => (notify ? notificationOf({ name: lease.projection, commit: next.commit, segment: lease.segment, segments: lease.segments }, []) : null))
  const { rows } = await client.query<MovedSegment & { place: number }>({
    name: `projection checkpoints, locked ones ${locked}`,
    text: `with free as materialized (
             select s.projection, s.build, s.segment from read.segment s join unnest($1::text[], $2::int[], $3::int[]) as w (projection, build, segment) using (projection, build, segment)
             for update of s ${locked === 'left' ? 'skip locked' : ''}),
           moved as (
             update read.segment s set commit = m.commit, prepare = m.prepare, lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), updated_at = now()
             from unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[], $9::text[]) with ordinality
               as m (projection, build, segment, epoch, commit, prepare, previous_commit, previous_prepare, payload, place) join free using (projection, build, segment)
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

/**
 * Moves in one statement what wants to move at the same moment. What somebody holds locked is waited for alone: a cut-over holds the serving build until the
 * next one has come to it, which may have to be moved for that.
 */
export const gatherMoves = <Moved>(moveAll: (moves: readonly Move[], locked: WhatIsLocked) => Promise<readonly (Moved | undefined)[]>): ((move: Move) => Promise<Moved | undefined>) =>
  gatherCalls(async (moves) => {
    const alone = async (move: Move) => (await moveAll([move], 'waited for'))[0]
    if (moves.length === 1) return moves.map(alone)
    const moved = await moveAll(moves, 'left')
    return moves.map((move, index) => moved[index] ?? alone(move))
  })
