import { groupBy } from '@hearth/contracts/kernel/groupBy'
import { StoreUnavailableError, type EventStore, type Recorded } from './port.ts'

/** Reads that are open at the same time. */
const CONCURRENCY = 8
/** Reading on past so many events that were not asked for costs less than another read. */
const MAX_GAP = 16n

/** An event that an index of the log names. */
export type EventName = Pick<Recorded, 'id' | 'stream' | 'revision'>

/** Named events of a stream that lie close to each other. */
type Run = Readonly<{ stream: string; from: bigint; until: bigint; indexes: ReadonlyMap<bigint, number> }>

const toRuns = (names: readonly EventName[]): readonly Run[] => {
  const byStream = groupBy(
    names.map(({ stream, revision }, index) => ({ stream, revision, index })),
    ({ stream }) => stream,
  )
  return [...byStream].flatMap(([stream, places]) => {
    const runs: { stream: string; from: bigint; until: bigint; indexes: Map<bigint, number> }[] = []
    for (const { revision, index } of places.toSorted((a, b) => Number(a.revision - b.revision))) {
      const last = runs.at(-1)
      if (last === undefined || revision - last.until > MAX_GAP)
        runs.push({ stream, from: revision, until: revision, indexes: new Map([[revision, index]]) })
      else {
        last.until = revision
        last.indexes.set(revision, index)
      }
    }
    return runs
  })
}

/**
 * The events that an index names, in the order of the names, each once. An event that the store does not have
 * yet is a `StoreUnavailableError`: a node of a cluster may be behind. Another event in its place is a fault.
 */
export const readNamed = async (
  store: Pick<EventStore, 'read'>,
  names: readonly EventName[],
): Promise<readonly Recorded[]> => {
  const found: Recorded[] = []
  const failing = new AbortController()
  const readRun = async ({ stream, from, until, indexes }: Run): Promise<void> => {
    const limit = Number(until - from) + 1
    for await (const event of store.read(stream, { from, limit, signal: failing.signal })) {
      const index = indexes.get(event.revision)
      if (index === undefined) continue
      if (event.id !== names[index]?.id)
        throw new Error(`Event ${event.revision} of ${stream} is not the one that the read models have`)
      found[index] = event
    }
    for (const [revision, index] of indexes)
      if (found[index] === undefined)
        throw new StoreUnavailableError(`The event store does not have event ${revision} of ${stream} yet`)
  }
  const runs = toRuns(names).values()
  const work = async (): Promise<void> => {
    for (const run of runs) {
      failing.signal.throwIfAborted()
      await readRun(run)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
  } catch (error) {
    failing.abort(error)
    throw error
  }
  return found
}
