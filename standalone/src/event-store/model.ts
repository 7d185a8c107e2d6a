/** An event that a client asks to append. `id` is a lower-case UUID. */
export type ProposedEvent = Readonly<{
  id: string
  type: string
  isJson: boolean
  metadata: Uint8Array
  data: Uint8Array
}>

/**
 * An event of the log. `position` counts from 1 without gaps (wire.ts makes it sparse); `createdAt` is in ms
 * since the epoch.
 */
export type StoredEvent = ProposedEvent &
  Readonly<{ position: number; stream: string; revision: number; createdAt: number }>

/** The revision that the caller expects; a number is the revision of the last event. */
export type Expected = 'any' | 'no_stream' | 'stream_exists' | number

export type WriteRequest = Readonly<{
  kind: 'append' | 'delete' | 'tombstone'
  stream: string
  expected: Expected
  events: readonly ProposedEvent[]
}>

export type WriteOutcome =
  | Readonly<{ kind: 'written'; revision: number; position: number | undefined }>
  | Readonly<{ kind: 'wrong-version'; actual: number }>
  | Readonly<{ kind: 'deleted' }>
  | Readonly<{ kind: 'timeout' }>
  | Readonly<{ kind: 'unavailable'; reason: string }>

/** Revision of a stream without events. */
export const noEvents = -1

/**
 * Revision of `$streamDeleted`: 2^63-1. As a number it rounds to 2^63, still above every real revision;
 * wire.ts converts it.
 */
export const tombstoneRevision = Number(2n ** 63n - 1n)

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
  tailBytes: 32 * 1024 * 1024,
  pageEvents: 500,
  pageBytes: 4 * 1024 * 1024,
  readsPerConnection: 256,
  receiveBytes: 20 * 1024 * 1024,
} as const
