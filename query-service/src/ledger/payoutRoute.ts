import { events } from '@hearth/contracts/event'
import { explainPayout, ledgerEntries } from '@hearth/contracts/ledger'
import { payouts, zPayoutRow } from '@hearth/contracts/payout'
import { route, type Route } from '@hearth/platform/http/route'
import { sql } from 'kysely'
import { z } from 'zod'
import { createModel } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { explainEntries } from './explainEntries.ts'

const payoutModel = createModel(payouts)
const zPayout = z
  .object(zPayoutRow.shape)
  .pick({ code: true, currency: true, amountMinor: true, entryIds: true })

/**
 * `GET /api/payouts/{id}/explain`: why this payout is this amount, down to the events and their numbers
 * (docs/domain/ledger.md#explaining).
 */
export const payoutRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/payouts/:id/explain',
    access: { capability: 'payout.read' },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({}),
    handler: async ({ principal, params, headers, signal }) => {
      const position = await waitForToken(
        sources.positions,
        [payouts.table, ledgerEntries.table, events.table],
        headers,
        signal,
      )
      const row = await findRow(sources, payoutModel, principal, params.id)
      const { code, currency, amountMinor, entryIds } = zPayout.parse(row)
      const entries = await explainEntries(sources, principal, sql`id = any(${[...entryIds]}::text[])`)
      return {
        status: 200,
        headers: position,
        body: explainPayout({ payoutId: row.id, code, currency, amountMinor }, entries),
      }
    },
  })
