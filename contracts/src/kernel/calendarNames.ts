import { DAY_MS } from './dates.ts'

/** Names in English; `at` gives a UTC time in the month or on the day that has the index. */
const namesFrom = (count: number, at: (index: number) => number, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return Array.from({ length: count }, (_, index) => format.format(at(index)))
}
const inMonth = (month: number) => Date.UTC(2026, month, 1)
/** 4 January 1970 was a Sunday. */
const onWeekday = (day: number) => (3 + day) * DAY_MS

/** `Sunday` to `Saturday`. */
export const WEEKDAYS: readonly string[] = namesFrom(7, onWeekday, { weekday: 'long' })
/** `Sun` to `Sat`. */
export const SHORT_WEEKDAYS: readonly string[] = namesFrom(7, onWeekday, { weekday: 'short' })
/** `January` to `December`. */
export const MONTHS: readonly string[] = namesFrom(12, inMonth, { month: 'long' })
/** `Jan` to `Dec`. */
export const SHORT_MONTHS: readonly string[] = namesFrom(12, inMonth, { month: 'short' })
