import { zMovePreviewRequest } from '@hearth/contracts/booking'
import { zId } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import { createPreviewMove, type PreviewMoveParts } from './previewMove.ts'

/** `POST /api/bookings/{id}/move-preview` (docs/domain/booking.md#moves). Changes nothing. */
export const movePreviewRoute = (parts: PreviewMoveParts): Route => {
  const preview = createPreviewMove(parts)
  return route({
    method: 'POST',
    path: '/api/bookings/:id/move-preview',
    access: { capability: 'booking.cancel' },
    tenant: 'own',
    rate: 'write',
    params: z.strictObject({ id: zId }),
    body: zMovePreviewRequest,
    handler: async ({ principal, params, body }) => {
      const answer = await preview(principal, params.id, body)
      return answer.kind === 'rejected'
        ? new AppProblem(answer.code, answer.detail, answer.facts)
        : { status: 200, body: answer.preview }
    },
  })
}
