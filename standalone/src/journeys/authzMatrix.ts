import { locatorOf } from '@hearth/contracts/kernel/message'
import { validOf } from '@hearth/command-service/testing/arbitrary'
import { HOST_ROLES, SERVICE_ROLES, STAFF_ROLES } from '@hearth/contracts/kernel/access'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Route } from '@hearth/platform/http/route'
import fc from 'fast-check'
import { collectionOf, commandOf, nameOf, resourceOf, isOfPlatform, namesAccount } from './allRoutes.ts'
import { expectedOf, OTHER_READS, surpriseIn, TARGETS, type Target, type Who } from './authzExpectations.ts'
import type { Client, Journey } from './journey.ts'
import { inDays } from './places.ts'
import { exchange, type Answer } from './request.ts'
import type { Records, World } from './world.ts'

/** Somebody in the matrix. `own`, `foreign`: ids of records as they see them. */
export type Principal = Who &
  Readonly<{
    name: string
    client: Client
    account: string
    elsewhere: string
    own: Records
    foreign: Records
  }>

/** Everybody who may ask (docs/domain/security.md#foreign-records). */
export const principalsIn = (
  { baseUrl, client, as }: Journey,
  { here, there, unproved, impersonator, staff, records }: World,
): readonly Principal[] => {
  const [own, foreign] = [
    { ...records.platform, ...records.own },
    { ...records.platform, ...records.foreign },
  ]
  const inside = { account: here.account, elsewhere: there.account, own, foreign }
  const host = { bound: true, proved: true } as const
  const free = { bound: false, proved: true } as const
  const place = (mode: 'read_only' | 'act_as') => ({ mode, scopes: ['all'] }) as const
  return [
    { ...inside, name: 'anonymous', client: client({ origin: baseUrl }), bound: false, proved: false },
    ...HOST_ROLES.map((role) => ({ ...inside, ...host, name: role, role, client: here.people[role] })),
    {
      ...inside,
      ...host,
      name: 'owner without a fresh proof',
      role: 'owner',
      proved: false,
      client: unproved,
    },
    {
      ...host,
      name: 'owner of another account',
      role: 'owner',
      client: there.people.owner,
      account: there.account,
      elsewhere: here.account,
      own: foreign,
      foreign: own,
    },
    ...STAFF_ROLES.map((role) => ({ ...inside, ...free, name: role, role, client: staff[role] })),
    {
      ...inside,
      ...host,
      name: 'impersonator who looks',
      role: 'support',
      place: place('read_only'),
      client: impersonator.read,
    },
    {
      ...inside,
      ...host,
      name: 'impersonator who acts',
      role: 'support',
      place: place('act_as'),
      client: impersonator.act,
    },
    ...SERVICE_ROLES.map((role) => ({ ...inside, ...free, name: role, role, client: as(role) })),
  ]
}

const SEED = 7
const BROKEN = '{'
const SURPLUS = '{"surplus":1}'
export const WORDS = [
  inDays(60),
  inDays(62),
  '2090-01-01T00:00:00.000Z',
  '15:00',
  'Harbor House flat',
  'New York',
  'America/New_York',
  'US',
  '+14155550100',
  '123456',
  'a-code',
  '/bookings',
  'A sentence of more than twenty characters.',
  'DE89370400440532013000',
  '021000021',
  '12345678',
  'CHASUS33',
  'en',
  'wifi',
  'animals',
  'step_free_path',
  'A sentence of more than fifty characters, which some texts must have.',
  'https://www.airbnb.com/calendar/ical/1.ics',
  'a'.repeat(64),
]

type Request = Readonly<{
  path: string
  headers: Readonly<Record<string, string>>
  body?: string
  named: boolean
  whole: boolean
}>

/** A body that the route takes, out of these words; undefined when they make none. */
export const wholeBody = ({ schemas: { body } }: Route, words: readonly string[]): string | undefined => {
  if (body === undefined) return undefined
  try {
    const found = fc
      .sample(validOf(body, words), { seed: SEED, numRuns: 60 })
      .find((value) => value !== undefined)
    return found === undefined ? undefined : JSON.stringify(found)
  } catch {
    return undefined
  }
}

/** The id that stands in the path, and whether it names a record. */
const idFor = (
  route: Route,
  target: Target,
  { own, foreign }: Principal,
): Readonly<{ id: string; named: boolean }> => {
  if (target === 'malformed') return { id: '\0', named: false }
  const found = (target === 'own' ? own : target === 'foreign' ? foreign : {})[collectionOf(route.path)]
  return found === undefined || OTHER_READS[nameOf(route)]?.nameless
    ? { id: newId(), named: false }
    : { id: found, named: true }
}

const readOf = (route: Route, target: Target, who: Principal): Request => {
  const { id, named } = idFor(route, target, who)
  const path = route.path.replace('/:id', `/${encodeURIComponent(id)}`).replace('/:date', `/${inDays(60)}`)
  if (resourceOf(route) !== undefined && !route.path.includes('/:id')) {
    const query =
      target === 'malformed'
        ? 'filter=x'
        : target === 'own'
          ? ''
          : `filter=${encodeURIComponent(JSON.stringify({ id }))}`
    return { path: `${path}?${query}`, headers: {}, named, whole: true }
  }
  const query = OTHER_READS[nameOf(route)]?.query ?? ''
  return {
    path: `${path}?${query}${target === 'malformed' && !route.path.includes('/:id') ? '&surplus=1' : ''}`,
    headers: {},
    named,
    whole: true,
  }
}

const writeOf = (
  route: Route,
  target: Target,
  who: Principal,
  emails: Readonly<Record<'foreign' | 'unknown', string>>,
): Request => {
  const found = idFor(route, target, who)
  const { named } = found
  // A policy is read by version and changed by name.
  const id = isOfPlatform(route) ? found.id.replace(/\/\d+$/, '') : found.id
  const path = route.path
    .replace('/:id', `/${encodeURIComponent(id)}`)
    .replace('/:provider', `/${target === 'malformed' ? '%00' : target}`)
  const definition = commandOf(route)
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': newId(),
    ...(definition === undefined || definition.ifMatch === 'none' ? {} : { 'if-match': '"0"' }),
  }
  const refuse = (body: string): Request => ({ path, headers, body, named, whole: false })
  if (target === 'own') return refuse(SURPLUS)
  if (target === 'malformed') return refuse(BROKEN)
  // Staff and services are bound to no account: they may act on anybody's record, and would.
  if (target === 'foreign' && !who.bound && who.role !== undefined && route.access !== 'public')
    return refuse(SURPLUS)
  const creates = definition?.route?.verb === undefined && definition !== undefined
  if (
    creates &&
    (definition.capability === 'account.create' ||
      (!namesAccount(definition) && !who.bound && target !== 'unknown'))
  )
    return refuse(SURPLUS)
  const about = target === 'unknown' ? newId() : (who.foreign['listings'] ?? '')
  const account = target === 'unknown' ? about : who.elsewhere
  const words =
    route.access === 'public'
      ? [...WORDS, emails[target], 'T'.repeat(43)]
      : [
          ...WORDS,
          'somebody@journey.test',
          (definition !== undefined && namesAccount(definition)) ||
          route.path === '/api/session/switch-account'
            ? account
            : about,
        ]
  const body = wholeBody(route, words)
  if (body === undefined) return refuse(SURPLUS)
  // As what it is: the same text as a password refers to nothing.
  const namesOne = new RegExp(`"\\w*[iI]d":"(${about}|${account})"`).test(body)
  const refers =
    route.path.includes('/:id') ||
    creates ||
    (route.access === 'public' ? body.includes(emails[target]) : namesOne)
  if (!refers) return refuse(SURPLUS)
  return {
    path,
    headers: {
      ...headers,
      ...(creates && !namesAccount(definition) && locatorOf(definition).by === 'creation'
        ? { 'x-host-account': account }
        : {}),
    },
    body,
    named,
    whole: true,
  }
}

/** All of an answer but what differs between any two, as its moment; of a cookie only that there is one. */
const seen = ({ status, headers, text }: Answer): string =>
  JSON.stringify([
    status,
    headers
      .filter(([name]) => name !== 'date' && name !== 'x-correlation-id')
      .map(([name, value]) => [name, name === 'set-cookie' ? value.split('=')[0] : value]),
    text.replace(/"asOf":"[^"]+"/, ''),
  ])

export type Matrix = Readonly<{
  cells: number
  /** Cells that named a record that exists. */
  named: number
  /** Pairs of a foreign and an unknown record whose answers were compared. */
  pairs: number
  surprises: readonly string[]
  /** Routes of which no cell sent a whole body for somebody else's or nobody's record. */
  shallow: readonly string[]
  /** The ids of the requests, as events and the outbox name them. */
  correlations: readonly string[]
}>

const TOGETHER = 6
const TRIES = 8

/**
 * Asks every route as everybody for every kind of record, and compares each answer with what the tables say.
 */
export const askEverything = async (
  journey: Journey,
  world: World,
  routes: readonly Route[],
  principals: readonly Principal[],
): Promise<Matrix> => {
  const surprises: string[] = []
  const correlations: string[] = []
  const deep = new Set<string>()
  let [cells, named, pairs] = [0, 0, 0]
  const emails = { foreign: world.there.people.owner.email, unknown: `${newId()}@journey.test` }

  const ask = async (route: Route, target: Target, who: Principal) => {
    const request = route.method === 'GET' ? readOf(route, target, who) : writeOf(route, target, who, emails)
    const correlation = newId()
    correlations.push(correlation)
    // A stream has no end; its head says who is let in.
    const method = route.rate === 'stream' ? 'HEAD' : route.method
    const answer = await exchange(journey.baseUrl, request.path, {
      method,
      headers: { ...who.client.headers, ...request.headers, 'x-correlation-id': correlation },
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    return { request, answer }
  }
  const note = (route: Route, who: Principal, target: string, text: string, answer: Answer) =>
    surprises.push(`${nameOf(route)} · ${who.name} · ${target}: ${text}: ${answer.text.slice(0, 200)}`)

  const askRoute = async (route: Route) => {
    if (route.method === 'GET' && resourceOf(route) === undefined && !(nameOf(route) in OTHER_READS))
      surprises.push(`${nameOf(route)} has no cells: say in authzExpectations.ts what its reading depends on`)
    for (const who of principals) {
      const answers = new Map<Target, Answer>()
      for (const target of TARGETS) {
        const { request, answer } = await ask(route, target, who)
        answers.set(target, answer)
        cells += 1
        if (request.named) named += 1
        if (request.whole && target !== 'own' && request.body !== undefined) deep.add(nameOf(route))
        const expected = expectedOf(route, who, target, request)
        const surprise =
          route.rate === 'stream' && answer.text === ''
            ? answer.status < 500
              ? undefined
              : String(answer.status)
            : surpriseIn(answer, expected)
        if (surprise !== undefined) note(route, who, target, surprise, answer)
      }
      if (who.bound || who.role === undefined) {
        let [foreign, unknown] = [answers.get('foreign'), answers.get('unknown')]
        // While others write, positions and counts move on between two reads.
        for (
          let tries = 1;
          tries < TRIES && foreign && unknown && seen(foreign) !== seen(unknown);
          tries += 1
        )
          [foreign, unknown] = [
            (await ask(route, 'foreign', who)).answer,
            (await ask(route, 'unknown', who)).answer,
          ]
        pairs += 1
        const same = foreign && unknown && seen(foreign) === seen(unknown)
        // What belongs to the platform is nobody's: there is no foreign one.
        if (!same && foreign && unknown && resourceOf(route)?.scope !== 'platform')
          note(
            route,
            who,
            'foreign and unknown',
            `differ: ${seen(foreign).slice(0, 700)} / ${seen(unknown).slice(0, 700)}`,
            unknown,
          )
      }
    }
  }

  const queue = routes.values()
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      for (const route of queue) await askRoute(route)
    }),
  )
  const shallow = routes
    .filter((route) => route.method === 'POST' && route.path.includes('/:id') && !deep.has(nameOf(route)))
    .map(nameOf)
  return { cells, named, pairs, surprises, shallow, correlations }
}
