import { createValid } from '@hearth/command-service/testing/arbitrary'
import type { Route } from '@hearth/platform/http/route'
import fc from 'fast-check'
import { findResource } from './allRoutes.ts'
import { BODIES, ENVELOPES, IDS, LIST_QUERIES, ODD_HEADERS, type BadRequest } from './badRequests.ts'
import { HOSTILE, nearMisses, toJson } from './nearMiss.ts'
import { RAW_CASES, type RawCase } from './rawHttp.ts'

/** How a request of the fuzz run differs from a proper one. */
export type FuzzCase = Readonly<{
  kind: 'valid' | 'near miss' | 'body' | 'envelope' | 'id' | 'query' | 'headers' | 'foreign' | 'raw'
  /** Only for routes that take a body. */
  body?: string | Buffer
  bad?: BadRequest
  query?: string
  raw?: RawCase
  /** Whether the same request is also sent without a session: the answer is always 401. */
  anonymous: boolean
}>

const json = (value: unknown): string => toJson(value)

const bodies = (
  route: Route,
  words: readonly string[],
): Readonly<{ valid: fc.Arbitrary<string>; near: fc.Arbitrary<string> }> => {
  const { body } = route.schemas
  if (body === undefined) return { valid: fc.constant('{}'), near: fc.constantFrom(...HOSTILE).map(json) }
  const valid = createValid(body, words).map((value) => json(value ?? { surplus: 1 }))
  return { valid, near: nearMisses(body, words).map(json) }
}

/** Values for the parameters that a reading route may know, each as a text of a query. */
const queries = (route: Route): fc.Arbitrary<string> => {
  const resource = findResource(route)
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

type Weighted = Readonly<{ weight: number; arbitrary: fc.Arbitrary<FuzzCase> }>

const weigh = (weight: number, kind: FuzzCase['kind'], more: fc.Arbitrary<Partial<FuzzCase>>): Weighted => {
  const anonymous = fc.nat({ max: 9 }).map((number) => number === 0)
  return {
    weight,
    arbitrary: fc
      .tuple(more, anonymous)
      .map(([rest, isAnonymous]) => ({ kind, anonymous: isAnonymous, ...rest })),
  }
}

const readCases = (route: Route): readonly Weighted[] => [
  weigh(
    10,
    'query',
    queries(route).map((query) => ({ query })),
  ),
  weigh(2, 'valid', fc.constant({})),
  weigh(2, 'foreign', fc.constant({})),
]

const writeCases = (valid: fc.Arbitrary<string>, near: fc.Arbitrary<string>): readonly Weighted[] => {
  const whole = valid.map((body) => ({ body }))
  return [
    weigh(
      12,
      'near miss',
      near.map((body) => ({ body })),
    ),
    weigh(3, 'valid', whole),
    weigh(2, 'foreign', whole),
    weigh(
      2,
      'body',
      fc.constantFrom(...BODIES).map((bad) => ({ bad })),
    ),
    weigh(
      2,
      'envelope',
      fc.tuple(fc.constantFrom(...ENVELOPES), valid).map(([bad, body]) => ({ bad, body })),
    ),
  ]
}

/** Cases of every route, besides those of its method. */
const commonCases = (
  route: Route,
  valid: fc.Arbitrary<string>,
  near: fc.Arbitrary<string>,
): readonly Weighted[] => {
  const ids = fc.tuple(fc.constantFrom(...IDS), valid).map(([bad, body]) => ({ bad, body }))
  const headers = fc
    .tuple(fc.constantFrom(...ODD_HEADERS), near)
    .map(([odd, body]) => ({ body, bad: { name: json(odd), headers: odd } }))
  return [
    ...(route.path.includes('/:id') ? [weigh(2, 'id', ids)] : []),
    weigh(1, 'headers', headers),
    weigh(
      1,
      'raw',
      fc.constantFrom(...RAW_CASES).map((raw) => ({ raw })),
    ),
  ]
}

/** Every way in which a route is tried, derived from its schemas: a new route needs no new code. */
export const casesFor = (route: Route, words: readonly string[]): fc.Arbitrary<FuzzCase> => {
  const { valid, near } = bodies(route, words)
  const own = route.method === 'GET' ? readCases(route) : writeCases(valid, near)
  return fc.noBias(fc.oneof(...own, ...commonCases(route, valid, near)))
}

/** The case of a seed: the same one each time. */
export const drawCase = (cases: fc.Arbitrary<FuzzCase>, seed: number): FuzzCase =>
  fc.sample(cases, { seed, numRuns: 1 })[0] ?? { kind: 'valid', anonymous: false }
