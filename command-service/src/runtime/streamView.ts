import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Undo } from './decider.ts'

/** What a command did, so that its repetition gets the same answer. */
export type Remembered = Readonly<{
  hash: string
  revision: bigint
  commit: bigint
  events: readonly string[]
  undo?: Undo
}>

/** One stream as this process knows it. */
export type StreamView = Readonly<{
  stream: string
  state: unknown
  /** The last event's; -1 while the stream is empty. */
  revision: bigint
  commit: bigint
  /** The last event's; empty while the stream is empty. */
  occurredAt: Instant | ''
  tenantId: string | undefined
  /** From the first event's data; co-hosts' scopes are checked against it. */
  listingId: string | undefined
  commands: Map<string, Remembered>
  /** When the store last confirmed that nothing follows, by the monotonic clock. */
  readAt: number
}>
