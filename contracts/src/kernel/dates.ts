import { z } from 'zod'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
const isCalendarDay = (text: string): boolean =>
  /^(19|2[01])\d\d-\d\d-\d\d$/.test(text) && text <= '2100-12-31' && fromDayNumber(toDayNumber(text)) === text

/** The first day that `zLocalDate` takes. */
export const FIRST_LOCAL_DATE = '2000-01-01'

/**
 * A calendar day `YYYY-MM-DD` in the listing's own time zone, 2000 to 2100. Never a JS Date
 * (docs/domain/dates.md#days).
 */
export const zLocalDate = z
  .string()
  .max(10)
  .refine(
    (text) => isCalendarDay(text) && text >= FIRST_LOCAL_DATE,
    'must be a real date, YYYY-MM-DD, between 2000 and 2100',
  )
export type LocalDate = string

/** A calendar day `YYYY-MM-DD` that may lie before any stay, such as a date of birth: 1900 to 2100. */
export const zCalendarDay = z
  .string()
  .max(10)
  .refine(isCalendarDay, 'must be a real date, YYYY-MM-DD, between 1900 and 2100')

/** A time of day `HH:MM`, 24 hours, in the listing's own time zone. */
export const zLocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time, HH:MM')

const isInstant = (text: string) => {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text && text >= '2000' && text < '2101'
}

/**
 * A UTC instant with milliseconds, `2026-07-10T19:00:00.000Z`; input without milliseconds is taken and
 * completed.
 */
export const zInstant = z
  .string()
  .max(24)
  .overwrite((text) => (/:\d\dZ$/.test(text) && !text.includes('.') ? text.replace('Z', '.000Z') : text))
  .refine(isInstant, 'must be a UTC instant such as 2026-07-10T19:00:00.000Z')
export type Instant = string

/** The calendar day of an instant in UTC. */
export const utcDay = (instant: Instant): LocalDate => instant.slice(0, 10)

/** An IANA time zone that this runtime knows, such as `Europe/Lisbon`. */
export const zTimeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      return /^[A-Za-z]/.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== ''
    } catch {
      return false
    }
  }, 'must be an IANA time zone such as Europe/Lisbon')

/** Days since 1970-01-01, so that dates can be added and subtracted without a clock or a zone. */
export const toDayNumber = (date: LocalDate): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MS
export const fromDayNumber = (day: number): LocalDate =>
  Number.isFinite(day) ? new Date(day * DAY_MS).toISOString().slice(0, 10) : ''

export const addDays = (date: LocalDate, days: number): LocalDate => fromDayNumber(toDayNumber(date) + days)
/** The same day this many months later, or the last day of a month that has no such day. */
export const addMonths = (date: LocalDate, months: number): LocalDate => {
  const [year, month, day] = [
    Number(date.slice(0, 4)),
    Number(date.slice(5, 7)) - 1 + months,
    Number(date.slice(8, 10)),
  ]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return fromDayNumber(Date.UTC(year, month, Math.min(day, lastDay)) / DAY_MS)
}
/** Nights of the half-open stay `[start, end)`. */
export const nightsBetween = (start: LocalDate, end: LocalDate) => toDayNumber(end) - toDayNumber(start)
/** Every night of `[start, end)`, oldest first. */
export const listNights = (start: LocalDate, end: LocalDate): LocalDate[] =>
  Array.from({ length: Math.max(0, nightsBetween(start, end)) }, (_, night) => addDays(start, night))
/**
 * Half-open ranges share a night. A checkout day is free for the next check-in (docs/domain/dates.md#days).
 */
export const overlaps = (
  a: Readonly<{ start: LocalDate; end: LocalDate }>,
  b: Readonly<{ start: LocalDate; end: LocalDate }>,
) => a.start < b.end && b.start < a.end
/** 0 = Sunday … 6 = Saturday. */
export const weekday = (date: LocalDate) => (((toDayNumber(date) + 4) % 7) + 7) % 7

export const addMilliseconds = (instant: Instant, ms: number): Instant =>
  new Date(Date.parse(instant) + ms).toISOString()
export const addHours = (instant: Instant, hours: number): Instant =>
  addMilliseconds(instant, hours * HOUR_MS)
export const addMinutes = (instant: Instant, minutes: number): Instant =>
  addMilliseconds(instant, minutes * MINUTE_MS)
/** Hours from `from` to `to`, with fraction; negative when `to` is earlier. */
export const hoursBetween = (from: Instant, to: Instant) => (Date.parse(to) - Date.parse(from)) / HOUR_MS
export const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b)
export const later = (a: Instant, b: Instant): Instant => (a > b ? a : b)
