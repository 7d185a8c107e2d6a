import {
  addDays,
  nightsBetween,
  toDayNumber,
  weekday,
  zLocalDate,
  type LocalDate,
} from '@hearth/contracts/kernel/dates'

/** Repetitions are followed so far (docs/domain/ical-feed.md#from-entries-to-nights). */
const HORIZON_DAYS = 730
/** A number of times is counted from the beginning, if that is no longer ago. */
const MOST_PAST_DAYS = 3_650
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const FOLLOWED = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH']

/** A rule that we do not follow. */
class StrangeRuleError extends Error {
  override name = 'StrangeRuleError'
}

const monthOf = (day: LocalDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const dayOfMonth = (day: LocalDate) => Number(day.slice(8))
const numbers = (text: string | undefined) => text?.split(',').map(Number)

/** How many periods of the rule lie between the first day's and this day's. */
const periodsOf = (freq: string, first: LocalDate, wkst: number): ((day: LocalDate) => number) => {
  const weekOf = (day: LocalDate) => Math.floor((toDayNumber(day) - ((weekday(day) - wkst + 7) % 7)) / 7)
  switch (freq) {
    case 'DAILY':
      return (day) => nightsBetween(first, day)
    case 'WEEKLY':
      return (day) => weekOf(day) - weekOf(first)
    case 'MONTHLY':
      return (day) => monthOf(day) - monthOf(first)
    case 'YEARLY':
      return (day) => Number(day.slice(0, 4)) - Number(first.slice(0, 4))
    default:
      throw new StrangeRuleError(freq)
  }
}

/**
 * Days on which an entry that begins on `first` begins again, from `from` on for two years. Walks day by day,
 * so that no rule takes longer than its days; the libraries for it do not come to an end with some rules.
 * What calendars of places to stay never say is refused.
 */
export const recurrencesOf = (rule: string, first: LocalDate, from: LocalDate): LocalDate[] => {
  const parts = new Map(
    rule
      .toUpperCase()
      .split(';')
      .map((part): [string, string] => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']),
  )
  const freq = parts.get('FREQ') ?? ''
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const count = Number(parts.get('COUNT') ?? Number.MAX_SAFE_INTEGER)
  const weekdays = parts
    .get('BYDAY')
    ?.split(',')
    .map((name) => WEEKDAYS.indexOf(name))
  const monthDays = numbers(parts.get('BYMONTHDAY'))
  const months = numbers(parts.get('BYMONTH'))
  const all = [interval, count, ...(weekdays ?? []), ...(monthDays ?? []), ...(months ?? [])]
  if (
    [...parts.keys()].some((name) => !FOLLOWED.includes(name)) ||
    all.some((each) => !Number.isSafeInteger(each) || each < 0) ||
    interval === 0
  )
    throw new StrangeRuleError(rule.slice(0, 100))
  const periods = periodsOf(freq, first, Math.max(0, WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO')))
  const until = parts.get('UNTIL')?.replace(/^(\d{4})-?(\d\d)-?(\d\d).*$/, '$1-$2-$3')
  const horizon = addDays(from, HORIZON_DAYS)
  const last = until !== undefined && zLocalDate.safeParse(until).success && until < horizon ? until : horizon
  const onDay = (day: LocalDate): boolean => {
    if (weekdays !== undefined || monthDays !== undefined)
      return (weekdays?.includes(weekday(day)) ?? true) && (monthDays?.includes(dayOfMonth(day)) ?? true)
    if (freq === 'WEEKLY') return weekday(day) === weekday(first)
    return freq === 'DAILY' || dayOfMonth(day) === dayOfMonth(first)
  }
  const inMonth = (day: LocalDate): boolean => {
    if (months !== undefined) return months.includes(Number(day.slice(5, 7)))
    return freq !== 'YEARLY' || weekdays !== undefined || day.slice(5, 7) === first.slice(5, 7)
  }
  const found: LocalDate[] = []
  const counts = parts.has('COUNT')
  if (counts && nightsBetween(first, from) > MOST_PAST_DAYS) throw new StrangeRuleError(rule.slice(0, 100))
  let times = 0
  for (let day = counts || first > from ? first : from; day <= last && times < count; day = addDays(day, 1)) {
    if (periods(day) % interval !== 0 || !onDay(day) || !inMonth(day)) continue
    times += 1
    if (day >= from) found.push(day)
  }
  return found
}
