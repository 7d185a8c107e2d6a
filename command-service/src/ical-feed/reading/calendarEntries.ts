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
/**
 * An entry that is not understood. `uids`: with what the ids of what it took begin. Several when entries have
 * merged, none when nothing says what it was.
 */
export type UnreadEntry = NotUnderstood & Readonly<{ uids: readonly string[] }>

/** A property's values as they are written, also where the entry cannot be parsed. */
const listWritten = (lines: readonly string[], name: string): readonly string[] =>
  lines
    .filter((each) => new RegExp(`^${name}[;:]`, 'i').test(each))
    .map((line) => line.slice(line.indexOf(':') + 1))
const findWritten = (lines: readonly string[], name: string): string => listWritten(lines, name)[0] ?? ''
const readDay = (written: string): LocalDate | undefined => {
  const moment = parseMoment(/^\d{8}/.exec(written)?.[0], undefined)
  return moment && toDay(moment.wall)
}
const findDay = (lines: readonly string[], name: string): LocalDate | undefined =>
  readDay(findWritten(lines, name))

/** Whether an entry is over by all that it says, in any zone. */
const isOver = ({ lines, rules }: EntrySource, today: LocalDate): boolean => {
  const starts = listWritten(lines, 'DTSTART').map(readDay)
  if (starts.length === 0 || findWritten(lines, 'RDATE') !== '') return false
  const ends = listWritten(lines, 'DTEND').map(readDay)
  const untils = rules.map((rule) => readDay(/UNTIL=(\d{8})/i.exec(rule)?.[1] ?? ''))
  // A day is over everywhere a day after it is over here.
  const dayBeforeYesterday = addDays(today, -2)
  const isPast = (day: LocalDate | undefined) => day !== undefined && day < dayBeforeYesterday
  return [...starts, ...ends.filter((day) => day !== undefined), ...untils].every(isPast)
}

const describeUnread = ({ event, lines }: EntrySource, problem: EntryProblem): UnreadEntry => {
  const summary = event === undefined ? findWritten(lines, 'SUMMARY') : readText(event, 'summary')
  const written = event === undefined ? listWritten(lines, 'UID') : [readText(event, 'uid')]
  const uids = [...new Set(written.filter((uid) => uid !== '').map(normalizeUid))]
  const starts = listWritten(lines, 'DTSTART')
  // Without an id, the nights are the id, and the first one begins it.
  const days = uids.length < starts.length ? starts.flatMap((each) => readDay(each) ?? []) : []
  const date = findDay(lines, 'DTSTART') ?? null
  return { uids: [...uids, ...days], title: formatTitle(summary), date, problem }
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
