import {
  addDays,
  fromDayNumber,
  listNights,
  toDayNumber,
  weekday,
  type LocalDate,
} from '../../kernel/dates.ts'
import type { Currency } from '../../kernel/money.ts'

const MONDAY = 1
const THURSDAY = 4
const pad = (n: number) => String(n).padStart(2, '0')
const dayIn = (year: string, month: number, day: number): LocalDate => `${year}-${pad(month)}-${pad(day)}`
/** The n-th weekday of a month; the last one for n = -1. */
const nth = (year: string, month: number, day: number, n: number): LocalDate => {
  if (n < 0) return addDays(nth(month === 12 ? String(Number(year) + 1) : year, (month % 12) + 1, day, 1), -7)
  const first = dayIn(year, month, 1)
  return addDays(first, ((day - weekday(first) + 7) % 7) + 7 * (n - 1))
}

/** Easter Sunday by the Gregorian computus. */
const easter = (year: string): LocalDate => {
  const y = Number(year)
  const century = Math.floor(y / 100)
  const golden = y % 19
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor((y % 100) / 4) - moon - (y % 4)) % 7
  const march = moon + sunday - 7 * Math.floor((golden + 11 * moon + 22 * sunday) / 451) + 22
  return fromDayNumber(toDayNumber(dayIn(year, 3, 1)) + march - 1)
}

/** A holiday on a Sunday is kept on Monday; on a Saturday the banks have none. */
const observed = (date: LocalDate): LocalDate => (weekday(date) === 0 ? addDays(date, 1) : date)
const federal = (year: string): readonly LocalDate[] => [
  ...[
    [1, 1],
    [6, 19],
    [7, 4],
    [11, 11],
    [12, 25],
  ].map(([month = 1, day = 1]) => observed(dayIn(year, month, day))),
  nth(year, 1, MONDAY, 3),
  nth(year, 2, MONDAY, 3),
  nth(year, 5, MONDAY, -1),
  nth(year, 9, MONDAY, 1),
  nth(year, 10, MONDAY, 2),
  nth(year, 11, THURSDAY, 4),
]
const target2 = (year: string): readonly LocalDate[] => [
  dayIn(year, 1, 1),
  addDays(easter(year), -2),
  addDays(easter(year), 1),
  dayIn(year, 5, 1),
  dayIn(year, 12, 25),
  dayIn(year, 12, 26),
]

/**
 * Whether banks pay in the currency on that day: euros by the TARGET calendar, all others by the Federal
 * Reserve's (docs/domain/dates.md#business-days).
 */
export const isBusinessDay = (date: LocalDate, currency: Currency): boolean => {
  const day = weekday(date)
  return day !== 0 && day !== 6 && !(currency === 'EUR' ? target2 : federal)(date.slice(0, 4)).includes(date)
}

/** The last business day before that day. */
export const businessDayBefore = (date: LocalDate, currency: Currency): LocalDate => {
  const before = addDays(date, -1)
  return isBusinessDay(before, currency) ? before : businessDayBefore(before, currency)
}

/** The n-th business day after that day. */
export const addBusinessDays = (date: LocalDate, days: number, currency: Currency): LocalDate => {
  let day = date
  for (let left = days; left > 0;) {
    day = addDays(day, 1)
    if (isBusinessDay(day, currency)) left -= 1
  }
  return day
}

/** Business days after `from`, up to `to` with it. */
export const countBusinessDays = (from: LocalDate, to: LocalDate, currency: Currency): number =>
  listNights(addDays(from, 1), addDays(to, 1)).filter((day) => isBusinessDay(day, currency)).length
