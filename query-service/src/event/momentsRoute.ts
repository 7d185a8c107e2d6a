import { resources } from '@hearth/contracts'
import { events, type RecordMoments } from '@hearth/contracts/event'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { maySee } from '@hearth/platform/session/principal'
import { z } from 'zod'
import { remakeOf, type Remake } from '../runtime/asOf.ts'
import { createModel, createScope, type Model } from '../runtime/model.ts'
import { readStreams } from '../runtime/readEvents.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'

/** The newest events of its streams, which other records may share: a ledger has those of all entries. */
const MAX_EVENTS = 5_000
const MAX_MOMENTS = 100

/** The records that can be shown as of an instant. */
const RECORDS: ReadonlyMap<string, Readonly<{ model: Model; remake: Remake }>> = new Map(
  Object.values(resources).flatMap((resource) => {
    const remake = remakeOf(resource.table)
    return remake ? [[resource.name, { model: createModel(resource), remake }] as const] : []
  }),
)

/** `GET /api/record-moments/{id}?resource=bookings`: the instants at which staff can compare a record. */
export const momentsRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/record-moments/:id',
    access: { capability: 'projection.read' },
    tenant: 'any',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({ resource: z.enum([...RECORDS.keys()]) }),
    handler: async ({ principal, params, query, headers, signal }) => {
      const record = RECORDS.get(query.resource)
      if (record === undefined) throw new AppProblem('NOT_FOUND')
      const { model, remake } = record
      if (!maySee(principal, model.resource.capability)) throw new AppProblem('FORBIDDEN')
      const tables = [model.resource.table, events.table]
      const position = await waitForToken(sources.positions, tables, headers, signal)
      const row = await findRow(sources, model, principal, params.id)
      const found = await readStreams(sources, createScope(principal), {
        streams: remake.streams(row),
        newestFirst: true,
        limit: MAX_EVENTS,
      })
      const body: RecordMoments = {
        moments: found
          .filter((event) => remake.keys(event).includes(row.id))
          .slice(0, MAX_MOMENTS)
          .map((event) => ({ id: event.id, type: event.type, occurredAt: occurredAtOf(event) })),
      }
      return { status: 200, headers: position, body }
    },
  })
