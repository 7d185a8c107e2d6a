import { v5 } from 'uuid'
import type { Instant } from './dates.ts'
import { deriveId, type Id } from './ids.ts'
import type { Message, OfType, RecordedEvent } from './message.ts'
import type { Row } from './projection.ts'

/**
 * One of the commands `C`, issued by the system itself. Its id follows from its cause, so that every sender
 * sends the same command.
 */
export type SystemCommand<C extends Message = Message> = C extends Message
  ? Readonly<{
      kind: 'command'
      commandId: Id
      type: C['type']
      /** What it is about; absent where the data says so. */
      id?: Id
      data: C['data']
      /** When it happens; when it is sent, unless it belongs to something that has happened. */
      occurredAt?: Instant
    }>
  : never

/**
 * Work outside the log, by name. It may be done more than once: what it does must have a key of its own. Ids
 * only, nothing personal.
 */
export type Job = Readonly<{ kind: 'job'; name: string; data: Readonly<Record<string, string>> }>

/** Jobs, and the commands `C`. Here and below, code that names no commands can issue none. */
export type Work<C extends Message = never> = SystemCommand<C> | Job

/**
 * Work to do immediately, or at an instant unless it is cancelled first. A timer replaces the instance's
 * timer of the same name.
 */
export type Effect<C extends Message = never> =
  | Work<C>
  | Readonly<{ kind: 'timer'; name: string; at: Instant; work: Work<C> }>
  | Readonly<{ kind: 'cancel'; name: string }>

/** The state after an event (`undefined`: nothing is left to remember) and the effects. */
export type Reaction<S extends Row, C extends Message = never> = readonly [
  state: S | undefined,
  ...effects: Effect<C>[],
]

/** `types`: the events it reacts to at all, where that is known; no other changes anything. */
export type React<S extends Row = Row, C extends Message = never> = ((
  state: S | undefined,
  event: RecordedEvent,
) => Reaction<S, C>) &
  Readonly<{ types?: ReadonlySet<string> }>

/**
 * What the system does by itself after events, as a pure function. One instance per correlated id; its state
 * is JSON. The projector runs it once over the log: going over events again makes no effects.
 */
export type ProcessManager<S extends Row = Row, C extends Message = Message> = Readonly<{
  name: string
  /**
   * Counts the meanings of the state; a new one is made from the log in silence, up to where the former one
   * was.
   */
  version: number
  /** The instance that an event belongs to; `undefined`: none. */
  correlate: (event: RecordedEvent) => Id | undefined
  on: React<S, C>
}>

export const defineProcess = <S extends Row, C extends Message = never>(manager: ProcessManager<S, C>) =>
  manager

type Handlers<S extends Row, E extends Message, C extends Message> = {
  readonly [T in E['type']]?: (
    state: S | undefined,
    event: RecordedEvent<T, OfType<E, T>['data']>,
  ) => Reaction<S, C>
}

/** Reactions written as one function per event type; other types change nothing. */
export const reactBy = <S extends Row, E extends Message, C extends Message = never>(
  handlers: Handlers<S, E, C>,
): React<S, C> => {
  const byType = handlers as Readonly<
    Record<string, ((state: S | undefined, event: RecordedEvent) => Reaction<S, C>) | undefined>
  >
  return Object.assign(
    (state: S | undefined, event: RecordedEvent): Reaction<S, C> =>
      byType[event.type]?.(state, event) ?? [state],
    { types: new Set(Object.keys(handlers)) },
  )
}

/**
 * uuidv5(process/instance/event, n): the n-th effect of one event is one row of the outbox, however often it
 * is made.
 */
export const deriveEffectId = (process: string, instance: string, eventId: string, index: number): Id =>
  v5(String(index), deriveId(process, instance, eventId))
