import { events as eventResource, type Trace } from '@hearth/contracts/event'
import { deriveEventId, zId } from '@hearth/contracts/kernel/ids'
import { projections } from '@hearth/contracts/projections'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { sql } from 'kysely'
import { z } from 'zod'
import { readCorrelated } from '../runtime/readEvents.ts'
import { loadPeople, describeActor } from './who.ts'
import { zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'
import { readEffects } from './readEffects.ts'
import { buildTrace } from './buildTrace.ts'

const MAX_EVENTS = 500

/**
 * The request that an id belongs to: its own, that of an event, or that of a command (whose first event's id
 * follows from it).
 */
const findCorrelation = async (sources: Sources, id: string): Promise<string | undefined> => {
  const ids = zId.safeParse(id).success ? [id, deriveEventId(id, 0)] : [id]
  const table = tableRef(eventResource.table)
  const { rows } = await sql<{ correlation_id: string }>`
    (select correlation_id from ${table} where id = any(${ids}::text[]) limit 1)
    union all
    (select correlation_id from ${table} where correlation_id = ${id} limit 1)`.execute(sources.db)
  return rows.find(({ correlation_id }) => correlation_id !== '')?.correlation_id
}

/**
 * `GET /api/traces/{id}`: what a request led to; `id` is its correlation id, or that of one of its events or
 * commands.
 */
export const traceRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/traces/:id',
    access: { capability: 'projection.read' },
    tenant: 'any',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({}),
    handler: async ({ principal, params, headers, signal }) => {
      const position = await waitForToken(sources.positions, [eventResource.table], headers, signal)
      const correlationId = await findCorrelation(sources, params.id)
      if (correlationId === undefined) throw new AppProblem('NOT_FOUND')
      const events = await readCorrelated(sources, correlationId, MAX_EVENTS)
      sources.accessLog.note(events.map(({ id, metadata }) => ({ id, tenantId: metadata['tenantId'] ?? '' })))
      const people = await loadPeople(
        sources.pool,
        events.flatMap(({ metadata }) => metadata['actorId'] ?? []),
      )
      const effects = await readEffects(sources.pool, events)
      const commands = buildTrace(events, {
        projections,
        findEffects: (eventId) => effects.get(eventId) ?? [],
        standsAt: sources.positions.current,
        describeActor: (actorId) => describeActor(actorId, people, principal),
      })
      const body: Trace = { correlationId, complete: events.length < MAX_EVENTS, commands: [...commands] }
      return { status: 200, headers: position, body }
    },
  })
