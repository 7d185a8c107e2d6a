import { appTexts } from './en/app.ts'
import { bookingTexts } from './en/booking.ts'
import { bookingListTexts } from './en/bookingList.ts'
import { datesTexts } from './en/dates.ts'
import { editTexts } from './en/edit.ts'
import { impersonationBannerTexts } from './en/impersonationBanner.ts'
import { problemTexts } from './en/problems.ts'
import { tableTexts } from './en/table.ts'
import { todayTexts } from './en/today.ts'
import { undoBarTexts } from './en/undoBar.ts'

/**
 * The English texts of the first load, one file for each feature. The others are loaded with their pages
 * (`addTexts`).
 */
export const en = {
  app: appTexts,
  problems: problemTexts,
  table: tableTexts,
  today: todayTexts,
  booking: { ...bookingTexts, list: bookingListTexts },
  dates: datesTexts,
  edit: editTexts,
  impersonationBanner: impersonationBannerTexts,
  undoBar: undoBarTexts,
}
