import { formatDay, formatRange, type LocalDate } from '../dates/localDate.ts'

/** The dates of a stay with the year: `Thu 16 – Sun 19 Jul 2026`. */
export const StayDates = ({ start, end }: { start: LocalDate; end: LocalDate }) => (
  <span className="num nowrap">{formatRange(start, end)}</span>
)

export const Day = ({ date }: { date: LocalDate }) => (
  <time className="num nowrap" dateTime={date}>
    {formatDay(date)}
  </time>
)
