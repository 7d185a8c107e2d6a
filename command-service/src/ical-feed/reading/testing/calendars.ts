import type { ImportedEntry } from '@hearth/contracts/calendar'
import type { Place } from '../calendarTimes.ts'
import { readCalendar } from '../readCalendar.ts'

export const TODAY = '2026-06-12'
export const BERLIN: Place = { timezone: 'Europe/Berlin', checkInTime: '15:00' }

/** A calendar of a product with these entries; `frame` is lines between its head and its entries. */
export const writeLines = (
  product: string,
  entries: readonly (readonly string[])[],
  frame: readonly string[] = [],
): string =>
  [
    'BEGIN:VCALENDAR',
    `PRODID:${product}`,
    'VERSION:2.0',
    ...frame,
    ...entries.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** Throws when the body is refused. */
export const readBody = (body: string, place: Place = BERLIN, today = TODAY) => {
  const read = readCalendar(body, place, today)
  if (!read.ok) throw new Error(read.problem)
  return read
}

/** `start/end` of the nights, in order of time. */
export const formatNights = (entries: readonly ImportedEntry[]): readonly string[] =>
  entries.map(({ start, end }) => `${start}/${end}`).toSorted()

/** The nights of entries with these lines for a listing in this zone, `start/end`. */
export const readNights = (
  entries: readonly (readonly string[])[],
  timezone = BERLIN.timezone,
  frame: readonly string[] = [],
): readonly string[] =>
  formatNights(readBody(writeLines('-//Test//EN', entries, frame), { ...BERLIN, timezone }).entries)
