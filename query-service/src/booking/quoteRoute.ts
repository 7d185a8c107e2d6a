import {
  bookings,
  cancellationQuote,
  quotePayload,
  QUOTE_TOKEN,
  zBookingMoney,
  zBookingSnapshot,
  zDisruption,
} from '@hearth/contracts/booking'
import { zInstant } from '@hearth/contracts/kernel/dates'
import type { Secret } from '@hearth/platform/config/secret'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { formatEtag } from '@hearth/platform/http/requestHeaders'
import { route, type Route } from '@hearth/platform/http/route'
import { signToken } from '@hearth/platform/sealing/signedToken'
import { z } from 'zod'
import { createModel } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'

const model = createModel(bookings)
const zQuoted = z.object({
  id: z.string(),
  revision: z.int(),
  status: z.string(),
  confirmedAt: zInstant,
  money: zBookingMoney,
  snapshot: zBookingSnapshot.omit({ fee: true }),
  fee: zBookingSnapshot.shape.fee,
  disruption: zDisruption.nullable(),
})
const CANCELLABLE = ['confirmed', 'overbooked', 'in_stay']

/**
 * What a cancellation would do, side by side, with a token for the command unless `at` names another moment
 * (docs/domain/booking.md#quotes).
 */
export const quoteRoute = (sources: Sources, quoteSecret: Secret): Route =>
  route({
    method: 'GET',
    path: '/api/bookings/:id/cancellation-quote',
    access: { capability: 'booking.money' },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({ initiator: z.enum(['guest', 'host']), at: zInstant.optional() }),
    handler: async ({ principal, params, query, headers, signal }) => {
      const position = await waitForToken(sources.positions, [bookings.table], headers, signal)
      const row = zQuoted.parse(await findRow(sources, model, principal, params.id))
      if (!CANCELLABLE.includes(row.status))
        throw new AppProblem(
          'INVALID_TRANSITION',
          'Only an upcoming booking or a stay in progress can be cancelled',
          { state: row.status },
        )
      const booking = { ...row, snapshot: { ...row.snapshot, fee: row.fee } }
      const now = new Date(sources.now()).toISOString()
      const quote = cancellationQuote(booking, query.initiator, now, query.at)
      const token =
        query.at === undefined
          ? signToken(quoteSecret.reveal(), QUOTE_TOKEN, quotePayload(booking, quote))
          : null
      return {
        status: 200,
        headers: { etag: formatEtag(booking.revision), ...position },
        body: { ...quote, quote: token },
      }
    },
  })
