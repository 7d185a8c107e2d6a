import type { Instant, LocalDate } from '../kernel/dates.ts'
import { formatDecimal, type Currency } from '../kernel/money.ts'
import type { Projection, Row } from '../kernel/projection.ts'
import type { Resource } from '../kernel/resource.ts'
import type { ReportCell, ReportColumn } from './report.ts'

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

/** The streams that are folded together: one for each row of a resource, those of each listing, or the account's. */
export type ReportSource =
  | Readonly<{ of: 'rows'; prefix: string; resource: Resource; orderBy: string }>
  | Readonly<{ of: 'listings' }>
  | Readonly<{ of: 'account'; prefix: string; opensRow: string }>

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

export const isWithin = (date: LocalDate | null, { from, to }: ReportContext): boolean =>
  date !== null && date >= from && date <= to
export const number = (value: number): ReportCell => ({ number: String(value) })
export const money = (amountMinor: number | null, currency: Currency): ReportCell =>
  amountMinor === null ? '' : { number: formatDecimal(amountMinor, currency) }
/** A state in words: `checked out`. */
export const words = (state: string): string => state.replaceAll('_', ' ')
export const text = (title: string): ReportColumn => ({ title, kind: 'text' })
export const amount = (title: string): ReportColumn => ({ title, kind: 'amount' })
export const count = (title: string): ReportColumn => ({ title, kind: 'number' })
export const day = (title: string): ReportColumn => ({ title, kind: 'date' })
export const instant = (title: string): ReportColumn => ({ title, kind: 'instant' })
