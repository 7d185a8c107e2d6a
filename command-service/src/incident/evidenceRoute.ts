import { zUploadQuery } from '@hearth/contracts/file'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { UPLOAD_WITHIN_MS, type Intake } from '../file/intake.ts'
import { readHostAccount } from '../runtime/api.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'

/**
 * `POST /api/incident-evidence?listingId=&name=`: takes a file as the request's body, before its incident is
 * reported, from those who may report one (docs/domain/incident.md#evidence).
 */
export const evidenceRoute = ({
  intake,
  handler,
}: Readonly<{ intake: Intake; handler: Pick<CommandHandler, 'locate'> }>): Route =>
  route({
    method: 'POST',
    path: '/api/incident-evidence',
    access: { capability: 'incident.report' },
    tenant: 'own',
    rate: 'write',
    content: 'raw',
    deadlineMs: UPLOAD_WITHIN_MS,
    query: zUploadQuery,
    handler: async ({ principal, query: { listingId, name }, correlationId, ...request }) =>
      intake(request, async (commandId) => {
        const hostAccountId = readHostAccount(request.headers)
        const target = await handler.locate({
          type: 'ReportIncident',
          data: { listingId },
          principal,
          commandId,
          correlationId,
          ...(hostAccountId !== undefined && { hostAccountId }),
        })
        return target.kind === 'rejected'
          ? new AppProblem(target.code, target.detail, target.facts)
          : { tenantId: target.tenantId, listingId, purpose: 'incident', name }
      }),
  })
