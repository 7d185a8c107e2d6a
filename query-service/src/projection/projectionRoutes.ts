import { resources } from '@hearth/contracts'
import { projections } from '@hearth/contracts/projections'
import { zFailuresInQuery, zFailuresQuery } from '@hearth/contracts/projection/commandFailures'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import { zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { readFailures, readFailuresIn } from './commandFailures.ts'
import { readDifference } from './readDifference.ts'
import { readProcesses } from './readProcesses.ts'
import { showDifference } from './showDifference.ts'

const MAX_ROWS = 50

const common = {
  method: 'GET',
  access: { capability: 'projection.read' },
  tenant: 'any',
  rate: 'read',
  query: z.strictObject({}),
} as const

/** Nothing has been built yet, or a table has just been dropped. */
const ABSENT = new Set(['42P01', '3F000'])
const orBehind = async <Value>(work: Promise<Value>): Promise<Value> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && ABSENT.has(error.code))
      throw new AppProblem('READ_MODEL_BEHIND')
    throw error
  }
}

/**
 * `GET /api/projections/{id}/difference`, `GET /api/process-managers` and `GET /api/command-failures`: what staff see of the projectors
 * besides their tables (docs/read-models.md).
 */
export const projectionRoutes = ({
  pool,
  now,
  accessLog,
}: Pick<Sources, 'pool' | 'now' | 'accessLog'>): readonly Route[] => [
  route({
    ...common,
    path: '/api/projections/:id/difference',
    params: zPathId,
    handler: async ({ principal, params }) => {
      const found = await orBehind(readDifference(pool, params.id, MAX_ROWS))
      if (!found) throw new AppProblem('NOT_FOUND')
      return {
        status: 200,
        body: showDifference(
          found,
          projections.find(({ name }) => name === params.id),
          Object.values(resources),
          principal.actor.role,
        ),
      }
    },
  }),
  route({
    ...common,
    path: '/api/process-managers',
    handler: async () => ({ status: 200, body: await orBehind(readProcesses(pool)) }),
  }),
  route({
    ...common,
    path: '/api/command-failures',
    query: zFailuresQuery,
    handler: async ({ query: { by } }) => ({ status: 200, body: await readFailures(pool, by, now()) }),
  }),
  route({
    ...common,
    path: '/api/command-failures/in',
    query: zFailuresInQuery,
    handler: async ({ query: { by, ...cell } }) => {
      const body = await orBehind(readFailuresIn(pool, by, cell))
      accessLog.note(body.failures.map(({ instance: id, accountId: tenantId }) => ({ id, tenantId })))
      return { status: 200, body }
    },
  }),
]
