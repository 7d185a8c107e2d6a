import type { ReportDefinition } from '../kernel/report.ts'
import { ownerStayReport } from './calendarReports.ts'
import { claimReport, ledgerReport, payoutReport } from './moneyReports.ts'
import { nightReport, occupancyReport } from './nightReports.ts'
import type { ReportType } from './report.ts'
import { bookingReport, reviewReport } from './stayReports.ts'

/** What each report is called. */
export const REPORT_TITLES: Readonly<Record<ReportType, string>> = {
  bookings: 'Bookings',
  nights: 'Earned by night',
  payouts: 'Payouts',
  ledger: 'Ledger',
  occupancy: 'Occupancy',
  reviews: 'Reviews',
  claims: 'Claims',
  'owner-stays': 'Your own stays',
}

/** How each report of the catalogue is made (docs/domain/report.md#catalogue). */
export const REPORTS: Readonly<Record<ReportType, ReportDefinition>> = {
  bookings: bookingReport,
  nights: nightReport,
  payouts: payoutReport,
  ledger: ledgerReport,
  occupancy: occupancyReport,
  reviews: reviewReport,
  claims: claimReport,
  'owner-stays': ownerStayReport,
}

/** The read models that a report is read from. */
export const tablesOfReport = (type: ReportType): readonly string[] => [
  ...new Set(['event_log', 'account', 'listing', ...REPORTS[type].projections.map(({ name }) => name)]),
]
