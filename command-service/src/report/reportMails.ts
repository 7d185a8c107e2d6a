import { REPORT_TITLES } from '@hearth/contracts/report/catalogue'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { createAccountMailer, toEach, type AccountMailParts } from '../account/accountMailer.ts'
import { isBeingErased } from '../account/account.state.ts'
import { localDate } from '../runtime/localTime.ts'
import type { Worker } from '../workers/relay.ts'
import { reportFold } from './report.state.ts'

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00.000Z`))
const formatDay = (at: Instant, timezone: string): string =>
  DAY.format(new Date(`${localDate(at, timezone)}T00:00:00.000Z`))

/**
 * Emails a monthly report’s link to the person who scheduled it (docs/domain/report.md#schedule). The report
 * itself stays behind the sign-in.
 */
export const createReportMailer = ({
  publicUrl,
  ...parts
}: AccountMailParts & Readonly<{ publicUrl: URL }>): Worker => {
  const mailAccount = createAccountMailer(parts)
  return async ({ hostAccountId = '', runId = '' }) => {
    const { state } = await parts.handler.view(reportFold, hostAccountId, 0)
    const run = state.runs[runId]
    // Removed since, or asked for by a person.
    if (run === undefined || run.month === null || run.expiresAt === null) return
    const { request, month, expiresAt } = run
    const title = REPORT_TITLES[request.type]
    await mailAccount(hostAccountId, (account) => {
      const reader = Object.values(account.members).find(
        ({ userId, status }) => userId === request.requestedBy && status === 'active',
      )
      if (reader === undefined || isBeingErased(account, reader)) return []
      const name = String(account.profile['displayName'])
      return toEach([reader], {
        subject: `${title} for ${formatMonth(month)} is ready`,
        lines: [
          `Your monthly report “${title}” of ${name} for ${formatMonth(month)} is ready.`,
          `You can download it until ${formatDay(expiresAt, String(account.profile['timezone']))}. ` +
            'To stop getting it, pause or delete it under “Every month” on the same page.',
        ],
        link: { label: 'View your reports', url: new URL('/reports', publicUrl).href },
      })
    })
  }
}
