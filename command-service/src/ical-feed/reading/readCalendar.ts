import { MAX_IMPORTED, type ImportedEntry } from '@hearth/contracts/calendar'
import type { CONTENT_ERRORS } from '@hearth/contracts/ical-feed'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import ICAL from 'ical.js'
import { readText, type Component } from './calendarComponent.ts'
import { readEntries, type UnreadEntry } from './calendarEntries.ts'
import { cutAtEnd, splitEntries, type BlockText, type CalendarText } from './calendarText.ts'
import { createClock, type Place } from './calendarTimes.ts'
import { createFileZone } from './fileZone.ts'
import { createWork, type Work } from './recurrences.ts'
import { createNamedZone, findZoneByName, type Zone } from './zones.ts'

/** Past entries included; a real calendar of a year has about seventy. */
const MAX_ENTRIES = 2_000

export type CalendarProblem = (typeof CONTENT_ERRORS)[number]
export type ReadCalendar =
  | Readonly<{
      ok: true
      entries: readonly ImportedEntry[]
      /** Entries of the file, past ones included. */
      total: number
      unread: readonly UnreadEntry[]
    }>
  | Readonly<{ ok: false; problem: CalendarProblem }>

/** Undefined when it isn't a calendar's text. */
const parse = (lines: readonly string[]): readonly Component[] | undefined => {
  try {
    const parsed = ICAL.parse(lines.join('\r\n'))
    return (typeof parsed[0] === 'string' ? [parsed] : parsed) as readonly Component[]
  } catch {
    return undefined
  }
}

/**
 * Zones by name: names of places are read by the tz database, any other name as its file defines it, and
 * without a definition by the names that other programs use.
 */
const createZoneFinder = (
  definitions: readonly Component[],
  today: LocalDate,
  work: Work,
): ((name: string) => Zone | undefined) => {
  const known = new Map<string, Zone | undefined>()
  const find = (name: string): Zone | undefined => {
    const place = name.includes('/') || name === 'UTC' ? createNamedZone(name) : undefined
    if (place !== undefined) return place
    const definition = definitions.find((each) => readText(each, 'tzid') === name)
    return (definition && createFileZone(definition, today, work)) ?? findZoneByName(name)
  }
  return (name) => {
    if (!known.has(name)) known.set(name, find(name))
    return known.get(name)
  }
}

const readProduct = (line: string | undefined): string => {
  const parsed = line === undefined ? undefined : parse(['BEGIN:VCALENDAR', line, 'END:VCALENDAR'])
  return parsed?.[0] === undefined ? '' : readText(parsed[0], 'prodid')
}
const countParts = ({ entries, zones }: CalendarText): number =>
  entries.length + zones.flatMap(({ lines }) => lines).filter((line) => /^BEGIN:/i.test(line)).length
const parseBlock = ({ lines, isMalformed }: BlockText): Component | undefined =>
  isMalformed ? undefined : parse(lines)?.[0]

const readParts = ({ products, entries, zones }: CalendarText, place: Place, today: LocalDate) => {
  const listing = createNamedZone(place.timezone)
  if (listing === undefined) throw new Error(`${place.timezone} is not a time zone`)
  const work = createWork()
  const parsed = entries.map((each) => ({ ...each, event: parseBlock(each) }))
  const read = products.map((line, index) => {
    const definitions = zones
      .filter((each) => each.calendar === index)
      .map(parseBlock)
      .filter((each) => each !== undefined)
    const clock = createClock(place, listing, createZoneFinder(definitions, today, work))
    const product = readProduct(line)
    return readEntries(
      parsed.filter((each) => each.calendar === index),
      { product, clock, today, work },
    )
  })
  return {
    isMalformed: parsed.length > 0 && parsed.every(({ event }) => event === undefined),
    entries: read.flatMap((each) => each.entries),
    unread: read.flatMap((each) => each.unread),
  }
}

/**
 * Reads the future nights of a calendar. A page that isn't a calendar, is cut off or is too large is refused
 * as a whole; a single entry that is not understood takes no other with it
 * (docs/domain/ical-feed.md#entries-that-are-not-understood). Dates stay dates; only moments are converted to
 * the listing's time zone (docs/domain/ical-feed.md#from-entries-to-nights).
 */
export const readCalendar = (body: string, place: Place, today: LocalDate): ReadCalendar => {
  const text = body.replace(/^\uFEFF/, '').trim()
  const refused = (problem: CalendarProblem): ReadCalendar => ({ ok: false, problem })
  if (!/^BEGIN:VCALENDAR\s*\r?\n/i.test(text)) return refused('not_a_calendar')
  const whole = cutAtEnd(text)
  if (whole === undefined) return refused('cut_off')
  const parts = splitEntries(whole)
  if (parts === undefined) return refused('unreadable')
  if (countParts(parts) > MAX_ENTRIES) return refused('too_many_entries')
  const { isMalformed, entries, unread } = readParts(parts, place, today)
  if (isMalformed) return refused('unreadable')
  if (entries.length > MAX_IMPORTED) return refused('too_many_entries')
  return { ok: true, entries, total: parts.entries.length, unread }
}
