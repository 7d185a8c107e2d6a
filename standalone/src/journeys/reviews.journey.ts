import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { beforeAll, describe, expect, test } from 'vitest'
import { endedStay, guestReview, hostReview, openAccount, openListing } from './fixtures.ts'
import {
  accepted,
  after,
  readCookie,
  sharedJourney,
  type Client,
  type Journey,
  type Person,
} from './journey.ts'
import { readHeader } from './request.ts'
import { lists } from './routes.ts'

const OPENED = '2026-01-01T00:00:00.000Z'
const VISIBLE_WITHIN_MS = 60_000
const LOG_MS = 120_000

let journey: Journey
let account: Id
let listing: Id
let owner: Person
let cohost: Person
let messaging: Person
let calendar: Person
let support: Person
let finance: Person
let admin: Person
let auditor: Person
let impersonator: Client

/** Staff who read everything of the account as its host. */
const impersonate = async (): Promise<Client> => {
  const staff = await journey.signIn({ staffRole: 'support' })
  const { id } = accepted(
    await staff.post('/api/impersonations', {
      targetAccountId: account,
      mode: 'read_only',
      scopes: ['all'],
      reason: 'support_ticket',
      reasonText: 'The host asked us to look at a review.',
    }),
  )
  const started = accepted(await staff.post(`/api/impersonations/${id}/start`, {}))
  return journey.client({ ...staff.headers, cookie: readCookie(started) })
}

beforeAll(async () => {
  journey = await sharedJourney()
  account = await openAccount(journey, OPENED)
  listing = await openListing(journey, account, {}, OPENED)
  const host = (role: 'owner' | 'cohost_full' | 'cohost_messaging' | 'cohost_calendar') =>
    journey.signIn({ role, hostAccountId: account })
  ;[owner, cohost, messaging, calendar] = [
    await host('owner'),
    await host('cohost_full'),
    await host('cohost_messaging'),
    await host('cohost_calendar'),
  ]
  ;[support, finance, admin, auditor] = [
    await journey.signIn({ staffRole: 'support' }),
    await journey.signIn({ staffRole: 'finance' }),
    await journey.signIn({ staffRole: 'admin' }),
    await journey.signIn({ staffRole: 'auditor' }),
  ]
  impersonator = await impersonate()
}, 240_000)

const read = (id: Id, by: Client = owner) => by.get(`/api/reviews/${id}`)
const act = (id: Id, verb: string, body: object, by: Client) => by.post(`/api/reviews/${id}/${verb}`, body)
const receive = (id: Id, body: object) => act(id, 'receive-guest-review', body, journey.as('gateway'))

/** A pair of reviews that is open. */
const openPair = async (daysAgo: number): Promise<Id> => {
  const id = await endedStay(journey, account, listing, daysAgo)
  await waitUntil(async () => (await read(id)).status === 200, VISIBLE_WITHIN_MS, 'an open pair of reviews')
  return id
}

/** What everyone with a session, every service and an anonymous client get from every route about the pair. */
const readEverywhere = async (id: Id): Promise<string> => {
  const callers = [owner, cohost, messaging, calendar, support, finance, admin, auditor, impersonator]
  const services = (['gateway', 'importer', 'scheduler', 'provider'] as const).map((role) => journey.as(role))
  const paths = [
    ...lists.flatMap(({ name, export: columns }) => [
      `/api/${name}?range=[0,99]`,
      ...(columns === undefined ? [] : [`/api/${name}.csv`]),
    ]),
    ...['', '/history', `?asOf=${new Date().toISOString()}`].map((part) => `/api/reviews/${id}${part}`),
    `/api/bookings/${id}`,
    `/api/bookings/${id}/history`,
    `/api/search?q=Daniel`,
    '/api/ratings',
    '/api/today',
    '/api/my-notices',
    '/api/staff-queue',
  ]
  const answers: string[] = []
  for (const caller of [...callers, ...services, journey.anonymous])
    for (const path of paths) answers.push((await caller.get(path)).text)
  return answers.join('\n')
}

/** Every row of every table of the installation, and what it has logged. */
const readStored = async (): Promise<string> => {
  const tables = await journey.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = [journey.log()]
  for (const { name } of tables) {
    const rows = await journey.query(
      `select string_agg(t::text, E'\\n') as text from ${String(name)} t
       where t::text like '%canary%'`,
    )
    texts.push(String(rows[0]?.['text'] ?? ''))
  }
  return texts.join('\n')
}

const CANARY = /canary-[a-z]+-[0-9a-f]{12}/g
const findCanaries = (text: string): readonly string[] => [...new Set(text.match(CANARY))].toSorted()
const canary = (side: string) => `canary-${side}-${newId().replaceAll('-', '').slice(-12)}`

describe('what one side of a stay wrote', { timeout: LOG_MS * 4 }, () => {
  test('is on no route, for no role, and in no table or log before both are revealed', async () => {
    const [byGuest, byHost] = [await openPair(3), await openPair(6)]
    const guest = { publicText: canary('guest'), privateText: canary('guestonly') }
    const host = { publicText: canary('host'), privateText: canary('hostonly') }
    accepted(await receive(byGuest, guestReview(guest)))
    accepted(await act(byHost, 'submit', hostReview(host), owner))
    await waitUntil(
      async () =>
        [await read(byGuest), await read(byHost)].every(({ json }) => json['state'] === 'partly_written'),
      VISIBLE_WITHIN_MS,
      'two sealed reviews',
    )
    expect(findCanaries(await readEverywhere(byGuest))).toEqual([])
    expect(findCanaries(await readEverywhere(byHost))).toEqual([])
    expect(findCanaries(await readStored())).toEqual([])
    // Only its author reads it again, and the other side is not there even then.
    const own = await act(byHost, 'own-review', {}, owner)
    expect(findCanaries(own.text)).toEqual([host.publicText, host.privateText].toSorted())
    expect((await act(byGuest, 'own-review', {}, owner)).status).toBe(404)
    for (const caller of [
      messaging,
      calendar,
      support,
      finance,
      admin,
      auditor,
      impersonator,
      journey.as('gateway'),
    ])
      expect((await act(byHost, 'own-review', {}, caller)).status).toBe(403)

    // The second side reveals both.
    const revealed = accepted(
      await act(byGuest, 'submit', hostReview({ publicText: canary('second') }), cohost),
    )
    for (const caller of [owner, cohost, support, admin, auditor, impersonator]) {
      const shown = await caller.get(`/api/reviews/${byGuest}`, after(revealed))
      expect(shown.json).toMatchObject({ state: 'revealed', overall: 4, guestReview: guest })
    }
    for (const caller of [messaging, calendar, finance])
      expect((await read(byGuest, caller)).status).toBe(403)
  })

  test('reveals by the guest, and counts in the rating of the listing', async () => {
    const id = await openPair(9)
    accepted(await act(id, 'submit', hostReview(), owner))
    const revealed = accepted(await receive(id, guestReview({ overall: 3 })))
    const ratings = await owner.get('/api/ratings', after(revealed))
    const rows = JSON.parse(
      (await owner.get('/api/reviews?filter={"state":"revealed"}')).text,
    ) as readonly Readonly<{
      overall: number
    }>[]
    const stars = rows.reduce((sum, { overall }) => sum + overall, 0)
    expect(ratings.json).toEqual({
      all: { count: rows.length, stars },
      listings: [{ listingId: listing, count: rows.length, stars }],
    })
  })
})

test('a host replies, changes the reply, and disputes; a person who never worked for the account decides', async () => {
  const id = await openPair(12)
  accepted(
    await receive(id, guestReview({ overall: 1, privateText: 'Drop the claim and I change my mind.' })),
  )
  accepted(await act(id, 'submit', hostReview(), owner))
  accepted(await act(id, 'reply', { text: 'We are sorry.' }, owner))
  accepted(await act(id, 'edit-reply', { text: 'We are very sorry.' }, owner))
  expect((await act(id, 'reply', { text: 'Again.' }, cohost)).json['code']).toBe('DUPLICATE')
  const evidence = [{ kind: 'private_text' }]
  const unknown = await act(
    id,
    'dispute',
    { ground: 'extortion', evidence: [{ kind: 'file', fileId: newId() }] },
    owner,
  )
  expect([unknown.status, unknown.json['errors']]).toMatchObject([422, [{ pointer: '/evidence/0/fileId' }]])
  const disputed = accepted(await act(id, 'dispute', { ground: 'extortion', evidence }, owner))

  const reason = 'The guest demanded money for another review.'
  const decide = (by: Client, answer: typeof disputed) =>
    by.post(
      `/api/reviews/${id}/decide-dispute`,
      { decision: 'remove', reason },
      { 'if-match': readHeader(answer, 'etag') },
    )
  expect((await decide(auditor, disputed)).status).toBe(403)
  const before = await owner.get('/api/ratings', after(disputed))
  const decided = accepted(await decide(admin, disputed))
  const shown = await owner.get(`/api/reviews/${id}`, after(decided))
  expect(shown.json).toMatchObject({
    overall: null,
    guestReview: null,
    reply: { text: 'We are very sorry.' },
    dispute: { decision: 'remove', reason },
  })
  const { all } = before.json as Readonly<{ all: Readonly<{ count: number; stars: number }> }>
  expect((await owner.get('/api/ratings')).json['all']).toEqual({
    count: all.count - 1,
    stars: all.stars - 1,
  })
})

test('a review is refused before check-out, twice, and for a stay that does not exist', async () => {
  const id = await openPair(1)
  expect((await receive(newId(), guestReview())).status).toBe(404)
  accepted(await receive(id, guestReview()))
  expect((await receive(id, guestReview())).json['code']).toBe('DUPLICATE')
  expect((await receive(id, guestReview({ overall: 6 }))).status).toBe(422)
  expect((await act(id, 'reply', { text: 'Too early.' }, owner)).json['code']).toBe('INVALID_TRANSITION')
  expect((await act(id, 'submit', hostReview({ publicText: '' }), owner)).status).toBe(422)
})
