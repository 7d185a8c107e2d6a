import { newId } from '@hearth/contracts/kernel/ids'
import { allowed } from '@hearth/platform/testing/allowed'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { request as open } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCookie, sharedJourney, accepted, type Client, type Journey, type Person } from './journey.ts'
import { openAccount } from './fixtures.ts'

/**
 * Every process refuses a revoked session within this time (docs/domain/login.md#sessions), on a machine that
 * is not too busy.
 */
const WITHIN_MS = 1_000

let journey: Journey
let account: string
let owner: Person

const join = async (role: 'owner' | 'cohost_full'): Promise<Person> => {
  const person = await journey.signIn({ role, hostAccountId: account as never })
  accepted(
    await journey.as('importer').post(`/api/accounts/${account}/import-member`, {
      role,
      listingIds: null,
      userId: person.userId,
      name: 'Jo Urney',
      email: person.email,
    }),
  )
  return person
}

beforeAll(async () => {
  journey = await sharedJourney()
  account = await openAccount(journey)
  owner = await join('owner')
})

/** Opens a live stream; `closedAt` is when it ended. */
const listen = async ({ headers }: Client): Promise<Readonly<{ closedAt: () => number | undefined }>> => {
  let closedAt: number | undefined
  const { hostname, port } = new URL(journey.baseUrl)
  await new Promise<void>((resolve, reject) => {
    const outgoing = open({ hostname, port, path: '/api/live', headers, agent: false }, (incoming) => {
      expect(incoming.statusCode).toBe(200)
      incoming.once('data', () => resolve())
      incoming.resume()
      incoming.once('close', () => void (closedAt = performance.now()))
    })
    outgoing.once('error', (error) => (closedAt === undefined ? reject(error) : undefined))
    outgoing.end()
  })
  return { closedAt: () => closedAt }
}

/** Calls each process until all refuse. Returns when each refused first, in milliseconds after `cause`. */
const timeUntilRefused = async (
  client: Client,
  cause: () => Promise<unknown>,
  refusedBy: Readonly<Record<string, () => Promise<boolean>>>,
) => {
  const stream = await listen(client)
  for (const isRefused of Object.values(refusedBy)) expect(await isRefused()).toBe(false)
  await cause()
  const begun = performance.now()
  const measured: Record<string, number> = {}
  for (const [name, isRefused] of Object.entries(refusedBy)) {
    void (async () => {
      await waitUntil(isRefused, 10_000, `${name} to refuse`)
      measured[name] = Math.round(performance.now() - begun)
    })()
  }
  await waitUntil(
    () =>
      Promise.resolve(
        Object.keys(measured).length === Object.keys(refusedBy).length && stream.closedAt() !== undefined,
      ),
    15_000,
    'every process to refuse and the stream to end',
  )
  return { ...measured, 'live stream': Math.max(0, Math.round((stream.closedAt() ?? 0) - begun)) }
}

const unauthenticated = (client: Client) => ({
  'query-service': async () => (await client.get('/api/session')).status === 401,
  'command-service': async () =>
    (await client.post(`/api/bookings/${newId()}/add-note`, { text: 'x', visibility: 'host' })).status ===
    401,
})

describe('every process refuses within a second, and the live stream ends', () => {
  const report: string[] = []
  const expectSoon = (what: string, measured: Readonly<Record<string, number>>) => {
    report.push(
      `${what}: ${Object.entries(measured)
        .map(([name, ms]) => `${name} ${ms} ms`)
        .join(', ')}`,
    )
    for (const [name, ms] of Object.entries(measured))
      expect(ms, `${what}: ${name}`).toBeLessThanOrEqual(allowed(WITHIN_MS / 2))
  }
  afterAll(() => console.log(report.join('\n')))

  test('a session after signing out', async () => {
    const person = await join('cohost_full')
    expectSoon(
      'logout',
      await timeUntilRefused(person, () => person.post('/api/logout', {}), unauthenticated(person)),
    )
  })

  test('a session that another one revokes', async () => {
    const person = await join('cohost_full')
    const again = await journey
      .client({ origin: journey.baseUrl })
      .post('/api/login', { email: person.email, password: 'a password for journeys' })
    const other = journey.client({ origin: journey.baseUrl, cookie: readCookie(again) })
    const { json } = await other.get('/api/account/sessions')
    const [first] = (json['sessions'] as readonly { id: string; current: boolean }[]).filter(
      ({ current }) => !current,
    )
    expectSoon(
      'revoked session',
      await timeUntilRefused(
        person,
        async () => expect((await other.post('/api/session/revoke', { id: first?.id })).status).toBe(204),
        unauthenticated(person),
      ),
    )
    expect((await other.get('/api/session')).status).toBe(200)
  })

  test('all other sessions', async () => {
    const person = await join('cohost_full')
    const again = await journey
      .client({ origin: journey.baseUrl })
      .post('/api/login', { email: person.email, password: 'a password for journeys' })
    const other = journey.client({ origin: journey.baseUrl, cookie: readCookie(again) })
    expectSoon(
      'log out everywhere',
      await timeUntilRefused(
        person,
        async () => expect((await other.post('/api/session/revoke-all', {})).status).toBe(200),
        unauthenticated(person),
      ),
    )
  })

  test('a removed member', async () => {
    const person = await join('cohost_full')
    const member = await waitForMember(person)
    expectSoon(
      'removed member',
      await timeUntilRefused(
        person,
        async () =>
          accepted(await owner.post(`/api/accounts/${account}/remove-member`, { memberId: member })),
        unauthenticated(person),
      ),
    )
  })

  test('a revoked impersonation', async () => {
    const [sam, joan] = [
      await journey.signIn({ staffRole: 'support' }),
      await journey.signIn({ staffRole: 'admin' }),
    ]
    const { id } = accepted(
      await sam.post('/api/impersonations', {
        targetAccountId: account,
        mode: 'act_as',
        scopes: ['all'],
        reason: 'support_ticket',
        reasonText: 'The host asked us to look at the calendar.',
      }),
    )
    accepted(await joan.post(`/api/impersonations/${id}/approve`, {}))
    const started = accepted(await sam.post(`/api/impersonations/${id}/start`, {}))
    const standing = journey.client({ ...sam.headers, cookie: readCookie(started) })
    const measured = await timeUntilRefused(
      standing,
      async () => accepted(await joan.post(`/api/impersonations/${id}/revoke`, {})),
      {
        'query-service': async () => (await standing.get('/api/session')).json['impersonation'] == null,
        'command-service': async () =>
          (await standing.post('/api/impersonation/page-view', { route: '/bookings' })).status !== 204,
      },
    )
    expectSoon('ended impersonation', measured)
  })

  const waitForMember = async ({ userId }: Person): Promise<string> => {
    let found: string | undefined
    await waitUntil(
      async () => {
        const { text } = await owner.get(`/api/members?range=[0,99]`)
        found = (JSON.parse(text) as readonly { id: string; userId: string | null }[]).find(
          (row) => row.userId === userId,
        )?.id
        return found !== undefined
      },
      30_000,
      'the member’s row',
    )
    return String(found)
  }
})
