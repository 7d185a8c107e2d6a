import { createHmac, timingSafeEqual } from 'node:crypto'
import { payoutOfKey } from '@hearth/contracts/payout'
import type { Secret } from '@hearth/platform/config/secret'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { parseJson } from '@hearth/platform/http/body'
import { readHeader } from '@hearth/platform/http/requestHeaders'
import { route, type Route } from '@hearth/platform/http/route'
import type { Payouts } from './openPayouts.ts'
import { parseReport, zBankEvent } from './sandboxBank.ts'

const MAX_BYTES = 20_000
/** A signature that is older or newer than this is rejected. */
const TOLERANCE_S = 300

/** Whether the header is the secret's signature of these bytes, made at about this time. */
export const isSigned = (
  secret: string,
  header: string | undefined,
  body: Buffer,
  nowSeconds: number,
): boolean => {
  const [, seconds = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (seconds === '' || Math.abs(nowSeconds - Number(seconds)) > TOLERANCE_S) return false
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

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
export const bankWebhookRoute = ({ sending, secret, now = Date.now }: WebhookOptions): Route =>
  route({
    method: 'POST',
    path: '/api/webhooks/bank',
    access: 'public',
    tenant: 'none',
    rate: 'write',
    content: 'raw',
    handler: async ({ readBody, headers }) => {
      const body = await readBody(MAX_BYTES)
      if (
        sending === undefined ||
        secret === undefined ||
        !isSigned(secret.reveal(), readHeader(headers, 'x-bank-signature'), body, now() / 1_000)
      )
        return new AppProblem('UNAUTHENTICATED', 'The signature is wrong or too old.')
      const event = zBankEvent.safeParse(parseJson(body))
      const report = event.success ? parseReport(event.data.transfer) : undefined
      if (!event.success || report === undefined)
        return new AppProblem('VALIDATION_FAILED', 'This isn’t a transfer event.')
      const payoutId = payoutOfKey(report.attemptKey)
      const outcome =
        payoutId === undefined ? undefined : await sending.record(payoutId, report, event.data.id)
      if (outcome === undefined || (outcome.kind === 'rejected' && outcome.code === 'NOT_FOUND'))
        return new AppProblem('NOT_FOUND', 'This payout doesn’t exist.')
      return outcome.kind === 'rejected' ? new AppProblem(outcome.code, outcome.detail) : { status: 204 }
    },
  })
