import type { RecordedEvent } from '@eventstore/db-client'
import {
  EventRejectedError,
  type EventMetadata,
  type NewEvent,
  type Position,
  type Recorded,
} from './port.ts'

/**
 * What servers take in one append: data + metadata + 2 bytes per character of the type, over all its events.
 */
export const MAX_APPEND_BYTES = 1_048_576

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An event as it goes over the wire: data and metadata as JSON in UTF-8. */
export type EncodedEvent = Readonly<{ id: string; type: string; data: Uint8Array; metadata: Uint8Array }>

const encoder = new TextEncoder()

const encodeJson = (event: NewEvent, part: 'data' | 'metadata'): Uint8Array => {
  try {
    return encoder.encode(JSON.stringify(event[part]))
  } catch (cause) {
    throw new EventRejectedError(`The ${part} of ${event.type} is not JSON`, { cause })
  }
}

const encodeEvent = (event: NewEvent): EncodedEvent => {
  const { id, type, data, metadata } = event
  if (!UUID.test(id)) throw new EventRejectedError(`The id of ${type} is not a UUID`)
  if (type === '' || type.startsWith('$'))
    throw new EventRejectedError(`Event type "${type}" belongs to the server`)
  if (!isObject(data)) throw new EventRejectedError(`The data of ${type} is not an object`)
  if (!Object.values(metadata).every((value) => typeof value === 'string'))
    throw new EventRejectedError(`The metadata of ${type} holds more than strings`)
  return { id, type, data: encodeJson(event, 'data'), metadata: encodeJson(event, 'metadata') }
}

/** Checks everything before any I/O; servers differ in how they count the size of an append. */
export const encodeAppend = (stream: string, events: readonly NewEvent[]): readonly EncodedEvent[] => {
  if (stream === '' || stream.startsWith('$'))
    throw new EventRejectedError(`Stream "${stream}" belongs to the server`)
  if (events.length === 0) throw new EventRejectedError('An append needs an event')
  const encoded = events.map(encodeEvent)
  const bytes = encoded.reduce(
    (total, { type, data, metadata }) => total + data.length + metadata.length + 2 * type.length,
    0,
  )
  if (bytes > MAX_APPEND_BYTES)
    throw new EventRejectedError(
      `An append of ${bytes} bytes to ${stream} is larger than ${MAX_APPEND_BYTES}`,
    )
  return encoded
}

// Events of other writers may hold other values; the port promises strings.
const holdsStrings = (metadata: JsonObject): metadata is EventMetadata => {
  for (const key in metadata) if (typeof metadata[key] !== 'string') return false
  return true
}
const toMetadata = (metadata: unknown): EventMetadata => {
  if (!isObject(metadata) || metadata instanceof Uint8Array) return {}
  return holdsStrings(metadata)
    ? metadata
    : Object.fromEntries(
        Object.entries(metadata).map(([key, value]) => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      )
}

/**
 * `data` stays as it came: malformed JSON as a string, other content as bytes; the contract's schema judges
 * it.
 */
export const decodeEvent = (event: RecordedEvent, position: Position): Recorded => ({
  id: event.id,
  stream: event.streamId,
  revision: event.revision,
  type: event.type,
  data: event.data,
  metadata: toMetadata(event.metadata),
  position,
  recordedAt: event.created.toISOString(),
})

/** Whether the server wrote it for itself: metadata, links, statistics. */
export const isSystemEvent = (event: Readonly<{ type: string; streamId: string }>): boolean =>
  event.type.startsWith('$') || event.streamId.startsWith('$')
