import { createHash } from 'node:crypto'
import { MAX_IMPORTED, type ImportedEntry, type ImportKind } from '@hearth/contracts/calendar'
import type { CONTENT_ERRORS } from '@hearth/contracts/ical-feed'
import { addDays, nightsBetween, type LocalDate } from '@hearth/contracts/kernel/dates'
import ICAL from 'ical.js'
import { nightsOfEntry, writtenOf, type Place, type Written } from './calendarTimes.ts'
import { recurrencesOf } from './recurrences.ts'

/** With all that is over; a real calendar of a year has about seventy. */
const MOST_ENTRIES = 2_000
/** Characters of a line with all its folds. */
const LONGEST_LINE = 20_000
/** Entries that repeat; each may take some thousand days to walk. */
const MOST_RULES = 20

export type CalendarProblem = (typeof CONTENT_ERRORS)[number]
export type ReadCalendar =
  | Readonly<{ ok: true; entries: readonly ImportedEntry[] }>
  | Readonly<{ ok: false; problem: CalendarProblem }>

type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  type: string,
  ...values: readonly unknown[],
]
type Component = readonly [name: string, properties: readonly Property[], components: readonly Component[]]

const named = ([, properties]: Component, name: string) => properties.find(([each]) => each === name)
const textOf = (component: Component, name: string): string => {
  const value = named(component, name)?.[3]
  return typeof value === 'string' ? value : ''
}
const momentOf = (component: Component, name: string): Written | undefined => {
  const property = named(component, name)
  return property && writtenOf(property[3], property[1]['tzid'])
}
const momentsOf = ([, properties]: Component, name: string): Written[] =>
  properties
    .filter(([each]) => each === name)
    .flatMap(([, parameters, , ...values]) =>
      values.flatMap((value) => writtenOf(value, parameters['tzid']) ?? []),
    )

/**
 * Platforms say so in a few words; where one cannot tell a stay from a block, neither can we
 * (docs/domain/ical-feed.md#what-platforms-send).
 */
const kindOf = (summary: string, product: string): ImportKind => {
  if (/^reserved\b/i.test(summary)) return 'reserved'
  return /airbnb|hearth/i.test(product) || /^blocked\b/i.test(summary) ? 'blocked' : 'unknown'
}
const referenceOf = (description: string) =>
  /\/reservations\/details\/([A-Z0-9]{4,40})\b/.exec(description)?.[1] ?? null

// Ids of others may be of any length and hold anything.
const uidOf = (uid: string, fallback: string) =>
  uid === ''
    ? fallback
    : uid.length > 200 || /\p{Cc}/u.test(uid) || !uid.isWellFormed()
      ? createHash('sha256').update(uid).digest('hex')
      : uid

/** A rule as it was written: parsed once, it is parts by name. */
const ruleOf = (parsed: unknown) =>
  Object.entries(Object(parsed) as Readonly<Record<string, unknown>>)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : String(value)}`)
    .join(';')

class TooManyError extends Error {
  override name = 'TooManyError'
}

const entriesOf = (calendar: Component, place: Place, today: LocalDate): ImportedEntry[] => {
  const product = textOf(calendar, 'prodid')
  const found = new Map<string, ImportedEntry>()
  const changed: (() => void)[] = []
  let rules = 0
  for (const event of calendar[2].filter(([name]) => name === 'vevent')) {
    const start = momentOf(event, 'dtstart')
    const span = start && nightsOfEntry(start, momentOf(event, 'dtend'), named(event, 'duration')?.[3], place)
    if (start === undefined) continue
    const isOff =
      /^cancelled$/i.test(textOf(event, 'status')) || /^transparent$/i.test(textOf(event, 'transp'))
    const uid = uidOf(textOf(event, 'uid'), `${start.date}/${span?.end ?? ''}`)
    const entry = {
      kind: kindOf(textOf(event, 'summary'), product),
      reference: referenceOf(textOf(event, 'description')),
    }
    const replaced = momentOf(event, 'recurrence-id')
    if (replaced !== undefined) {
      const key = `${uid}/${replaced.date}`
      changed.push(
        () =>
          void (span === undefined || isOff
            ? found.delete(key)
            : found.set(key, { uid: key, ...entry, ...span })),
      )
      continue
    }
    if (span === undefined || isOff) continue
    const rule = named(event, 'rrule')
    if (rule === undefined) {
      const same = found.get(uid)
      const key =
        same === undefined || (same.start === span.start && same.end === span.end)
          ? uid
          : `${uid}/${span.start}`
      found.set(key, { uid: key, ...entry, ...span })
      continue
    }
    const nights = nightsBetween(span.start, span.end)
    const shift = nightsBetween(start.date, span.start)
    const left = new Set(momentsOf(event, 'exdate').map(({ date }) => date))
    rules += 1
    if (rules > MOST_RULES) throw new TooManyError()
    const days = [
      ...recurrencesOf(ruleOf(rule[3]), start.date, addDays(today, -nights)),
      ...momentsOf(event, 'rdate').map(({ date }) => date),
    ]
    for (const day of days) {
      if (left.has(day)) continue
      const first = addDays(day, shift)
      found.set(`${uid}/${day}`, {
        uid: `${uid}/${day}`,
        ...entry,
        start: first,
        end: addDays(first, nights),
      })
    }
  }
  for (const change of changed) change()
  return [...found.values()].filter(({ end }) => end > today)
}

/**
 * What a calendar says of the nights ahead. A page that is no calendar, one cut off, or one without measure
 * is refused as a whole: a feed is believed or not. Dates stay dates all the way; only moments are brought
 * onto the listing's clock first (docs/domain/ical-feed.md#from-entries-to-nights).
 */
export const readCalendar = (body: string, place: Place, today: LocalDate): ReadCalendar => {
  const text = body.replace(/^\uFEFF/, '').trim()
  const refused = (problem: CalendarProblem): ReadCalendar => ({ ok: false, problem })
  if (!/^BEGIN:VCALENDAR\r?\n/i.test(text)) return refused('not_a_calendar')
  if (!/\nEND:VCALENDAR$/i.test(text)) return refused('cut_off')
  if ((text.match(/^BEGIN:/gim)?.length ?? 0) > MOST_ENTRIES) return refused('too_many_entries')
  // Nobody folds lines so long, and the parser takes its time for their parameters.
  if (
    text
      .replaceAll(/\r?\n[ \t]/g, '')
      .split('\n')
      .some((line) => line.length > LONGEST_LINE)
  )
    return refused('unreadable')
  try {
    // Some producers write an empty line or two.
    const parsed = ICAL.parse(text.replaceAll(/(\r?\n){2,}/g, '\r\n')) as Component | readonly Component[]
    // Several calendars in one body are one after the other.
    const calendars = typeof parsed[0] === 'string' ? [parsed as Component] : (parsed as readonly Component[])
    const entries = calendars.flatMap((calendar) => entriesOf(calendar, place, today))
    return entries.length > MAX_IMPORTED ? refused('too_many_entries') : { ok: true, entries }
  } catch (error) {
    return refused(error instanceof TooManyError ? 'too_many_entries' : 'unreadable')
  }
}
