import { MAX_IMPORTED, type ImportedEntry } from '@hearth/contracts/calendar'
import type { CONTENT_ERRORS } from '@hearth/contracts/ical-feed'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import ICAL from 'ical.js'
import type { Component } from './calendarComponent.ts'
import { readEntries, TooManyRulesError } from './calendarEntries.ts'
import type { Place } from './calendarTimes.ts'

/** Past entries included; a real calendar of a year has about seventy. */
const MAX_ENTRIES = 2_000
/** Characters of a line with all its folds. */
const MAX_LINE_LENGTH = 20_000

export type CalendarProblem = (typeof CONTENT_ERRORS)[number]
export type ReadCalendar =
  | Readonly<{ ok: true; entries: readonly ImportedEntry[] }>
  | Readonly<{ ok: false; problem: CalendarProblem }>

/**
 * Reads the future nights of a calendar. A page that isn't a calendar, is cut off or is too large is refused
 * as a whole: a feed is applied completely or not at all. Dates stay dates; only moments are converted to the
 * listing's time zone (docs/domain/ical-feed.md#from-entries-to-nights).
 */
export const readCalendar = (body: string, place: Place, today: LocalDate): ReadCalendar => {
  const text = body.replace(/^\uFEFF/, '').trim()
  const refused = (problem: CalendarProblem): ReadCalendar => ({ ok: false, problem })
  if (!/^BEGIN:VCALENDAR\r?\n/i.test(text)) return refused('not_a_calendar')
  if (!/\nEND:VCALENDAR$/i.test(text)) return refused('cut_off')
  if ((text.match(/^BEGIN:/gim)?.length ?? 0) > MAX_ENTRIES) return refused('too_many_entries')
  // No producer folds such long lines, and the parser is slow on their parameters.
  if (
    text
      .replaceAll(/\r?\n[ \t]/g, '')
      .split('\n')
      .some((line) => line.length > MAX_LINE_LENGTH)
  )
    return refused('unreadable')
  try {
    // Some producers write an empty line or two.
    const parsed = ICAL.parse(text.replaceAll(/(\r?\n){2,}/g, '\r\n')) as Component | readonly Component[]
    // A body can contain several calendars.
    const calendars = typeof parsed[0] === 'string' ? [parsed as Component] : (parsed as readonly Component[])
    const entries = calendars.flatMap((calendar) => readEntries(calendar, place, today))
    return entries.length > MAX_IMPORTED ? refused('too_many_entries') : { ok: true, entries }
  } catch (error) {
    return refused(error instanceof TooManyRulesError ? 'too_many_entries' : 'unreadable')
  }
}
