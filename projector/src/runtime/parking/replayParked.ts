import type { Projection } from '@hearth/contracts/kernel/projection'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Pool } from 'pg'
import { createEntry } from '../batch/createEntry.ts'
import { classifyFailure } from '../batch/classifyFailure.ts'
import { FoldError, type Entry } from '../batch/foldBatch.ts'
import { noteAttempt, readParked } from './parkedStreams.ts'

export type Replayed = Readonly<{ ok: true; events: number } | { ok: false; reason: string }>

type Replay = Readonly<{
  pool: Pool
  projection: Projection
  place: Readonly<{ projection: string; build: number }>
  stream: string
  batchSize: number
  read: EventReader
  /** Writes them and takes them out of the parking place, in one transaction. */
  write: (entries: readonly Entry[]) => Promise<void>
}>

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/**
 * Folds a parked stream's events in their order, in batches, each taken out of the parking place with its
 * rows. At an event that still cannot be taken it ends: those before it stay written, it and the later ones
 * stay parked.
 */
export const replayParked = async ({
  pool,
  projection,
  place,
  stream,
  batchSize,
  read,
  write,
}: Replay): Promise<Replayed> => {
  let limit = batchSize
  for (let events = 0; ;) {
    let entries: readonly Entry[] = []
    try {
      const recorded = await readParked(pool, place, stream, limit)
      if (recorded.length === 0) return { ok: true, events }
      const opened = await read(recorded)
      entries = recorded.flatMap((event, index) => {
        const result = opened[index]
        if (!result) return []
        // Parked under code that minded it, of no concern to today's: it leaves without a trace.
        return [createEntry(projection, event, result) ?? { recorded: event, event, keys: [] }]
      })
      await write(entries)
      events += entries.length
    } catch (error) {
      const at = error instanceof FoldError ? entries.findIndex(({ event }) => event === error.event) : -1
      if (at > 0) limit = at
      else if (classifyFailure(error) === 'poison' && at < 0 && limit > 1) limit = 1
      else {
        await noteAttempt(pool, place, stream, toError(error))
        return { ok: false, reason: toError(error).message }
      }
    }
  }
}
