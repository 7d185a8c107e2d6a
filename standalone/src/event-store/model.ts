/** An event that a client asks to append. `id` is a lower-case UUID. */
export type ProposedEvent = Readonly<{
  id: string
  type: string
  isJson: boolean
  metadata: Uint8Array
  data: Uint8Array
}>

/** Place of an event in its stream, from 0. Never a `number`, which is exact up to 2^53 only. */
export type Revision = bigint

/** Place of an event in the log, from 1 without gaps; wire.ts makes it sparse. */
export type Position = bigint

/** An event of the log; `createdAt` is in ms since the epoch. */
export type StoredEvent = ProposedEvent &
  Readonly<{ position: Position; stream: string; revision: Revision; createdAt: number }>

/** The revision that the caller expects of the last event. */
export type Expected = 'any' | 'no_stream' | 'stream_exists' | Revision

export type WriteRequest = Readonly<{
  kind: 'append' | 'delete' | 'tombstone'
  stream: string
  expected: Expected
  events: readonly ProposedEvent[]
}>

export type WriteOutcome =
  | Readonly<{ kind: 'written'; revision: Revision; position: Position | undefined }>
  | Readonly<{ kind: 'wrong-version'; actual: Revision }>
  | Readonly<{ kind: 'deleted' }>
  | Readonly<{ kind: 'timeout' }>
  | Readonly<{ kind: 'unavailable'; reason: string }>

/** Revision of a stream without events. */
export const noEvents: Revision = -1n

/** Revision of `$streamDeleted`, the largest of all; as `$tb` it marks a stream as deleted softly. */
export const tombstoneRevision: Revision = 2n ** 63n - 1n

// Math.min and Math.max take numbers only.
export const min = (left: bigint, right: bigint): bigint => (left < right ? left : right)
export const max = (left: bigint, right: bigint): bigint => (left > right ? left : right)

/** Limits of the reproduced server (MaxAppendSize, WriteTimeoutMs) and our own. */
export const limits = {
  appendBytes: 1_048_576,
  writeTimeoutMs: 2_000,
  nameBytes: 1_024,
  queueLength: 20_000,
  queueBytes: 64 * 1024 * 1024,
  batchEvents: 8_000,
  batchBytes: 16 * 1024 * 1024,
  tailEvents: 16_384,
  tailBytes: 16 * 1024 * 1024,
  pageEvents: 500,
  pageBytes: 1024 * 1024,
  /** What waits for one reader: messages on their way, and new events of its stream. */
  outputBytes: 256 * 1024,
  inboxEvents: 4_096,
  inboxBytes: 1024 * 1024,
  readsPerConnection: 256,
  receiveBytes: 20 * 1024 * 1024,
} as const
