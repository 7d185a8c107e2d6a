import type { Id } from '@hearth/contracts/kernel/ids'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import type { Principal } from '@hearth/platform/session/principal'
import type { Undo, Where } from './decider.ts'

/** A command with its sender, key and metadata (docs/domain/commands.md#writing). */
export type Envelope<D = unknown> = Readonly<{
  type: string
  /** The id in the path; absent where the command creates. */
  id?: string
  /** Already parsed by the command's schema. */
  data: D
  principal: Principal
  /** For which account staff and services create (header X-Host-Account). */
  hostAccountId?: string
  /** The Idempotency-Key. */
  commandId: Id
  /** The revision that the caller saw (If-Match). */
  expected?: bigint
  /** The stream must be at this revision, -1 for empty; for steps that rest on a state read before. */
  at?: bigint
  /** When it happened, as reported by a service principal (header X-Occurred-At). */
  occurredAt?: Instant
  correlationId: string
  causationId?: string
  traceparent?: string
  /**
   * The person's device; not part of the command's content, so a repetition from elsewhere is the same
   * command.
   */
  where?: Where
  /**
   * When it reached this process, by the monotonic clock: later reads are fresh. Now, unless it is one of
   * several steps.
   */
  arrivedAt?: number
  /**
   * A step of the system: no capability is required, and its time is never before the stream's last event.
   */
  internal?: true
}>

/** `revision` and `commit` are those of the command's last event; without events the stream's own. */
export type Done = Readonly<{
  kind: 'accepted' | 'duplicate'
  id: string
  stream: string
  tenantId: string
  revision: bigint
  commit: bigint
  events: readonly string[]
  undo?: Undo
}>
export type Refused = Readonly<{
  kind: 'rejected'
  code: ProblemCode
  detail: string
  facts: Readonly<Record<string, unknown>>
}>
export type Outcome = Done | Refused

export type Handle = (envelope: Envelope) => Promise<Outcome>

/** Refusals that say nothing about the command itself: the system sends it again. */
export const TRANSIENT_CODES: readonly ProblemCode[] = [
  'OUTCOME_UNKNOWN',
  'DEPENDENCY_UNAVAILABLE',
  'OVERLOADED',
  'CONCURRENT_CHANGE',
  'COMMAND_IN_FLIGHT',
]

/** Work of the system that can't be done yet; its caller tries again later. */
export class RetryableError extends Error {
  override name = 'RetryableError'
}

export const refuse = (
  code: ProblemCode,
  detail: string,
  facts: Readonly<Record<string, unknown>> = {},
): Refused => ({ kind: 'rejected', code, detail, facts })

/** One answer for records that don't exist and records of another account. */
export const notFound = (): Refused =>
  refuse('NOT_FOUND', 'There’s nothing at this address, or you don’t have access to it.')
