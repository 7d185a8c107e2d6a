import { newId } from '@hearth/contracts/kernel/ids'
import type { Route } from '@hearth/platform/http/route'
import { readCollection, findCommand, formatRoute } from './allRoutes.ts'
import { WORDS } from './words.ts'
import { drawCase, casesFor, type FuzzCase } from './fuzzCases.ts'
import { buildRequest, createClientFinder, type FuzzRequest } from './fuzzRequest.ts'
import { findFault, isOutcome } from './fuzzRules.ts'
import type { Client, Journey } from './journey.ts'
import { LEAKS } from './leaks.ts'
import { speak, type RawCase } from './rawHttp.ts'
import { exchange, readHeader, type Answer } from './request.ts'
import type { World } from './world.ts'

export type Tried = Readonly<{ route: Route; seed: number }>
type Attempt = Readonly<{ route: string; seed: number }>
type Failure = Attempt & Readonly<{ wrong: string }>
export type FuzzResult = Readonly<{
  requests: number
  statuses: Readonly<Record<string, number>>
  failures: readonly Failure[]
  /** Refused requests by correlation id. */
  refused: ReadonlyMap<string, Attempt>
  /** Types of events that record a refusal. */
  aboutRefusals: readonly string[]
  /** The number of 202 answers to requests for a link. */
  linksAsked: number
  times: readonly number[]
}>

const CONCURRENCY = 8
const RAW_WITHIN_MS = 5_000
const ABOUT_REFUSALS = [
  'ImpersonationCommandRefused',
  'LoginFailed',
  'UserLocked',
  'StaffLooked',
  'ImpersonationRecordsViewed',
]

/** Texts that stand for what the schemas cannot invent: ids, emails, tokens, names. */
const listWords = ({ here, there, records }: World, more: readonly string[]): readonly string[] => [
  ...WORDS,
  here.account,
  here.listing,
  ...Object.values(records.own).filter((id) => !id.includes('/')),
  here.booking,
  there.listing,
  here.people.owner.userId,
  newId(),
  here.people.owner.email,
  `${newId()}@journey.test`,
  'T'.repeat(43),
  'platformFee',
  ...more,
]

const createCases = (words: readonly string[]) => {
  const arbitraries = new Map<string, ReturnType<typeof casesFor>>()
  return (route: Route, seed: number): FuzzCase => {
    const cases = arbitraries.get(formatRoute(route)) ?? casesFor(route, words)
    arbitraries.set(formatRoute(route), cases)
    return drawCase(cases, seed)
  }
}

const createCounts = () => ({
  requests: 0,
  linksAsked: 0,
  statuses: {} as Record<string, number>,
  failures: [] as Failure[],
  refused: new Map<string, Attempt>(),
  times: [] as number[],
})
type Counts = ReturnType<typeof createCounts>

const count = (statuses: Record<string, number>, status: string | number): void => {
  statuses[status] = (statuses[status] ?? 0) + 1
}

type Fail = (wrong: string) => void

/** A HEAD request has no body, so only its status counts. */
const withoutBody = (answer: Answer): Answer =>
  answer.status < 500 ? { ...answer, text: '', headers: [], status: 200 } : { ...answer, text: '' }

/** P8: a member of another account gets none of our records. */
const checkForeign = (route: Route, { records }: World, answer: Answer, fail: Fail): void => {
  if (
    answer.status < 300 &&
    route.path.includes('/:id') &&
    readCollection(route.path) in records.own &&
    route.access !== 'public'
  )
    fail(`a member of another account got ${answer.status}: ${answer.text.slice(0, 200)}`)
}

/** P7: without a session, nothing is disclosed. */
const checkAnonymous = async (baseUrl: string, { path, ...request }: FuzzRequest, fail: Fail) => {
  const { cookie: _cookie, authorization: _token, ...headers } = request.headers
  const answer = await exchange(baseUrl, path, { ...request, headers })
  if (answer.status !== 401) fail(`without a session: ${answer.status} ${answer.text.slice(0, 200)}`)
}

/** P5: the same request again has the same answer. */
const checkRepeat = async (baseUrl: string, request: FuzzRequest, answer: Answer, fail: Fail) => {
  const again = await exchange(baseUrl, request.path, request)
  if (again.status !== answer.status || again.text !== answer.text)
    fail(
      `repeated: ${answer.status} ${answer.text.slice(0, 200)} ` +
        `and then ${again.status} ${again.text.slice(0, 200)}`,
    )
}

/** Sends what is not HTTP, or barely. */
const attemptRaw = async (
  baseUrl: string,
  route: Route,
  client: Client,
  raw: RawCase,
  fail: Fail,
): Promise<void> => {
  const path = route.path.replaceAll(/:\w+/g, 'x')
  const response = await speak(
    baseUrl,
    raw.text(path, String(client.headers['cookie'] ?? 'x')),
    RAW_WITHIN_MS,
  )
  if (!raw.expected.test(response) || LEAKS.test(response)) fail(`${raw.name}: ${response.slice(0, 200)}`)
}

/** Tries cases, several at a time, and checks each answer. */
export const openFuzz = (journey: Journey, world: World, more: readonly string[] = []) => {
  const { baseUrl } = journey
  const findClient = createClientFinder(journey, world)
  const drawCase = createCases(listWords(world, more))
  const counts: Counts = createCounts()

  const attempt = async ({ route, seed }: Tried): Promise<void> => {
    const tried: Attempt = { route: formatRoute(route), seed }
    const fail: Fail = (wrong) => void counts.failures.push({ ...tried, wrong })
    const fuzzCase = drawCase(route, seed)
    const { kind, bad, query, raw, anonymous } = fuzzCase
    const client = kind === 'foreign' ? world.there.people.owner : findClient(route, seed)
    counts.requests += 1
    if (raw !== undefined) {
      count(counts.statuses, 'below HTTP')
      return attemptRaw(baseUrl, route, client, raw, fail)
    }
    const correlation = newId()
    const request = buildRequest(route, fuzzCase, seed, { ...world, client, correlation })
    const answer = await exchange(baseUrl, request.path, request)
    counts.times.push(answer.ms)
    count(counts.statuses, answer.status)
    const wrong = findFault(request.method === 'HEAD' ? withoutBody(answer) : answer)
    if (wrong !== undefined)
      fail(`${kind} ${bad?.name ?? query ?? String(request.body).slice(0, 300)}: ${wrong}`)
    if (answer.status >= 400) counts.refused.set(readHeader(answer, 'x-correlation-id') ?? correlation, tried)
    else if (answer.status === 202) counts.linksAsked += 1
    if (kind === 'foreign') checkForeign(route, world, answer, fail)
    if (answer.status < 300 && findCommand(route) !== undefined) {
      // P4: the answer names events that the contract knows.
      if (!isOutcome(answer.json)) fail(`an answer of another shape: ${answer.text.slice(0, 200)}`)
      counts.requests += 1
      await checkRepeat(baseUrl, request, answer, fail)
    }
    if (anonymous && route.access !== 'public') {
      counts.requests += 1
      await checkAnonymous(baseUrl, request, fail)
    }
  }

  return async (tried: readonly Tried[]): Promise<FuzzResult> => {
    const queue = tried.values()
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (const one of queue)
          await attempt(one).catch(
            (error: unknown) =>
              void counts.failures.push({
                route: formatRoute(one.route),
                seed: one.seed,
                wrong: String(error),
              }),
          )
      }),
    )
    return { ...counts, aboutRefusals: ABOUT_REFUSALS }
  }
}
