import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'

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
 * long. Throws a RangeError for a zone or an instant that doesn't exist.
 */
export const toLocalDate = (instant: Instant, timezone: string): LocalDate =>
  formatOf(timezone).format(Date.parse(instant))

const MAX_INSTANTS = 20_000
/** Stays at one listing need the same few times for each of their nights. */
const instants = new LRUCache<string, Instant>({ max: MAX_INSTANTS })

/**
 * The instant of a wall-clock time; a time that a clock change skips moves forward, one that happens twice is
 * the first (docs/domain/dates.md#instants). Throws a RangeError for a date, a time or a zone that doesn't exist.
 */
export const toInstant = (date: LocalDate, time: string, timezone: string): Instant => {
  const name = `${date}T${time} ${timezone}`
  const known = instants.get(name)
  if (known !== undefined) return known
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`)
  const zoned = wall.toZonedDateTime(timezone, { disambiguation: 'compatible' })
  const instant = new Date(zoned.epochMilliseconds).toISOString()
  instants.set(name, instant)
  return instant
}
