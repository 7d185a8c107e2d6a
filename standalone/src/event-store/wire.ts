import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendReq, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import { encodeEvent } from './encodeEvent.ts'
import { appendTooLarge, invalid, missingMetadata } from './errors.ts'
import {
  limits,
  type Position,
  type ProposedEvent,
  type Revision,
  type StoredEvent,
  tombstoneRevision,
} from './model.ts'

const jsonType = 'application/json'
const ticksPerMs = '0000'
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const utf8 = new TextDecoder('utf-8', { fatal: true })

// The two ends of the protocol's uint64 fields, which hold no larger revision or position than 2^63-1.
const MAX_UINT64 = 2n ** 64n - 1n

const parseRevision = (text: string): Revision => {
  const revision = BigInt(text)
  if (revision > tombstoneRevision) throw invalid(`a revision is at most ${tombstoneRevision}, not ${text}`)
  return revision
}

/** The revision at which a read begins; 2^64-1 is the end. */
export const startRevision = (text: string): Revision | 'end' =>
  BigInt(text) === MAX_UINT64 ? 'end' : parseRevision(text)

/** The revision that a write expects; 2^64-1 is -1 as int64, which says that there is none. */
export const expectedRevision = (text: string): Revision | 'no_stream' =>
  BigInt(text) === MAX_UINT64 ? 'no_stream' : parseRevision(text)

/**
 * Sparse on purpose: clients must not count on dense positions, and a position that was never issued is
 * recognised.
 */
const sparse = (position: Position): bigint => position * 64n + ((position * 29n + 17n) % 64n)
export const positionText = (position: Position): string => String(sparse(position))

/**
 * The position that was issued as this text, `start` and `end` for the two ends of uint64, undefined when
 * never issued.
 */
export const parsePosition = (
  commit: string,
  prepare: string,
  head: Position,
): Position | 'start' | 'end' | undefined => {
  if (commit !== prepare) return undefined
  const value = BigInt(commit)
  if (value === 0n) return 'start'
  if (value === MAX_UINT64) return 'end'
  const position = value / 64n
  return position > 0n && position <= head && sparse(position) === value ? position : undefined
}

export const streamIdentifier = (stream: string): StreamIdentifier => {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  return identifier
}

/** Throws INVALID_ARGUMENT for an invalid stream name. */
export const streamName = (identifier: StreamIdentifier | undefined): string => {
  const bytes = identifier?.getStreamName_asU8() ?? new Uint8Array()
  if (bytes.length === 0) throw invalid('the stream name is empty')
  if (bytes.length > limits.nameBytes) throw invalid(`a stream name has at most ${limits.nameBytes} bytes`)
  let name: string
  try {
    name = utf8.decode(bytes)
  } catch {
    throw invalid('the stream name is not UTF-8')
  }
  if (name.includes('\0')) throw invalid('a stream name has no NUL character')
  if (name === '$all' || name === '$$' || name === '$$$all' || name.startsWith('$$$$'))
    throw invalid(`${name} is not the name of a stream`)
  return name
}

export const uuidText = (uuid: UUID | undefined): string => {
  const structured = uuid?.getStructured()
  const hex = structured
    ? [structured.getMostSignificantBits(), structured.getLeastSignificantBits()]
        .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
        .join('')
    : ''
  const text = structured
    ? `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    : (uuid?.getString() ?? '').toLowerCase()
  if (!uuidPattern.test(text)) throw invalid('an id is not a UUID')
  return text
}

const uuidMessage = (id: string, structured: boolean): UUID => {
  const uuid = new shared.UUID()
  if (!structured) {
    uuid.setString(id)
    return uuid
  }
  const hex = id.replaceAll('-', '')
  const half = (from: number): string =>
    BigInt.asIntN(64, BigInt(`0x${hex.slice(from, from + 16)}`)).toString()
  const parts = new shared.UUID.Structured()
  parts.setMostSignificantBits(half(0))
  parts.setLeastSignificantBits(half(16))
  uuid.setStructured(parts)
  return uuid
}

export const proposedEvent = (
  message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage,
): ProposedEvent => {
  const properties = message.getMetadataMap()
  const type = properties.get('type')
  const contentType = properties.get('content-type')
  if (!type) throw missingMetadata('type')
  if (!contentType) throw missingMetadata('content-type')
  if (type.includes('\0')) throw invalid('an event type has no NUL character')
  if (Buffer.byteLength(type) > limits.nameBytes)
    throw invalid(`an event type has at most ${limits.nameBytes} bytes`)
  return {
    id: uuidText(message.getId()),
    type,
    isJson: contentType === jsonType,
    metadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  }
}

/** Adds up the size of an append as the real server does; throws when it is over the limit. */
export const countBytes = (bytesBefore: number, event: ProposedEvent): number => {
  const bytes = bytesBefore + event.data.length + event.metadata.length + 2 * event.type.length
  if (bytes > limits.appendBytes) throw appendTooLarge()
  return bytes
}

const recordedEvent = (event: StoredEvent, structuredIds: boolean) => {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent()
  record.setId(uuidMessage(event.id, structuredIds))
  record.setStreamIdentifier(streamIdentifier(event.stream))
  record.setStreamRevision(String(event.revision))
  const position = positionText(event.position)
  record.setCommitPosition(position)
  record.setPreparePosition(position)
  const properties = record.getMetadataMap()
  properties.set('type', event.type)
  properties.set('content-type', event.isJson ? jsonType : 'application/octet-stream')
  properties.set('created', `${event.createdAt}${ticksPerMs}`)
  record.setCustomMetadata(event.metadata)
  record.setData(event.data)
  return record
}

/**
 * The message for one place of a stream: the event there or, for a resolved link, its target (if it still
 * exists) and the link.
 */
export type ResolvedEvent = Readonly<{ event: StoredEvent | undefined; link: StoredEvent | undefined }>

export const eventMessage = ({ event, link }: ResolvedEvent, structuredIds: boolean): Buffer => {
  if (event && !link && !structuredIds) return encodeEvent(event, sparse(event.position))
  const readEvent = new streams.ReadResp.ReadEvent()
  if (event) readEvent.setEvent(recordedEvent(event, structuredIds))
  if (link) readEvent.setLink(recordedEvent(link, structuredIds))
  const place = link ?? event
  if (place) readEvent.setCommitPosition(positionText(place.position))
  const response = new streams.ReadResp()
  response.setEvent(readEvent)
  return Buffer.from(response.serializeBinary())
}

export const streamNotFoundMessage = (stream: string): Buffer => {
  const notFound = new streams.ReadResp.StreamNotFound()
  notFound.setStreamIdentifier(streamIdentifier(stream))
  const response = new streams.ReadResp()
  response.setStreamNotFound(notFound)
  return Buffer.from(response.serializeBinary())
}

export const confirmationMessage = (subscriptionId: string): Buffer => {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation()
  confirmation.setSubscriptionId(subscriptionId)
  const response = new streams.ReadResp()
  response.setConfirmation(confirmation)
  return Buffer.from(response.serializeBinary())
}

export const checkpointMessage = (position: Position): Buffer => {
  const checkpoint = new streams.ReadResp.Checkpoint()
  checkpoint.setCommitPosition(positionText(position))
  checkpoint.setPreparePosition(positionText(position))
  const response = new streams.ReadResp()
  response.setCheckpoint(checkpoint)
  return Buffer.from(response.serializeBinary())
}

export const caughtUpMessage = (): Buffer => {
  const response = new streams.ReadResp()
  response.setCaughtUp(new streams.ReadResp.CaughtUp())
  return Buffer.from(response.serializeBinary())
}
