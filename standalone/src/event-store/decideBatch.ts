import type { Written } from './commitCheck.ts'
import { decide } from './decide.ts'
import { createBatchIds, type IdWindow } from './knownIds.ts'
import type { RevisionRange } from './log.ts'
import {
  min,
  noEvents,
  type Position,
  type StoredEvent,
  type WriteOutcome,
  type WriteRequest,
} from './model.ts'
import { stateAfter, type StateLookup, type StreamState, deriveView } from './streamView.ts'

export type BatchContext = Readonly<{
  /** Committed state of every stream that the requests touch. */
  lookup: StateLookup
  window: IdWindow
  /** Ids found at the places that `repeatsPossible` named. */
  written: ReadonlyMap<string, readonly Written[]>
  /** Position of the last event of the log. */
  head: Position
  now: number
  newId: () => string
}>

export type BatchDecision = Readonly<{
  outcomes: readonly WriteOutcome[]
  events: readonly StoredEvent[]
  changed: ReadonlyMap<string, StreamState>
}>

/**
 * The places in the log where ids must be compared: a request that expects an older revision may be a repeat.
 */
export const repeatsPossible = (requests: readonly WriteRequest[], lookup: StateLookup): RevisionRange[] =>
  requests.flatMap(({ expected, stream, events }) => {
    if (expected === 'any' || expected === 'stream_exists') return []
    const revision = expected === 'no_stream' ? noEvents : expected
    const view = deriveView(lookup, stream)
    if (view.tombstoned || revision >= view.lastRevision) return []
    return [{ stream, from: revision + 1n, to: min(view.lastRevision, revision + BigInt(events.length)) }]
  })

/**
 * Decides requests in order, each on the state left by the earlier ones, as if each had been committed alone.
 */
export const decideBatch = (requests: readonly WriteRequest[], context: BatchContext): BatchDecision => {
  const ids = createBatchIds(context.window, context.written)
  const changed = new Map<string, StreamState>()
  const added: StoredEvent[] = []
  const outcomes: WriteOutcome[] = []
  const lookup: StateLookup = (stream) => changed.get(stream) ?? context.lookup(stream)
  for (const request of requests) {
    const { outcome, events } = decide(request, {
      lookup,
      known: ids.forStream(request.stream),
      nextPosition: context.head + BigInt(added.length) + 1n,
      now: context.now,
      newId: context.newId,
    })
    ids.add(events)
    for (const event of events) {
      changed.set(event.stream, stateAfter(event))
      added.push(event)
    }
    outcomes.push(outcome)
  }
  return { outcomes, events: added, changed }
}
