import { eventDefinitions } from '@hearth/contracts'
import { can, HOST_ROLES, isHost, type Role } from '@hearth/contracts/kernel/access'
import { newId } from '@hearth/contracts/kernel/ids'
import { PROBLEMS, type ProblemCode } from '@hearth/contracts/kernel/problem'
import type { Route } from '@hearth/platform/http/route'
import type { OutgoingHttpHeaders } from 'node:http'
import { collectionOf, commandOf, nameOf, isOfPlatform, namesAccount } from './allRoutes.ts'
import { OTHER_READS } from './authzExpectations.ts'
import { WORDS } from './authzMatrix.ts'
import { caseOf, casesFor, type FuzzCase } from './fuzzCases.ts'
import type { Client, Journey } from './journey.ts'
import { LEAKS } from './leaks.ts'
import { speak } from './rawHttp.ts'
import { exchange, headerOf, type Answer } from './request.ts'
import type { World } from './world.ts'

export type Tried = Readonly<{ route: Route; seed: number }>
type Told = Readonly<{ route: string; seed: number }>
export type FuzzResult = Readonly<{
  requests: number
  statuses: Readonly<Record<string, number>>
  failures: readonly (Told & Readonly<{ wrong: string }>)[]
  /** Refused requests by correlation id. */
  refused: ReadonlyMap<string, Told>
  /** Types of events that tell of a refusal. */
  aboutRefusals: readonly string[]
  /** 202s of those who asked for a link. */
  linksAsked: number
  times: readonly number[]
}>

const TOGETHER = 8
const RAW_WITHIN_MS = 5_000
const ABOUT_REFUSALS = ['ImpersonationCommandRefused', 'LoginFailed', 'UserLocked', 'StaffLooked']

/**
 * What would end the run for whoever asks, or keep the machine busy with something else: tried with whole
 * bodies for records that do not exist only, or not at all.
 */
const FATAL = new Set([
  'POST /api/logout',
  'POST /api/session/switch-account',
  'POST /api/session/revoke',
  'POST /api/session/revoke-all',
  'POST /api/session/prove',
  'POST /api/account/password',
  'POST /api/account/totp/begin',
  'POST /api/account/totp/enable',
  'POST /api/account/totp/disable',
  'POST /api/impersonation/end',
  'POST /api/impersonation/extend',
  'POST /api/accounts/:id/close',
  'POST /api/accounts/:id/leave',
  'POST /api/accounts/:id/remove-member',
  'POST /api/accounts/:id/change-member-role',
  'POST /api/accounts/:id/request-data-export',
  'POST /api/accounts/:id/erase-subject',
  'POST /api/accounts/:id/request-ownership-transfer',
  'POST /api/accounts/:id/confirm-ownership-transfer',
  'POST /api/impersonations/:id/revoke',
  'POST /api/impersonations/:id/start',
  ...['rebuild', 'verify', 'cutover', 'rollback', 'discard'].map(
    (verb) => `POST /api/projections/:id/${verb}`,
  ),
])

/** Why an answer is none that a client may get; undefined when it is (properties P1, P2, P9). */
const wrongWith = ({ status, headers, text, json }: Answer): string | undefined => {
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`
  if (LEAKS.test(status < 300 ? '' : text)) return `a leak: ${text.slice(0, 200)}`
  if (status < 400) return undefined
  if (
    headers.some(([name, value]) => name === 'content-length' && value === '0') &&
    (status === 413 || status === 429)
  )
    return undefined
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  if (!contentType.startsWith('application/problem+json'))
    return `status ${status} with content type ${contentType}`
  const code = json['code'] as ProblemCode
  if (
    text !== '' &&
    (PROBLEMS[code]?.[0] !== status || json['status'] !== status || json['title'] !== PROBLEMS[code][1])
  )
    return `no problem of the catalogue: ${text.slice(0, 200)}`
  if (Buffer.byteLength(text) > 4_096) return `${Buffer.byteLength(text)} bytes`
  return text.includes('q'.repeat(65)) ? 'an echo of the input' : undefined
}

/** Tries cases, several at once, and checks each answer. */
export const openFuzz = (
  journey: Journey,
  { here, there, staff, impersonator, records }: World,
  more: readonly string[] = [],
) => {
  const own = { ...records.platform, ...records.own }
  const people = here.people
  const words = [
    ...WORDS,
    here.account,
    here.listing,
    ...Object.values(records.own).filter((id) => !id.includes('/')),
    here.booking,
    there.listing,
    people.owner.userId,
    newId(),
    people.owner.email,
    `${newId()}@journey.test`,
    'T'.repeat(43),
    'platformFee',
    ...more,
  ]
  const clients: readonly (readonly [Role, Client])[] = [
    ...HOST_ROLES.map((role) => [role, people[role]] as const),
    ...(['support', 'finance', 'admin', 'auditor'] as const).map((role) => [role, staff[role]] as const),
    ...(['gateway', 'importer', 'scheduler', 'provider'] as const).map(
      (role) => [role, journey.as(role)] as const,
    ),
  ]
  const clientFor = ({ access, path, tenant }: Route, seed: number): Client => {
    if (path.startsWith('/api/impersonation/')) return impersonator.act
    if (access === 'public') return journey.client({ origin: journey.baseUrl })
    const able = clients.filter(([role]) =>
      access === 'signed-in'
        ? isHost(role) || role === 'admin'
        : can(role, access.capability) && !(tenant === 'any' && isHost(role)),
    )
    return able[seed % able.length]?.[1] ?? people.owner
  }
  const arbitraries = new Map<string, ReturnType<typeof casesFor>>()
  const drawn = (route: Route, seed: number): FuzzCase => {
    const cases = arbitraries.get(nameOf(route)) ?? casesFor(route, words)
    arbitraries.set(nameOf(route), cases)
    return caseOf(cases, seed)
  }

  const failures: (Told & { wrong: string })[] = []
  const refused = new Map<string, Told>()
  const statuses: Record<string, number> = {}
  const times: number[] = []
  let [requests, linksAsked] = [0, 0]

  /**
   * An id for the path. A body that the schema takes goes to a record that does not exist where it would end
   * the run.
   */
  const pathOf = (route: Route, { kind, bad }: FuzzCase, seed: number, isWhole: boolean): string => {
    const known = own[collectionOf(route.path)] ?? newId()
    const name = isOfPlatform(route) ? known.replace(/\/\d+$/, '') : known
    const id =
      bad?.id ??
      encodeURIComponent(
        (FATAL.has(nameOf(route)) && isWhole) ||
          (kind === 'near miss' && isWhole) ||
          (kind === 'valid' && seed % 3 === 0)
          ? newId()
          : name,
      )
    return route.path
      .replace('/:id', `/${id}`)
      .replace('/:date', `/${seed % 2 === 0 ? WORDS[0] : '2026-02-30'}`)
      .replace('/:provider', '/demo')
  }

  const attempt = async ({ route, seed }: Tried): Promise<void> => {
    const told: Told = { route: nameOf(route), seed }
    const fail = (wrong: string) => void failures.push({ ...told, wrong })
    const drawnCase = drawn(route, seed)
    const { kind, bad, query, raw, anonymous } = drawnCase
    const client = kind === 'foreign' ? there.people.owner : clientFor(route, seed)
    requests += 1
    if (raw !== undefined) {
      const heard = await speak(
        journey.baseUrl,
        raw.text(route.path.replaceAll(/:\w+/g, 'x'), String(client.headers['cookie'] ?? 'x')),
        RAW_WITHIN_MS,
      )
      statuses['below HTTP'] = (statuses['below HTTP'] ?? 0) + 1
      if (!raw.expected.test(heard) || LEAKS.test(heard)) fail(`${raw.name}: ${heard.slice(0, 200)}`)
      return
    }
    const command = commandOf(route)
    // What a reading request carried would be taken for the next one.
    const sent = route.method === 'GET' ? undefined : (bad?.body ?? drawnCase.body)
    const isWhole =
      route.schemas.body !== undefined &&
      typeof sent === 'string' &&
      bad?.body === undefined &&
      isTaken(route, sent)
    const body = isWhole && FATAL.has(nameOf(route)) && !route.path.includes('/:id') ? '{"surplus":1}' : sent
    const path = `${pathOf(route, drawnCase, seed, isWhole)}${route.method === 'GET' ? `?${query ?? OTHER_READS[nameOf(route)]?.query ?? ''}` : ''}`
    const correlation = newId()
    const creates = command !== undefined && command.route?.verb === undefined
    const headers: OutgoingHttpHeaders = {
      ...client.headers,
      ...(route.method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': newId() }),
      ...(command?.ifMatch === 'required' ? { 'if-match': `"${seed % 4}"` } : {}),
      ...(creates && command.capability !== 'account.create' && !namesAccount(command)
        ? { 'x-host-account': here.account }
        : {}),
      ...bad?.headers,
      ...(bad?.headers?.['x-correlation-id'] === undefined ? { 'x-correlation-id': correlation } : {}),
    }
    const method = route.rate === 'stream' ? 'HEAD' : route.method
    const request = {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => bad?.without?.includes(name) !== true),
      ),
      ...(body === undefined ? {} : { body }),
    }
    const answer = await exchange(journey.baseUrl, path, request)
    times.push(answer.ms)
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    const wrong = wrongWith(
      method === 'HEAD'
        ? {
            ...answer,
            text: '',
            headers: answer.status < 500 ? [] : answer.headers,
            status: answer.status < 500 ? 200 : answer.status,
          }
        : answer,
    )
    if (wrong !== undefined) fail(`${kind} ${bad?.name ?? query ?? String(body).slice(0, 300)}: ${wrong}`)
    if (answer.status >= 400) refused.set(headerOf(answer, 'x-correlation-id') ?? correlation, told)
    else if (answer.status === 202) linksAsked += 1
    // P8: whoever belongs elsewhere gets nothing of ours.
    if (
      kind === 'foreign' &&
      answer.status < 300 &&
      route.path.includes('/:id') &&
      collectionOf(route.path) in records.own &&
      route.access !== 'public'
    )
      fail(`a member of another account got ${answer.status}: ${answer.text.slice(0, 200)}`)
    // P4: what was done is told in events that the contract knows.
    if (answer.status < 300 && command !== undefined && !isOutcome(answer.json))
      fail(`an answer of another shape: ${answer.text.slice(0, 200)}`)
    // P5: the same again is the same.
    if (answer.status < 300 && command !== undefined) {
      const again = await exchange(journey.baseUrl, path, request)
      requests += 1
      if (again.status !== answer.status || again.text !== answer.text)
        fail(
          `repeated: ${answer.status} ${answer.text.slice(0, 200)} and then ${again.status} ${again.text.slice(0, 200)}`,
        )
    }
    // P7: nobody learns anything.
    if (anonymous && route.access !== 'public') {
      const { cookie: _cookie, authorization: _token, ...rest } = request.headers
      const theirs = await exchange(journey.baseUrl, path, { ...request, headers: rest })
      requests += 1
      if (theirs.status !== 401) fail(`without a session: ${theirs.status} ${theirs.text.slice(0, 200)}`)
    }
  }

  return async (tried: readonly Tried[]): Promise<FuzzResult> => {
    const queue = tried.values()
    await Promise.all(
      Array.from({ length: TOGETHER }, async () => {
        for (const one of queue)
          await attempt(one).catch(
            (error: unknown) =>
              void failures.push({ route: nameOf(one.route), seed: one.seed, wrong: String(error) }),
          )
      }),
    )
    return { requests, statuses, failures, refused, aboutRefusals: ABOUT_REFUSALS, linksAsked, times }
  }
}

const isOutcome = ({ id, revision, events }: Answer['json']): boolean =>
  typeof id === 'string' &&
  Number.isInteger(revision) &&
  Array.isArray(events) &&
  events.every((type) => eventDefinitions.has(String(type)))

const isTaken = ({ schemas: { body } }: Route, text: string): boolean => {
  try {
    return body?.safeParse(JSON.parse(text)).success === true
  } catch {
    return false
  }
}
