import { validOf } from '@hearth/command-service/testing/arbitrary'
import type { Route } from '@hearth/platform/http/route'
import fc from 'fast-check'
import { resourceOf } from './allRoutes.ts'
import { BODIES, ENVELOPES, IDS, LIST_QUERIES, ODD_HEADERS, type BadRequest } from './badRequests.ts'
import { HOSTILE, nearMisses, toJson } from './nearMiss.ts'
import { RAW_CASES, type RawCase } from './rawHttp.ts'

/**
 * How a request of the fuzz run differs from a proper one. `id` of a path: of a record of the asker's
 * account, of nobody's, or as it stands there.
 */
export type FuzzCase = Readonly<{
  kind: 'valid' | 'near miss' | 'body' | 'envelope' | 'id' | 'query' | 'headers' | 'foreign' | 'raw'
  /** Where the route takes one. */
  body?: string | Buffer
  bad?: BadRequest
  query?: string
  raw?: RawCase
  /** The same request by nobody: 401, whatever is in it. */
  anonymous: boolean
}>

const json = (value: unknown): string => toJson(value)

const bodies = (
  route: Route,
  words: readonly string[],
): Readonly<{ valid: fc.Arbitrary<string>; near: fc.Arbitrary<string> }> => {
  const { body } = route.schemas
  if (body === undefined) return { valid: fc.constant('{}'), near: fc.constantFrom(...HOSTILE).map(json) }
  const valid = validOf(body, words).map((value) => json(value ?? { surplus: 1 }))
  return { valid, near: nearMisses(body, words).map(json) }
}

/** Values for the parameters that a reading route may know, each as a text of a query. */
const queries = (route: Route): fc.Arbitrary<string> => {
  const resource = resourceOf(route)
  const value = fc
    .constantFrom(...HOSTILE)
    .map((item) => encodeURIComponent(typeof item === 'string' ? item.toWellFormed() : json(item)))
  const names = [
    'filter',
    'sort',
    'range',
    'asOf',
    'recordedBy',
    'initiator',
    'at',
    'hostAccountId',
    'limit',
    'x',
  ]
  const filtered =
    resource === undefined
      ? []
      : Object.entries(resource.filter).flatMap(([field, kind]) =>
          kind === 'range' ? [`${field}_gte`, `${field}_lte`] : [field],
        )
  return fc.oneof(
    fc.constantFrom(...LIST_QUERIES),
    fc.tuple(fc.constantFrom(...names), value).map(([name, text]) => `${name}=${text}`),
    fc
      .tuple(fc.constantFrom('id', ...filtered), fc.constantFrom(...HOSTILE))
      .map(([field, item]) => `filter=${encodeURIComponent(json({ [field]: item }).toWellFormed())}`),
    fc
      .tuple(fc.constantFrom('id', ...(resource?.sort ?? [])), fc.constantFrom('ASC', 'DESC', 'asc', ''))
      .map(([field, order]) => `sort=${encodeURIComponent(json([field, order]))}`),
    fc
      .tuple(fc.integer({ min: -2, max: 120 }), fc.integer({ min: -2, max: 220 }))
      .map((range) => `range=${json(range)}`),
  )
}

/** Every way in which one route is tried, out of its own schemas: a new route is tried without new code. */
export const casesFor = (route: Route, words: readonly string[]): fc.Arbitrary<FuzzCase> => {
  const anonymous = fc.nat({ max: 9 }).map((number) => number === 0)
  const as = (kind: FuzzCase['kind'], more: fc.Arbitrary<Partial<FuzzCase>>): fc.Arbitrary<FuzzCase> =>
    fc.tuple(more, anonymous).map(([rest, isAnonymous]) => ({ kind, anonymous: isAnonymous, ...rest }))
  const { valid, near } = bodies(route, words)
  const whole = valid.map((body) => ({ body }))
  const headers = fc
    .tuple(fc.constantFrom(...ODD_HEADERS), near)
    .map(([odd, body]) => ({ body, bad: { name: json(odd), headers: odd } }))
  const ids = route.path.includes('/:id')
    ? [
        {
          weight: 2,
          arbitrary: as(
            'id',
            fc.tuple(fc.constantFrom(...IDS), valid).map(([bad, body]) => ({ bad, body })),
          ),
        },
      ]
    : []
  const common = [
    ...ids,
    { weight: 1, arbitrary: as('headers', headers) },
    {
      weight: 1,
      arbitrary: as(
        'raw',
        fc.constantFrom(...RAW_CASES).map((raw) => ({ raw })),
      ),
    },
  ]
  return fc.noBias(
    route.method === 'GET'
      ? fc.oneof(
          {
            weight: 10,
            arbitrary: as(
              'query',
              queries(route).map((query) => ({ query })),
            ),
          },
          { weight: 2, arbitrary: as('valid', fc.constant({})) },
          { weight: 2, arbitrary: as('foreign', fc.constant({})) },
          ...common,
        )
      : fc.oneof(
          {
            weight: 12,
            arbitrary: as(
              'near miss',
              near.map((body) => ({ body })),
            ),
          },
          { weight: 3, arbitrary: as('valid', whole) },
          { weight: 2, arbitrary: as('foreign', whole) },
          {
            weight: 2,
            arbitrary: as(
              'body',
              fc.constantFrom(...BODIES).map((bad) => ({ bad })),
            ),
          },
          {
            weight: 2,
            arbitrary: as(
              'envelope',
              fc.tuple(fc.constantFrom(...ENVELOPES), valid).map(([bad, body]) => ({ bad, body })),
            ),
          },
          ...common,
        ),
  )
}

/** The case of a seed: the same one each time. */
export const caseOf = (cases: fc.Arbitrary<FuzzCase>, seed: number): FuzzCase =>
  fc.sample(cases, { seed, numRuns: 1 })[0] ?? { kind: 'valid', anonymous: false }
