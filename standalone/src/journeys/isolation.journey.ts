import { bookings } from '@hearth/contracts/booking'
import { can } from '@hearth/contracts/kernel/access'
import { isVisible } from '@hearth/contracts/kernel/visibility'
import type { OutgoingHttpHeaders } from 'node:http'
import { validOf } from '@hearth/command-service/testing/arbitrary'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { valuesWithAmounts } from '@hearth/platform/testing/values'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from './allRoutes.ts'
import { WORDS } from './words.ts'
import { sharedJourney, accepted, after, type Client, type Journey } from './journey.ts'
import { adjust, inDays, openAccount, openListing, payTo, stay } from './fixtures.ts'
import { exchange, headerOf, type Answer } from './request.ts'
import { commandPath, commands, listPath, lists } from './routes.ts'

type Here = Readonly<{
  account: Id
  listing: Id
  other: Id
  booking: Id
  otherBooking: Id
  block: Id
  key: Id
}>

/** Stands nowhere else. */
const NIGHT_MINOR = 30_801_739

let journey: Journey
let here: Here
let owner: Client
let stranger: Client
let strangersListing: Id
let staff: Client
let settled: OutgoingHttpHeaders

beforeAll(async () => {
  journey = await sharedJourney()
  const gateway = journey.as('gateway')
  const importer = journey.as('importer')
  const account = await openAccount(journey)
  const [listing, other] = [await openListing(journey, account), await openListing(journey, account)]
  const key = newId()
  const book = (listingId: Id, idempotencyKey: Id) =>
    gateway.post(
      '/api/bookings',
      stay(listingId, inDays(60), [NIGHT_MINOR, NIGHT_MINOR], { cleaningMinor: 1_603 }),
      {
        'x-host-account': account,
        'idempotency-key': idempotencyKey,
      },
    )
  const [booking, otherBooking] = [
    accepted(await book(listing, key)).id,
    accepted(await book(other, newId())).id,
  ]
  const block = accepted(
    await importer.post('/api/blocks', {
      listingId: listing,
      kind: 'maintenance',
      start: inDays(20),
      end: inDays(22),
      note: 'Boiler',
    }),
  ).id
  here = { account, listing, other, booking, otherBooking, block, key }
  owner = await journey.signIn({ role: 'owner', hostAccountId: account })
  staff = await journey.signIn({ staffRole: 'admin' })
  const elsewhere = await openAccount(journey)
  strangersListing = await openListing(journey, elsewhere)
  stranger = await journey.signIn({ role: 'owner', hostAccountId: elsewhere })
  const third = accepted(
    await gateway.post('/api/bookings', stay(other, inDays(90), [NIGHT_MINOR]), {
      'x-host-account': account,
    }),
  )
  for (const listingId of [listing, other]) await adjust(journey, account, listingId)
  await payTo(journey, account)
  const last = accepted(await gateway.post(`/api/bookings/${third.id}/cancel-by-guest`, {}))
  settled = after(last)
  await journey.countEvents()
  for (const { name } of lists.filter(({ capability }) => can('admin', capability)))
    expect((await staff.get(listPath(name, {}), after(last))).status).toBe(200)
})

/** A connection ends with its thousandth request, whatever was asked. */
const OF_THE_MOMENT = ['date', 'x-correlation-id', 'connection']
/** All of an answer but what differs between any two. */
const seen = ({ status, headers, text }: Answer) => ({
  status,
  headers: headers.filter(([name]) => !OF_THE_MOMENT.includes(name)),
  text,
})

const idsOf = async (client: Client, resource: string): Promise<readonly string[]> => {
  const { text } = await client.get(listPath(resource, { range: [0, 99] }))
  return (JSON.parse(text) as readonly Readonly<{ id: string }>[]).map(({ id }) => id)
}

/**
 * Two answers from one state of the log: while others write, X-Projection-Position moves on between two
 * reads.
 */
const atOnePosition = async (
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<readonly [Answer, Answer]> => {
  for (const deadline = Date.now() + 30_000; ;) {
    const pair = [await first(), await second()] as const
    if (
      headerOf(pair[0], 'x-projection-position') === headerOf(pair[1], 'x-projection-position') ||
      Date.now() > deadline
    )
      return pair
  }
}

describe('what belongs to another account answers like what does not exist', () => {
  test('every row of every resource: alone, in a list, in an export', async () => {
    const tried: string[] = []
    for (const { name, export: columns } of lists.filter(
      ({ scope, capability }) => scope === 'tenant' && can('owner', capability),
    )) {
      const ids = await idsOf(owner, name)
      // What this file makes none of is tried by `npm run test:authz`.
      if (ids.length === 0) continue
      tried.push(name)
      const unknown = name === 'nights' ? `${newId()}/${inDays(60)}` : newId()
      const ways = [
        (id: string) => `/api/${name}/${encodeURIComponent(id)}`,
        (id: string) => listPath(name, { filter: { id } }),
        (id: string) => listPath(name, { filter: { id: [id] }, range: [0, 9] }),
        ...(columns === undefined
          ? []
          : [(id: string) => `/api/${name}.csv?filter=${encodeURIComponent(JSON.stringify({ id }))}`]),
      ]
      for (const way of ways) {
        for (const id of ids.slice(0, 4)) {
          const [known, foreign] = await atOnePosition(
            () => stranger.get(way(unknown)),
            () => stranger.get(way(id)),
          )
          expect(seen(foreign), way(id)).toEqual(seen(known))
        }
      }
      expect((await stranger.get(`/api/${name}/${encodeURIComponent(ids[0] ?? '')}`)).status).toBe(404)
    }
    expect(tried).toEqual(
      expect.arrayContaining([
        'accounts',
        'listings',
        'bookings',
        'claims',
        'blocks',
        'nights',
        'events',
        'ledger-entries',
        'balances',
        'payout-accounts',
      ]),
    )
  })

  test('filters by what belongs to another account find nothing', async () => {
    const bookingStream = `booking-${here.booking}`
    const filters: readonly (readonly [string, string, string])[] = [
      ['bookings', 'listingId', here.listing],
      ['bookings', 'hostAccountId', here.account],
      ['listings', 'hostAccountId', here.account],
      ['claims', 'listingId', here.listing],
      ['blocks', 'listingId', here.listing],
      ['nights', 'listingId', here.listing],
      ['events', 'stream', bookingStream],
    ]
    for (const [name, field, value] of filters) {
      const read = (text: string) => stranger.get(listPath(name, { filter: { [field]: text } }))
      const [foreign, unknown] = await atOnePosition(
        () => read(value),
        () => read(field === 'stream' ? `booking-${newId()}` : newId()),
      )
      expect(seen(foreign), `${name} ${field}`).toEqual(seen(unknown))
      expect(JSON.parse((await read(value)).text)).toEqual([])
    }
  })

  test('quotes, timelines, explanations, the past, today', async () => {
    const now = new Date().toISOString()
    const ways: readonly (readonly [(id: string) => string, Id])[] = [
      [(id) => `/api/bookings/${id}/cancellation-quote?initiator=host`, here.booking],
      [(id) => `/api/bookings/${id}/cancellation-quote?initiator=guest&at=${now}`, here.booking],
      [(id) => `/api/bookings/${id}/history`, here.booking],
      [(id) => `/api/bookings/${id}/earnings/explain`, here.booking],
      [(id) => `/api/bookings/${id}?asOf=${now}`, here.booking],
      [(id) => `/api/listings/${id}/history`, here.listing],
      [(id) => `/api/listings/${id}/calendar/${inDays(60)}/explain`, here.listing],
      [(id) => `/api/today?hostAccountId=${id}`, here.account],
    ]
    for (const [way, id] of ways) {
      const answer = await stranger.get(way(id))
      expect([answer.status, answer.json['code']], way(id)).toEqual([404, 'NOT_FOUND'])
      expect(seen(answer)).toEqual(seen(await stranger.get(way(newId()))))
    }
  })

  const words = [...WORDS, 'somebody@journey.test', newId()]

  /** The body, which says in the fields in `ids` what it is about. */
  const about = (body: object, ids: Readonly<Record<string, Id>>) => ({
    ...body,
    ...Object.fromEntries(Object.entries(ids).filter(([field]) => field in body)),
  })

  const foreignOf = (collection: string, { account, listing, booking, block }: Here): Id =>
    ({ accounts: account, listings: listing, bookings: booking, blocks: block })[collection] ?? account

  test.for(commands)('$type', async (command) => {
    const { definition, route } = command
    const count = await journey.countEvents()
    const body =
      fc
        .sample(validOf(definition.schema, words), { seed: 7, numRuns: 40 })
        .find((value) => typeof value === 'object' && value !== null) ?? {}
    const variants: readonly Readonly<Record<string, string>>[] = [
      {},
      { 'if-match': '"0"' },
      { 'if-match': '"2"' },
      { 'if-match': '"0"', 'idempotency-key': here.key },
    ]
    for (const more of variants) {
      const attempt = (account: Id, listingId: Id, id: Id) =>
        stranger.post(commandPath(command, id), about(body, { listingId, accountId: account }), {
          ...(route.verb === undefined ? { 'x-host-account': account } : {}),
          ...more,
        })
      const foreign = await attempt(here.account, here.listing, foreignOf(route.collection, here))
      expect(seen(foreign), JSON.stringify(more)).toEqual(seen(await attempt(newId(), newId(), newId())))
      expect([403, 404], foreign.text).toContain(foreign.status)
    }
    expect(await journey.countEvents()).toBe(count)
  })

  test('a service that names the wrong account for a listing', async () => {
    const gateway = journey.as('gateway')
    const send = (account: Id, listing: Id) =>
      gateway.post('/api/bookings', stay(listing, inDays(200), [10_000]), { 'x-host-account': account })
    const [mixed, unknown] = [await send(here.account, strangersListing), await send(here.account, newId())]
    expect([mixed.status, seen(mixed)]).toEqual([404, seen(unknown)])
  })
})

describe('without a session', () => {
  const unauthenticated = async (method: string, path: string, headers = {}, body?: string) => {
    const answer = await exchange(journey.baseUrl, path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    expect([answer.status, headerOf(answer, 'content-type')], `${method} ${path} ${answer.text}`).toEqual([
      401,
      'application/problem+json',
    ])
    if (method !== 'HEAD') expect(answer.json).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 })
    return answer
  }

  test('everything under /api answers 401, before it looks at anything', async () => {
    const document = (await staff.get('/api/openapi.json')).json as {
      paths: Record<string, Record<string, unknown>>
    }
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => [method.toUpperCase(), path] as const),
    )
    const known = [
      ...described,
      ...commands.map((command) => ['POST', commandPath(command, newId())] as const),
      ...lists.flatMap(
        ({ name }) =>
          [
            ['GET', `/api/${name}`],
            ['GET', `/api/${name}/${newId()}`],
            ['GET', `/api/${name}.csv`],
            ['HEAD', `/api/${name}`],
          ] as const,
      ),
      ...(
        [
          '/api/openapi.json',
          '/api/live',
          '/api/today',
          '/api/session',
          '/api/',
          '/api/nothing',
          '/api/bookings/%zz',
          '/api/login',
          '/api//login',
          '/api/Login',
          '/api/login/',
          '/api/bookings?filter=%',
        ] as const
      ).map((path) => ['GET', path] as const),
      ...(
        [
          '/api/logout',
          '/api/session/switch-account',
          '/api/nothing',
          '/api/bookings/%00/cancel',
          '/api/webhooks/x',
        ] as const
      ).map((path) => ['POST', path] as const),
      ...(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const).map(
        (method) => [method, `/api/bookings/${here.booking}`] as const,
      ),
    ]
    expect(described.length).toBeGreaterThan(commands.length + lists.length)
    // What the document's templates stand for; a public route is for everybody.
    const open = new Set(
      allRoutes()
        .filter(({ access }) => access === 'public')
        .map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')),
    )
    const paths = known
      .filter(([, path]) => !open.has(path))
      .map(([method, path]) => [method, path.replaceAll(/\{\w+\}/g, here.booking)] as const)
    for (const [method, path] of paths) await unauthenticated(method, path)
    for (const [method, path] of paths.filter(([method]) => method === 'POST'))
      await unauthenticated(
        method,
        path,
        { 'content-type': 'application/json', 'idempotency-key': 'x', cookie: 'sid=x' },
        '{',
      )
  })

  test('so does whoever shows a cookie or a token that is none', async () => {
    const wrong = [
      { cookie: `sid=${'x'.repeat(43)}` },
      { cookie: 'sid=' },
      { cookie: `${owner.headers['cookie']}x` },
      { cookie: `${owner.headers['cookie']}; ${stranger.headers['cookie']}` },
      { authorization: 'Bearer x' },
      { authorization: 'Bearer ' },
      { authorization: `Basic ${Buffer.from('admin:changeit').toString('base64')}` },
      { authorization: `bearer ${journey.token('gateway')}` },
      { authorization: 'Bearer x', cookie: String(owner.headers['cookie']) },
    ]
    for (const headers of wrong) await unauthenticated('GET', `/api/bookings/${here.booking}`, headers)
  })

  test('login, health and the console do not', async () => {
    const { anonymous } = journey
    expect((await anonymous.get('/healthz')).status).toBe(200)
    for (const path of ['/', '/login', '/bookings', '/hearth.svg'])
      expect([path, (await anonymous.get(path)).status]).toEqual([path, 200])
    expect((await anonymous.get('/ical/x/y.ics')).status).toBe(404)
    expect((await anonymous.post('/api/login', {}, { origin: journey.baseUrl })).json).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    expect(
      (
        await anonymous.post(
          '/api/login',
          { email: 'nobody@journey.test', password: 'not this one' },
          { origin: journey.baseUrl },
        )
      ).status,
    ).toBe(401)
  })
})

describe('a co-host of one listing', () => {
  let scoped: Client
  beforeAll(async () => {
    scoped = await journey.signIn({
      role: 'cohost_full',
      hostAccountId: here.account,
      listingIds: [here.listing],
    })
  })

  test('sees this listing and nothing of the other', async () => {
    const seenOf: string[] = []
    for (const { name, listingField } of lists.filter((resource) => resource.listingField !== undefined)) {
      const { text, status } = await scoped.get(listPath(name, { range: [0, 99] }), settled)
      // What this file makes none of, nobody sees.
      const there = (await owner.get(listPath(name, { range: [0, 99] }))).text.includes(here.listing)
      if (there) seenOf.push(name)
      expect([
        name,
        status,
        text.includes(here.listing),
        text.includes(here.other),
        text.includes(here.otherBooking),
        listingField,
      ]).toEqual([name, 200, there, false, false, listingField])
    }
    expect(seenOf).toEqual(
      expect.arrayContaining([
        'listings',
        'bookings',
        'claims',
        'blocks',
        'nights',
        'events',
        'ledger-entries',
      ]),
    )
    const { text } = await scoped.get('/api/bookings.csv')
    expect(text.trim().split('\n')).toHaveLength(2)
    expect((await scoped.get('/api/today')).json).toMatchObject({ inHouse: { listings: 1 } })
  })

  test('gets the other one like an unknown one', async () => {
    const ways: readonly (readonly [(id: string) => string, Id])[] = [
      [(id) => `/api/listings/${id}`, here.other],
      [(id) => `/api/listings/${id}/history`, here.other],
      [(id) => `/api/listings/${id}/calendar/${inDays(60)}/explain`, here.other],
      [(id) => `/api/bookings/${id}`, here.otherBooking],
      [(id) => `/api/bookings/${id}/history`, here.otherBooking],
      [(id) => `/api/bookings/${id}/cancellation-quote?initiator=host`, here.otherBooking],
      [(id) => `/api/claims/${id}`, here.otherBooking],
      [(id) => listPath('bookings', { filter: { listingId: id } }), here.other],
    ]
    for (const [way, id] of ways)
      expect(seen(await scoped.get(way(id))), way(id)).toEqual(seen(await scoped.get(way(newId()))))
    const note = { text: 'Hello', visibility: 'host' }
    const block = (listingId: Id) => ({ listingId, kind: 'other', start: inDays(10), end: inDays(11) })
    const count = await journey.countEvents()
    expect(seen(await scoped.post(`/api/bookings/${here.otherBooking}/add-note`, note))).toEqual(
      seen(await scoped.post(`/api/bookings/${newId()}/add-note`, note)),
    )
    expect(seen(await scoped.post('/api/blocks', block(here.other)))).toEqual(
      seen(await scoped.post('/api/blocks', block(newId()))),
    )
    expect(seen(await scoped.post(`/api/listings/${here.other}/pause`, { reason: 'Works' }))).toEqual(
      seen(await scoped.post(`/api/listings/${newId()}/pause`, { reason: 'Works' })),
    )
    expect(await journey.countEvents()).toBe(count)
    accepted(await scoped.post(`/api/bookings/${here.booking}/add-note`, note))
  })
})

describe('a co-host who only writes messages', () => {
  test('sees no amount, wherever it stands', async () => {
    const client = await journey.signIn({ role: 'cohost_messaging', hostAccountId: here.account })
    const { visibility } = bookings
    const restricted = Object.keys(visibility).filter(
      (field) => !isVisible(visibility, field, (capability) => can('cohost_messaging', capability)),
    )
    expect(restricted).toContain('hostPayoutMinor')
    const row = (await client.get(`/api/bookings/${here.booking}`, settled)).json
    expect(Object.fromEntries(restricted.map((field) => [field, row[field]]))).toEqual(
      Object.fromEntries(restricted.map((field) => [field, null])),
    )
    expect(row).toMatchObject({ guestName: 'Daniel W.', status: 'confirmed' })
    const own = (await owner.get(`/api/bookings/${here.booking}`)).json
    const shown = [NIGHT_MINOR, Number(own['guestTotalMinor']), Number(own['hostPayoutMinor'])]
    expect(valuesWithAmounts(JSON.stringify(own), shown)).toEqual(expect.arrayContaining(shown.map(String)))
    const amounts = [...shown, 2 * NIGHT_MINOR]
    const paths = [
      ...lists
        .filter(({ scope, capability }) => scope === 'tenant' && can('cohost_messaging', capability))
        .map(({ name }) => listPath(name, { range: [0, 99] })),
      `/api/bookings/${here.booking}`,
      `/api/bookings/${here.booking}?asOf=${new Date().toISOString()}`,
      `/api/bookings/${here.booking}/history`,
      '/api/bookings.csv',
      '/api/today',
      `/api/listings/${here.listing}/history`,
    ]
    for (const path of paths) {
      const answer = await client.get(path)
      expect([answer.status, path]).toEqual([200, path])
      expect(valuesWithAmounts(answer.text, amounts), path).toEqual([])
    }
    for (const path of [
      listPath('bookings', { sort: ['hostPayoutMinor', 'ASC'] }),
      listPath('bookings', { sort: ['guestTotalMinor', 'ASC'] }),
    ])
      expect((await client.get(path)).status).toBe(422)
    expect((await client.get(`/api/bookings/${here.booking}/cancellation-quote?initiator=host`)).status).toBe(
      403,
    )
    for (const [verb, body] of [
      ['cancel', { quote: 'x', reason: 'other', message: 'A sentence of more than twenty characters.' }],
      ['add-note', { text: 'x', visibility: 'host' }],
    ] as const) {
      expect(
        (await client.post(`/api/bookings/${here.booking}/${verb}`, body, { 'if-match': '"0"' })).status,
      ).toBe(403)
    }
  })
})

describe('staff who have no business with persons in the history', () => {
  test('read it with their names and texts masked', async () => {
    const path = `/api/bookings/${here.booking}/history`
    expect((await (await journey.signIn({ staffRole: 'support' })).get(path)).text).toContain('Daniel W.')
    for (const staffRole of ['finance', 'auditor'] as const) {
      const { status, text } = await (await journey.signIn({ staffRole })).get(path)
      expect([status, text.includes('••• booked'), text.includes('Daniel')]).toEqual([200, true, false])
    }
  })
})
