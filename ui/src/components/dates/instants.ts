import { formatInstant, wallClock } from './localDate.ts'

/** Staff in every time zone read the same log: all times on these pages are UTC. */
export const utc = (instant: string) => formatInstant(instant, 'UTC')

/** With seconds, where the order of events is read from it. */
export const utcSeconds = (instant: string) => `${utc(instant)}:${wallClock(instant, 'UTC').seconds}`

/** `7 s`, `6 min 21 s`, `3 h`. */
export const span = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return seconds < 86_400 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
