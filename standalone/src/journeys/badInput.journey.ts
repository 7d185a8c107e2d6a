import { locatorOf } from '@hearth/contracts/kernel/message'
import { validOf } from '@hearth/command-service/testing/arbitrary'
import type { Role } from '@hearth/contracts/kernel/access'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { PROBLEMS, type ProblemCode } from '@hearth/contracts/kernel/problem'
import { allowed } from '@hearth/platform/testing/allowed'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { BODIES, ENVELOPES, IDS, LIST_QUERIES, ODD_HEADERS, type BadRequest } from './badRequests.ts'
import { WORDS } from './words.ts'
import { sharedJourney, accepted, type Client, type Journey } from './journey.ts'
import { HOSTILE, nearMisses, toJson } from './nearMiss.ts'
import { inDays, openAccount, openListing, stay } from './fixtures.ts'
import { LEAKS } from './leaks.ts'
import { RAW_CASES, speak, type RawCase } from './rawHttp.ts'
import { exchange, headerOf, type Answer } from './request.ts'
import { commandPath, commands, lists, whoCan, type Command } from './routes.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const NEAR_MISSES = Number(process.env['NEAR_MISSES'] ?? 15)
const TOGETHER = 6
/**
 * What all commands, or all lists, go through alike is tried in whole on the first of each kind; of the
 * others each gets one case in so many, the next one others.
 */
const ONE_IN = { shared: 8, values: 3 }

let journey: Journey
let clients: Readonly<Partial<Record<Role, Client>>>
let targets: Readonly<Record<string, Id>>
let account: Id
let listing: Id
let before: Readonly<{ events: number; pids: ReadonlyMap<string, number> }>

beforeAll(async () => {
  journey = await sharedJourney()
  account = await openAccount(journey)
  listing = await openListing(journey, account)
  const booking = accepted(
    await journey
      .as('gateway')
      .post('/api/bookings', stay(listing, inDays(60), [20_000, 20_000]), { 'x-host-account': account }),
  ).id
  const block = accepted(
    await journey
      .as('importer')
      .post('/api/blocks', { listingId: listing, kind: 'maintenance', start: inDays(20), end: inDays(22) }),
  ).id
  targets = {
    accounts: account,
    listings: listing,
    bookings: booking,
    blocks: block,
    policies: 'platformFee',
  }
  clients = {
    owner: await journey.signIn({ role: 'owner', hostAccountId: account }),
    admin: await journey.signIn({ staffRole: 'admin' }),
    finance: await journey.signIn({ staffRole: 'finance' }),
    gateway: journey.as('gateway'),
    importer: journey.as('importer'),
    scheduler: journey.as('scheduler'),
    provider: journey.as('provider'),
  }
  before = { events: await journey.countEvents(), pids: journey.processes() }
  console.log(`near misses: SEED=${SEED}`)
})

/** Why an answer is not a proper refusal; undefined when it is one. */
const wrongWith = ({ status, headers, text, json, ms }: Answer): string | undefined => {
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const code = json['code'] as ProblemCode
  if (status < 400 || status >= 500) return `status ${status}`
  if (!contentType.startsWith('application/problem+json')) return `content type ${contentType}`
  if (
    PROBLEMS[code]?.[0] !== status ||
    json['status'] !== status ||
    json['title'] !== PROBLEMS[code][1] ||
    json['type'] !== `urn:problem:${code.toLowerCase().replaceAll('_', '-')}`
  )
    return 'no problem of the catalogue'
  if (Buffer.byteLength(text) > 4_096) return `${Buffer.byteLength(text)} bytes`
  if (LEAKS.test(text)) return 'a leak'
  if (text.includes('q'.repeat(65))) return 'an echo'
  return ms > allowed(1_000) ? `${Math.round(ms)} ms` : undefined
}

type Attempt = Readonly<{ name: string; send: () => Promise<Answer> }>

/** Makes all attempts, a few at a time, and answers those that were not refused as they should be. */
const failures = async (attempts: readonly Attempt[]): Promise<readonly string[]> => {
  const found: string[] = []
  const queue = attempts.values()
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      for (const { name, send } of queue) {
        const answer = await send()
        const wrong = wrongWith(answer)
        if (wrong !== undefined) found.push(`${name}: ${wrong}: ${answer.text.slice(0, 300)}`)
      }
    }),
  )
  return found
}

const unchanged = async () => {
  expect(await journey.countEvents()).toBe(before.events)
  expect(journey.processes()).toEqual(before.pids)
}

const words = () => [...WORDS, 'somebody@journey.test', listing]

/** A request as it should be, but for what `bad` says. */
const sendBadly = (command: Command, bad: BadRequest, fallback: string): Promise<Answer> => {
  const { definition, route } = command
  const client = whoCan(clients, definition.capability)
  const headers = {
    ...client.headers,
    'content-type': 'application/json',
    'idempotency-key': newId(),
    ...(definition.ifMatch === 'none' ? {} : { 'if-match': route.collection === 'listings' ? '"1"' : '"0"' }),
    ...(route.verb === undefined && command.type !== 'OpenAccount' ? { 'x-host-account': account } : {}),
    ...bad.headers,
  }
  const path =
    bad.id === undefined || route.verb === undefined
      ? commandPath(command, targets[route.collection] ?? '')
      : `/api/${route.collection}/${bad.id}/${route.verb}`
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !bad.without?.includes(name)))
  return exchange(journey.baseUrl, path, { method: 'POST', headers: sent, body: bad.body ?? fallback })
}

/**
 * The share of the cases for the one at this place; `npm run test:fuzz` mixes all of them with everything.
 */
const shareOf = <Case>(cases: readonly Case[], at: number, oneIn: number): readonly Case[] =>
  cases.filter((_, index) => index % oneIn === at % oneIn)

/** What the way to a decider depends on. */
const kindOf = ({ definition, route }: Command): string =>
  JSON.stringify([route.verb === undefined, definition.ifMatch, locatorOf(definition).by === 'owner'])
const kinds = commands.map(kindOf)
const placed = commands.map((command, at) => ({
  ...command,
  at,
  oneIn: kinds.indexOf(kindOf(command)) === at ? 1 : ONE_IN.shared,
}))

/** A body that the schema takes but for one field too many: refused in the end, whatever comes before. */
const almost = '{"surplus":1}'

describe('commands', () => {
  test.for(placed)('$type: the catalogue', async ({ at, oneIn, ...command }) => {
    const odd = ODD_HEADERS.map((headers): BadRequest => ({ name: JSON.stringify(headers), headers }))
    const cases = shareOf(
      [...BODIES, ...ENVELOPES, ...(command.route.verb === undefined ? [] : IDS), ...odd],
      at,
      oneIn,
    )
    expect(
      await failures(cases.map((bad) => ({ name: bad.name, send: () => sendBadly(command, bad, almost) }))),
    ).toEqual([])
    await unchanged()
  })

  test.for(placed)(
    '$type: an envelope that is refused, around a body that is not',
    async ({ at, oneIn, ...command }) => {
      const body = fc
        .sample(validOf(command.definition.schema, words()), { seed: 7, numRuns: 40 })
        .find((value) => value !== undefined)
      // What only matters to services and to those who create has its own tests.
      const attempts = shareOf(ENVELOPES, at, oneIn).map((bad) => ({
        name: bad.name,
        send: () => sendBadly(command, bad, JSON.stringify(body)),
      }))
      expect(await failures(attempts)).toEqual([])
      await unchanged()
    },
  )

  test.for(commands)('$type: near misses', async (command) => {
    const bodies = fc.sample(nearMisses(command.definition.schema, words()), {
      seed: SEED,
      numRuns: NEAR_MISSES,
    })
    const attempts = bodies.flatMap((body): readonly Attempt[] => {
      const text = toJson(body)
      const isValid = command.definition.schema.safeParse(JSON.parse(text)).success
      const locator = locatorOf(command.definition)
      // A change that the schema allows is a command like others: it meets a record that does not exist.
      if (isValid && command.type === 'OpenAccount') return []
      const bad: BadRequest = isValid
        ? command.route.verb === undefined
          ? { name: '', headers: { 'x-host-account': newId() } }
          : { name: '', id: newId() }
        : { name: '' }
      const changed =
        isValid && locator.by === 'owner' ? toJson({ ...(body as object), [locator.field]: newId() }) : text
      return [{ name: `SEED=${SEED} ${changed.slice(0, 500)}`, send: () => sendBadly(command, bad, changed) }]
    })
    expect(await failures(attempts)).toEqual([])
    await unchanged()
  })
})

describe('session routes', () => {
  test.for(['/api/login', '/api/logout', '/api/session/switch-account'])('%s', async (path) => {
    const logins = HOSTILE.flatMap((value) => [
      { email: value, password: 'x' },
      { email: `${newId()}@journey.test`, password: value },
    ])
    const texts = path === '/api/login' ? logins.map(toJson) : [almost]
    const headers = {
      ...(path === '/api/login' ? { origin: journey.baseUrl } : clients.owner?.headers),
      'content-type': 'application/json',
    }
    const attempts = [
      ...BODIES.map(({ name, body }) => ({ name, body: body ?? '' })),
      ...texts.map((body) => ({ name: body.slice(0, 100), body })),
    ].map(({ name, body }) => ({
      name,
      send: () => exchange(journey.baseUrl, path, { method: 'POST', headers, body }),
    }))
    expect(await failures(attempts)).toEqual([])
    await unchanged()
  })
})

describe('reads', () => {
  const readers = () => [clients.owner, clients.admin].filter((client) => client !== undefined)
  const get = (client: Client, path: string, headers = {}): Attempt => ({
    name: `GET ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 60)}`,
    send: () => client.get(path.replaceAll(/["[\]{} ]/g, encodeURIComponent), headers),
  })

  test.for(lists.map((list, at) => ({ ...list, at })))(
    '$name',
    async ({ name, scope, export: columns, filter, at }) => {
      const client = scope === 'platform' ? clients.admin : clients.owner
      if (client === undefined) throw new Error('Nobody reads')
      const attempts: readonly Attempt[] = [
        ...shareOf(LIST_QUERIES, at, name === 'bookings' ? 1 : ONE_IN.shared)
          .flatMap((query) => [
            `/api/${name}?${query}`,
            ...(columns === undefined ? [] : [`/api/${name}.csv?${query}`]),
          ])
          .map((path) => get(client, path)),
        ...IDS.map(({ id = '' }) => get(client, `/api/${name}/${id}`)),
        ...['', 'x', 'c1.5', 'c0.-1', 'c0.1e5', `c0.${'9'.repeat(30)}`].flatMap((position) =>
          [`/api/${name}`, `/api/${name}/${newId()}`].map((path) =>
            get(client, path, { 'x-min-position': position }),
          ),
        ),
        ...['asOf=x', 'x=1', 'id=1'].map((query) => get(client, `/api/${name}/${newId()}?${query}`)),
      ]
      expect(await failures(attempts)).toEqual([])
      // Values that some filter may take: an answer then, and never a failure.
      const fields = Object.entries(filter).flatMap(([field, kind]) =>
        kind === 'range' ? [`${field}_gte`, `${field}_lte`] : [field],
      )
      const asked = fields.flatMap((field, place) =>
        shareOf(HOSTILE, at + place, ONE_IN.values).map((value) =>
          get(client, `/api/${name}?range=[0,0]&filter=${encodeURIComponent(toJson({ [field]: value }))}`),
        ),
      )
      expect((await failures(asked)).filter((failure) => !failure.includes(': status 200: '))).toEqual([])
      await unchanged()
    },
  )

  test('quotes, timelines, explanations, today', async () => {
    const booking = targets['bookings']
    const paths = [
      ...[
        '',
        'initiator=x',
        'initiator=guest&at=x',
        'initiator=guest&at=2026-02-30T00:00:00.000Z',
        'initiator=guest&at=%2B275760-09-13T00:00:00.000Z',
        'initiator=guest&initiator=host',
        'initiator=guest&x=1',
        'initiator=%00',
        'at=',
      ].map((query) => `/api/bookings/${booking}/cancellation-quote?${query}`),
      ...[
        'asOf=',
        'asOf=x',
        'asOf=2026-02-30T00:00:00.000Z',
        'asOf=1999-12-31T23:59:59.999Z',
        'asOf=%00',
        'recordedBy=x',
        'asOf=2026-01-01&asOf=2026-01-01',
      ].map((query) => `/api/bookings/${booking}?${query}`),
      ...['2026-02-30', '0000-00-00', '275760-09-13', 'x', '%00', 'q'.repeat(3_000), '%ff'].map(
        (date) => `/api/listings/${listing}/calendar/${date}/explain`,
      ),
      `/api/bookings/${booking}/history?x=1`,
      `/api/listings/${listing}/history?limit=-1`,
      '/api/today?hostAccountId=x',
      '/api/today?x=1',
      '/api/today?hostAccountId=%00',
      '/api/session?x=1',
      ...IDS.flatMap(({ id }) => [
        `/api/bookings/${id}/history`,
        `/api/bookings/${id}/cancellation-quote?initiator=host`,
        `/api/listings/${id}/calendar/2026-01-01/explain`,
      ]),
    ]
    expect(await failures(paths.flatMap((path) => readers().map((client) => get(client, path))))).toEqual([])
    await unchanged()
  })

  test('methods that nothing answers', async () => {
    const { owner } = clients
    const attempts = (['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const).flatMap((method) =>
      [
        '/api/bookings',
        `/api/bookings/${targets['bookings']}`,
        `/api/bookings/${targets['bookings']}/cancel`,
        '/api/nothing',
        '/',
        '/bookings',
      ].map((path) => ({
        name: `${method} ${path}`,
        send: () => exchange(journey.baseUrl, path, { method, headers: { ...owner?.headers } }),
      })),
    )
    expect(await failures(attempts)).toEqual([])
    await unchanged()
  })
})

describe('below HTTP', () => {
  const cookie = () => String(clients.owner?.headers['cookie'])
  // Where silence is an answer, a second of it.
  const cut: RawCase = {
    name: 'a body that ends too early',
    expected: /^$|^HTTP\/1\.1 4/,
    text: (_, own) =>
      `POST /api/logout HTTP/1.1\r\nHost: x\r\nOrigin: ${journey.baseUrl}\r\nCookie: ${own}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  }

  test.for([...RAW_CASES, cut])('$name', async ({ text, expected }) => {
    const heard = await speak(
      journey.baseUrl,
      text('/api/bookings', cookie()),
      expected.test('') ? 1_000 : 15_000,
    )
    expect(heard).toMatch(expected)
    expect(heard).not.toMatch(LEAKS)
    await unchanged()
  })

  test('the session is still the same', async () => {
    expect((await clients.owner?.get('/api/session'))?.status).toBe(200)
    expect(headerOf(await journey.anonymous.get('/healthz'), 'content-type')).toBe('text/plain')
  })
})
