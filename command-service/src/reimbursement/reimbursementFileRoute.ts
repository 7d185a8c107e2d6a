import { zId } from '@hearth/contracts/kernel/ids'
import { zEvidenceFileQuery } from '@hearth/contracts/reimbursement'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import { UPLOAD_WITHIN_MS, type Intake } from '../file/intake.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { reimbursementFold } from './reimbursement.state.ts'

/**
 * `POST /api/reimbursements/{id}/files?name=`: takes a file of a claim as the request's body. It is attached with
 * `attach-evidence` (docs/domain/reimbursement.md#evidence).
 */
export const reimbursementFileRoute = ({
  intake,
  handler,
}: Readonly<{ intake: Intake; handler: Pick<CommandHandler, 'locate' | 'view'> }>): Route =>
  route({
    method: 'POST',
    path: '/api/reimbursements/:id/files',
    access: { capability: 'reimbursement.write' },
    tenant: 'own',
    rate: 'write',
    content: 'raw',
    deadlineMs: UPLOAD_WITHIN_MS,
    params: z.strictObject({ id: zId }),
    query: zEvidenceFileQuery,
    handler: async ({ principal, params: { id }, query: { name }, correlationId, ...request }) =>
      intake(request, async (commandId) => {
        const type = 'AttachReimbursementEvidence'
        const target = await handler.locate({ type, id, data: {}, principal, commandId, correlationId })
        if (target.kind === 'rejected') return new AppProblem(target.code, target.detail, target.facts)
        const { state } = await handler.view(reimbursementFold, id)
        if (state.status === 'none') return new AppProblem('NOT_FOUND')
        return { tenantId: target.tenantId, listingId: state.listingId, reimbursementId: id, name }
      }),
  })
