import { addDays, listNights, weekday, type LocalDate } from '@hearth/contracts/kernel/dates'
import { isBusinessDay } from '@hearth/contracts/payout'

const DAYS_AHEAD = 7
/** One currency of each calendar of banks. */
const CALENDARS = ['EUR', 'USD'] as const

/** The next weekday within a week on which banks are closed, and by which calendars. */
export const findHoliday = (today: LocalDate) =>
  listNights(today, addDays(today, DAYS_AHEAD + 1))
    .filter((date) => weekday(date) % 6 !== 0)
    .map((date) => ({ date, closed: CALENDARS.filter((currency) => !isBusinessDay(date, currency)) }))
    .find(({ closed }) => closed.length > 0)
