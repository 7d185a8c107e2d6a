import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import { Temporal } from 'temporal-polyfill'

/** One for each time zone: making one costs a thousand times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The format of a zone's days; Swedish writes them as ISO 8601 does. */
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format
}

/**
 * The calendar day that a zone has at an instant. Reports ask for it once a row, and Temporal takes ten times as
 * long.
 */
export const toLocalDate = (instant: Instant, timezone: string): LocalDate =>
  formatOf(timezone).format(Date.parse(instant))

/**
 * The instant of a wall-clock time; a time that a clock change skips moves forward, one that happens twice is
 * the first (docs/domain/dates.md#instants).
 */
export const toInstant = (date: LocalDate, time: string, timezone: string): Instant =>
  new Date(
    Temporal.PlainDate.from(date).toZonedDateTime({
      timeZone: timezone,
      plainTime: Temporal.PlainTime.from(time),
    }).epochMilliseconds,
  ).toISOString()
