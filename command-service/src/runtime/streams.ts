import { getHeapStatistics } from 'node:v8'
import { formatStream } from '@hearth/contracts/kernel/message'
import type { EventStore, Recorded } from '@hearth/platform/event-store/port'
import { openEvents, type EventReader } from '@hearth/platform/read-model/eventReader'
import type { Foldable, Undo } from './decider.ts'
import type { AnyFoldable } from './registration.ts'
import type { Remembered, StreamView } from './streamView.ts'
import { createViewCache } from './viewCache.ts'

/** A view with the state that its fold gives. */
export type TypedView<S> = Omit<StreamView, 'state'> & Readonly<{ state: S }>

/** An event as a fold sees it: opened, in today's shape. */
export type Folded = Readonly<Pick<Recorded, 'type' | 'data' | 'metadata' | 'revision'> & { commit: bigint }>

export const undoToText = ({ command, expiresAt }: Undo): string => `${command}@${expiresAt ?? ''}`
const undoFromText = (text: string): Undo => {
  const at = text.indexOf('@')
  return { command: text.slice(0, at), expiresAt: text.slice(at + 1) || null }
}

const textField = (data: unknown, field: string): string | undefined => {
  const value =
    typeof data === 'object' && data !== null && Object.hasOwn(data, field)
      ? (data as Readonly<Record<string, unknown>>)[field]
      : undefined
  return typeof value === 'string' ? value : undefined
}

const remember = (commands: Map<string, Remembered>, { type, metadata, revision, commit }: Folded): void => {
  const { commandId, commandHash, undo } = metadata
  if (commandId === undefined) return
  const known = commands.get(commandId)
  // Two readers may fold the same event into the one map.
  if (known !== undefined && known.revision >= revision) return
  commands.set(commandId, {
    hash: commandHash ?? '',
    revision,
    commit,
    events: [...(known?.events ?? []), type],
    ...(undo === undefined ? {} : { undo: undoFromText(undo) }),
  })
}

/** Pure but for `commands`, which only grows and belongs to the stream. */
export const foldEvents = (
  of: AnyFoldable,
  view: StreamView,
  events: readonly Folded[],
  readAt: number,
): StreamView => {
  let { state, tenantId, listingId } = view
  for (const event of events) {
    const { occurredAt = '', actorId = '' } = event.metadata
    state = of.evolve[event.type]?.(state as never, event.data as never, occurredAt, actorId) ?? state
    tenantId ??= event.metadata['tenantId']
    listingId ??= textField(event.data, 'listingId')
    remember(view.commands, event)
  }
  const last = events.at(-1)
  if (last === undefined) return { ...view, readAt }
  listingId = of.listingOf?.(state as never) ?? listingId
  return {
    ...view,
    state,
    tenantId,
    listingId,
    revision: last.revision,
    commit: last.commit,
    occurredAt: last.metadata['occurredAt'] ?? '',
    readAt,
  }
}

const emptyView = (of: AnyFoldable, stream: string): StreamView => ({
  stream,
  state: of.initial,
  revision: -1n,
  commit: 0n,
  occurredAt: '',
  tenantId: undefined,
  listingId: undefined,
  commands: new Map(),
  readAt: 0,
})

const readFolded = async (readEvents: EventReader, events: readonly Recorded[]): Promise<Folded[]> =>
  (await openEvents({ readEvents }, events)).map(({ type, data, metadata, revision, position }) => ({
    type,
    data,
    metadata,
    revision,
    commit: position.commit,
  }))

/**
 * Share of the heap for states of streams. A booking that is worked on again soon is not read again, which is
 * a fifth of a command's time (docs/decisions/0032-reads-before-commands.md).
 */
const CACHE_SHARE = 0.4
/** Measured on bookings of 20 events. */
const BYTES_PER_WEIGHT = 450

export type StreamsOptions = Readonly<{
  store: Pick<EventStore, 'read'>
  read: EventReader
  /** Bound of the cache: commands remembered plus 10 for each stream. */
  maxWeight?: number
  /** Milliseconds of the monotonic clock. */
  monotonic?: () => number
}>

export type Streams = ReturnType<typeof createStreams>

/**
 * States of streams, kept in memory and updated by reading newer events only. A view can be behind the store:
 * an append with its revision detects that, and `since` forces a read.
 */
export const createStreams = ({
  store,
  read,
  maxWeight = (getHeapStatistics().heap_size_limit * CACHE_SHARE) / BYTES_PER_WEIGHT,
  monotonic = () => performance.now(),
}: StreamsOptions) => {
  const cache = createViewCache(maxWeight)

  // Concurrent callers share one read.
  const reading = new Map<string, Readonly<{ startedAt: number; view: Promise<StreamView> }>>()
  const readOn = async (of: AnyFoldable, base: StreamView, readAt: number): Promise<StreamView> => {
    const events: Recorded[] = []
    for await (const event of store.read(base.stream, { from: base.revision + 1n })) events.push(event)
    return cache.keep(foldEvents(of, base, events.length === 0 ? [] : await readFolded(read, events), readAt))
  }

  /**
   * The stream's view; one not confirmed since the instant `since` (monotonic) is updated first. An empty
   * view is trusted only from `emptySince`: another process can have begun the stream.
   */
  const load = async (
    of: AnyFoldable,
    stream: string,
    since = 0,
    emptySince = Number.POSITIVE_INFINITY,
  ): Promise<StreamView> => {
    const nothing = cache.findEmpty(stream)
    if (nothing !== undefined && nothing.readAt >= Math.max(since, emptySince)) return nothing
    const known = cache.find(stream)
    if (known !== undefined && known.readAt >= since) return cache.touch(known)
    const running = reading.get(stream)
    if (
      running !== undefined &&
      running.startedAt >= Math.max(since, known === undefined ? emptySince : since)
    )
      return running.view
    const startedAt = monotonic()
    const view = readOn(of, known ?? emptyView(of, stream), startedAt).finally(() => {
      if (reading.get(stream)?.view === view) reading.delete(stream)
    })
    reading.set(stream, { startedAt, view })
    return view
  }

  return {
    load,
    /** The state as this process knows it, confirmed by the store within the last `maxAgeMs`. */
    view: async <S>(of: Foldable<S>, id: string, maxAgeMs: number): Promise<TypedView<S>> => {
      const from = monotonic() - maxAgeMs
      const view = await load(of, formatStream(of.category, id), from, from)
      return { ...view, state: view.state as S }
    },
    /** Folds what was just appended after `view`, without reading it back. */
    advance: (of: AnyFoldable, view: StreamView, events: readonly Folded[]): StreamView =>
      cache.keep(foldEvents(of, view, events, monotonic())),
    /** For an append whose outcome is unknown. */
    forget: cache.forget,
  }
}
