import type { Instant, LocalDate } from './dates.ts'
import type { Currency } from './money.ts'
import type { Projection, Row } from './projection.ts'
import type { Resource } from './resource.ts'

/** Text, or a number that we formatted ourselves, such as `-12.50`. */
export type ReportCell = string | Readonly<{ number: string }>
export type ReportColumn = Readonly<{
  title: string
  kind: 'text' | 'number' | 'amount' | 'date' | 'instant'
}>

/** A row of a report; `quantity` is what it counts. */
export type ReportRow = Readonly<{
  cells: readonly ReportCell[]
  quantity: number
  currency: Currency | null
  amountMinor: number
}>

/** What becomes rows together, and is compared as one; `key` is that of a row of its projections. */
export type ReportRecord = Readonly<{
  key: string
  label: string
  listingId: string | null
  bookingId: string | null
  rows: readonly ReportRow[]
}>

/**
 * What is folded together: each row of a resource, which comes from one stream; a listing with its calendar, of
 * which these types of events matter, and its stays; the rows of a resource that all come from the account's own
 * stream, each with the instant of its first event.
 */
export type ReportSource =
  | Readonly<{ of: 'rows'; prefix: string; resource: Resource; orderBy: string }>
  | Readonly<{ of: 'listings'; types: readonly string[] }>
  | Readonly<{ of: 'account'; prefix: string; resource: Resource; openedAt: string }>

/** What was folded together, as it was at an instant; `id` is the row's, the listing's or the account's. */
export type FoldedUnit = Readonly<{
  id: string
  rowsOf: <R extends Row>(projection: Projection<R>) => readonly R[]
}>

export type ReportContext = Readonly<{
  from: LocalDate
  to: LocalDate
  titleOf: (listingId: string | null) => string
  /** The day of an instant, in the time zone of the listing, or the account's. */
  dayOf: (at: Instant, listingId?: string) => LocalDate
  /** Whether the reader may see this field of the report's resource. */
  sees: (field: string) => boolean
}>

export type ReportDefinition = Readonly<{
  resource: Resource
  /** Fields without which there is no report. */
  needs?: readonly string[]
  /** Rows are handed back only to the fold that made them, so the list may forget their types. */
  projections: readonly Projection[]
  source: ReportSource
  columns: readonly ReportColumn[]
  /** The records of one unit that lie in the period. */
  readRecords: (unit: FoldedUnit, ctx: ReportContext) => readonly ReportRecord[]
}>

/** What a report is narrowed to: days of the account's time zone, both included. */
export type ReportPeriod = Readonly<{
  from: LocalDate
  to: LocalDate
  listingId?: string | undefined
  currency?: Currency | undefined
  asOf?: Instant | undefined
  /** The second instant of a difference. */
  until?: Instant | undefined
}>
