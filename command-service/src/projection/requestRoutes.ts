import { PROJECTION_VERBS } from '@hearth/contracts/projection'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { parseIdempotencyKey } from '@hearth/platform/http/requestHeaders'
import { route, type Answer, type Route } from '@hearth/platform/http/route'
import { isReadModelMissing } from '@hearth/platform/postgres/retryable'
import type pg from 'pg'
import { z } from 'zod'

type ProjectionRequest = Readonly<{
  id: string
  verb: string
  projection: string
  stream: string | null
  requestedBy: string
}>
type Stored = { verb: string; projection: string; stream: string | null; requested_by: string }

const zName = z.string().regex(/^[a-z][a-z_]{0,39}$/)
// `<projection>.<build>.<stream>`, as in the list of parked streams.
const zParked = z
  .string()
  .max(300)
  .regex(/^[a-z][a-z_]{0,39}\.\d{1,9}\.\S+$/)
// `<process manager>.<instance>`.
const zStopped = z
  .string()
  .max(300)
  .regex(/^[a-z][a-z-]{0,39}\.\S+$/)

const isSame = (stored: Stored, request: ProjectionRequest): boolean =>
  stored.verb === request.verb &&
  stored.projection === request.projection &&
  stored.stream === request.stream &&
  stored.requested_by === request.requestedBy

/**
 * Stores a request for the projectors if its subject exists (`exists`, a query). The projectors are notified
 * of the row and write the outcome into it (docs/read-models.md).
 */
const insertRequest = async (
  pool: pg.Pool,
  request: ProjectionRequest,
  exists: string,
  values: readonly unknown[],
): Promise<Answer | AppProblem> => {
  const { id, verb, projection, stream, requestedBy } = request
  try {
    const { rowCount } = await pool.query(
      `
        insert into read.projection_request (id, verb, projection, stream, requested_by)
        select $1::uuid, $2::text, $3::text, $4::text, $5::text
        where exists (${exists})
        on conflict (id) do nothing`,
      [id, verb, projection, stream, requestedBy, ...values],
    )
    if (rowCount !== 1) {
      const { rows } = await pool.query<Stored>(
        `select verb, projection, stream, requested_by from read.projection_request where id = $1`,
        [id],
      )
      const [stored] = rows
      if (!stored) return new AppProblem('NOT_FOUND')
      if (!isSame(stored, request)) return new AppProblem('IDEMPOTENCY_KEY_REUSED')
    }
    return { status: 201, body: { id, revision: 0, events: [] } }
  } catch (error) {
    if (isReadModelMissing(error)) return new AppProblem('READ_MODEL_BEHIND')
    throw error
  }
}

const common = {
  method: 'POST',
  access: { capability: 'projection.operate' },
  tenant: 'any',
  rate: 'write',
  body: z.strictObject({}),
} as const

const verbRoute = (pool: pg.Pool, verb: (typeof PROJECTION_VERBS)[number]): Route =>
  route({
    ...common,
    path: `/api/projections/:id/${verb}`,
    params: z.strictObject({ id: zName }),
    handler: ({ principal, params, headers }) =>
      insertRequest(
        pool,
        {
          id: parseIdempotencyKey(headers),
          verb,
          projection: params.id,
          stream: null,
          requestedBy: principal.actor.id,
        },
        `select from read.projection where name = $3`,
        [],
      ),
  })

const unparkStreamRoute = (pool: pg.Pool): Route =>
  route({
    ...common,
    path: '/api/parked-streams/:id/unpark',
    params: z.strictObject({ id: zParked }),
    handler: ({ principal, params, headers }) => {
      const [projection = '', build = '', ...stream] = params.id.split('.')
      return insertRequest(
        pool,
        {
          id: parseIdempotencyKey(headers),
          verb: 'unpark',
          projection,
          stream: stream.join('.'),
          requestedBy: principal.actor.id,
        },
        `select from read.parked_stream where projection = $3 and stream = $4 and build = $6`,
        [build],
      )
    },
  })

const unparkInstanceRoute = (pool: pg.Pool): Route =>
  route({
    ...common,
    path: '/api/stopped-instances/:id/unpark',
    params: z.strictObject({ id: zStopped }),
    handler: ({ principal, params, headers }) => {
      const [manager = '', ...instance] = params.id.split('.')
      return insertRequest(
        pool,
        {
          id: parseIdempotencyKey(headers),
          verb: 'unpark',
          projection: manager,
          stream: instance.join('.'),
          requestedBy: principal.actor.id,
        },
        `select from app.process where manager = $3 and id = $4 and error is not null`,
        [],
      )
    },
  })

/**
 * `POST /api/projections/{name}/<verb>`, `POST /api/parked-streams/{id}/unpark` and
 * `POST /api/stopped-instances/{id}/unpark`: requests to the projectors. `GET /api/projection-requests/{id}`
 * answers with the outcome.
 */
export const projectionRequestRoutes = (pool: pg.Pool): readonly Route[] => [
  ...PROJECTION_VERBS.map((verb) => verbRoute(pool, verb)),
  unparkStreamRoute(pool),
  unparkInstanceRoute(pool),
]
