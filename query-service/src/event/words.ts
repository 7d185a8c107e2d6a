import { SHORT_MONTHS, SHORT_WEEKDAYS } from '@hearth/contracts/kernel/calendarNames'
import { weekday, type LocalDate } from '@hearth/contracts/kernel/dates'

const formatDay = (date: LocalDate) => `${SHORT_WEEKDAYS[weekday(date)]} ${Number(date.slice(8))}`
const formatMonth = (date: LocalDate) => SHORT_MONTHS[Number(date.slice(5, 7)) - 1] ?? ''

/** `Thu 13 Aug 2026`. */
export const dateWords = (date: LocalDate) => `${formatDay(date)} ${formatMonth(date)} ${date.slice(0, 4)}`

/** `Thu 13 – Tue 18 Aug 2026`: month and year once where both have them. */
export const rangeWords = (start: LocalDate, end: LocalDate) => {
  const sameYear = start.slice(0, 4) === end.slice(0, 4)
  const first =
    start.slice(0, 7) === end.slice(0, 7)
      ? formatDay(start)
      : sameYear
        ? `${formatDay(start)} ${formatMonth(start)}`
        : dateWords(start)
  return `${first} – ${dateWords(end)}`
}

export const countWords = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`

/** `flexible` for `flexible`, `super strict 30` for `super_strict_30`. */
export const codeWords = (code: string) => code.replaceAll('_', ' ')
