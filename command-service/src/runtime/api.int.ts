import { randomBytes } from 'node:crypto'
import { commandDefinitions } from '@hearth/contracts'
import { newId } from '@hearth/contracts/kernel/ids'
import { fetchPatiently } from '@hearth/platform/testing/fetchPatiently'
import { openTestPool } from '@hearth/platform/testing/pool'
import { createUser } from '@hearth/platform/session/users'
import { openTestSession } from '@hearth/platform/testing/session'
import { startChild, type ReadyChild } from '@hearth/platform/testing/child'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDays, stay } from '../testing/fixture.ts'
import { openPlace, type Place } from '../testing/place.ts'
import type { Envelope, Outcome } from './outcome.ts'

const TOKENS = { gateway: randomBytes(24).toString('hex'), importer: randomBytes(24).toString('hex') }
type Who = keyof typeof TOKENS

let stack: TestStack
let child: ReadyChild
let pool: pg.Pool
let place: Place

type Answer = Readonly<{ status: number; body: Record<string, unknown>; headers: Headers }>

type Sent = Readonly<Record<string, string>> & { as?: Who | 'nobody' }

const post = async (
  path: string,
  body: unknown,
  { as = 'gateway', key = newId(), ...headers }: Sent = {},
): Promise<Answer> => {
  const answer = await fetchPatiently(new URL(path, child.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === '' ? {} : { 'idempotency-key': key }),
      ...(as === 'nobody' ? {} : { authorization: `Bearer ${TOKENS[as]}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  })
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown>,
    headers: answer.headers,
  }
}

/** The fixture's commands, through HTTP. */
const overHttp = async ({ type, data, id, commandId, hostAccountId }: Envelope): Promise<Outcome> => {
  const route = commandDefinitions.get(type)?.definition.route
  const path = ['/api', route?.collection, ...(id === undefined ? [] : [id, route?.verb])].join('/')
  const { status, body } = await post(path, data, {
    as: 'importer',
    key: commandId,
    ...(hostAccountId === undefined ? {} : { 'x-host-account': hostAccountId }),
  })
  if (status >= 300) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`)
  return {
    kind: 'accepted',
    id: String(body['id']),
    stream: '',
    tenantId: '',
    revision: 0n,
    commit: 0n,
    events: [],
  }
}

beforeAll(async () => {
  stack = await startTestStack()
  child = await startChild('command-service/src/main.ts', ['--stop-with-parent'], {
    PORT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'warn',
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    SEALING_KEY: randomBytes(32).toString('base64'),
    COMMAND_HASH_KEY: randomBytes(32).toString('hex'),
    QUOTE_SECRET: randomBytes(32).toString('hex'),
    SERVICE_TOKENS: Object.entries(TOKENS)
      .map(([name, token]) => `${name}=${token}`)
      .join(','),
  })
  pool = new pg.Pool({ connectionString: stack.databaseUrl })
  place = await openPlace({ handle: overHttp, pool })
})
afterAll(async () => {
  await child?.stop()
  await pool?.end()
  await stack?.stop()
})

const book = (days: number, more: Readonly<Record<string, string>> = {}) =>
  post('/api/bookings', stay(place.listingId, inDays(days), 2), {
    'x-host-account': place.accountId,
    ...more,
  })

describe('the command API', () => {
  it('is ready', async () => {
    expect((await fetch(new URL('/readyz', child.url))).status).toBe(200)
  })

  it('answers a creation with 201, its revision and its position, and a repetition alike', async () => {
    const key = newId()
    const first = await book(10, { key })
    expect(first.status).toBe(201)
    expect(first.body).toEqual({ id: expect.any(String), revision: 0, events: ['BookingConfirmed'] })
    expect(first.headers.get('etag')).toBe('"0"')
    expect(first.headers.get('x-position')).toMatch(/^c0\.\d+$/)
    const again = await book(10, { key })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([201, first.body, '"0"'])
  })

  it('requires the revision where the contract does, and refuses an old one', async () => {
    const pricing = { baseNightMinor: 12_000 }
    const path = `/api/listings/${place.listingId}/set-pricing`
    // Publishing a live listing changes nothing, and answers its revision.
    const { body } = await post(`/api/listings/${place.listingId}/publish`, {}, { as: 'importer' })
    const revision = Number(body['revision'])
    const current = { as: 'importer', 'if-match': `"${revision}"` } as const
    expect((await post(path, { pricing }, { as: 'importer' })).body).toMatchObject({
      status: 428,
      code: 'REVISION_REQUIRED',
    })
    expect((await post(path, { pricing }, { as: 'importer', 'if-match': 'seven' })).body).toMatchObject({
      status: 400,
      code: 'MALFORMED',
    })
    const key = newId()
    const done = await post(path, { pricing }, { ...current, key })
    expect(done).toMatchObject({ status: 200, body: { revision: revision + 1, events: ['PricingChanged'] } })
    // A duplicate is answered before If-Match is looked at.
    expect(await post(path, { pricing }, { as: 'importer', key })).toMatchObject({
      status: 200,
      body: done.body,
    })
    const stale = await post(path, { pricing: { baseNightMinor: 13_000 } }, current)
    expect(stale.body).toMatchObject({
      status: 412,
      code: 'REVISION_STALE',
      currentRevision: revision + 1,
    })
    expect(stale.headers.get('etag')).toBe(`"${revision + 1}"`)
  })

  it('refuses invalid requests', async () => {
    expect((await book(20, { as: 'nobody' })).body).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    expect((await book(20, { key: '' })).body).toMatchObject({
      status: 400,
      code: 'IDEMPOTENCY_KEY_REQUIRED',
    })
    expect((await post('/api/accounts', {}, { as: 'gateway' })).body).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    })
    expect((await post('/api/bookings', stay(place.listingId, inDays(20), 2))).body).toMatchObject({
      status: 422,
      code: 'VALIDATION_FAILED',
    })
    expect((await post('/api/bookings/not-an-id/cancel-by-guest', {})).body).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
    expect(
      (
        await post(
          '/api/bookings',
          { ...stay(place.listingId, inDays(20), 2), surprise: 1 },
          { 'x-host-account': place.accountId },
        )
      ).body,
    ).toMatchObject({
      status: 422,
      errors: [{ pointer: '/surprise' }],
    })
  })

  it('answers for a foreign listing as for an unknown one, byte for byte', async () => {
    const other = await openPlace({ handle: overHttp, pool })
    const foreign = await post('/api/bookings', stay(other.listingId, inDays(30), 2), {
      'x-host-account': place.accountId,
    })
    const unknown = await post('/api/bookings', stay(newId(), inDays(30), 2), {
      'x-host-account': place.accountId,
    })
    const seen = ({ status, body, headers }: Answer) => {
      const kept = [...headers].filter(([name]) => !['x-correlation-id', 'date'].includes(name))
      return JSON.stringify([
        status,
        body,
        kept.map(([name, value]) => [name, value.replace(/nonce-[^']+/, 'nonce')]),
      ])
    }
    expect(foreign.status).toBe(404)
    expect(seen(foreign)).toBe(seen(unknown))
  })

  it('accepts a policy from one admin and its approval from another', async () => {
    const pool = openTestPool(stack.databaseUrl, 2)
    const signIn = async (email: string) => {
      await createUser(pool, {
        email,
        displayName: email,
        password: 'a password for tests',
        staffRole: 'admin',
      })
      return {
        as: 'nobody',
        origin: 'http://localhost:3000',
        cookie: await openTestSession(pool, email),
      } as const
    }
    const [one, two] = [await signIn('one@hearth.test'), await signIn('two@hearth.test')]
    await pool.end()
    const proposal = {
      effectiveFrom: '2090-01-01T00:00:00.000Z',
      body: { self_managed: 1_600, full_service: 2_500 },
      reason: 'Costs have grown over the years.',
    }
    expect((await post('/api/policies/platformFee/propose', proposal, one)).body).toEqual({
      id: 'platformFee',
      revision: 1,
      events: ['PolicyVersionProposed'],
    })
    expect((await post('/api/policies/platformFee/approve', { version: 2 }, one)).body).toMatchObject({
      status: 403,
      code: 'FOUR_EYES_SAME_ACTOR',
    })
    expect((await post('/api/policies/platformFee/approve', { version: 2 }, two)).body).toMatchObject({
      revision: 2,
      events: ['PolicyVersionPublished'],
    })
    expect((await post('/api/policies/unheardOf/approve', { version: 2 }, two)).status).toBe(404)
    expect(
      (
        await post(
          '/api/policies/platformFee/approve',
          { version: 2 },
          { ...two, origin: 'https://elsewhere.test' },
        )
      ).body,
    ).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  it('lets service principals report past events, in order', async () => {
    const at = (day: string) => ({ 'x-occurred-at': `2026-01-${day}T10:00:00.000Z` })
    const { body } = await post(
      '/api/bookings',
      { ...stay(place.listingId, '2026-02-01', 2), source: 'import' },
      { as: 'importer', 'x-host-account': place.accountId, ...at('10') },
    )
    expect(body).toMatchObject({ events: ['BookingConfirmed'] })
    const cancel = (more: Readonly<Record<string, string>>) =>
      post(`/api/bookings/${body['id']}/cancel-by-guest`, {}, { as: 'importer', ...more })
    expect((await cancel(at('09'))).body).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
    expect((await cancel({ 'x-occurred-at': '2099-01-01T00:00:00.000Z' })).body).toMatchObject({
      status: 422,
      code: 'VALIDATION_FAILED',
    })
    expect((await cancel(at('11'))).body).toMatchObject({ events: ['BookingCancelled', 'RefundRequested'] })
  })
})
