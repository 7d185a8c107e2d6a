import { zId } from '@hearth/contracts/kernel/ids'
import { zPreviewRequest } from '@hearth/contracts/request'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { formatEtag } from '@hearth/platform/http/requestHeaders'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import { createPreview, type PreviewParts } from './preview.ts'

/** `POST /api/requests/{id}/preview {decision}` (docs/domain/request.md#previews). Changes nothing. */
export const previewRoute = (parts: PreviewParts): Route => {
  const preview = createPreview(parts)
  return route({
    method: 'POST',
    path: '/api/requests/:id/preview',
    access: { capability: 'request.decide' },
    tenant: 'own',
    rate: 'write',
    params: z.strictObject({ id: zId }),
    body: zPreviewRequest,
    handler: async ({ principal, params, body }) => {
      const answer = await preview(principal, params.id, body)
      return answer.kind === 'rejected'
        ? new AppProblem(answer.code, answer.detail, answer.facts)
        : {
            status: 200,
            headers: { etag: formatEtag(BigInt(answer.preview.revision)) },
            body: answer.preview,
          }
    },
  })
}
