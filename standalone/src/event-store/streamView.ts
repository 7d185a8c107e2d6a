import { max, noEvents, type Revision, type StoredEvent, tombstoneRevision } from './model.ts'
import { parseRetention, type Retention } from './streamMetadata.ts'

/** The state kept of a stream: its last revision and, for a `$$` stream, the text of its last event. */
export type StreamState = Readonly<{ lastRevision: Revision; metadataText?: string; retention?: Retention }>

/** A stream as seen by the commit check and by readers. */
export type StreamView = Readonly<{
  lastRevision: Revision
  tombstoned: boolean
  softDeleted: boolean
  hasMetadata: boolean
  metadataText: string | undefined
  retention: Retention
}>

export type StateLookup = (stream: string) => StreamState

export const isMetastream = (stream: string): boolean => stream.startsWith('$$')
export const metastreamOf = (stream: string): string => `$$${stream}`
const originalOf = (metastream: string): string => metastream.slice(2)

/**
 * The other stream whose state decides about this one: its metadata, or the stream that a metadata stream
 * belongs to.
 */
export const companionOf = (stream: string): string =>
  isMetastream(stream) ? originalOf(stream) : metastreamOf(stream)

export const emptyState: StreamState = { lastRevision: noEvents }

/** State of a stream whose last event is known; only metadata streams keep its text. */
export const stateAfter = (event: Pick<StoredEvent, 'stream' | 'revision' | 'data'>): StreamState => {
  if (!isMetastream(event.stream)) return { lastRevision: event.revision }
  const metadataText = Buffer.from(event.data).toString('utf8')
  return { lastRevision: event.revision, metadataText, retention: parseRetention(metadataText) }
}

export const deriveView = (lookup: StateLookup, stream: string): StreamView => {
  const state = lookup(stream)
  const companion = lookup(companionOf(stream))
  if (isMetastream(stream)) {
    const tombstoned = companion.lastRevision === tombstoneRevision
    // A metadata stream shows its last event only; a tombstone covers it too.
    return {
      lastRevision: state.lastRevision,
      tombstoned,
      softDeleted: false,
      hasMetadata: false,
      metadataText: undefined,
      retention: { maxCount: 1n },
    }
  }
  const retention = companion.retention ?? {}
  return {
    lastRevision: state.lastRevision,
    tombstoned: state.lastRevision === tombstoneRevision,
    softDeleted: retention.truncateBefore === tombstoneRevision,
    hasMetadata: companion.lastRevision !== noEvents,
    metadataText: companion.metadataText,
    retention,
  }
}

/** Revisions a reader may see (`first` > `last`: none) and the age bound in ms since the epoch. */
export const visibleRange = (
  view: StreamView,
  now: number,
): Readonly<{ first: Revision; last: Revision; createdSince: number }> => {
  const { maxCount, maxAgeMs, truncateBefore } = view.retention
  return {
    first: max(truncateBefore ?? 0n, maxCount === undefined ? 0n : view.lastRevision - maxCount + 1n),
    last: view.lastRevision,
    createdSince: maxAgeMs === undefined ? 0 : now - maxAgeMs,
  }
}

/** Whether a reader of its stream may see this event of it. */
export const isVisible = (
  view: StreamView,
  event: Pick<StoredEvent, 'revision' | 'createdAt'>,
  now: number,
): boolean => {
  const { first, createdSince } = visibleRange(view, now)
  return !view.tombstoned && event.revision >= first && event.createdAt >= createdSince
}
