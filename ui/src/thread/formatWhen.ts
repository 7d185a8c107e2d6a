import { DAY_MS } from '@hearth/contracts/kernel/dates'
import { formatClock, formatDay, wallClock, weekdayName } from '../components/dates/localDate.ts'

const WEEK_MS = 6 * DAY_MS

/** An instant near now: `13:22` today, `Tue 13:22` in the days around, else the day with its year. */
export const formatWhen = (instant: string, zone: string, now: number): string => {
  const { date } = wallClock(instant, zone)
  if (date === wallClock(now, zone).date) return formatClock(instant, zone)
  return Math.abs(now - Date.parse(instant)) < WEEK_MS
    ? `${weekdayName(date)} ${formatClock(instant, zone)}`
    : formatDay(date)
}
