import type { z } from 'zod'
import type { Capability } from './access.ts'
import type { Id } from './ids.ts'

/**
 * In `personal`: the field belongs to the account that the event is about, and is erased with the account's
 * own data.
 */
export const OF_ACCOUNT = '$account'

/**
 * One kind of fact. `version` counts the shapes it has had; `upcast[n]` turns data of version n into n + 1.
 * `personal` names the fields to seal and where the person's id is: `{ guestName: 'guestRef' }`,
 * or `OF_ACCOUNT` (docs/domain/ids-and-streams.md#personal-fields).
 */
export type EventDefinition<S extends z.ZodType = z.ZodType> = Readonly<{
  version: number
  schema: S
  upcast?: Readonly<Record<number, (data: Readonly<Record<string, unknown>>) => Record<string, unknown>>>
  personal?: Readonly<Record<string, string>>
}>

/**
 * The route of a command: `POST /api/<collection>` creates, `POST /api/<collection>/{id}/<verb>` acts
 * (docs/domain/commands.md#writing).
 */
export type CommandRoute = Readonly<{ collection: string; verb?: string }>

/**
 * How a command finds its stream and the account that the stream belongs to
 * (docs/domain/commands.md#writing). A `field` is one of the command's body.
 */
export type StreamLocator<Field extends string = string> =
  /**
   * The stream under the id in the path. The system may send its first command, whose field `begins` names
   * the account, or the listing whose account it is.
   */
  | Readonly<{ by: 'id'; begins?: Readonly<{ of: 'account' | 'listing'; field: Field }> }>
  /**
   * A new stream under the id that the aggregate gives: of an account of its own, of the caller's account
   * (staff and services name it in X-Host-Account), or of the account that a field names. What is about a
   * listing names it.
   */
  | Readonly<{
      by: 'creation'
      account: 'itself' | 'caller' | Readonly<{ field: Field }>
      listing?: Readonly<{ field: Field }>
    }>
  /** The stream under the id of a listing or an account that a field names; it may be empty. */
  | Readonly<{ by: 'owner'; owner: 'listing' | 'account'; field: Field }>
  /**
   * The stream under the id of an account, which is in the path; it may be empty. Members who are limited to
   * some listings reach it only where nothing in it is about a listing: `limitedMembers`.
   */
  | Readonly<{ by: 'account'; limitedMembers?: true }>
  /** The platform's stream under the id in the path. */
  | Readonly<{ by: 'platform'; id: z.ZodType<string> }>

export type CommandDefinition<S extends z.ZodType = z.ZodType> = Readonly<{
  schema: S
  /** Absent: an internal step, never mounted. */
  route?: CommandRoute
  capability: Capability
  /** Whether the caller must name the revision it saw. */
  ifMatch: 'required' | 'optional' | 'none'
  /** Left out: by the id in the path. */
  stream?: StreamLocator
}>

export type EventDefinitions = Readonly<Record<string, EventDefinition>>
export type CommandDefinitions = Readonly<Record<string, CommandDefinition>>

/** What can be said about one kind of thing. `category` is the stream's text before the first dash. */
export type Aggregate<
  E extends EventDefinitions = EventDefinitions,
  C extends CommandDefinitions = CommandDefinitions,
> = Readonly<{
  category: string
  events: E
  commands: C
  /**
   * The id of what a creating command makes; by default uuidv5(tenantId, Idempotency-Key)
   * (docs/domain/ids-and-streams.md#ids).
   */
  identify?: (tenantId: string, type: string, data: Readonly<Record<string, unknown>>, key: Id) => Id
}>

/** A locator names fields that the command's body has. */
type LocatedByBody<C extends CommandDefinitions> = {
  readonly [T in keyof C]: Readonly<{
    stream?: StreamLocator<keyof z.output<C[T]['schema']> & string>
  }>
}

/** Keeps the literal types of a definition, so that unions derive from it and nothing is written twice. */
export const defineAggregate = <const E extends EventDefinitions, const C extends CommandDefinitions>(
  aggregate: Aggregate<E, C> & Readonly<{ commands: LocatedByBody<C> }>,
): Aggregate<E, C> => aggregate

const BY_ID: StreamLocator = { by: 'id' }
export const locatorOf = ({ stream = BY_ID }: Pick<CommandDefinition, 'stream'>): StreamLocator => stream

/** Whether the command makes something new: its route has no verb. */
export const isCreation = ({ route }: Pick<CommandDefinition, 'route'>): boolean =>
  route !== undefined && route.verb === undefined

export type Message<T extends string = string, D = unknown> = Readonly<{ type: T; data: D }>
export type EventsOf<A extends Aggregate> = {
  [T in keyof A['events'] & string]: Message<T, z.output<A['events'][T]['schema']>>
}[keyof A['events'] & string]
export type CommandsOf<A extends Aggregate> = {
  [T in keyof A['commands'] & string]: Message<T, z.output<A['commands'][T]['schema']>>
}[keyof A['commands'] & string]
export type OfType<M extends Message, T extends M['type']> = Extract<M, { type: T }>

/** An event as readers see it: opened, upcast, with its place in the log. Times are UTC ISO. */
export type RecordedEvent<T extends string = string, D = unknown> = Readonly<{
  id: Id
  stream: string
  revision: bigint
  type: T
  data: D
  metadata: EventMetadata
  position: Readonly<{ commit: bigint; prepare: bigint }>
  recordedAt: string
}>

/** The events `E` as readers see them. */
export type Recorded<E extends Message> = E extends Message ? RecordedEvent<E['type'], E['data']> : never

/** A field of a message's data; undefined where it has no such text. */
export const textIn = (data: unknown, field: string): string | undefined => {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, field) : undefined
  return typeof value === 'string' ? value : undefined
}

/** One function per event type of `E`, each called with the event and `A`. */
export type EventHandlers<E extends Message, A extends readonly unknown[], R> = {
  readonly [T in E['type']]?: (event: RecordedEvent<T, OfType<E, T>['data']>, ...more: A) => R
}

/** Calls the function of the event's type; answers undefined for every other type. */
export const handleBy =
  <E extends Message, A extends readonly unknown[], R>(handlers: EventHandlers<E, A, R>) =>
  (event: RecordedEvent, ...more: A): R | undefined => {
    const byType = handlers as Readonly<Record<string, ((event: RecordedEvent, ...more: A) => R) | undefined>>
    return byType[event.type]?.(event, ...more)
  }

/** What every event carries besides its data, all strings (docs/domain/ids-and-streams.md#metadata). */
export type EventMetadata = Readonly<Record<string, string>>

/** Who acts, and for which account. `tenantId` is a host account's id or `platform`. */
export type Actor = Readonly<{
  id: string
  kind: 'host' | 'staff' | 'service'
  role: import('./access.ts').Role
  name: string
}>

/** The stream's name: `<category>-<id>`. */
export const formatStream = (category: string, id: string) => `${category}-${id}`
export const idOfStream = (stream: string) => stream.slice(stream.indexOf('-') + 1)
export const categoryOfStream = (stream: string) => stream.slice(0, stream.indexOf('-'))
