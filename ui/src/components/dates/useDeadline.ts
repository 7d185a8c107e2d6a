import { HOUR_MS, MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { useText, type Text } from '../../i18n/text.ts'
import {
  browserZone,
  formatClock,
  formatDay,
  formatDayWithoutYear,
  wallClock,
  zoneName,
} from './localDate.ts'
import { formatTime } from './timeOfDay.ts'
import { useNow } from './useNow.ts'

type Reader = Readonly<{ t: Text; now: number; reader: string }>

/**
 * A deadline in the reader's time zone, with the day unless it is today, and in brackets what the clock at the
 * place shows then: `14:06 (11:06 in Los Angeles)`, `Thu 3 Dec 2026, 00:30 (Wed 2 Dec, 15:30 in Los Angeles)`.
 */
export const formatDeadline = (instant: string, place: string | undefined, { t, now, reader }: Reader) => {
  const here = wallClock(instant, reader)
  const time = formatTime(here.time)
  const text = here.date === wallClock(now, reader).date ? time : `${formatDay(here.date)}, ${time}`
  if (place === undefined) return text
  const there = wallClock(instant, place)
  if (there.date === here.date && there.time === here.time) return text
  const local =
    there.date === here.date
      ? formatTime(there.time)
      : `${formatDayWithoutYear(there.date)}, ${formatTime(there.time)}`
  return `${text} ${t(place === 'UTC' ? 'app.timeUtc' : 'app.timeAt', { time: local, place: zoneName(place) })}`
}

/** Writes deadlines for the reader; `place` is the time zone of what they belong to. */
export const useFormatDeadline = () => {
  const t = useText()
  const now = useNow(MINUTE_MS)
  const reader = browserZone()
  return (instant: string, place?: string) => formatDeadline(instant, place, { t, now, reader })
}

/** The time on the reader's clock at an instant of today: `13:41`. */
export const formatReaderTime = (instant: string) => formatClock(instant, browserZone())

/** The milliseconds left until an instant; never negative. Updated every second in the last hour. */
export const useTimeLeft = (instant: string): number => {
  const end = Date.parse(instant)
  const minute = useNow(MINUTE_MS)
  const now = useNow(end - minute > HOUR_MS ? MINUTE_MS : 1_000)
  return Math.max(0, end - now)
}
