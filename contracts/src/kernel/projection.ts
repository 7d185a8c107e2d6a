import type { z } from 'zod'
import { readErasedTexts } from './accountTexts.ts'
import { categoryOfStream, formatStream, type RecordedEvent } from './message.ts'

/** A row before it is stored; the engine adds tenant, key, revision, position and time. */
export type Row = Readonly<Record<string, unknown>>

/**
 * A read model as a pure fold of rows: the projector runs it forward, the query service up to an instant
 * (as-of), tests in memory. All three agree by construction.
 */
export type Projection<R extends Row = Row> = Readonly<{
  /** Table in schema `read`. */
  name: string
  /** Counts the meanings of the fold; a new one is a rebuild. */
  version: number
  row: z.ZodObject
  /**
   * The categories of the streams whose events concern it; all of them unless said. A rebuild reads no others
   * from the log.
   */
  categories?: readonly string[]
  /** Ids of the rows that an event touches. Empty: the event does not concern this projection. */
  keys: (event: RecordedEvent) => readonly string[]
  /** The row after the event; `undefined` deletes it. Pure: equal inputs give equal rows. */
  fold: (row: R | undefined, event: RecordedEvent, key: string) => R | undefined
  /**
   * The streams whose events make a row, named by the current row; a projection that has it can show a row as
   * of an instant.
   */
  streams?: (row: Readonly<{ id: string }> & Row) => readonly string[]
  /** Rows that belong to no account are for everyone who may see the resource. */
  shared?: true
  /** Each row is one event, whose id it has: it is new whenever it is written, so no existing row is read. */
  once?: true
  /** Events are handed over with personal fields still sealed: all of them, or those of these types. */
  sealed?: true | readonly string[]
  /**
   * Fields of the row that hold what events call personal, in the open; for staff, they are masked as the
   * events are.
   */
  personal?: readonly string[]
  /** Its rows are named by `AccountTextsErased` when their account's own data is erased. */
  erasesTexts?: true
  /** What to do about an event that it cannot take; `DEFAULT_ON_POISON` unless said otherwise. */
  onPoison?: OnPoison
}>

/**
 * `park`: the event's stream is set aside, that event and all later ones, while the others flow; above
 * `maxStreams` parked streams the projection stops, as it does at the first such event without `park`.
 * Replaying a parked stream is exact where a row is made from one stream.
 */
export type OnPoison = Readonly<{ park: true; maxStreams: number }> | Readonly<{ park: false }>

export const DEFAULT_ON_POISON: OnPoison = { park: true, maxStreams: 100 }

/** Whether a projection is handed events of the type with personal fields still sealed. */
export const takesSealed = ({ sealed = [] }: Pick<Projection, 'sealed'>, type: string): boolean =>
  sealed === true || sealed.includes(type)

/**
 * The projection, with rows that the stream of their account erases by id
 * (docs/domain/account.md#erasure).
 */
const erasedByAccount = <R extends Row>(
  projection: Projection<R>,
  eraseTexts: (row: R) => R,
): Projection<R> => {
  const { name, categories, streams, keys, fold } = projection
  return {
    ...projection,
    erasesTexts: true,
    ...(categories && { categories: [...categories, 'hostAccount'] }),
    ...(streams && {
      streams: (row) => [
        ...streams(row),
        ...(typeof row['tenantId'] === 'string' ? [formatStream('hostAccount', row['tenantId'])] : []),
      ],
    }),
    keys: (event) => {
      const erased = readErasedTexts(event)
      return erased === undefined ? keys(event) : erased.table === name ? erased.ids : []
    },
    fold: (row, event, key) =>
      readErasedTexts(event) === undefined ? fold(row, event, key) : row && eraseTexts(row),
  }
}

/**
 * Its `keys` are asked about events of its categories only. `eraseTexts` is for rows with texts that belong
 * to the account (`OF_ACCOUNT`): the row without them. They are in `personal`, by which the rows are found.
 */
export const defineProjection = <R extends Row>({
  eraseTexts,
  ...projection
}: Projection<R> & Readonly<{ eraseTexts?: (row: R) => R }>): Projection<R> => {
  const { categories, keys } = projection
  const limited: Projection<R> = categories
    ? {
        ...projection,
        keys: (event) => (categories.includes(categoryOfStream(event.stream)) ? keys(event) : []),
      }
    : projection
  return eraseTexts ? erasedByAccount(limited, eraseTexts) : limited
}

/**
 * Whether rows that the event touches get its revision. Rows that are erased by the stream of their account
 * keep theirs, which counts the events of their own stream.
 */
export const givesRevision = (
  { erasesTexts }: Pick<Projection, 'erasesTexts'>,
  event: RecordedEvent,
): boolean => erasesTexts !== true || readErasedTexts(event) === undefined

/** When it happened: every event's metadata says so (docs/domain/dates.md#when-something-happened). */
export const occurredAtOf = (event: RecordedEvent): string => event.metadata['occurredAt'] ?? event.recordedAt

type Handlers<R extends Row, E extends Readonly<{ type: string; data: unknown }>> = {
  readonly [T in E['type']]?: (
    row: R | undefined,
    event: RecordedEvent<T, Extract<E, { type: T }>['data']>,
    key: string,
  ) => R | undefined
}

/** A fold written as one function per event type; other types leave the row as it is. */
export const foldBy =
  <R extends Row, E extends Readonly<{ type: string; data: unknown }>>(handlers: Handlers<R, E>) =>
  (row: R | undefined, event: RecordedEvent, key: string): R | undefined => {
    const handler = (
      handlers as Readonly<
        Record<string, ((row: R | undefined, event: RecordedEvent, key: string) => R | undefined) | undefined>
      >
    )[event.type]
    return handler ? handler(row, event, key) : row
  }

/**
 * The state after an event, by the functions that decide with it; an event that they do not know leaves it as
 * it is.
 */
export const stateFold =
  <S>(evolve: Readonly<Record<string, ((state: S, data: never, at: string) => S) | undefined>>) =>
  (state: S, event: RecordedEvent): S => {
    const handler = evolve[event.type]
    return handler ? handler(state, event.data as never, occurredAtOf(event)) : state
  }
