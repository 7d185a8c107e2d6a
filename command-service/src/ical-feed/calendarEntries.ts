import { createHash } from 'node:crypto'
import type { ImportedEntry, ImportKind, Span } from '@hearth/contracts/calendar'
import { addDays, nightsBetween, type LocalDate } from '@hearth/contracts/kernel/dates'
import {
  findProperty,
  formatRule,
  readMoment,
  readMoments,
  readText,
  type Component,
  type Property,
} from './calendarComponent.ts'
import { findNights, type Moment, type Place } from './calendarTimes.ts'
import { findRecurrences } from './recurrences.ts'

/** Entries that repeat; following one can take some thousand days. */
const MAX_RULES = 20
const MAX_UID_LENGTH = 200

export class TooManyRulesError extends Error {
  override name = 'TooManyRulesError'
}

/**
 * Platforms mark stays and blocks by a few words; some do not distinguish them
 * (docs/domain/ical-feed.md#what-platforms-send).
 */
const classify = (summary: string, product: string): ImportKind => {
  if (/^reserved\b/i.test(summary)) return 'reserved'
  return /airbnb|hearth/i.test(product) || /^blocked\b/i.test(summary) ? 'blocked' : 'unknown'
}
const findReference = (description: string) =>
  /\/reservations\/details\/([A-Z0-9]{4,40})\b/.exec(description)?.[1] ?? null

// Ids of other platforms can have any length and contain anything.
const normalizeUid = (uid: string) =>
  uid.length > MAX_UID_LENGTH || /\p{Cc}/u.test(uid) || !uid.isWellFormed()
    ? createHash('sha256').update(uid).digest('hex')
    : uid

/** An entry of a calendar that has a start. */
type Entry = Readonly<{
  event: Component
  uid: string
  kind: ImportKind
  reference: string | null
  start: Moment
  /** Undefined when it takes no nights. */
  span: Span | undefined
}>

const readEntry = (event: Component, product: string, place: Place): Entry | undefined => {
  const start = readMoment(event, 'dtstart')
  if (start === undefined) return undefined
  const end = readMoment(event, 'dtend')
  const nights = findNights(start, end, findProperty(event, 'duration')?.[3], place)
  const uid = readText(event, 'uid')
  const isOff =
    /^cancelled$/i.test(readText(event, 'status')) || /^transparent$/i.test(readText(event, 'transp'))
  return {
    event,
    uid: uid === '' ? `${start.date}/${nights?.end ?? ''}` : normalizeUid(uid),
    kind: classify(readText(event, 'summary'), product),
    reference: findReference(readText(event, 'description')),
    start,
    span: isOff ? undefined : nights,
  }
}

/** The first nights of a repeating entry. */
const listOccurrences = (
  { event, start }: Entry,
  rule: Property,
  nights: number,
  today: LocalDate,
): readonly LocalDate[] => {
  const excluded = new Set(readMoments(event, 'exdate').map(({ date }) => date))
  return [
    ...findRecurrences(formatRule(rule), start.date, addDays(today, -nights)),
    ...readMoments(event, 'rdate').map(({ date }) => date),
  ].filter((day) => !excluded.has(day))
}

/** Gathers the nights of entries by their ids. */
const createCollector = (today: LocalDate) => {
  const found = new Map<string, ImportedEntry>()
  const replacements: (() => void)[] = []
  let rules = 0
  const put = (uid: string, { kind, reference }: Entry, { start, end }: Span) =>
    found.set(uid, { uid, kind, reference, start, end })

  /** Several entries can share an id; further ones are distinguished by their first night. */
  const addSingle = (entry: Entry, span: Span) => {
    const same = found.get(entry.uid)
    const isNew = same === undefined || (same.start === span.start && same.end === span.end)
    put(isNew ? entry.uid : `${entry.uid}/${span.start}`, entry, span)
  }
  const addRepeating = (entry: Entry, span: Span, rule: Property) => {
    rules += 1
    if (rules > MAX_RULES) throw new TooManyRulesError()
    const nights = nightsBetween(span.start, span.end)
    const shift = nightsBetween(entry.start.date, span.start)
    for (const day of listOccurrences(entry, rule, nights, today)) {
      const start = addDays(day, shift)
      put(`${entry.uid}/${day}`, entry, { start, end: addDays(start, nights) })
    }
  }

  return {
    add: (entry: Entry): void => {
      const { event, uid, span } = entry
      const replaced = readMoment(event, 'recurrence-id')
      if (replaced !== undefined) {
        const key = `${uid}/${replaced.date}`
        replacements.push(() => void (span === undefined ? found.delete(key) : put(key, entry, span)))
        return
      }
      if (span === undefined) return
      const rule = findProperty(event, 'rrule')
      if (rule === undefined) addSingle(entry, span)
      else addRepeating(entry, span, rule)
    },
    finish: (): ImportedEntry[] => {
      for (const replace of replacements) replace()
      return [...found.values()].filter(({ end }) => end > today)
    },
  }
}

/** The entries of a calendar that end after today. Throws for rules that can't be followed. */
export const readEntries = (calendar: Component, place: Place, today: LocalDate): ImportedEntry[] => {
  const product = readText(calendar, 'prodid')
  const collector = createCollector(today)
  for (const event of calendar[2].filter(([name]) => name === 'vevent')) {
    const entry = readEntry(event, product, place)
    if (entry !== undefined) collector.add(entry)
  }
  return collector.finish()
}
