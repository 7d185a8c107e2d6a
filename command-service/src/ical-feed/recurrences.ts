import {
  addDays,
  nightsBetween,
  toDayNumber,
  weekday,
  zLocalDate,
  type LocalDate,
} from '@hearth/contracts/kernel/dates'

/** How far ahead repetitions are followed (docs/domain/ical-feed.md#from-entries-to-nights). */
const HORIZON_DAYS = 730
/** A COUNT is counted from the first day, if that was at most this long ago. */
const MAX_PAST_DAYS = 3_650
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const SUPPORTED = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH']

/** A rule with parts that are not supported. */
class UnsupportedRuleError extends Error {
  override name = 'UnsupportedRuleError'
}

const countMonths = (day: LocalDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const dayOfMonth = (day: LocalDate) => Number(day.slice(8))

/** How many periods of the rule lie between the first day's and this day's. */
const createPeriodCounter = (freq: string, first: LocalDate, wkst: number): ((day: LocalDate) => number) => {
  const countWeeks = (day: LocalDate) => Math.floor((toDayNumber(day) - ((weekday(day) - wkst + 7) % 7)) / 7)
  switch (freq) {
    case 'DAILY':
      return (day) => nightsBetween(first, day)
    case 'WEEKLY':
      return (day) => countWeeks(day) - countWeeks(first)
    case 'MONTHLY':
      return (day) => countMonths(day) - countMonths(first)
    case 'YEARLY':
      return (day) => Number(day.slice(0, 4)) - Number(first.slice(0, 4))
    default:
      throw new UnsupportedRuleError(freq)
  }
}

type Rule = Readonly<{
  freq: string
  interval: number
  /** How often the entry repeats, from its first day. */
  count: number | undefined
  until: LocalDate | undefined
  weekdays: readonly number[] | undefined
  monthDays: readonly number[] | undefined
  months: readonly number[] | undefined
  /** The first day of the week. */
  wkst: number
}>

const parseRule = (text: string): Rule => {
  const parts = new Map(
    text
      .toUpperCase()
      .split(';')
      .map((part): [string, string] => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']),
  )
  const readNumber = (name: string) => (parts.has(name) ? Number(parts.get(name)) : undefined)
  const readNumbers = (name: string) => parts.get(name)?.split(',').map(Number)
  const weekdays = parts
    .get('BYDAY')
    ?.split(',')
    .map((name) => WEEKDAYS.indexOf(name))
  const interval = readNumber('INTERVAL') ?? 1
  const count = readNumber('COUNT')
  const monthDays = readNumbers('BYMONTHDAY')
  const months = readNumbers('BYMONTH')
  const all = [interval, count ?? 0, ...(weekdays ?? []), ...(monthDays ?? []), ...(months ?? [])]
  if (
    [...parts.keys()].some((name) => !SUPPORTED.includes(name)) ||
    all.some((each) => !Number.isSafeInteger(each) || each < 0) ||
    interval === 0
  )
    throw new UnsupportedRuleError(text.slice(0, 100))
  const until = parts.get('UNTIL')?.replace(/^(\d{4})-?(\d\d)-?(\d\d).*$/, '$1-$2-$3')
  return {
    freq: parts.get('FREQ') ?? '',
    interval,
    count,
    until: until !== undefined && zLocalDate.safeParse(until).success ? until : undefined,
    weekdays,
    monthDays,
    months,
    wkst: Math.max(0, WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO')),
  }
}

const isOnDay = ({ freq, weekdays, monthDays }: Rule, first: LocalDate, day: LocalDate): boolean => {
  if (weekdays !== undefined || monthDays !== undefined)
    return (weekdays?.includes(weekday(day)) ?? true) && (monthDays?.includes(dayOfMonth(day)) ?? true)
  if (freq === 'WEEKLY') return weekday(day) === weekday(first)
  return freq === 'DAILY' || dayOfMonth(day) === dayOfMonth(first)
}

const isInMonth = ({ freq, weekdays, months }: Rule, first: LocalDate, day: LocalDate): boolean => {
  if (months !== undefined) return months.includes(Number(day.slice(5, 7)))
  return freq !== 'YEARLY' || weekdays !== undefined || day.slice(5, 7) === first.slice(5, 7)
}

/**
 * Days on which an entry that begins on `first` begins again, from `from` for two years. Walks day by day, so
 * that no rule takes longer than its days; the libraries for it never finish with some rules. Rules that no
 * rental calendar uses are refused.
 */
export const findRecurrences = (text: string, first: LocalDate, from: LocalDate): LocalDate[] => {
  const rule = parseRule(text)
  const countPeriods = createPeriodCounter(rule.freq, first, rule.wkst)
  if (rule.count !== undefined && nightsBetween(first, from) > MAX_PAST_DAYS)
    throw new UnsupportedRuleError(text.slice(0, 100))
  const horizon = addDays(from, HORIZON_DAYS)
  const last = rule.until !== undefined && rule.until < horizon ? rule.until : horizon
  const max = rule.count ?? Number.MAX_SAFE_INTEGER
  const found: LocalDate[] = []
  let times = 0
  let day = rule.count !== undefined || first > from ? first : from
  for (; day <= last && times < max; day = addDays(day, 1)) {
    if (countPeriods(day) % rule.interval !== 0) continue
    if (!isOnDay(rule, first, day) || !isInMonth(rule, first, day)) continue
    times += 1
    if (day >= from) found.push(day)
  }
  return found
}
