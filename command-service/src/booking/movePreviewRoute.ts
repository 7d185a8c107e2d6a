import { zMovePreviewRequest } from '@hearth/contracts/booking'
import type { Route } from '@hearth/platform/http/route'
import { definePreviewRoute } from '../runtime/previewRoute.ts'
import { createPreviewMove, type PreviewMoveParts } from './previewMove.ts'

/** `POST /api/bookings/{id}/move-preview` (docs/domain/booking.md#moves). */
export const movePreviewRoute = (parts: PreviewMoveParts): Route =>
  definePreviewRoute({
    path: '/api/bookings/:id/move-preview',
    capability: 'booking.cancel',
    body: zMovePreviewRequest,
    preview: createPreviewMove(parts),
  })
