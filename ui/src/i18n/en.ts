import { appTexts } from './en/app.ts'
import { blocksTexts } from './en/blocks.ts'
import { bookingTexts } from './en/booking.ts'
import { bookingListTexts } from './en/bookingList.ts'
import { calendarTexts } from './en/calendar.ts'
import { cancelTexts } from './en/cancel.ts'
import { datesTexts } from './en/dates.ts'
import { editTexts } from './en/edit.ts'
import { impersonationTexts } from './en/impersonation.ts'
import { listingsTexts } from './en/listings.ts'
import { loginTexts } from './en/login.ts'
import { problemTexts } from './en/problems.ts'
import { tableTexts } from './en/table.ts'
import { todayTexts } from './en/today.ts'

/**
 * The English texts of the first load, one file for each feature. The others are loaded with their pages
 * (`addTexts`).
 */
export const en = {
  app: appTexts,
  login: loginTexts,
  problems: problemTexts,
  table: tableTexts,
  today: todayTexts,
  booking: { ...bookingTexts, list: bookingListTexts },
  cancel: cancelTexts,
  calendar: calendarTexts,
  dates: datesTexts,
  blocks: blocksTexts,
  edit: editTexts,
  listings: listingsTexts,
  impersonation: impersonationTexts,
}
