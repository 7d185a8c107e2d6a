import { MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS } from '@hearth/contracts/kernel/calendarNames'
import {
  toDayNumber,
  fromDayNumber,
  weekday,
  addDays,
  nightsBetween,
  listNights,
  HOUR_MS,
  type Instant,
  type LocalDate,
} from '@hearth/contracts/kernel/dates'
import { formatTime } from './timeOfDay.ts'

export { toDayNumber, fromDayNumber, weekday, addDays, nightsBetween, listNights, type LocalDate }

const parts = (date: LocalDate) => ({
  year: date.slice(0, 4),
  month: Number(date.slice(5, 7)) - 1,
  day: Number(date.slice(8, 10)),
})
const shortMonth = (month: number) => SHORT_MONTHS[month] ?? ''

export const weekdayName = (date: LocalDate) => SHORT_WEEKDAYS[weekday(date)] ?? ''
export const monthName = (date: LocalDate) => `${MONTHS[parts(date).month] ?? ''} ${parts(date).year}`
const dayAndWeekday = (date: LocalDate) => `${weekdayName(date)} ${parts(date).day}`

/** `Thu 16 Jul 2026` */
export const formatDay = (date: LocalDate) =>
  `${dayAndWeekday(date)} ${shortMonth(parts(date).month)} ${parts(date).year}`
/** `Thu 16 July 2026` */
export const formatDayLong = (date: LocalDate) =>
  `${dayAndWeekday(date)} ${MONTHS[parts(date).month] ?? ''} ${parts(date).year}`
/** `Thu 16 Jul`, only where the year is shown beside it. */
export const formatDayWithoutYear = (date: LocalDate) =>
  `${dayAndWeekday(date)} ${shortMonth(parts(date).month)}`

/** With spaces at which no line breaks. */
const keepTogether = (text: string) => text.replaceAll(' ', '\u00a0')

/** A range shares month and year, and breaks at its dash only: `Thu 16 – Sun 19 Jul 2026`, `Thu 30 Jul – Sun 2 Aug 2026`. */
export const formatRange = (start: LocalDate, end: LocalDate) => {
  const a = parts(start)
  const b = parts(end)
  const first =
    a.year !== b.year
      ? formatDay(start)
      : a.month === b.month
        ? dayAndWeekday(start)
        : formatDayWithoutYear(start)
  return `${keepTogether(first)} – ${keepTogether(formatDay(end))}`
}

const formats = new Map<string, Intl.DateTimeFormat>()
const cachedFormat = (zone: string) => {
  const known = formats.get(zone)
  if (known) return known
  const created = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, created)
  return created
}

/** The date and time in a zone at an instant: `{ date: '2026-07-16', time: '09:42', seconds: '14' }`. */
export const wallClock = (instant: string | number, zone: string) => {
  const found = Object.fromEntries(
    cachedFormat(zone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  return {
    date: `${found['year']}-${found['month']}-${found['day']}`,
    time: `${found['hour']}:${found['minute']}`,
    seconds: found['second'] ?? '00',
  }
}

const MAX_OFFSET_MS = 15 * HOUR_MS

/** When the clocks of a zone reach a time, also where they skip it. Milliseconds since 1970. */
const findClockStart = (date: LocalDate, time: string, zone: string): number => {
  const inUtc = Date.parse(`${date}T${time}:00Z`)
  let [before, from] = [inUtc - MAX_OFFSET_MS, inUtc + MAX_OFFSET_MS]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    const clock = wallClock(middle, zone)
    if (`${clock.date} ${clock.time}` >= `${date} ${time}`) from = middle
    else before = middle
  }
  return from
}
const findDayStart = (date: LocalDate, zone: string): number => findClockStart(date, '00:00', zone)

/** The instant at which the clocks of a zone show this date and time. */
export const findInstant = (date: LocalDate, time: string, zone: string): Instant =>
  new Date(findClockStart(date, time, zone)).toISOString()

/** The first and the last instant of a day in a zone. */
export const findDayBounds = (
  date: LocalDate,
  zone: string,
): Readonly<{ first: Instant; last: Instant }> => ({
  first: new Date(findDayStart(date, zone)).toISOString(),
  last: new Date(findDayStart(addDays(date, 1), zone) - 1).toISOString(),
})

export const todayIn = (zone: string): LocalDate => wallClock(Date.now(), zone).date
/** The time in a zone, on the person's clock: `15:00`, or `3:00 PM`. */
export const formatClock = (instant: string | number, zone: string) =>
  formatTime(wallClock(instant, zone).time)
/** `Thu 16 Jul 2026, 09:42` in the zone that the page names once. */
export const formatInstant = (instant: string, zone: string) =>
  `${formatDay(wallClock(instant, zone).date)}, ${formatClock(instant, zone)}`
/** `New York` for `America/New_York`. */
export const zoneName = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
let readersZone: string | undefined
// Asking costs as much as formatting ten times; who comes back to the page may have travelled.
addEventListener('focus', () => (readersZone = undefined))
/** The zone of the reader's clock. */
export const browserZone = (): string => (readersZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone)
/** `Thu 16 Jul 2026, 09:42` on the reader's clock, for what belongs to no place. */
export const formatReaderInstant = (instant: string) => formatInstant(instant, browserZone())

/** `1 h 48 min`, `1 d 6 h`, `21 h`: two units at most. */
export const formatDuration = (milliseconds: number) => {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${Math.floor(hours / 24)} d${hours % 24 ? ` ${hours % 24} h` : ''}`
  if (hours >= 6) return `${hours} h`
  return hours > 0 ? `${hours} h ${String(minutes % 60).padStart(2, '0')} min` : `${minutes} min`
}

const INSTANT = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g
/** A sentence of the server with its instants in the zone of its page, on the reader's clock. */
export const formatInstantsIn = (text: string, zone: string): string =>
  text.replaceAll(INSTANT, (instant) => formatInstant(instant, zone))

/** A sentence of the server with its dates and instants as the reader writes them, on the reader's clock. */
export const formatDatesIn = (text: string): string =>
  text.replaceAll(/(\d{4}-\d{2}-\d{2})(T[\d:.]+Z)?/g, (found, date: LocalDate, time?: string) =>
    time === undefined ? formatDay(date) : formatReaderInstant(found),
  )
