import { createAccountMailer, toEach, type AccountMailParts } from '../account/accountMailer.ts'
import { isBeingErased } from '../account/account.state.ts'
import type { Worker } from '../workers/relay.ts'
import { reportFold, type KnownReport } from './report.state.ts'
import { writeFailed, writeReady, type ReadyReport } from './reportLetters.ts'

/** Undefined where it has been removed since, or where a person asked for it. */
const findReady = (run: KnownReport | undefined): ReadyReport | undefined =>
  run === undefined || run.month === null || run.expiresAt === null
    ? undefined
    : { request: run.request, month: run.month, expiresAt: run.expiresAt }

/**
 * Emails a monthly report’s link, or that it couldn’t be made, to the person who scheduled it
 * (docs/domain/report.md#schedule). The report itself stays behind the sign-in.
 */
export const createReportMailer = ({
  publicUrl,
  ...parts
}: AccountMailParts & Readonly<{ publicUrl: URL }>): Worker => {
  const mailAccount = createAccountMailer(parts)
  return async ({ hostAccountId = '', runId = '' }) => {
    const { state } = await parts.handler.view(reportFold, hostAccountId, 0)
    const [failed, ready] = [state.failed[runId], findReady(state.runs[runId])]
    const requestedBy = (failed ?? ready)?.request.requestedBy
    if (requestedBy === undefined) return
    await mailAccount(hostAccountId, (account) => {
      const reader = Object.values(account.members).find(
        ({ userId, status }) => userId === requestedBy && status === 'active',
      )
      if (reader === undefined || isBeingErased(account, reader)) return []
      const about = {
        name: String(account.profile['displayName']),
        timezone: String(account.profile['timezone']),
      }
      const letter = failed ? writeFailed(failed, about) : ready && writeReady(ready, about)
      if (letter === undefined) return []
      const link = { label: 'View your reports', url: new URL('/reports', publicUrl).href }
      return toEach([reader], { ...letter, link })
    })
  }
}
