import { bookings } from '@hearth/contracts/booking'
import { events } from '@hearth/contracts/event'
import { zInstant } from '@hearth/contracts/kernel/dates'
import { streamOf } from '@hearth/contracts/kernel/message'
import type { Row } from '@hearth/contracts/kernel/projection'
import { projections } from '@hearth/contracts/projections'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { etagOf } from '@hearth/platform/http/requestHeaders'
import { route, type Route } from '@hearth/platform/http/route'
import { fieldProblem } from '@hearth/platform/http/validation'
import { z } from 'zod'
import { readStreams } from '../history/readEvents.ts'
import { hiddenFields, modelOf } from '../runtime/model.ts'
import type { ApiRow } from '../runtime/readRows.ts'
import { redact } from '../runtime/redact.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'

const model = modelOf(bookings)
const projection = projections.find(({ name }) => name === bookings.table)
// A booking's stream has some dozen events; beyond this something is wrong with it.
const MAX_EVENTS = 5_000

/** The row as it stood when everything up to `asOf` had happened and, for staff, was recorded by `recordedBy`: the projector's own fold. */
const rowAsOf = async (sources: Sources, row: ApiRow, asOf: string, recordedBy: string | undefined): Promise<ApiRow> => {
  const everything = { tenantId: row.tenantId, listingIds: null, staff: true }
  const past = await readStreams(sources, everything, { streams: [streamOf('booking', row.id)], until: asOf, recordedBy, limit: MAX_EVENTS })
  const folded = past.reduce<Row | undefined>((before, event) => projection?.fold(before, event, row.id), undefined)
  if (!folded) throw new AppProblem('NOT_FOUND')
  return { ...folded, id: row.id, tenantId: row.tenantId, revision: Number(past.at(-1)?.revision ?? 0) }
}

/** `GET /api/bookings/{id}`, with `?asOf=<instant>` as it was then; staff may add `&recordedBy=<instant>` (decisions.md §6). */
export const bookingRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/bookings/:id',
    access: { capability: bookings.capability },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({ asOf: zInstant.optional(), recordedBy: zInstant.optional() }),
    handler: async ({ principal, params, query, headers, signal }) => {
      if (query.recordedBy !== undefined && principal.actor.kind !== 'staff') throw fieldProblem('/recordedBy', 'is not known here')
      const tables = query.asOf === undefined && query.recordedBy === undefined ? [bookings.table] : [bookings.table, events.table]
      const position = await waitForToken(sources.positions, tables, headers, signal)
      const present = await findRow(sources, model, principal, params.id)
      const row = tables.length === 1 ? present : await rowAsOf(sources, present, query.asOf ?? new Date(sources.now()).toISOString(), query.recordedBy)
      const seen = redact(bookings.table, hiddenFields(model, principal), principal)(row)
      return { status: 200, headers: { etag: etagOf(row.revision), ...position }, body: seen }
    },
  })
