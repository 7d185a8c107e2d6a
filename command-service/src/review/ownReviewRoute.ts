import { zId } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { newId } from '@hearth/contracts/kernel/ids'
import { z } from 'zod'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { reviewFold } from './review.state.ts'
import type { ReviewSealer } from './reviewSealer.ts'

export type OwnReviewParts = Readonly<{
  handler: Pick<CommandHandler, 'locate' | 'view'>
  ports: Readonly<{ review: Readonly<{ sealer: Pick<ReviewSealer, 'openHost'> }> }>
}>

const notFound = () => new AppProblem('NOT_FOUND', 'This review doesn’t exist.')

/**
 * `POST /api/reviews/{id}/own-review`: what the host wrote, while it is sealed and can be edited. Changes
 * nothing, and shows nothing of the guest’s side (docs/domain/review.md#sealing).
 */
export const ownReviewRoute = ({ handler, ports }: OwnReviewParts): Route =>
  route({
    method: 'POST',
    path: '/api/reviews/:id/own-review',
    access: { capability: 'review.write' },
    tenant: 'own',
    rate: 'write',
    params: z.strictObject({ id: zId }),
    body: z.strictObject({}),
    handler: async ({ principal, params }) => {
      const key = newId()
      const command = { type: 'EditHostReview', id: params.id, data: {}, principal }
      const target = await handler.locate({ ...command, commandId: key, correlationId: key })
      if (target.kind === 'rejected') return notFound()
      const { state } = await handler.view(reviewFold, target.id, 0)
      if (state.status !== 'open') return notFound()
      const pair = { tenantId: target.tenantId, bookingId: target.id, guestRef: state.guestRef }
      const hostReview = await ports.review.sealer.openHost(pair, state.sealed.host)
      return hostReview === null ? notFound() : { status: 200, body: { hostReview } }
    },
  })
