import { addDays, zLocalDate, type LocalDate } from '@hearth/contracts/kernel/dates'
import { Temporal } from 'temporal-polyfill'

/**
 * A moment as a calendar writes it: `zone` is `UTC`, a name, or null for local time. Without `time` it is a
 * whole day in every zone.
 */
export type Moment = Readonly<{ date: LocalDate; time: string | null; zone: string | null }>
/** The listing's facts that turn moments into nights. */
export type Place = Readonly<{ timezone: string; checkInTime: string }>

const EARLIEST = '2000-01-01'

/** A value of type date or date-time, such as `2026-08-14T10:00:00Z`; undefined when it isn't a real day. */
export const parseMoment = (value: unknown, tzid: unknown): Moment | undefined => {
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

const toPlain = ({ date, time }: Moment) =>
  Temporal.PlainDateTime.from(`${date}T${(time ?? '00:00:00').replace(/:60$/, ':59')}`)

/** The moment in the listing's time zone. An unknown zone counts as the listing's own. */
const toListingTime = (moment: Moment, { timezone }: Place): Temporal.PlainDateTime => {
  const plain = toPlain(moment)
  if (moment.zone === null) return plain
  try {
    return plain.toZonedDateTime(moment.zone).withTimeZone(timezone).toPlainDateTime()
  } catch {
    return plain
  }
}

const toDate = (plain: Temporal.PlainDateTime): LocalDate => plain.toPlainDate().toString()

/** The first night. */
const firstNight = (start: Moment, place: Place): LocalDate =>
  start.time === null ? start.date : toDate(toListingTime(start, place))

/**
 * The night after the last one, for an entry with an end time: one that ends after check-in time takes that
 * night, too (docs/domain/ical-feed.md#from-entries-to-nights).
 */
const nightAfter = (end: Temporal.PlainDateTime, { checkInTime }: Place): LocalDate =>
  Temporal.PlainTime.compare(end.toPlainTime(), Temporal.PlainTime.from(checkInTime)) <= 0
    ? toDate(end)
    : addDays(toDate(end), 1)

const parseDuration = (value: unknown): Temporal.Duration | undefined => {
  try {
    return Temporal.Duration.from(String(value))
  } catch {
    return undefined
  }
}

/** The nights `[start, end)` of an entry; undefined when it takes none or makes no sense. */
export const findNights = (
  start: Moment,
  end: Moment | undefined,
  duration: unknown,
  place: Place,
): Readonly<{ start: LocalDate; end: LocalDate }> | undefined => {
  const first = firstNight(start, place)
  const after = (): LocalDate => {
    if (end !== undefined) {
      // A day that ends on itself is that day.
      if (end.time === null) return start.time === null && end.date === first ? addDays(first, 1) : end.date
      return nightAfter(toListingTime(end, place), place)
    }
    const length = parseDuration(duration)
    if (length === undefined) return addDays(first, 1)
    return start.time === null
      ? toDate(toPlain(start).add(length))
      : nightAfter(toListingTime(start, place).add(length), place)
  }
  const last = after()
  return zLocalDate.safeParse(last).success && last > first ? { start: first, end: last } : undefined
}
