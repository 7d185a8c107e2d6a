/**
 * Where an event stands in the whole log. Positions grow but are not dense; compare with `<`, never subtract.
 */
export type Position = Readonly<{ commit: bigint; prepare: bigint }>

/**
 * Metadata is flat and string-valued, as servers from 25.1 on demand
 * (docs/domain/ids-and-streams.md#metadata).
 */
export type EventMetadata = Readonly<Record<string, string>>

/**
 * An event about to be written. `id` is uuidv5(commandId, index), so that a repeated append is recognised.
 */
export type NewEvent = Readonly<{ id: string; type: string; data: unknown; metadata: EventMetadata }>

/**
 * An event as the log keeps it. `recordedAt` is the server's clock (UTC ISO); `occurredAt` in the metadata is
 * ours.
 */
export type Recorded = Readonly<{
  id: string
  stream: string
  revision: bigint
  type: string
  data: unknown
  metadata: EventMetadata
  position: Position
  recordedAt: string
}>

export type ExpectedRevision = 'any' | 'absent' | 'present' | bigint

export type AppendResult =
  | Readonly<{ kind: 'appended'; revision: bigint; position: Position }>
  | Readonly<{ kind: 'conflict'; actual: bigint | 'absent' }>

/**
 * One ordered sequence: a checkpoint never precedes the events it covers; `caught-up` comes after the backlog
 * is handed over.
 */
export type FeedItem =
  | Readonly<{ kind: 'event'; event: Recorded }>
  | Readonly<{ kind: 'checkpoint'; position: Position }>
  | Readonly<{ kind: 'caught-up' }>

/** Thrown when the store cannot be reached. Nothing was written, or the write is known to have failed. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError'
}

/** Thrown when the address is wrong, so that waiting does not help. Nothing was written. */
export class StoreAddressError extends StoreUnavailableError {
  override name = 'StoreAddressError'
}

/** Thrown when the store does not accept our user or what it may do. Nothing was written. */
export class StoreAccessError extends StoreAddressError {
  override name = 'StoreAccessError'
}

/**
 * Thrown when the outcome of an append is unknown. Repeat it with the same ids and expected revision; never
 * decide again (docs/domain/event-store.md#unknown-outcomes).
 */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError'
}

/** Thrown before any I/O for an event that cannot be written: not JSON, or larger than the server takes. */
export class EventRejectedError extends Error {
  override name = 'EventRejectedError'
}

export interface EventStore {
  /** Events of one stream, oldest first, from a revision (inclusive). An unknown stream is empty. */
  read(
    stream: string,
    options?: { from?: bigint; limit?: number; signal?: AbortSignal },
  ): AsyncIterable<Recorded>
  /** All of `events` or none. A conflict is an answer, not an exception. */
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    options?: { signal?: AbortSignal },
  ): Promise<AppendResult>
  /**
   * The whole log without system events, after `from` (exclusive). It never ends: it resubscribes by itself
   * until the signal aborts, calls `from` each time, and yields no event twice within one iteration.
   * `caught-up` may come many times. With `categories` it yields only events of their streams; checkpoints
   * report the position in the log about every thousand events.
   */
  feed(options: {
    from: () => Promise<Position | 'start'>
    categories?: readonly string[] | undefined
    signal: AbortSignal
  }): AsyncIterable<FeedItem>
  /** Resolves when the store answers, rejects within `timeoutMs` otherwise. */
  ping(timeoutMs: number): Promise<void>
  close(): Promise<void>
}
