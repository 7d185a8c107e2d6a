import { addDays, toDayNumber, weekday, zLocalDate, type LocalDate } from '@hearth/contracts/kernel/dates'

export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const SUPPORTED = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS']
/** Values of one part; there are 31 days in a month and 35 ways to name one by its weekday. */
const MAX_VALUES = 75
const MAX_INTERVAL = 10_000
const MAX_COUNT = 1_000_000

/** A rule with parts that are not supported. */
export class UnsupportedRuleError extends Error {
  override name = 'UnsupportedRuleError'
}

/** A weekday of every week, or the nth of a month or year; negative from its end. */
export type NthWeekday = Readonly<{ day: number; nth: number | null }>
/** A recurrence rule, in days. */
export type RecurrenceRule = Readonly<{
  freq: (typeof FREQUENCIES)[number]
  interval: number
  /** How often the entry repeats, from its first day. */
  count: number | undefined
  /** As it was written, such as `20270617T220000Z`. */
  until: string | undefined
  weekdays: readonly NthWeekday[]
  monthDays: readonly number[]
  months: readonly number[]
  positions: readonly number[]
  /** The first day of the week. */
  wkst: number
}>

const parseNumber = (text: string, min: number, max: number): number => {
  const value = /^[+-]?\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max) || value === 0) throw new UnsupportedRuleError(text.slice(0, 40))
  return value
}

const parseWeekday = (text: string, freq: string): NthWeekday => {
  const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? []
  const day = WEEKDAYS.indexOf(name)
  if (day < 0 || (nth !== '' && freq !== 'MONTHLY' && freq !== 'YEARLY'))
    throw new UnsupportedRuleError(text.slice(0, 40))
  return { day, nth: nth === '' ? null : parseNumber(nth, -53, 53) }
}

/** Throws an `UnsupportedRuleError` for rules whose days are not known for sure. */
export const parseRule = (text: string): RecurrenceRule => {
  const refuse = () => new UnsupportedRuleError(text.slice(0, 100))
  const parts = new Map(
    text
      .trim()
      .toUpperCase()
      .replace(/;$/, '')
      .split(';')
      .map((part): [string, string] => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']),
  )
  const freq = FREQUENCIES.find((each) => each === parts.get('FREQ'))
  if (freq === undefined || [...parts.keys()].some((name) => !SUPPORTED.includes(name))) throw refuse()
  const list = (name: string): readonly string[] => {
    const values = parts.get(name)?.split(',') ?? []
    if (values.length > MAX_VALUES) throw refuse()
    return [...new Set(values)]
  }
  const numbers = (name: string, min: number, max: number) =>
    list(name).map((value) => parseNumber(value, min, max))
  const number = (name: string, max: number) =>
    parts.has(name) ? parseNumber(parts.get(name) ?? '', 1, max) : undefined
  const rule: RecurrenceRule = {
    freq,
    interval: number('INTERVAL', MAX_INTERVAL) ?? 1,
    count: number('COUNT', MAX_COUNT),
    until: parts.get('UNTIL'),
    weekdays: list('BYDAY').map((value) => parseWeekday(value, freq)),
    monthDays: numbers('BYMONTHDAY', -31, 31),
    months: numbers('BYMONTH', 1, 12),
    positions: numbers('BYSETPOS', -366, 366),
    wkst: WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO'),
  }
  const isNthOfYear =
    freq === 'YEARLY' && rule.months.length === 0 && rule.weekdays.some(({ nth }) => nth !== null)
  if (
    rule.wkst < 0 ||
    (freq === 'WEEKLY' && rule.monthDays.length > 0) ||
    (isNthOfYear && rule.monthDays.length > 0)
  )
    throw refuse()
  return rule
}

const startOfWeek = (day: LocalDate, wkst: number): LocalDate =>
  addDays(day, -((weekday(day) - wkst + 7) % 7))
const countMonths = (day: LocalDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const startOfMonth = (months: number): LocalDate =>
  `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`

/** The first day of the rule's period (day, week, month or year) that this day belongs to. */
export const startOfPeriod = ({ freq, wkst }: RecurrenceRule, day: LocalDate): LocalDate => {
  if (freq === 'DAILY') return day
  if (freq === 'WEEKLY') return startOfWeek(day, wkst)
  return freq === 'MONTHLY' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`
}

/** The start of the last period of the rule that begins by `day`; not before the first one. */
export const alignPeriod = (rule: RecurrenceRule, first: LocalDate, day: LocalDate): LocalDate => {
  const start = startOfPeriod(rule, first)
  if (day <= start) return start
  if (rule.freq === 'DAILY' || rule.freq === 'WEEKLY') {
    const length = rule.interval * (rule.freq === 'DAILY' ? 1 : 7)
    const days = toDayNumber(day) - toDayNumber(start)
    return addDays(start, days - (days % length))
  }
  const length = rule.interval * (rule.freq === 'MONTHLY' ? 1 : 12)
  const months = countMonths(day) - countMonths(start)
  return startOfMonth(countMonths(start) + months - (months % length))
}

/** Whether it is a day that exists in the calendar. */
export const isRealDay = (text: string): boolean =>
  zLocalDate.safeParse(`20${text.slice(2)}`).success || zLocalDate.safeParse(text).success

/** The day's number in its month from the end: the last day is -1. */
const fromMonthEnd = (day: LocalDate): number =>
  toDayNumber(day) - toDayNumber(startOfMonth(countMonths(day) + 1))

const isWeekday = ({ day: wanted, nth }: NthWeekday, day: LocalDate): boolean => {
  if (weekday(day) !== wanted) return false
  if (nth === null) return true
  return nth > 0 ? Math.ceil(Number(day.slice(8)) / 7) === nth : -Math.ceil(-fromMonthEnd(day) / 7) === nth
}

/** Whether a day is one of the rule's months, days of the month and weekdays, as far as the rule names them. */
export const matchesParts = (
  { weekdays, monthDays, months }: Pick<RecurrenceRule, 'weekdays' | 'monthDays' | 'months'>,
  day: LocalDate,
): boolean =>
  (months.length === 0 || months.includes(Number(day.slice(5, 7)))) &&
  (monthDays.length === 0 ||
    monthDays.includes(Number(day.slice(8))) ||
    monthDays.includes(fromMonthEnd(day))) &&
  (weekdays.length === 0 || weekdays.some((each) => isWeekday(each, day)))
