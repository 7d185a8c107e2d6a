import type { Instant } from '@hearth/contracts/kernel/dates'
import { MAX_PDF_ROWS } from '@hearth/contracts/report'
import { REPORT_TITLES } from '@hearth/contracts/report/catalogue'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import type { FailedReport, KnownReport } from './report.state.ts'

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00.000Z`))
const formatDay = (at: Instant, timezone: string): string =>
  DAY.format(new Date(`${toLocalDate(at, timezone)}T00:00:00.000Z`))

export type ReadyReport = Pick<KnownReport, 'request'> & Readonly<{ month: string; expiresAt: Instant }>
type Account = Readonly<{ name: string; timezone: string }>
type Letter = Readonly<{ subject: string; lines: readonly string[] }>

const TOO_LONG =
  `It has more than ${MAX_PDF_ROWS.toLocaleString('en')} rows, which is too many for a PDF. ` +
  'On the reports page, create it as a CSV or Excel file. ' +
  'For the months to come, delete it under “Every month” and set it up again as CSV or Excel.'
const OTHERWISE =
  'Create it on the reports page, which shows what has to change. ' +
  'If it can no longer be created there either, delete it under “Every month” and set it up again.'

/** The email with a monthly report’s link. */
export const writeReady = (
  { request, month, expiresAt }: ReadyReport,
  { name, timezone }: Account,
): Letter => {
  const title = REPORT_TITLES[request.type]
  return {
    subject: `${title} for ${formatMonth(month)} is ready`,
    lines: [
      `Your monthly report “${title}” of ${name} for ${formatMonth(month)} is ready.`,
      `You can download it until ${formatDay(expiresAt, timezone)}. ` +
        'To stop getting it, pause or delete it under “Every month” on the same page.',
    ],
  }
}

/** The email about a monthly report that couldn’t be made, with what to do. */
export const writeFailed = ({ request, month, code }: FailedReport, { name }: Account): Letter => {
  const title = REPORT_TITLES[request.type]
  return {
    subject: `${title} for ${formatMonth(month)} couldn’t be created`,
    lines: [
      `Your monthly report “${title}” of ${name} for ${formatMonth(month)} couldn’t be created.`,
      code === 'LIMIT_EXCEEDED' ? TOO_LONG : OTHERWISE,
    ],
  }
}
