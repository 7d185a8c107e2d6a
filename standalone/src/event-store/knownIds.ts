import type { KnownIds, Written } from './commitCheck.ts'
import type { Revision, StoredEvent } from './model.ts'

const capacity = 32_768

type Place = Written & Readonly<{ stream: string }>

/**
 * Ids of the newest events, which make a repeated append with `any` idempotent. Bounded, as on the real
 * server.
 */
export type IdWindow = Readonly<{
  find: (id: string) => Place | undefined
  add: (events: readonly Place[]) => void
  reset: (events: readonly Place[]) => void
}>

export const createIdWindow = (): IdWindow => {
  let positions = new Map<string, Place>()
  const add = (events: readonly Place[]): void => {
    for (const { id, stream, revision, position } of events)
      positions.set(id, { id, stream, revision, position })
    for (const id of positions.keys()) {
      if (positions.size <= capacity) return
      positions.delete(id)
    }
  }
  return {
    find: (id) => positions.get(id),
    add,
    reset: (events) => {
      positions = new Map()
      add(events)
    },
  }
}

/** Ids known while one batch is decided: committed ones and those the batch itself has added so far. */
export type BatchIds = Readonly<{
  forStream: (stream: string) => KnownIds
  add: (events: readonly StoredEvent[]) => void
}>

export const createBatchIds = (
  window: IdWindow,
  written: ReadonlyMap<string, readonly Written[]>,
): BatchIds => {
  const byId = new Map<string, Place>()
  const byRevision = new Map<string, Map<Revision, Written>>()
  for (const [stream, known] of written)
    byRevision.set(stream, new Map(known.map((place) => [place.revision, place])))
  return {
    forStream: (stream) => ({
      byId: (id) => {
        const place = byId.get(id) ?? window.find(id)
        return place?.stream === stream ? place : undefined
      },
      at: (revision) => byRevision.get(stream)?.get(revision),
    }),
    add: (events) => {
      for (const event of events) {
        byId.set(event.id, event)
        const revisions = byRevision.get(event.stream) ?? new Map<Revision, Written>()
        byRevision.set(event.stream, revisions.set(event.revision, event))
      }
    },
  }
}
