import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import { Temporal } from 'temporal-polyfill'

/** The calendar day that a zone has at an instant. */
export const toLocalDate = (instant: Instant, timezone: string): LocalDate =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate().toString()

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
