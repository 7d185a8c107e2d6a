import { disruptions, sumDisruptedStays, zDisruptionRow } from '@hearth/contracts/disruption'
import { qualified } from '@hearth/platform/read-model/tables'
import { route, type Route } from '@hearth/platform/http/route'
import {
  DISRUPTED_TABLES,
  findDisruptedStays,
  listCoveredStays,
} from '@hearth/contracts/disruption/findStays'
import { CompiledQuery } from 'kysely'
import { createModel } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'

const model = createModel(disruptions)
const zNamed = zDisruptionRow.pick({ id: true, state: true, area: true, start: true, end: true }).loose()
const TABLES = [disruptions.table, 'account', ...DISRUPTED_TABLES]

/**
 * `GET /api/disruptions/{id}/stays`: what the event would cover, or covers once it is approved. Staff only
 * (docs/domain/disruption.md#two-people).
 */
export const disruptedStaysRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/disruptions/:id/stays',
    access: { capability: 'disruption.read' },
    tenant: 'any',
    rate: 'read',
    params: zPathId,
    handler: async ({ principal, params, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const event = zNamed.parse(await findRow(sources, model, principal, params.id))
      const run = async (text: string, values: readonly unknown[]) =>
        (await sources.db.executeQuery(CompiledQuery.raw(text, [...values]))).rows
      const isApproved = event.state === 'approved' || event.state === 'applied'
      const stays = isApproved
        ? await listCoveredStays({ run, qualified }, event.id, event)
        : await findDisruptedStays({ run, qualified }, event, new Date(sources.now()).toISOString())
      sources.accessLog.note(
        stays.map(({ bookingId: id, hostAccountId: tenantId }) => ({ id, tenantId })),
        'bookings',
      )
      return { status: 200, headers: position, body: sumDisruptedStays(stays) }
    },
  })
