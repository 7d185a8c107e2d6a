import type { StoredEvent } from './model.ts'

// Reads and subscriptions send this one message millions of times; written by hand it costs a fraction of the
// generated code, and wire.test.ts decodes it with the generated code. Numbers in comments are field numbers
// of streams.proto.

const jsonType = Buffer.from('application/json')
const binaryType = Buffer.from('application/octet-stream')
const typeKey = Buffer.from('type')
const contentTypeKey = Buffer.from('content-type')
const createdKey = Buffer.from('created')
const idBytes = 36

const varintSize = (value: number): number => {
  let size = 1
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1
  return size
}

const fieldSize = (length: number): number => 1 + varintSize(length) + length
const entrySize = (key: number, value: number): number => fieldSize(key) + fieldSize(value)
// Most 64-bit numbers are exact as a `number`, which is faster.
const isSafe = (value: bigint): boolean => value <= Number.MAX_SAFE_INTEGER
const varint64Size = (value: bigint): number =>
  isSafe(value) ? varintSize(Number(value)) : Math.ceil(value.toString(2).length / 7)
const numberSize = (value: bigint): number => (value === 0n ? 0 : 1 + varint64Size(value))
const bytesSize = (length: number): number => (length === 0 ? 0 : fieldSize(length))

// Each writes at `offset` and returns the offset after it.

const varint = (buffer: Buffer, offset: number, value: number): number => {
  let place = offset
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) {
    buffer[place] = (rest % 128) + 128
    place += 1
  }
  buffer[place] = rest
  return place + 1
}

const open = (buffer: Buffer, offset: number, tag: number, length: number): number => {
  buffer[offset] = tag
  return varint(buffer, offset + 1, length)
}

const number = (buffer: Buffer, offset: number, tag: number, value: bigint): number => {
  if (value === 0n) return offset
  buffer[offset] = tag
  let place = offset + 1
  let rest = value
  for (; !isSafe(rest); rest >>= 7n) {
    buffer[place] = Number(rest & 127n) + 128
    place += 1
  }
  return varint(buffer, place, Number(rest))
}

const text = (buffer: Buffer, offset: number, tag: number, value: string, length: number): number => {
  const start = open(buffer, offset, tag, length)
  return start + buffer.write(value, start)
}

const bytes = (buffer: Buffer, offset: number, tag: number, value: Uint8Array): number => {
  const start = open(buffer, offset, tag, value.length)
  buffer.set(value, start)
  return start + value.length
}

/** ReadResp{event{event, commit_position}} with the id as text. `position` is the sparse one of the wire. */
export const encodeEvent = (event: StoredEvent, position: bigint): Buffer => {
  const streamBytes = Buffer.byteLength(event.stream)
  const typeBytes = Buffer.byteLength(event.type)
  const contentType = event.isJson ? jsonType : binaryType
  const created = `${event.createdAt}0000`
  const typeEntry = entrySize(typeKey.length, typeBytes)
  const contentTypeEntry = entrySize(contentTypeKey.length, contentType.length)
  const createdEntry = entrySize(createdKey.length, created.length)
  const recordBytes =
    fieldSize(fieldSize(idBytes)) +
    fieldSize(fieldSize(streamBytes)) +
    numberSize(event.revision) +
    2 * numberSize(position) +
    fieldSize(typeEntry) +
    fieldSize(contentTypeEntry) +
    fieldSize(createdEntry) +
    bytesSize(event.metadata.length) +
    bytesSize(event.data.length)
  const readEventBytes = fieldSize(recordBytes) + numberSize(position)
  const buffer = Buffer.allocUnsafe(fieldSize(readEventBytes))

  let offset = open(buffer, 0, 0x0a, readEventBytes) // ReadResp.event = 1
  offset = open(buffer, offset, 0x0a, recordBytes) // ReadEvent.event = 1
  offset = open(buffer, offset, 0x0a, fieldSize(idBytes)) // id = 1
  offset = text(buffer, offset, 0x12, event.id, idBytes) // UUID.string = 2
  offset = open(buffer, offset, 0x12, fieldSize(streamBytes)) // stream_identifier = 2
  offset = text(buffer, offset, 0x1a, event.stream, streamBytes) // stream_name = 3
  offset = number(buffer, offset, 0x18, event.revision) // stream_revision = 3
  offset = number(buffer, offset, 0x20, position) // prepare_position = 4
  offset = number(buffer, offset, 0x28, position) // commit_position = 5
  offset = open(buffer, offset, 0x32, typeEntry) // metadata = 6, a map: key = 1, value = 2
  offset = bytes(buffer, offset, 0x0a, typeKey)
  offset = text(buffer, offset, 0x12, event.type, typeBytes)
  offset = open(buffer, offset, 0x32, contentTypeEntry)
  offset = bytes(buffer, offset, 0x0a, contentTypeKey)
  offset = bytes(buffer, offset, 0x12, contentType)
  offset = open(buffer, offset, 0x32, createdEntry)
  offset = bytes(buffer, offset, 0x0a, createdKey)
  offset = text(buffer, offset, 0x12, created, created.length)
  if (event.metadata.length > 0) offset = bytes(buffer, offset, 0x3a, event.metadata) // custom_metadata = 7
  if (event.data.length > 0) offset = bytes(buffer, offset, 0x42, event.data) // data = 8
  number(buffer, offset, 0x18, position) // ReadEvent.commit_position = 3
  return buffer
}
