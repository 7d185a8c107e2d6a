import { v5 } from 'uuid'
import type { Instant } from './dates.ts'
import { idOf, type Id } from './ids.ts'
import type { RecordedEvent } from './message.ts'
import type { Row } from './projection.ts'

/**
 * A command to be sent by the system itself. Its id follows from what asks for it, so that whoever sends it
 * sends the same one.
 */
export type Order = Readonly<{
  kind: 'command'
  commandId: Id
  type: string
  /** What it is about; absent where the data says so. */
  id?: Id
  data: Readonly<Record<string, unknown>>
  /** When it happens; when it is sent, unless it belongs to something that has happened. */
  occurredAt?: Instant
}>

/**
 * Work outside the log, by name. It may be done more than once: what it does must have a key of its own. Ids
 * only, nothing personal.
 */
export type Job = Readonly<{ kind: 'job'; name: string; data: Readonly<Record<string, string>> }>

export type Work = Order | Job

/**
 * Work at once, or at an instant unless it is cancelled first. A timer takes the place of the instance's one
 * with the same name.
 */
export type Effect =
  | Work
  | Readonly<{ kind: 'timer'; name: string; at: Instant; work: Work }>
  | Readonly<{ kind: 'cancel'; name: string }>

/** The state after an event (`undefined`: nothing is left to remember) and what is to be done. */
export type Reaction<S extends Row> = readonly [state: S | undefined, ...effects: Effect[]]

/** `types`: the events it reacts to at all, where that is known; no other changes anything. */
export type React<S extends Row = Row> = ((state: S | undefined, event: RecordedEvent) => Reaction<S>) &
  Readonly<{ types?: ReadonlySet<string> }>

/**
 * What the system does by itself after events, as a pure function. One instance per correlated id; its state
 * is JSON. The projector runs it once over the log: going over events again makes no effects.
 */
export type ProcessManager<S extends Row = Row> = Readonly<{
  name: string
  /**
   * Counts the meanings of the state; a new one is made from the log in silence, up to where the former one
   * was.
   */
  version: number
  /** The instance that an event belongs to; `undefined`: none. */
  correlate: (event: RecordedEvent) => Id | undefined
  on: React<S>
}>

export const defineProcess = <S extends Row>(manager: ProcessManager<S>) => manager

type Handlers<S extends Row, E extends Readonly<{ type: string; data: unknown }>> = {
  readonly [T in E['type']]?: (
    state: S | undefined,
    event: RecordedEvent<T, Extract<E, { type: T }>['data']>,
  ) => Reaction<S>
}

/** Reactions written as one function per event type; other types change nothing. */
export const reactBy = <S extends Row, E extends Readonly<{ type: string; data: unknown }>>(
  handlers: Handlers<S, E>,
): React<S> => {
  const byType = handlers as Readonly<
    Record<string, ((state: S | undefined, event: RecordedEvent) => Reaction<S>) | undefined>
  >
  return Object.assign(
    (state: S | undefined, event: RecordedEvent): Reaction<S> =>
      byType[event.type]?.(state, event) ?? [state],
    { types: new Set(Object.keys(handlers)) },
  )
}

/**
 * uuidv5(process/instance/event, n): the n-th effect of one event is one row of the outbox, however often it
 * is made.
 */
export const effectIdOf = (process: string, instance: string, eventId: string, index: number): Id =>
  v5(String(index), idOf(process, instance, eventId))
