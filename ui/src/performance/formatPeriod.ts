import { SHORT_MONTHS } from '@hearth/contracts/kernel/calendarNames'
import { addMonths } from '@hearth/contracts/kernel/dates'
import type { Period } from '@hearth/contracts/performance'
import { addDays, formatRange, monthName, type LocalDate } from '../components/dates/localDate.ts'

const isFirst = (day: LocalDate) => day.endsWith('-01')
const isMonth = ({ from, to }: Period) => isFirst(from) && addMonths(from, 1) === to
const isYear = ({ from, to }: Period) => from.endsWith('-01-01') && addMonths(from, 12) === to

/** `Oct 2026` for `2026-10` or a day in it. */
export const formatShortMonth = (month: string) =>
  `${SHORT_MONTHS[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`

/** The nights of a period: a month or a year by its name, others by their first and last day. */
export const formatPeriod = (period: Period, length: 'long' | 'short' = 'long'): string =>
  isYear(period)
    ? period.from.slice(0, 4)
    : isMonth(period)
      ? length === 'short'
        ? formatShortMonth(period.from)
        : monthName(period.from)
      : formatRange(period.from, addDays(period.to, -1))
