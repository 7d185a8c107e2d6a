import type { LocalDate } from '../kernel/dates.ts'
import { formatDecimal, type Currency } from '../kernel/money.ts'
import type { ReportCell, ReportColumn, ReportContext } from '../kernel/report.ts'

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
