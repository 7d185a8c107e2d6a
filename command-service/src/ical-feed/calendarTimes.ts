import { addDays, zLocalDate, type LocalDate } from '@hearth/contracts/kernel/dates'
import { Temporal } from 'temporal-polyfill'

/**
 * A moment as a calendar writes it: `zone` is `UTC`, a name, or null for the time on the spot; a day without
 * `time` is a day everywhere.
 */
export type Written = Readonly<{ date: LocalDate; time: string | null; zone: string | null }>
/** What turns moments into nights: where the listing lies and when guests come. */
export type Place = Readonly<{ timezone: string; checkInTime: string }>

const EARLIEST = '2000-01-01'

/** A value of type date or date-time, such as `2026-08-14T10:00:00Z`; undefined when it is no real day. */
export const writtenOf = (value: unknown, tzid: unknown): Written | undefined => {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(Z)?)?/.exec(String(value))
  if (found === null) return undefined
  const [, date = '', time, utc] = found
  if (!zLocalDate.safeParse(date).success)
    return date < EARLIEST && /^[01]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(date)
      ? { date: EARLIEST, time: null, zone: null }
      : undefined
  if (time === undefined || time > '23:59:60') return { date, time: null, zone: null }
  return {
    date,
    time,
    zone: utc === 'Z' ? 'UTC' : typeof tzid === 'string' ? tzid.replaceAll('"', '') : null,
  }
}

const plainOf = ({ date, time }: Written) =>
  Temporal.PlainDateTime.from(`${date}T${(time ?? '00:00:00').replace(/:60$/, ':59')}`)

/** The same moment on the listing's clock. A zone that nobody knows is taken for the listing's own. */
const onTheSpot = (written: Written, { timezone }: Place): Temporal.PlainDateTime => {
  const plain = plainOf(written)
  if (written.zone === null) return plain
  try {
    return plain.toZonedDateTime(written.zone).withTimeZone(timezone).toPlainDateTime()
  } catch {
    return plain
  }
}

const dateOf = (plain: Temporal.PlainDateTime): LocalDate => plain.toPlainDate().toString()

/** The first night. */
const firstNight = (start: Written, place: Place): LocalDate =>
  start.time === null ? start.date : dateOf(onTheSpot(start, place))

/**
 * The night after the last one of an end that is a moment: one that ends after check-in time takes that
 * night, too (docs/domain/ical-feed.md#from-entries-to-nights).
 */
const nightAfter = (end: Temporal.PlainDateTime, { checkInTime }: Place): LocalDate =>
  Temporal.PlainTime.compare(end.toPlainTime(), Temporal.PlainTime.from(checkInTime)) <= 0
    ? dateOf(end)
    : addDays(dateOf(end), 1)

const durationOf = (value: unknown): Temporal.Duration | undefined => {
  try {
    return Temporal.Duration.from(String(value))
  } catch {
    return undefined
  }
}

/** The nights `[start, end)` of an entry; undefined when it takes none or makes no sense. */
export const nightsOfEntry = (
  start: Written,
  end: Written | undefined,
  duration: unknown,
  place: Place,
): Readonly<{ start: LocalDate; end: LocalDate }> | undefined => {
  const first = firstNight(start, place)
  const after = (): LocalDate => {
    if (end !== undefined) {
      // A day that ends on itself is that day.
      if (end.time === null) return start.time === null && end.date === first ? addDays(first, 1) : end.date
      return nightAfter(onTheSpot(end, place), place)
    }
    const length = durationOf(duration)
    if (length === undefined) return addDays(first, 1)
    return start.time === null
      ? dateOf(plainOf(start).add(length))
      : nightAfter(onTheSpot(start, place).add(length), place)
  }
  const last = after()
  return zLocalDate.safeParse(last).success && last > first ? { start: first, end: last } : undefined
}
