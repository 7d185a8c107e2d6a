import { formatDay, wallClock } from './localDate.ts'

/**
 * All times on these pages are in UTC and on the clock with 24 hours, because staff everywhere read the same
 * log.
 */
export const utc = (instant: string) => {
  const { date, time } = wallClock(instant, 'UTC')
  return `${formatDay(date)}, ${time}`
}

/** With seconds, which show the order of events. */
export const utcSeconds = (instant: string) => `${utc(instant)}:${wallClock(instant, 'UTC').seconds}`

/** `7 s`, `6 min 21 s`, `3 h`. */
export const span = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return seconds < 86_400 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
