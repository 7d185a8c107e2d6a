import type { Id } from '@hearth/contracts/kernel/ids'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Actor, Message, OfType } from '@hearth/contracts/kernel/message'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'

/** A person's device, as reported by the front door and the browser. */
export type Where = Readonly<{ ip: string; userAgent: string }>

/** The context of a decision besides state and command. Nothing in it changes while deciding. */
export type Context<F> = Readonly<{
  /**
   * When this happens: the wall clock, or what a service principal states
   * (docs/domain/dates.md#when-something-happened). Becomes `occurredAt`.
   */
  now: Instant
  /** The wall clock. Later than `now` only for past events. */
  recordedAt: Instant
  actor: Actor
  /** Whose account this is; for an existing stream its own, else the caller's. */
  tenantId: string
  /** The id of the stream's aggregate. */
  id: string
  /** The id in the command's path where it is not the stream's own: a block's. Equal to `id` otherwise. */
  targetId: string
  commandId: Id
  /** A new id that is the same whenever the same command is decided again. */
  idFor: (label: string) => Id
  facts: F
}>

/** How the caller can undo it: `command` is a command type of the same aggregate. */
export type Undo = Readonly<{ command: string; expiresAt: Instant | null }>

export type Accepted<E extends Message = Message> = Readonly<{
  ok: true
  /** None when nothing changes. */
  events: readonly E[]
  undo?: Undo
  /** Versions that took part, `name@version`: metadata `policies`. */
  policies?: readonly string[]
}>
export type Rejected = Readonly<{
  ok: false
  code: ProblemCode
  detail: string
  facts: Readonly<Record<string, unknown>>
}>
export type Decision<E extends Message = Message> = Accepted<E> | Rejected

export const accept = <E extends Message>(
  events: readonly E[],
  more: Readonly<{ undo?: Undo; policies?: readonly string[] }> = {},
): Accepted<E> => ({
  ok: true,
  events,
  ...more,
})

/**
 * A business refusal is a value; throwing means a bug. `facts` are members of the problem body, never ids of
 * foreign records.
 */
export const reject = (
  code: ProblemCode,
  detail: string,
  facts: Readonly<Record<string, unknown>> = {},
): Rejected => ({ ok: false, code, detail, facts })

/** What folding a stream needs. */
export type Foldable<S> = Readonly<{
  category: string
  initial: S
  evolve: Readonly<
    Record<string, ((state: S, data: never, occurredAt: Instant, by: string) => S) | undefined>
  >
}>

/**
 * The `Foldable` of one aggregate: every event has its handler. It is in `<name>.state.ts`. `by` is the id
 * of the actor who caused the event.
 */
export type Fold<S, E extends Message> = Readonly<{
  category: string
  initial: S
  evolve: {
    readonly [T in E['type']]: (state: S, data: OfType<E, T>['data'], occurredAt: Instant, by: string) => S
  }
  /** The listing that the stream belongs to now, where that can change; else its first event says so. */
  listingOf?(state: S): string | undefined
}>

/**
 * Pure: state from events, events from commands. Every event and command of the aggregate has its handler.
 */
export type Decider<S, C extends Message, E extends Message, F = NoFacts> = Fold<S, E> &
  Readonly<{
    decide: {
      readonly [T in C['type']]: (data: OfType<C, T>['data'], state: S, ctx: Context<F>) => Decision<E>
    }
  }>

/** For aggregates that decide from their own stream alone. */
export type NoFacts = Readonly<Record<never, never>>

/**
 * Reads the state of another stream; its initial state when there is none. It may be a moment old unless
 * `fresh` says that a promise rests on it.
 */
export type ReadState = <S>(
  of: Foldable<S>,
  id: string,
  options?: Readonly<{ fresh?: boolean }>,
) => Promise<S>

/**
 * The parts of the request that facts can depend on, as in `Context`; `where` is null when no person sends
 * it.
 */
export type LoadRequest = Readonly<{
  id: string
  tenantId: string
  now: Instant
  recordedAt: Instant
  actor: Actor
  where: Where | null
}>

/** Loads the facts of a decision. What it needs besides other streams are its feature's ports. */
export type Load<C extends Message, F> = (
  command: C,
  request: LoadRequest,
  readState: ReadState,
) => Promise<F>

/** The state after one event; an event the decider does not know leaves it as it is. */
export const evolveBy = <S>(
  of: Foldable<S>,
  state: S,
  event: Readonly<{ type: string; data: unknown }>,
  occurredAt: Instant,
  by = '',
): S => {
  const handler = of.evolve[event.type]
  return handler === undefined ? state : handler(state, event.data as never, occurredAt, by)
}
