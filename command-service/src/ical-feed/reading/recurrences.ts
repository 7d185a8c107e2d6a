import { addDays, weekday, type LocalDate } from '@hearth/contracts/kernel/dates'
import ICAL from 'ical.js'
import {
  alignPeriod,
  matchesParts,
  startOfPeriod,
  WEEKDAYS,
  type NthWeekday,
  type RecurrenceRule,
} from './recurrenceRule.ts'

/** Steps that the repetitions of one calendar may take together; a step takes about 50 microseconds. */
const MAX_STEPS = 16_000
/** Steps of one rule, so that none leaves too few to the others. */
const MAX_STEPS_OF_RULE = 4_000

/** Repetitions that take more steps than they may. */
export class TooMuchWorkError extends Error {
  override name = 'TooMuchWorkError'
}
export type Work = Readonly<{ startRule: () => Readonly<{ spend: (steps: number) => void }> }>
/** Counts the steps that the repetitions of one calendar take. */
export const createWork = (): Work => {
  let left = MAX_STEPS
  return {
    startRule: () => {
      let leftOfRule = MAX_STEPS_OF_RULE
      return {
        spend: (steps) => {
          left -= steps
          leftOfRule -= steps
          if (left < 0 || leftOfRule < 0) throw new TooMuchWorkError()
        },
      }
    },
  }
}

/**
 * The library's iterator, which counts its steps: with rules that match no day, and with long intervals, it
 * doesn't return by itself.
 */
const createIterator = (rule: string, start: LocalDate, work: Work) => {
  const { spend } = work.startRule()
  class CountingIterator extends ICAL.RecurIterator {
    override next_day() {
      spend(1)
      return super.next_day()
    }
    override next_week() {
      spend(1)
      return super.next_week()
    }
    override next_month() {
      spend(1)
      return super.next_month()
    }
    override next_year() {
      spend(1)
      return super.next_year()
    }
    override increment_month() {
      spend(0.5)
      super.increment_month()
    }
    override increment_monthday(days: number) {
      spend(days / 50)
      super.increment_monthday(days)
    }
    override expand_year_days(year: number) {
      spend(1)
      return super.expand_year_days(year)
    }
  }
  return new CountingIterator({
    rule: ICAL.Recur.fromString(rule),
    dtstart: ICAL.Time.fromDateString(start),
  })
}

const formatWeekday = ({ day, nth }: NthWeekday) => `${nth ?? ''}${WEEKDAYS[day]}`

/** What the rule leaves to its first day: the weekday, the day of the month, the month. */
const completeRule = (rule: RecurrenceRule, first: LocalDate): RecurrenceRule => {
  const { freq, weekdays, monthDays, months } = rule
  if (freq === 'WEEKLY' && weekdays.length === 0)
    return { ...rule, weekdays: [{ day: weekday(first), nth: null }] }
  if (freq === 'DAILY' || freq === 'WEEKLY' || weekdays.length > 0 || monthDays.length > 0) return rule
  return {
    ...rule,
    monthDays: [Number(first.slice(8))],
    months: freq === 'YEARLY' && months.length === 0 ? [Number(first.slice(5, 7))] : months,
  }
}

/** The last day of a rule that counts its repetitions, where it follows without walking all of them. */
const lastOfCount = (
  { freq, interval, count = 0, weekdays, monthDays, months, positions }: RecurrenceRule,
  first: LocalDate,
): LocalDate | undefined => {
  if (monthDays.length > 0 || months.length > 0 || positions.length > 0) return undefined
  if (freq === 'DAILY' && weekdays.length === 0) return addDays(first, (count - 1) * interval)
  return freq === 'WEEKLY' && weekdays.length === 1 && weekdays[0]?.day === weekday(first)
    ? addDays(first, (count - 1) * interval * 7)
    : undefined
}

/**
 * The part of the rule that the library expands. It limits days correctly in few forms only, and YEARLY with
 * days of the month in none, so `matchesParts` limits them, and a year is followed by its months.
 */
const expansion = (rule: RecurrenceRule): Readonly<{ text: string; byMonths: boolean }> => {
  const { freq, interval, weekdays, monthDays, months, wkst } = rule
  const byDay = `BYDAY=${weekdays.map(formatWeekday).join(',')}`
  const byMonthDay = `BYMONTHDAY=${monthDays.join(',')}`
  if (freq === 'DAILY') return { text: `FREQ=DAILY;INTERVAL=${interval}`, byMonths: false }
  if (freq === 'WEEKLY')
    return { text: `FREQ=WEEKLY;INTERVAL=${interval};WKST=${WEEKDAYS[wkst]};${byDay}`, byMonths: false }
  if (freq === 'YEARLY' && months.length === 0 && monthDays.length === 0)
    return { text: `FREQ=YEARLY;INTERVAL=${interval};${byDay}`, byMonths: false }
  const byMonths = freq === 'YEARLY'
  const days = monthDays.length > 0 ? byMonthDay : byDay
  return { text: `FREQ=MONTHLY;INTERVAL=${byMonths ? 1 : interval};${days}`, byMonths }
}

/** All days of the rule's periods from `start` to `to`, in order; days before the first one included. */
const walkDays = function* (
  rule: RecurrenceRule,
  start: LocalDate,
  to: LocalDate,
  work: Work,
): Generator<LocalDate> {
  const { text, byMonths } = expansion(rule)
  const isNthOfYear = rule.freq === 'YEARLY' && !byMonths
  const limits = isNthOfYear ? { ...rule, weekdays: [] } : rule
  const years = (day: LocalDate) => Number(day.slice(0, 4)) - Number(start.slice(0, 4))
  const iterator = createIterator(`${text};UNTIL=${to.replaceAll('-', '')}`, start, work)
  for (let time = iterator.next(); time !== null; time = iterator.next()) {
    const day = time.toString()
    if (day > to) return
    if (byMonths && years(day) % rule.interval !== 0) continue
    if (matchesParts(limits, day)) yield day
  }
}

/** Groups days by the rule's period and keeps the positions that the rule names in each. */
const pickPositions = function* (rule: RecurrenceRule, days: Iterable<LocalDate>): Generator<LocalDate> {
  if (rule.positions.length === 0) return yield* days
  let [period, group]: [LocalDate, LocalDate[]] = ['', []]
  const pick = () =>
    group.filter(
      (_day, index) => rule.positions.includes(index + 1) || rule.positions.includes(index - group.length),
    )
  for (const day of days) {
    const start = startOfPeriod(rule, day)
    if (start !== period) {
      yield* pick()
      ;[period, group] = [start, []]
    }
    group.push(day)
  }
  yield* pick()
}

/** The days after the window that complete the positions of its last period. */
const PERIOD_DAYS = { DAILY: 0, WEEKLY: 6, MONTHLY: 30, YEARLY: 365 }

/**
 * Days from `from` to `to` on which an entry that begins on `first` begins again. Only the window is walked,
 * unless the rule counts repetitions that fall on several days. Throws a `TooMuchWorkError`, or an error of
 * the library for a rule that makes no sense.
 */
export const findRecurrences = (
  written: RecurrenceRule,
  first: LocalDate,
  window: Readonly<{ from: LocalDate; to: LocalDate }>,
  work: Work,
): LocalDate[] => {
  const rule = completeRule(written, first)
  const last = rule.count === undefined ? window.to : lastOfCount(rule, first)
  const to = last !== undefined && last < window.to ? last : window.to
  const max = last === undefined ? rule.count : undefined
  const start = alignPeriod(rule, first, max === undefined ? window.from : first)
  if (start > to) return []
  const end = rule.positions.length === 0 ? to : addDays(to, PERIOD_DAYS[rule.freq])
  const found: LocalDate[] = []
  let times = 0
  for (const day of pickPositions(rule, walkDays(rule, start, end, work))) {
    if (day < first) continue
    if (day > to || times === max) break
    times += 1
    if (day >= window.from) found.push(day)
  }
  return found
}
