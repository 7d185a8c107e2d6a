import type { LocalDate } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { Projection, Row } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { readCell, type Cell, type SheetColumn } from '@hearth/platform/spreadsheet/cells'
import type { StreamSource } from './foldRecords.ts'

/** A row of a report; `quantity` is what it counts. */
export type ReportRow = Readonly<{
  cells: readonly Cell[]
  quantity: number
  currency: Currency | null
  amountMinor: number
}>

/** What becomes rows together, and is compared as one. */
export type ReportRecord = Readonly<{
  key: string
  label: string
  listingId: string | null
  bookingId: string | null
  rows: readonly ReportRow[]
}>

export type ReportContext = Readonly<{
  from: LocalDate
  to: LocalDate
  timezone: string
  titleOf: (listingId: string | null) => string
  /** Whether the reader may see this field of the report's resource. */
  sees: (field: string) => boolean
}>

export type ReportDefinition<R extends Row = Row> = Readonly<{
  resource: Resource
  projection: Projection<R>
  source: StreamSource
  columns: readonly SheetColumn[]
  /** The records of one stream's rows that lie in the period; `stream` names the stream. */
  readRecords: (rows: readonly R[], ctx: ReportContext, stream: string) => readonly ReportRecord[]
}>

/** A report whose rows are those of its projection; the catalogue forgets their type. */
export const defineReport = <R extends Row>(definition: ReportDefinition<R>): ReportDefinition =>
  definition as unknown as ReportDefinition

export const isWithin = (day: LocalDate | null, { from, to }: ReportContext): boolean =>
  day !== null && day >= from && day <= to
export const number = (value: number): Cell => ({ number: String(value) })
export const money = (amountMinor: number | null, currency: Currency): Cell =>
  readCell({ amountMinor, currency }, 'amountMinor')
/** A state in words: `checked out`. */
export const words = (state: string): string => state.replaceAll('_', ' ')
export const text = (title: string): SheetColumn => ({ title, kind: 'text' })
export const amount = (title: string): SheetColumn => ({ title, kind: 'amount' })
export const count = (title: string): SheetColumn => ({ title, kind: 'number' })
export const day = (title: string): SheetColumn => ({ title, kind: 'date' })
export const instant = (title: string): SheetColumn => ({ title, kind: 'instant' })
