import { newId } from '@hearth/contracts/kernel/ids'
import type { Route } from '@hearth/platform/http/route'
import { formatRoute, findResource } from './allRoutes.ts'
import { determineExpected, findSurprise, OTHER_READS, TARGETS, type Target } from './authzExpectations.ts'
import type { Principal } from './authzPrincipals.ts'
import { buildMatrixRequest, type MatrixRequest } from './authzRequest.ts'
import type { Journey } from './journey.ts'
import { exchange, type Answer } from './request.ts'
import type { World } from './world.ts'

/** An answer without what differs between any two: times, ids of requests, values of cookies. */
/** The instants of an answer that are now unless the request says otherwise. */
const THIS_MOMENT = /"(?:asOf|until)":"[^"]+"|"now":\{"at":"[^"]+"/g

const normalize = ({ status, headers, text }: Answer): string =>
  JSON.stringify([
    status,
    headers
      .filter(([name]) => name !== 'date' && name !== 'x-correlation-id')
      .map(([name, value]) => [name, name === 'set-cookie' ? value.split('=')[0] : value]),
    text.replace(THIS_MOMENT, ''),
  ])

export type Matrix = Readonly<{
  cells: number
  /** Cells that named a record that exists. */
  named: number
  /** Pairs of a foreign and an unknown record whose answers were compared. */
  pairs: number
  surprises: readonly string[]
  /** Routes without a cell that sent a valid body for a foreign or an unknown record. */
  shallow: readonly string[]
  /** Correlation ids of the requests, as events and the outbox record them. */
  correlations: readonly string[]
}>

const CONCURRENCY = 6
const MAX_TRIES = 8

/** Sends the request of a cell. */
const createAsk = ({ baseUrl }: Journey, world: World, correlations: string[]) => {
  const emails = { foreign: world.there.people.owner.email, unknown: `${newId()}@journey.test` }
  return async (route: Route, target: Target, caller: Principal) => {
    const request = buildMatrixRequest(route, target, caller, emails)
    const correlation = newId()
    correlations.push(correlation)
    // A stream has no end; the answer to HEAD shows who is let in.
    const method = route.rate === 'stream' ? 'HEAD' : route.method
    const answer = await exchange(baseUrl, request.path, {
      method,
      headers: { ...caller.client.headers, ...request.headers, 'x-correlation-id': correlation },
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    return { request, answer }
  }
}
type Ask = ReturnType<typeof createAsk>

const findSurpriseInCell = (
  route: Route,
  caller: Principal,
  target: Target,
  request: MatrixRequest,
  answer: Answer,
): string | undefined => {
  if (route.rate === 'stream' && answer.text === '')
    return answer.status < 500 ? undefined : String(answer.status)
  return findSurprise(answer, determineExpected(route, caller, target, request))
}

/** Reads a foreign and an unknown record until both answers are equal: positions move between two reads. */
const askUntilEqual = async (
  ask: Ask,
  route: Route,
  caller: Principal,
  answers: ReadonlyMap<Target, Answer>,
): Promise<Readonly<{ foreign: Answer; unknown: Answer; isEqual: boolean }> | undefined> => {
  let [foreign, unknown] = [answers.get('foreign'), answers.get('unknown')]
  for (let tries = 1; foreign && unknown; tries += 1) {
    const isEqual = normalize(foreign) === normalize(unknown)
    if (isEqual || tries >= MAX_TRIES) return { foreign, unknown, isEqual }
    foreign = (await ask(route, 'foreign', caller)).answer
    unknown = (await ask(route, 'unknown', caller)).answer
  }
  return undefined
}

const listShallow = (routes: readonly Route[], deep: ReadonlySet<string>): readonly string[] =>
  routes
    .filter(({ method, path }) => method === 'POST' && path.includes('/:id'))
    .map(formatRoute)
    .filter((name) => !deep.has(name))

/**
 * Calls every route as every caller for every kind of record, and compares each answer with what the tables
 * say.
 */
export const checkMatrix = async (
  journey: Journey,
  world: World,
  routes: readonly Route[],
  principals: readonly Principal[],
): Promise<Matrix> => {
  const surprises: string[] = []
  const correlations: string[] = []
  const deep = new Set<string>()
  const ask = createAsk(journey, world, correlations)
  let [cells, named, pairs] = [0, 0, 0]
  const note = (route: Route, caller: Principal, target: string, text: string, answer: Answer) =>
    surprises.push(
      `${formatRoute(route)} · ${caller.name} · ${target}: ${text}: ${answer.text.slice(0, 200)}`,
    )

  const comparePair = async (route: Route, caller: Principal, answers: ReadonlyMap<Target, Answer>) => {
    pairs += 1
    const pair = await askUntilEqual(ask, route, caller, answers)
    // A record of the platform belongs to no account: none is foreign.
    if (pair === undefined || pair.isEqual || findResource(route)?.scope === 'platform') return
    const [foreign, unknown] = [normalize(pair.foreign).slice(0, 700), normalize(pair.unknown).slice(0, 700)]
    note(route, caller, 'foreign and unknown', `differ: ${foreign} / ${unknown}`, pair.unknown)
  }

  const askAs = async (route: Route, caller: Principal) => {
    const answers = new Map<Target, Answer>()
    for (const target of TARGETS) {
      const { request, answer } = await ask(route, target, caller)
      answers.set(target, answer)
      cells += 1
      if (request.named) named += 1
      if (request.whole && target !== 'own' && request.body !== undefined) deep.add(formatRoute(route))
      const surprise = findSurpriseInCell(route, caller, target, request, answer)
      if (surprise !== undefined) note(route, caller, target, surprise, answer)
    }
    if (caller.bound || caller.role === undefined) await comparePair(route, caller, answers)
  }

  const queue = routes.values()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const route of queue) {
        if (
          route.method === 'GET' &&
          findResource(route) === undefined &&
          !(formatRoute(route) in OTHER_READS)
        )
          surprises.push(
            `${formatRoute(route)} has no cells: say in authzExpectations.ts what its reading depends on`,
          )
        for (const caller of principals) await askAs(route, caller)
      }
    }),
  )
  const shallow = listShallow(routes, deep)
  return { cells, named, pairs, surprises, shallow, correlations }
}
