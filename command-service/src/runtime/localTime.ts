import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'

const MAX_KNOWN = 20_000
/** Stays at one listing need the same few times for each of their nights. */
const known = new LRUCache<string, Instant>({ max: MAX_KNOWN })

/**
 * The instant of a local time: moved forward in a gap of the clock, the earlier one where the hour comes
 * twice (docs/domain/dates.md#instants).
 */
export const localInstant = (date: LocalDate, time: string, timezone: string): Instant => {
  const name = `${date}T${time} ${timezone}`
  const before = known.get(name)
  if (before !== undefined) return before
  const instant = new Date(
    Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone, { disambiguation: 'compatible' })
      .epochMilliseconds,
  ).toISOString()
  known.set(name, instant)
  return instant
}

/** The calendar day of an instant in a zone. */
export const localDate = (instant: Instant, timezone: string): LocalDate =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate().toString()
