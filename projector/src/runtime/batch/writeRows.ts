import type { Projection } from '@hearth/contracts/kernel/projection'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Pool } from 'pg'
import { loadSegment, createBatchCommit, type Pause } from './commitBatch.ts'
import type { Lease } from '../segments/leases.ts'
import type { ParkedStreams } from '../parking/parkedStreams.ts'
import { replayParked } from '../parking/replayParked.ts'
import { FencedError, type Move, type MovedSegment } from '../segments/moveSegments.ts'
import { createNotification } from './notification.ts'
import type { Writer } from '../feed/runnerOptions.ts'

type WriteRows = Readonly<{
  pool: Pool
  projection: Projection
  table: string
  lease: Lease
  parked: ParkedStreams
  read: EventReader
  batchSize: number
  /** Moves a checkpoint together with those of other segments. */
  move: (move: Move) => Promise<MovedSegment | undefined>
  pauseAt?: Pause | undefined
}>

/** Batches as rows of a build's table. */
export const createRowWriter = ({
  pool,
  projection,
  table,
  lease,
  parked,
  read,
  batchSize,
  move,
  pauseAt,
}: WriteRows): Writer => {
  const commit = createBatchCommit(pool, projection, table, lease, parked, pauseAt)
  return {
    commit,
    advance: async (previous, next, notify) => {
      if (
        !(await move({
          lease,
          previous,
          next,
          payload: notify ? createNotification(lease, next.commit, []) : undefined,
        }))
      )
        throw new FencedError(`${projection.name} was moved by someone else`)
    },
    stored: () => loadSegment(pool, lease),
    replay: async (stream, at, notify) => {
      const write = (entries: Parameters<typeof commit>[0]['entries']) =>
        commit({ previous: at, next: at, entries, parked: [], unparked: stream, notify })
      const replayed = await replayParked({ pool, projection, place: lease, stream, batchSize, read, write })
      if (replayed.ok) parked.delete(stream)
      return replayed
    },
  }
}
