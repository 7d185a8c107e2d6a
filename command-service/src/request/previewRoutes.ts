import { zOfferPreviewRequest, zPreviewRequest } from '@hearth/contracts/request'
import { formatEtag } from '@hearth/platform/http/requestHeaders'
import type { Route } from '@hearth/platform/http/route'
import { definePreviewRoute } from '../runtime/previewRoute.ts'
import { createOfferPreview } from './offerPreview.ts'
import { createPreview, type PreviewParts } from './preview.ts'

export const requestPreviewRoutes = (parts: PreviewParts): readonly Route[] => [
  /** `POST /api/requests/{id}/preview {decision}` (docs/domain/request.md#previews). */
  definePreviewRoute({
    path: '/api/requests/:id/preview',
    capability: 'request.decide',
    body: zPreviewRequest,
    preview: createPreview(parts),
    headersOf: ({ revision }) => ({ etag: formatEtag(BigInt(revision)) }),
  }),
  /** `POST /api/bookings/{id}/offer-preview` (docs/domain/request.md#offers). */
  definePreviewRoute({
    path: '/api/bookings/:id/offer-preview',
    capability: 'request.decide',
    body: zOfferPreviewRequest,
    preview: createOfferPreview(parts),
  }),
]
