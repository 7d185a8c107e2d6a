import { IMPORT_HORIZON_DAYS, type ImportedEntry } from '@hearth/contracts/calendar'
import type { NotUnderstood } from '@hearth/contracts/ical-feed'
import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { findProperty, readMoment, readText, type Component } from './calendarComponent.ts'
import { EntryError, parseMoment, toDay, type Clock, type EntryProblem } from './calendarTimes.ts'
import { classify, findMarker, findReference, formatTitle, normalizeUid } from './classifyEntry.ts'
import { createCollector, type Collector, type Label } from './collectEntries.ts'
import { type Work } from './recurrences.ts'
import { dayInSeries, findNights, listOccurrences, readTimes, type EntryTimes } from './series.ts'

/** An entry of a calendar; `event` is undefined when its text cannot be parsed. */
export type EntrySource = Readonly<{
  event: Component | undefined
  lines: readonly string[]
  /** `RRULE` and `EXRULE` lines. */
  rules: readonly string[]
}>
/** An entry that is not understood; `uid` is null when it has none. */
export type UnreadEntry = NotUnderstood & Readonly<{ uid: string | null }>

/** A property's value as it is written, also where the entry cannot be parsed. */
const findWritten = (lines: readonly string[], name: string): string => {
  const line = lines.find((each) => new RegExp(`^${name}[;:]`, 'i').test(each)) ?? ''
  return line.slice(line.indexOf(':') + 1)
}
const findDay = (lines: readonly string[], name: string): LocalDate | undefined => {
  const moment = parseMoment(/^\d{8}/.exec(findWritten(lines, name))?.[0], undefined)
  return moment && toDay(moment.wall)
}

/** Whether an entry is over by what it says, in any zone. */
const isOver = ({ lines, rules }: EntrySource, today: LocalDate): boolean => {
  const start = findDay(lines, 'DTSTART')
  const end = findDay(lines, 'DTEND') ?? start
  if (start === undefined || end === undefined || findWritten(lines, 'RDATE') !== '') return false
  const untils = rules.map((rule) => /UNTIL=(\d{8})/i.exec(rule)?.[1])
  const days = untils.map((until) => parseMoment(until, undefined)).map((each) => each && toDay(each.wall))
  // A day is over everywhere a day after it is over here.
  const dayBeforeYesterday = addDays(today, -2)
  const isPast = (day: LocalDate | undefined) => day !== undefined && day < dayBeforeYesterday
  return [start, end, ...days].every(isPast)
}

const describeUnread = ({ event, lines }: EntrySource, problem: EntryProblem): UnreadEntry => {
  const summary = event === undefined ? findWritten(lines, 'SUMMARY') : readText(event, 'summary')
  const uid = event === undefined ? findWritten(lines, 'UID') : readText(event, 'uid')
  return {
    uid: uid === '' ? null : normalizeUid(uid),
    title: formatTitle(summary),
    date: findDay(lines, 'DTSTART') ?? null,
    problem,
  }
}

const takesNoNights = (event: Component) =>
  /^cancelled$/i.test(readText(event, 'status')) || /^transparent$/i.test(readText(event, 'transp'))

/** What the entries of a calendar are read with. */
export type Reading = Readonly<{ product: string; clock: Clock; today: LocalDate; work: Work }>

const createLabel = (event: Component, { start, length }: EntryTimes, { product, clock }: Reading): Label => {
  const uid = readText(event, 'uid')
  const nights = findNights(start.wall, { start, length }, clock)
  return {
    uid: uid === '' ? `${toDay(start.wall)}/${nights?.end ?? ''}` : normalizeUid(uid),
    kind: classify(readText(event, 'summary'), product),
    reference: findReference(readText(event, 'description')),
  }
}

/** Adds the nights of an entry. Throws an `EntryError` when it is not understood. */
const addEntry = (
  event: Component,
  rules: readonly string[],
  series: ReadonlyMap<string, EntryTimes>,
  collector: Collector,
  reading: Reading,
): void => {
  const { clock, today, work } = reading
  const isOff = takesNoNights(event)
  const replaced = findProperty(event, 'recurrence-id')
  if (isOff && replaced === undefined) return
  const times = readTimes(event, clock)
  const label = createLabel(event, times, reading)
  const span = isOff ? undefined : findNights(times.start.wall, times, clock)
  if (replaced !== undefined) {
    const moment = readMoment(event, 'recurrence-id')
    // One that changes all later occurrences, too, is not followed.
    if (moment === undefined) throw new EntryError('dates')
    if (replaced[1]['range'] !== undefined) throw new EntryError('repetition')
    return collector.replace(label, dayInSeries(moment, series.get(label.uid) ?? times, clock), span)
  }
  const occurrences = listOccurrences(event, rules, times, clock, today, work)
  const marker = times.start.isDay ? findMarker(readText(event, 'summary')) : undefined
  if (occurrences === undefined && span !== undefined)
    return marker === undefined ? collector.addSingle(label, span) : collector.addMarker(label, span, marker)
  for (const { day, wall, length = times.length } of occurrences ?? []) {
    const nights = findNights(wall, { ...times, length }, clock)
    if (nights !== undefined && nights.start < addDays(today, IMPORT_HORIZON_DAYS))
      collector.addOccurrence(label, day, nights)
  }
}

/** The times of repeating entries by their ids: replaced occurrences are named on their clock. */
const findSeries = (sources: readonly EntrySource[], clock: Clock): ReadonlyMap<string, EntryTimes> => {
  const found = new Map<string, EntryTimes>()
  for (const { event, rules } of sources) {
    if (event === undefined || findProperty(event, 'recurrence-id') !== undefined) continue
    if (rules.length === 0 && findProperty(event, 'rdate') === undefined) continue
    try {
      found.set(normalizeUid(readText(event, 'uid')), readTimes(event, clock))
    } catch (error) {
      if (!(error instanceof EntryError)) throw error
    }
  }
  return found
}

/** The entries of a calendar that end after today, and those that are not understood. */
export const readEntries = (
  sources: readonly EntrySource[],
  reading: Reading,
): Readonly<{ entries: ImportedEntry[]; unread: UnreadEntry[] }> => {
  const collector = createCollector(reading.today)
  const series = findSeries(sources, reading.clock)
  const unread: UnreadEntry[] = []
  for (const source of sources) {
    const { event, rules } = source
    try {
      if (event === undefined) throw new EntryError('malformed')
      addEntry(event, rules, series, collector, reading)
    } catch (error) {
      if (!(error instanceof EntryError)) throw error
      if (!isOver(source, reading.today)) unread.push(describeUnread(source, error.problem))
    }
  }
  return { entries: collector.finish(), unread }
}
