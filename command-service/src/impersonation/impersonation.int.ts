import type { AccessEntry } from '@hearth/contracts/audit'
import { locatorOf } from '@hearth/contracts/kernel/message'
import { commandDefinitions } from '@hearth/contracts'
import { canAct, type ImpersonationMode } from '@hearth/contracts/kernel/access'
import { newId } from '@hearth/contracts/kernel/ids'
import { fetchPatiently } from '@hearth/platform/testing/fetchPatiently'
import { createPrincipals } from '@hearth/platform/session/principals'
import { silentLog } from '@hearth/platform/testing/log'
import { startChild, type ReadyChild } from '@hearth/platform/testing/child'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import type { Running } from '@hearth/platform/http/serve'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandRoutes } from '../runtime/api.ts'
import {
  CHILD_SETTINGS,
  inDays,
  receive,
  accepted,
  startTestSystem,
  readTypes,
  type TestSystem,
} from '../testing/fixture.ts'
import { openPlace, type Place } from '../testing/place.ts'
import { signedIn, type Person } from '../testing/people.ts'
import { serveRoutes } from '../testing/serveRoutes.ts'
import { recordRefusal } from './refusals.ts'
import { impersonationRoutes } from './routes.ts'

let system: TestSystem
let running: Running
let query: ReadyChild
let place: Place
let sam: Person
let joan: Person
let owner: Person

type Answer = Readonly<{
  status: number
  body: Readonly<Record<string, unknown>>
  cookie: string | undefined
}>

const post = async (
  path: string,
  who: Readonly<{ cookie: string }>,
  body: unknown = {},
  key: string = newId(),
): Promise<Answer> => {
  const answer = await fetchPatiently(`${running.url}${path}`, {
    method: 'POST',
    headers: {
      cookie: who.cookie,
      'content-type': 'application/json',
      'idempotency-key': key,
      origin: 'http://127.0.0.1:3000',
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: text === '' ? {} : JSON.parse(text),
    cookie: answer.headers.get('set-cookie')?.split(';')[0],
  }
}
const get = async (
  path: string,
  { cookie }: Readonly<{ cookie: string }>,
): Promise<Readonly<{ status: number; body: unknown }>> => {
  const answer = await fetchPatiently(`${query.url}${path}`, { headers: { cookie } })
  return { status: answer.status, body: await answer.json() }
}
const readRows = async (path: string, who: Readonly<{ cookie: string }>) =>
  (await get(path, who)).body as readonly Readonly<Record<string, unknown>>[]

const createRequest = (mode: ImpersonationMode, more: object = {}) => ({
  targetAccountId: place.accountId,
  mode,
  scopes: ['all'],
  reason: 'support_ticket',
  reasonText: 'The host cannot block nights in June.',
  ...more,
})
const ask = async (mode: ImpersonationMode, more: object = {}, who: Person = sam): Promise<string> => {
  const { status, body } = await post('/api/impersonations', who, createRequest(mode, more))
  expect([status, body['code']]).toEqual([201, undefined])
  return String(body['id'])
}
/** Impersonating, with the cookie that the impersonation was started with. */
const startSession = async (mode: ImpersonationMode, more: object = {}) => {
  const id = await ask(mode, more)
  if (mode === 'act_as')
    expect(await post(`/api/impersonations/${id}/approve`, joan)).toMatchObject({ status: 200 })
  const { status, cookie = '' } = await post(`/api/impersonations/${id}/start`, sam)
  expect(status).toBe(200)
  expect(cookie).not.toBe(sam.cookie)
  expect(await post('/api/impersonations', sam, createRequest('read_only'))).toMatchObject({ status: 401 })
  sam = { ...sam, cookie }
  return id
}
const leave = async (): Promise<void> => {
  const { status, cookie } = await post('/api/impersonation/end', sam)
  expect(status).toBe(200)
  sam = { ...sam, cookie: cookie ?? '' }
}
const typesIn = (id: string) => readTypes(system.service, `impersonation-${id}`)

beforeAll(async () => {
  system = await startTestSystem()
  const { service, stack } = system
  const { pool } = service
  query = await startChild('query-service/src/main.ts', ['--stop-with-parent'], {
    ...CHILD_SETTINGS,
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
  })
  const publicUrl = new URL('http://127.0.0.1:3000')
  const principals = createPrincipals({ pool, log: silentLog, serviceTokens: new Map(), publicUrl })
  running = await serveRoutes({
    publicUrl,
    principals,
    onRefusal: recordRefusal(service.handle),
    routes: [
      ...commandRoutes(service.handle),
      ...impersonationRoutes({ ...service, sessions: service.impersonationSessions, principals }),
    ],
  })
  service.relay.start()
  service.abandoned.start()
  service.accessLog.start()
  place = await openPlace(service)
  sam = await signedIn(pool, { name: 'Sam Ortega', staffRole: 'support' })
  joan = await signedIn(pool, { name: 'Joan Hale', staffRole: 'admin' })
  owner = await signedIn(pool, { name: 'Ada Vale', hostAccountId: place.accountId })
})
afterAll(async () => {
  await running?.close()
  await query?.stop()
  await system?.stop()
})

/** Every command of the registry that has a route, as a path. */
const COMMANDS = [...commandDefinitions].flatMap(([type, { definition }]) => {
  const { route, capability } = definition
  if (route === undefined) return []
  const id = locatorOf(definition).by === 'platform' ? 'platformFee' : newId()
  return [
    {
      type,
      capability,
      path:
        route.verb === undefined
          ? `/api/${route.collection}`
          : `/api/${route.collection}/${id}/${route.verb}`,
    },
  ]
})

describe('viewing as a host', () => {
  test('refuses and records every command of the registry', async () => {
    const id = await startSession('read_only')
    const answers = []
    for (const { path } of COMMANDS) answers.push(await post(path, sam))
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
      COMMANDS.map(() => [403, 'IMPERSONATION_READ_ONLY']),
    )
    expect(await post('/api/account/impersonation-code', sam)).toMatchObject({
      status: 403,
      body: { code: 'IMPERSONATION_READ_ONLY' },
    })
    expect((await typesIn(id)).filter((type) => type === 'ImpersonationCommandRefused')).toHaveLength(
      COMMANDS.length + 1,
    )
    await leave()
    expect(await typesIn(id)).toContain('ImpersonationEnded')
  })

  test('shows the account as its owner sees it, lists each page, and can be extended once', async () => {
    const id = await startSession('read_only')
    expect(await get('/api/session', sam)).toMatchObject({
      status: 200,
      body: {
        account: { id: place.accountId },
        role: 'owner',
        impersonation: { id, mode: 'read_only', staffRole: 'support' },
      },
    })
    expect(
      await post('/api/impersonation/page-view', sam, { route: `/listings/${place.listingId}` }),
    ).toMatchObject({ status: 204 })
    expect(
      await post('/api/impersonation/page-view', sam, { route: 'https://elsewhere.test/' }),
    ).toMatchObject({ status: 422 })
    expect(await post('/api/impersonation/extend', sam)).toMatchObject({ status: 200, body: { id } })
    expect(await post('/api/impersonation/extend', sam)).toMatchObject({
      status: 422,
      body: { code: 'LIMIT_EXCEEDED' },
    })
    await leave()
    expect(await typesIn(id)).toEqual(
      expect.arrayContaining(['ImpersonationPageViewed', 'ImpersonationExtended']),
    )
    await waitUntil(async () =>
      (await readRows('/api/access-log', owner)).some((row) => row['id'] === id && row['state'] === 'ended'),
    )
    const row = (await readRows('/api/access-log', owner)).find((found) => found['id'] === id)
    expect(row).toMatchObject({
      staffName: 'Sam Ortega',
      reason: 'support_ticket',
      entries: [{ kind: 'page', text: `/listings/${place.listingId}`, recordIds: [place.listingId] }],
    })
  })

  test('ended by another member of staff: every process refuses and live streams close', async () => {
    const id = await startSession('read_only')
    const live = await fetchPatiently(`${query.url}/api/live`, { headers: { cookie: sam.cookie } })
    const closed = live.text()
    expect(await get('/api/listings', sam)).toMatchObject({ status: 200 })
    expect(await post(`/api/impersonations/${id}/revoke`, joan)).toMatchObject({ status: 200 })
    await closed
    await waitUntil(
      async () =>
        (await get('/api/session', sam)).body !== null &&
        ((await get('/api/session', sam)).body as { impersonation: unknown }).impersonation === null,
    )
    await waitUntil(
      async () =>
        (await post('/api/impersonation/page-view', sam, { route: '/' })).body['code'] ===
        'IMPERSONATION_OVER',
    )
    await leave()
  })

  test('refuses writes after it expired, until the session is left', async () => {
    const id = await startSession('read_only')
    await system.service.pool.query(`update app.impersonation set expires_at = now() where id = $1`, [id])
    await waitUntil(
      async () =>
        (await post('/api/impersonations', sam, createRequest('read_only'))).body['code'] ===
        'IMPERSONATION_OVER',
    )
    expect((await get('/api/session', sam)).body).toMatchObject({
      role: 'support',
      account: null,
      impersonation: null,
      impersonationOver: true,
    })
    expect(
      await post(`/api/bookings/${newId()}/add-note`, sam, { text: 'Late', visibility: 'staff' }),
    ).toMatchObject({ status: 403, body: { code: 'IMPERSONATION_OVER' } })
    await leave()
    expect((await get('/api/session', sam)).body).toMatchObject({ impersonationOver: false })
    await ask('read_only')
  })

  test('ends for a member of staff who has lost the role', async () => {
    await startSession('read_only')
    const { pool } = system.service
    await pool.query(`update app.app_user set staff_role = 'auditor' where id = $1`, [sam.id])
    await waitUntil(
      async () =>
        (await post('/api/impersonation/page-view', sam, { route: '/' })).body['code'] ===
        'IMPERSONATION_OVER',
    )
    await pool.query(`update app.app_user set staff_role = 'support' where id = $1`, [sam.id])
    await waitUntil(
      async () => (await post('/api/impersonation/page-view', sam, { route: '/' })).status === 204,
    )
    await leave()
  })

  test('ends when the member of staff has signed out', async () => {
    const id = await startSession('read_only')
    await system.service.pool.query('delete from app.session where impersonation_id = $1', [id])
    await waitUntil(async () => (await typesIn(id)).includes('ImpersonationEnded'))
    sam = await signedIn(system.service.pool, { name: 'Sam Ortega', staffRole: 'support' })
  })

  test('is refused for accounts with members of staff and for unknown accounts', async () => {
    const other = await openPlace(system.service)
    await system.service.pool.query(
      `insert into app.membership (user_id, host_account_id, role) values ($1, $2, 'owner')`,
      [joan.id, other.accountId],
    )
    expect(
      await post('/api/impersonations', sam, {
        ...createRequest('read_only'),
        targetAccountId: other.accountId,
      }),
    ).toMatchObject({ status: 422, body: { code: 'POLICY_VIOLATION' } })
    expect(
      await post('/api/impersonations', sam, { ...createRequest('read_only'), targetAccountId: newId() }),
    ).toMatchObject({ status: 404 })
    expect(
      await post('/api/impersonations', sam, { ...createRequest('read_only'), reasonText: 'because' }),
    ).toMatchObject({ status: 422 })
    expect(await post('/api/impersonations', owner, createRequest('read_only'))).toMatchObject({
      status: 403,
    })
  })
})

describe('acting as a host', () => {
  test('needs a second person, or the host’s code', async () => {
    const id = await ask('act_as')
    expect(await post(`/api/impersonations/${id}/start`, sam)).toMatchObject({
      status: 422,
      body: { code: 'PRECONDITION_FAILED' },
    })
    expect(await post(`/api/impersonations/${id}/approve`, sam)).toMatchObject({
      status: 403,
      body: { code: 'FOUR_EYES_SAME_ACTOR' },
    })
    const made = await post('/api/account/impersonation-code', owner)
    expect(made).toMatchObject({ status: 201, body: { code: expect.stringMatching(/^\d{6}$/) } })
    const code = String(made.body['code'])
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect(await post(`/api/impersonations/${id}/approve-by-code`, sam, { code: wrong })).toMatchObject({
      status: 400,
      body: { code: 'TICKET_INVALID' },
    })
    expect(await post(`/api/impersonations/${id}/approve-by-code`, joan, { code })).toMatchObject({
      status: 404,
    })
    expect(await post(`/api/impersonations/${id}/approve-by-code`, sam, { code })).toMatchObject({
      status: 200,
      body: { events: ['ImpersonationApproved'] },
    })
    const second = await ask('act_as')
    expect(await post(`/api/impersonations/${second}/approve-by-code`, sam, { code })).toMatchObject({
      status: 400,
    })
    const { rows } = await system.service.pool.query(
      `select code_hash from app.impersonation_code where code_hash like $1`,
      [`%${code}%`],
    )
    expect(rows).toEqual([])
  })

  test('a code is void after five wrong attempts', async () => {
    const id = await ask('act_as')
    const { body } = await post('/api/account/impersonation-code', owner)
    const code = Number(body['code'])
    const tries = Array.from({ length: 20 }, (_, index) =>
      String((code + 1 + index) % 1_000_000).padStart(6, '0'),
    )
    const answers = await Promise.all(
      tries.map((wrong) => post(`/api/impersonations/${id}/approve-by-code`, sam, { code: wrong })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    expect(
      await post(`/api/impersonations/${id}/approve-by-code`, sam, { code: body['code'] }),
    ).toMatchObject({ status: 400, body: { code: 'TICKET_INVALID' } })
  })

  test('refuses excluded commands, allows the owner’s, and names both people in each event', async () => {
    const { service } = system
    const booking = accepted(await service.handle(receive(place, inDays(40), 2)))
    const id = await startSession('act_as')
    const answers = []
    for (const { path } of COMMANDS) answers.push(await post(path, sam))
    const excluded = COMMANDS.map(
      ({ capability }) => !canAct({ mode: 'act_as', scopes: ['all'] }, capability),
    )
    expect(answers.map(({ body }) => body['code'] === 'IMPERSONATION_ACTION_EXCLUDED')).toEqual(excluded)
    expect(excluded).toContain(false)
    expect((await typesIn(id)).filter((type) => type === 'ImpersonationCommandRefused')).toHaveLength(
      excluded.filter(Boolean).length,
    )

    expect(
      await post(`/api/bookings/${booking.id}/add-note`, sam, {
        text: 'Arrives late, by train.',
        visibility: 'host',
      }),
    ).toMatchObject({ status: 200, body: { events: ['BookingNoteAdded'] } })
    const written = []
    for await (const event of service.store.read(`booking-${booking.id}`)) written.push(event)
    expect(written.at(-1)).toMatchObject({
      type: 'BookingNoteAdded',
      metadata: {
        actorId: sam.id,
        actorKind: 'staff',
        onBehalfOf: place.accountId,
        impersonationSessionId: id,
        tenantId: place.accountId,
      },
    })
    await leave()

    await waitUntil(async () => (await typesIn(id)).includes('HostNotifiedOfImpersonation'))
    expect((await typesIn(id)).filter((type) => type === 'ImpersonationActionTaken')).toHaveLength(1)
    const mails = (await service.mail.take(20))
      .map(({ content }) => content as { to: string; subject: string; lines: string[] })
      .filter(({ to, subject }) => to === owner.email && subject.includes('acted'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.lines.join('\n')).toContain('booking note added')
    await waitUntil(async () =>
      (await readRows('/api/access-log', owner)).some(
        (row) =>
          row['id'] === id && (row['entries'] as { kind: string }[]).some(({ kind }) => kind === 'action'),
      ),
    )
  })

  test('cannot start another impersonation', async () => {
    await startSession('act_as')
    const other = await openPlace(system.service)
    expect(
      await post('/api/impersonations', sam, {
        ...createRequest('read_only'),
        targetAccountId: other.accountId,
      }),
    ).toMatchObject({ status: 403, body: { code: 'IMPERSONATION_ACTION_EXCLUDED' } })
    await leave()
  })
})

test('a fraud review is only in the staff’s log until the host is notified', async () => {
  const id = await ask('read_only', { reason: 'fraud_review' })
  expect(
    await post(`/api/impersonations/${id}/delay-notice`, sam, {
      days: 14,
      reasonText: 'The police asked us to wait two weeks.',
    }),
  ).toMatchObject({ status: 403 })
  expect(
    await post(`/api/impersonations/${id}/delay-notice`, joan, {
      days: 14,
      reasonText: 'The police asked us to wait two weeks.',
    }),
  ).toMatchObject({ status: 200 })
  const { cookie = '' } = await post(`/api/impersonations/${id}/start`, sam)
  sam = { ...sam, cookie }
  await post('/api/impersonation/page-view', sam, { route: '/bookings' })
  await leave()
  const found = async (who: Person) =>
    (await readRows('/api/access-log', who)).some((row) => row['id'] === id && row['state'] === 'ended')
  await waitUntil(() => found(joan))
  expect(await found(sam)).toBe(true)
  expect(await found(owner)).toBe(false)
  const events = await readRows(
    `/api/events?filter=${encodeURIComponent(JSON.stringify({ stream: `impersonation-${id}` }))}`,
    owner,
  )
  expect(events).toEqual([])
  const { rows } = await system.service.pool.query(
    `
      select due_at > now() + interval '13 days' as waits
      from app.outbox
      where instance = $1 and timer = 'notice'`,
    [id],
  )
  expect(rows).toEqual([{ waits: true }])
})

test('reads by staff without an impersonation are in the access log, repeated ones once', async () => {
  const { service } = system
  const booking = accepted(await service.handle(receive(place, inDays(60), 2)))
  const path = `/api/bookings/${booking.id}`
  await waitUntil(async () => (await get(path, sam)).status === 200)
  for (let times = 0; times < 5; times += 1) await get(path, sam)
  await get(path, owner)
  await get('/api/listings', sam)
  const readAccessLog = async (who: Person) =>
    (await readRows('/api/access-log', who)).filter(
      (row) => row['kind'] === 'staff' && JSON.stringify(row['entries']).includes(booking.id),
    )
  await waitUntil(async () => (await readAccessLog(owner)).length > 0)
  const [row] = await readAccessLog(owner)
  expect(row).toMatchObject({
    staffUserId: sam.id,
    staffName: 'Sam Ortega',
    hostAccountId: place.accountId,
  })
  const entries = row?.['entries'] as readonly AccessEntry[]
  expect(entries.filter(({ text }) => text === 'bookings')).toMatchObject([
    { kind: 'read', text: 'bookings', recordIds: [booking.id] },
  ])
  expect(await readAccessLog(sam)).not.toEqual([])
  const finance = await signedIn(service.pool, { name: 'Femi Ade', staffRole: 'finance' })
  expect(await readRows('/api/access-log', finance)).toEqual([])
  const auditor = await signedIn(service.pool, { name: 'Aude Roy', staffRole: 'auditor' })
  expect((await readAccessLog(auditor)).length).toBeGreaterThan(0)
})
