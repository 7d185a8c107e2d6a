import { payoutOfKey } from '@hearth/contracts/payout'
import type { Secret } from '@hearth/platform/config/secret'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { parseJson } from '@hearth/platform/http/body'
import type { Route } from '@hearth/platform/http/route'
import { webhookRoute } from '@hearth/platform/http/webhookRoute'
import type { Payouts } from './openPayouts.ts'
import { parseReport, zBankEvent } from './sandboxBank.ts'

export type WebhookOptions = Readonly<{
  sending: Payouts['sending']
  secret: Secret | undefined
  now?: () => number
}>

/**
 * `POST /api/webhooks/bank`: the bank reports the outcome of transfers. A report that is unsigned, too old or
 * not about our transfers changes nothing; a repeated one gets the same answer. Answers 2xx only after the
 * report is recorded.
 */
export const bankWebhookRoute = ({ sending, secret, now }: WebhookOptions): Route =>
  webhookRoute({
    path: '/api/webhooks/bank',
    header: 'x-bank-signature',
    maxBytes: 20_000,
    secret: sending && secret,
    now,
    parse: parseJson,
    handle: async (body) => {
      const event = zBankEvent.safeParse(body)
      const report = event.success ? parseReport(event.data.transfer) : undefined
      if (!event.success || report === undefined)
        return new AppProblem('VALIDATION_FAILED', 'This isn’t a transfer event.')
      const payoutId = payoutOfKey(report.attemptKey)
      const outcome =
        payoutId === undefined ? undefined : await sending?.record(payoutId, report, event.data.id)
      if (outcome === undefined || (outcome.kind === 'rejected' && outcome.code === 'NOT_FOUND'))
        return new AppProblem('NOT_FOUND', 'This payout doesn’t exist.')
      return outcome.kind === 'rejected' ? new AppProblem(outcome.code, outcome.detail) : { status: 204 }
    },
  })
