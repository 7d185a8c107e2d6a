import type { Secret } from '@hearth/platform/config/secret'
import type { Route } from '@hearth/platform/http/route'
import { stopOwnerChangeRoute } from './account/stopOwnerChangeRoute.ts'
import { verifyAuditRoute } from './audit/verifyRoute.ts'
import { createIntake, createVideoIntake } from './file/intake.ts'
import { uploadRoute } from './file/uploadRoute.ts'
import { evidenceRoute } from './incident/evidenceRoute.ts'
import { impersonationRoutes } from './impersonation/routes.ts'
import { acceptInvitation } from './login/acceptInvitation.ts'
import { loginRoutes } from './login/index.ts'
import type { LoginTools } from './login/tools.ts'
import { tunnelRoute, type TunnelOptions } from './monitoring/tunnelRoute.ts'
import type { CommandService } from './open.ts'
import { retryRoute } from './payout/retryRoute.ts'
import { payoutRunRoutes } from './payout/runRoutes.ts'
import { bankWebhookRoute } from './payout/webhookRoute.ts'
import { payoutAlarmRoute } from './payout-account/alarmRoute.ts'
import { projectionRequestRoutes } from './projection/requestRoutes.ts'
import { movePreviewRoute } from './booking/movePreviewRoute.ts'
import { requestPreviewRoutes } from './request/previewRoutes.ts'
import { ownReviewRoute } from './review/ownReviewRoute.ts'
import { reimbursementFileRoutes } from './reimbursement/reimbursementFileRoute.ts'
import { commandRoutes } from './runtime/api.ts'
import { limitConcurrency } from './runtime/limitConcurrency.ts'
import { taxFileRoute } from './tax-filing/downloadRoute.ts'
import { attachmentRoutes } from './thread/attachmentRoutes.ts'
import { mailRoute } from './thread/email/mailRoute.ts'
import { receiptRoute } from './thread/sending/receiptRoute.ts'

type Parts = Pick<
  CommandService,
  | 'handle'
  | 'handler'
  | 'ports'
  | 'pool'
  | 'impersonationSessions'
  | 'hostCodes'
  | 'auditChain'
  | 'payouts'
  | 'delivery'
  | 'reports'
  | 'guestMail'
  | 'uploads'
  | 'recordAccess'
  | 'refusals'
>

/** All routes of the write side: sign-in, the commands of the registry, and the others. */
export const routes = (
  parts: Parts,
  tools: LoginTools,
  tunnel: TunnelOptions,
  quoteSecret: Secret,
  webhookSecrets: Readonly<{
    bank?: Secret | undefined
    channel?: Secret | undefined
    mail?: Secret | undefined
  }> = {},
): readonly Route[] => {
  const files = { intake: createIntake(parts.uploads), handler: parts.handler }
  return [
    ...loginRoutes(tools, acceptInvitation(parts.handle)),
    ...commandRoutes(parts.refusals.around(limitConcurrency(parts.handle))),
    ...projectionRequestRoutes(parts.pool),
    ...impersonationRoutes({
      ...parts,
      sessions: parts.impersonationSessions,
      principals: tools.principals,
    }),
    verifyAuditRoute(parts.auditChain),
    payoutAlarmRoute(tools, parts),
    stopOwnerChangeRoute(tools, parts),
    bankWebhookRoute({ sending: parts.payouts.sending, secret: webhookSecrets.bank }),
    receiptRoute({ handler: parts.handler, secret: webhookSecrets.channel }),
    mailRoute({ receive: parts.guestMail?.receive, secret: webhookSecrets.mail }),
    ...payoutRunRoutes(parts),
    ...requestPreviewRoutes({ handler: parts.handler, ports: parts.ports, quoteSecret }),
    movePreviewRoute({ handler: parts.handler, now: parts.ports.request.now }),
    ownReviewRoute(parts),
    retryRoute({
      queues: {
        payouts: parts.payouts.queue,
        threads: parts.delivery.queue,
        reports: parts.reports.queue,
      },
      log: tools.log,
    }),
    taxFileRoute(parts),
    uploadRoute(files),
    ...attachmentRoutes(files),
    evidenceRoute(files),
    ...reimbursementFileRoutes({ ...files, videoIntake: createVideoIntake(parts.uploads) }),
    tunnelRoute(tunnel),
  ]
}
