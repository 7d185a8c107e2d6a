import { Temporal } from 'temporal-polyfill'
import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'

/** The instant of a local time: moved forward in a gap of the clock, the earlier one where the hour comes twice (domain.md §0.1). */
export const localInstant = (date: LocalDate, time: string, timezone: string): Instant =>
  new Date(Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds).toISOString()

/** The calendar day of an instant in a zone. */
export const localDate = (instant: Instant, timezone: string): LocalDate =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate().toString()
