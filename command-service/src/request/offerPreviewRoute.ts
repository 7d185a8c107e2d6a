import { zId } from '@hearth/contracts/kernel/ids'
import { zOfferPreviewRequest } from '@hearth/contracts/request'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import { createOfferPreview } from './offerPreview.ts'
import type { PreviewParts } from './preview.ts'

/** `POST /api/bookings/{id}/offer-preview` (docs/domain/request.md#offers). Changes nothing. */
export const offerPreviewRoute = (parts: PreviewParts): Route => {
  const preview = createOfferPreview(parts)
  return route({
    method: 'POST',
    path: '/api/bookings/:id/offer-preview',
    access: { capability: 'request.decide' },
    tenant: 'own',
    rate: 'write',
    params: z.strictObject({ id: zId }),
    body: zOfferPreviewRequest,
    handler: async ({ principal, params, body }) => {
      const answer = await preview(principal, params.id, body)
      return answer.kind === 'rejected'
        ? new AppProblem(answer.code, answer.detail, answer.facts)
        : { status: 200, body: answer.preview }
    },
  })
}
