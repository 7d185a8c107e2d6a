import type { Secret } from '@hearth/platform/config/secret'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Route } from '@hearth/platform/http/route'
import { webhookRoute } from '@hearth/platform/http/webhookRoute'
import pLimit from 'p-limit'
import { UPLOAD_WITHIN_MS } from '../../file/intake.ts'
import type { ReceiveMail } from './receiveMail.ts'

/** Signs what the email provider delivers. */
export const MAIL_SIGNATURE_HEADER = 'x-mail-signature'
/** As much as common mail servers take. */
export const MAX_MAIL_BYTES = 25_000_000
/** Emails in memory, and of these the ones that are taken apart. */
const MAX_HELD = 8
const MAX_RECEIVED = 2

export type MailRouteOptions = Readonly<{
  /** Without it, no address is known. */
  receive: ReceiveMail | undefined
  /** Without it, every email is rejected. */
  secret: Secret | undefined
  now?: () => number
}>

/**
 * `POST /api/webhooks/mail`: an email to one of the guests' addresses, as RFC 5322 source. Answers 200 once it is
 * recorded, or known to be no message; a 4xx answer is final.
 */
export const mailRoute = ({ receive, secret, now }: MailRouteOptions): Route => {
  const receiving = pLimit(MAX_RECEIVED)
  return webhookRoute({
    path: '/api/webhooks/mail',
    header: MAIL_SIGNATURE_HEADER,
    maxBytes: MAX_MAIL_BYTES,
    deadlineMs: UPLOAD_WITHIN_MS,
    limit: pLimit(MAX_HELD),
    parse: (body) => body,
    secret,
    now,
    handle: async (raw) => {
      if (receive === undefined) return new AppProblem('NOT_FOUND', 'No one has this address.')
      const received = await receiving(() => receive(raw))
      return received instanceof AppProblem ? received : { status: 200, body: received }
    },
  })
}
