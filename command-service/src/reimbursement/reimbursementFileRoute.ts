import { zId } from '@hearth/contracts/kernel/ids'
import { zEvidenceFileQuery } from '@hearth/contracts/reimbursement'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import { UPLOAD_WITHIN_MS, VIDEO_WITHIN_MS, type Intake } from '../file/intake.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { reimbursementFold } from './reimbursement.state.ts'

/**
 * `POST /api/reimbursements/{id}/files?name=` and `…/videos?name=`: take a file of a claim as the request's body. It
 * is attached with `attach-evidence` (docs/domain/reimbursement.md#evidence).
 */
export const reimbursementFileRoutes = ({
  intake,
  videoIntake,
  handler,
}: Readonly<{
  intake: Intake
  videoIntake: Intake
  handler: Pick<CommandHandler, 'locate' | 'view'>
}>): readonly Route[] => {
  const createRoute = (path: string, take: Intake, deadlineMs: number) =>
    route({
      method: 'POST',
      path,
      access: { capability: 'reimbursement.write' },
      tenant: 'own',
      rate: 'write',
      content: 'raw',
      deadlineMs,
      params: z.strictObject({ id: zId }),
      query: zEvidenceFileQuery,
      handler: async ({ principal, params: { id }, query: { name }, correlationId, ...request }) =>
        take(request, async (commandId) => {
          const type = 'AttachReimbursementEvidence'
          const target = await handler.locate({ type, id, data: {}, principal, commandId, correlationId })
          if (target.kind === 'rejected') return new AppProblem(target.code, target.detail, target.facts)
          const { state } = await handler.view(reimbursementFold, id)
          if (state.status === 'none') return new AppProblem('NOT_FOUND')
          return { tenantId: target.tenantId, listingId: state.listingId, reimbursementId: id, name }
        }),
    })
  return [
    createRoute('/api/reimbursements/:id/files', intake, UPLOAD_WITHIN_MS),
    createRoute('/api/reimbursements/:id/videos', videoIntake, VIDEO_WITHIN_MS),
  ]
}
