import { IMPORT_HORIZON_DAYS } from '@hearth/contracts/calendar'
import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { Temporal } from 'temporal-polyfill'
import { findProperty, readMoment, readPeriods, type Component } from './calendarComponent.ts'
import { EntryError, nightAfter, parseMoment, toDay, type Clock, type Moment } from './calendarTimes.ts'
import { parseRule, type RecurrenceRule } from './recurrenceRule.ts'
import { findRecurrences, type Work } from './recurrences.ts'

/** The days that can be claimed (docs/domain/dates.md#days). */
const [EARLIEST, LATEST] = ['2000-01-01', '2100-12-31']

/** How long an entry takes, on the clock of its start; null when it doesn't say. */
type Length = Readonly<{ duration: Temporal.Duration; endsOnDay: boolean }> | null
/** The start of an entry and how long each of its occurrences takes. */
export type EntryTimes = Readonly<{ start: Moment; length: Length }>

const parseDuration = (value: unknown): Temporal.Duration => {
  try {
    return Temporal.Duration.from(String(value))
  } catch {
    throw new EntryError('dates')
  }
}

const measure = (start: Moment, end: Moment, clock: Clock): Length => {
  const until = clock.toZone(end, start.zone)
  if (
    Temporal.PlainDateTime.compare(until, start.wall) < 0 &&
    !(end.isDay && toDay(until) === toDay(start.wall))
  )
    throw new EntryError('dates')
  return { duration: start.wall.until(until, { largestUnit: 'day' }), endsOnDay: end.isDay }
}

/** Throws an `EntryError` when the times make no sense. */
export const readTimes = (event: Component, clock: Clock): EntryTimes => {
  const start = readMoment(event, 'dtstart')
  if (start === undefined) throw new EntryError('dates')
  // Finds a zone that isn't known, also where nothing is converted.
  clock.toZone(start, null)
  const written = findProperty(event, 'dtend')
  const end = readMoment(event, 'dtend')
  if (written !== undefined && end === undefined) throw new EntryError('dates')
  if (end !== undefined) return { start, length: measure(start, end, clock) }
  const duration = findProperty(event, 'duration')?.[3]
  if (duration === undefined) return { start, length: null }
  const parsed = parseDuration(duration)
  if (parsed.sign < 0) throw new EntryError('dates')
  return { start, length: { duration: parsed, endsOnDay: start.isDay } }
}

/** The nights `[start, end)` of an occurrence; undefined when it takes none. */
export const findNights = (
  wall: Temporal.PlainDateTime,
  { start: { isDay, zone }, length }: EntryTimes,
  clock: Clock,
): Readonly<{ start: LocalDate; end: LocalDate }> | undefined => {
  const toListing = (each: Temporal.PlainDateTime) =>
    isDay ? each : clock.toZone({ wall: each, isDay: false, zone }, null)
  const first = toDay(toListing(wall))
  const last = (): LocalDate => {
    if (length === null) return addDays(first, 1)
    const until = wall.add(length.duration)
    if (!length.endsOnDay) return nightAfter(toListing(until), clock)
    // A day that ends on itself is that day.
    return isDay && toDay(until) === first ? addDays(first, 1) : toDay(until)
  }
  const [start, end] = [first < EARLIEST ? EARLIEST : first, last()]
  return end > start && start < LATEST ? { start, end: end < LATEST ? end : LATEST } : undefined
}

/** The end of a rule on the clock of the entry's start; a day is included completely. */
const readUntil = (until: string, start: Moment, clock: Clock): Temporal.PlainDateTime => {
  const moment = parseMoment(until, undefined)
  if (moment === undefined) throw new EntryError('repetition')
  if (moment.isDay) return moment.wall.with({ hour: 23, minute: 59, second: 59 })
  return moment.zone === null ? moment.wall : clock.toZone(moment, start.zone)
}

/** An occurrence of an entry: its start, and how long it takes where that differs. */
export type Occurrence = Readonly<{ day: LocalDate; wall: Temporal.PlainDateTime; length?: Length }>

/** The day of a moment of a series, on the clock of its start; the listing's for whole days. */
export const dayInSeries = (moment: Moment, { start }: EntryTimes, clock: Clock): LocalDate =>
  toDay(moment.zone === null ? moment.wall : clock.toZone(moment, start.zone))

const followRule = (
  rule: RecurrenceRule,
  { start, length }: EntryTimes,
  clock: Clock,
  today: LocalDate,
  work: Work,
): Occurrence[] => {
  const until = rule.until === undefined ? undefined : readUntil(rule.until, start, clock)
  const days = length === null ? 1 : Math.ceil(length.duration.total({ unit: 'day', relativeTo: start.wall }))
  const horizon = addDays(today, IMPORT_HORIZON_DAYS)
  const last = until === undefined || toDay(until) > horizon ? horizon : toDay(until)
  const window = { from: addDays(today, -days - 1), to: last }
  const time = start.wall.toPlainTime()
  try {
    return findRecurrences(rule, toDay(start.wall), window, work)
      .map((day) => ({ day, wall: Temporal.PlainDate.from(day).toPlainDateTime(time) }))
      .filter(({ wall }) => until === undefined || Temporal.PlainDateTime.compare(wall, until) <= 0)
  } catch {
    throw new EntryError('repetition')
  }
}

const parseRules = (rules: readonly string[]): RecurrenceRule | undefined => {
  const [line, ...more] = rules
  if (line === undefined) return undefined
  if (more.length > 0 || !/^RRULE[;:]/i.test(line)) throw new EntryError('repetition')
  try {
    return parseRule(line.slice(line.indexOf(':') + 1))
  } catch {
    throw new EntryError('repetition')
  }
}

/**
 * The occurrences of a repeating entry around the window that matters; undefined for an entry that doesn't
 * repeat. All values are compared on the clock of its start (docs/domain/ical-feed.md#repetitions).
 */
export const listOccurrences = (
  event: Component,
  rules: readonly string[],
  times: EntryTimes,
  clock: Clock,
  today: LocalDate,
  work: Work,
): readonly Occurrence[] | undefined => {
  const { start } = times
  const rule = parseRules(rules)
  const added = readPeriods(event, 'rdate')
  if (rule === undefined && added.length === 0) return undefined
  const excluded = new Set(readPeriods(event, 'exdate').map((each) => dayInSeries(each.start, times, clock)))
  const own: Occurrence[] =
    rule === undefined
      ? [{ day: toDay(start.wall), wall: start.wall }]
      : followRule(rule, times, clock, today, work)
  const more = added.map(({ start: each, end }): Occurrence => {
    const day = dayInSeries(each, times, clock)
    const inZone = each.zone === null ? each.wall : clock.toZone(each, start.zone)
    const wall = start.isDay || each.isDay ? inZone.withPlainTime(start.wall.toPlainTime()) : inZone
    if (end === undefined) return { day, wall }
    const length =
      typeof end === 'string'
        ? { duration: parseDuration(end), endsOnDay: false }
        : measure({ ...each, wall, zone: start.zone }, end, clock)
    return { day, wall, length }
  })
  return [...own, ...more].filter(({ day }) => !excluded.has(day))
}
