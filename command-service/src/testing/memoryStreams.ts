import { eventDefinitions } from '@hearth/contracts'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveEventId } from '@hearth/contracts/kernel/ids'
import { formatStream, type Actor, type RecordedEvent } from '@hearth/contracts/kernel/message'
import { evolveBy, type Foldable } from '../runtime/decider.ts'

/** The command that events are appended for. */
type Cause = Readonly<{
  commandId: string
  actor: Actor
  tenantId: string
  now: Instant
  recordedAt?: Instant
}>
type Stream = { state: unknown; events: readonly RecordedEvent[] }

/** Recursively frozen, so that a decider that changes its arguments fails. */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}

const recordEvent = (
  { type, data }: Readonly<{ type: string; data: unknown }>,
  stream: string,
  revision: number,
  commit: bigint,
  cause: Cause & Readonly<{ index: number }>,
): RecordedEvent => {
  const definition = eventDefinitions.get(type)
  if (definition === undefined) throw new Error(`No event is called ${type}`)
  const decoded: unknown = deepFreeze(definition.schema.parse(JSON.parse(JSON.stringify(data))))
  return {
    id: deriveEventId(cause.commandId, cause.index),
    stream,
    revision: BigInt(revision),
    type,
    data: decoded,
    metadata: {
      tenantId: cause.tenantId,
      actorId: cause.actor.id,
      commandId: cause.commandId,
      occurredAt: cause.now,
      schema: String(definition.version),
    },
    position: { commit, prepare: commit },
    recordedAt: cause.recordedAt ?? cause.now,
  }
}

export type MemoryStreams = Readonly<{
  log: readonly RecordedEvent[]
  stateOf: <S>(of: Foldable<S>, id: string) => S
  append: (
    of: Foldable<unknown>,
    id: string,
    cause: Cause,
    events: readonly Readonly<{ type: string; data: unknown }>[],
  ) => void
  copy: () => MemoryStreams
}>

/** Streams with their folded states in memory. */
export const createMemoryStreams = (
  before?: Readonly<{ log: readonly RecordedEvent[]; streams: ReadonlyMap<string, Stream> }>,
): MemoryStreams => {
  const log = [...(before?.log ?? [])]
  const streams = new Map(before?.streams)
  return {
    log,
    stateOf: <S>(of: Foldable<S>, id: string): S =>
      (streams.get(formatStream(of.category, id))?.state ?? of.initial) as S,
    append: (of, id, cause, events) => {
      const stream = formatStream(of.category, id)
      const known = streams.get(stream) ?? { state: of.initial, events: [] }
      let { state } = known
      const recorded = [...known.events]
      for (const [index, event] of events.entries()) {
        const commit = BigInt(log.length + 1)
        const next = recordEvent(event, stream, recorded.length, commit, { ...cause, index })
        state = deepFreeze(evolveBy(of, state, next, cause.now, next.metadata['actorId']))
        recorded.push(next)
        log.push(next)
      }
      streams.set(stream, { state, events: recorded })
    },
    copy: () => createMemoryStreams({ log, streams }),
  }
}
