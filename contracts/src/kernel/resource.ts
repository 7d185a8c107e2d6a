import type { z } from 'zod'
import type { CAPABILITIES, Capability } from './access.ts'
import type { Visibility } from './visibility.ts'

/**
 * How a list may be narrowed. `equals` takes one value or a list of them; `range` takes `<field>_gte` and
 * `<field>_lte`; `search` takes words and looks for them anywhere in the named columns, and in the title of the
 * listing whose id the field `listing` has; `overlap` takes `{ "from"?: date, "to"?: date }`, half-open, of rows whose start is not after their end; `lacks` takes an id and finds rows whose list doesn't hold it.
 */
export type FilterKind =
  | 'equals'
  | 'range'
  | Readonly<{ search: readonly string[]; listing?: string }>
  | Readonly<{ overlap: readonly [start: string, end: string] }>
  | Readonly<{ lacks: string }>

/**
 * Rows that wait for an instant, over all accounts: those with these values, in the order of the field `at`.
 * `contains` compares inside objects and lists as jsonb does. Workers read them, a partial index serves it
 * (docs/domain/processes.md#timers): with `owner`, for whose rows wait, not for the rows.
 */
export type Waiting = Readonly<{
  at: string
  where: Readonly<Record<string, string>>
  contains?: Readonly<Record<string, unknown>>
  owner?: string
}>

/**
 * What a member who is limited to some listings sees of a resource (docs/domain/access.md#limits-of-a-role).
 * `field` names the listing of a row: they see the rows of their listings. A dotted path leads into a field
 * that holds an object. `list` names the listings that a row concerns, null for all: they see rows that name
 * no other listing. `everyone` says why each row is open to every member. Rows of the `whole account`, such
 * as payouts, mix listings, so they see none.
 */
export type ListingScope =
  | 'whole account'
  | Readonly<{ field: string }>
  | Readonly<{ list: string }>
  | Readonly<{ everyone: string }>

/**
 * What reads the rows other than the list of an account, which has an index of its own. Each entry costs an
 * index, so it names its screen or its worker (docs/decisions/0072-lists-pay-for-what-is-used.md). `orders`
 * lists all accounts in the order of a field, `finds` looks up the values of a filter, and `queues` lists the
 * rows with these few values of a field. `sorts` is for lists of which one account has tens of thousands of
 * rows: the account's own index then holds the columns of all orders. `seldomEqual` says why few rows share a value
 * of an order: its indexes then do without the id, and Postgres sorts the rows of one value.
 */
export type Screens = Readonly<{
  sorts?: string
  seldomEqual?: string
  orders?: Readonly<Record<string, string>>
  finds?: Readonly<Record<string, string>>
  queues?: Readonly<Record<string, Readonly<{ values: readonly (string | boolean)[]; screen: string }>>>
}>

/**
 * Whose rows a resource has. `platform`: they belong to no account and are shown to everyone with the
 * capability. Those of a tenant also say what a member sees who is limited to some listings.
 */
export type ResourceScope =
  | Readonly<{ scope: 'tenant'; listings: ListingScope }>
  | Readonly<{ scope: 'platform'; listings?: never }>

/**
 * A read model as the world sees it: `GET /api/<name>`, `/api/<name>/{id}`, and `/api/<name>.csv`
 * and `.xlsx`. Table, columns, indexes, routes, validation and OpenAPI derive from it
 * (docs/domain/commands.md#lists).
 */
export type Resource<R extends z.ZodObject = z.ZodObject> = Readonly<{
  name: string
  /** Table in schema `read`; the projection of the same name fills it. */
  table: string
  row: R
  /**
   * What lists have of a row where only its own page needs all of it: some of the fields, and of an object
   * some parts. Sorting, filters and exports know every field.
   */
  listRow?: z.ZodObject
  /** Fields of the row that its table does not have: the service adds them to the page of one row. Lists need a `listRow`. */
  elsewhere?: readonly string[]
  /**
   * The table is a view of what the projectors keep about themselves: always as it is now, there is no
   * position to wait for.
   */
  view?: true
  capability: Capability
  /** Who sees each field. Everything that shows, filters or sorts rows asks this. */
  visibility: Visibility<R>
  /** A fixed condition on equal values, when several resources share a table. */
  where?: Readonly<Record<string, readonly string[]>>
  sort: readonly string[]
  defaultSort: readonly [field: string, order: 'ASC' | 'DESC']
  filter: Readonly<Record<string, FilterKind>>
  screens?: Screens
  /** Why staff may read it without an entry in the access log (docs/domain/audit.md#access-log). */
  unaudited?: string
  /** Staff without the capability see only the rows that name them in the field. */
  ownRows?: Readonly<{ field: string; unless: Capability }>
  /**
   * Rows that people make for themselves: each person sees their own, and of the others those that are shared.
   * `needs` lists capabilities of which a reader lacks none. Fields of the row.
   */
  personalRows?: Readonly<{ owner: string; shared: string; needs: string }>
  /** What workers process in this table, by name. */
  waiting?: Readonly<Record<string, Waiting>>
  /** Columns of the exported files, in order, with their titles. */
  export?: Readonly<Record<string, string>>
}> &
  ResourceScope

/**
 * Keeps in its type who sees which field and what lists have, so that the console derives its rows from it.
 */
export const defineResource = <
  R extends z.ZodObject,
  const C extends Capability,
  const V extends Visibility,
  L extends z.ZodObject | undefined = undefined,
>(
  resource: Resource<R> & Readonly<{ capability: C; visibility: V & Visibility<R>; listRow?: L }>,
) => resource

/** What every row carries besides its own fields. `revision` is the stream's at the last change: the ETag. */
export type RowFrame = Readonly<{ id: string; tenantId: string; revision: number }>

type Declaration = Readonly<{ row: z.ZodObject; capability: Capability; visibility: object }>

type Table = typeof CAPABILITIES
type ViewScope<C extends Capability> = Table[C] extends Readonly<{ viewScope: infer S }> ? S : 'none'
/** The capabilities that every reader with this one has, also while impersonating. */
type AlsoHeld<C extends Capability> = {
  [Other in Capability]: Table[Other] extends Readonly<{ stepUp: true }>
    ? never
    : [Table[C]['roles'][number], ViewScope<C>] extends [Table[Other]['roles'][number], ViewScope<Other>]
      ? Other
      : never
}[Capability]

/** The fields that everyone who may read the resource sees. */
type OpenField<D extends Declaration> = {
  [F in keyof D['visibility']]: D['visibility'][F] extends
    | 'open'
    | D['capability']
    | AlsoHeld<D['capability']>
    ? F
    : never
}[keyof D['visibility']]

/** The fields that exactly this capability opens. */
export type FieldOpenedBy<D extends Declaration, C extends Capability> = {
  [F in keyof D['visibility']]: D['visibility'][F] extends C ? F : never
}[keyof D['visibility']]

/** A row of a resource as the API answers it, framed: null where a field is closed to the reader. */
export type Shown<D extends Declaration, Row = z.output<D['row']>> = {
  [F in keyof Row]: F extends OpenField<D> ? Row[F] : Row[F] | null
} & RowFrame
