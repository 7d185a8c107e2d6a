import { HOUR_MS, MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { formatDuration } from './localDate.ts'

/** `8:14` in the last hour, `1 h 48 min` or `2 d 3 h` before; never negative. */
export const formatCountdown = (milliseconds: number): string => {
  if (milliseconds >= HOUR_MS) return formatDuration(milliseconds)
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Screen readers announce a countdown at its start, then with 5 minutes and 1 minute left; never every second. */
export const announcementMinutes = (left: number): 10 | 5 | 1 =>
  left <= MINUTE_MS ? 1 : left <= 5 * MINUTE_MS ? 5 : 10
