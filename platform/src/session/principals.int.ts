import { newId } from '@hearth/contracts/kernel/ids'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { appMigrations, appSchema } from '../postgres/appSchema.ts'
import { migrate } from '../postgres/migrate.ts'
import { openTestPool } from '../testing/pool.ts'
import { silentLog } from '../testing/log.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { openTestSession } from '../testing/session.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { createPrincipals } from './principals.ts'
import { addMembership, createUser } from './users.ts'

const publicUrl = new URL('http://localhost:3999')
let postgres: TestPostgres
let pool: pg.Pool
beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = openTestPool(postgres.databaseUrl, 2)
  await migrate(pool, appSchema, appMigrations)
})
afterAll(async () => {
  await pool.end()
  await postgres.stop()
})

const signIn = (...names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const email = `${name}@example.test`
      const userId = await createUser(pool, { email, displayName: name, password: 'correct horse battery' })
      await addMembership(pool, { userId, hostAccountId: newId(), role: 'owner' })
      return { userId, cookie: await openTestSession(pool, email) }
    }),
  )

const counted = () => {
  let queries = 0
  const counting = new Proxy(pool, {
    get: (target, name) =>
      name === 'query' ? (queries += 1) && target.query.bind(target) : Reflect.get(target, name),
  })
  return {
    ...createPrincipals({ pool: counting, log: silentLog, publicUrl, serviceTokens: new Map() }),
    queries: () => queries,
  }
}

test('finds many sessions with one query, and refuses a revoked one within a second', async () => {
  const people = await signIn('a', 'b', 'c')
  const { resolve, queries } = counted()
  const found = await Promise.all(
    [...people, { cookie: `sid=${'x'.repeat(43)}` }].map(({ cookie }) => resolve({ cookie })),
  )
  expect(found.map((principal) => principal?.actor.id)).toEqual([
    ...people.map(({ userId }) => userId),
    undefined,
  ])
  expect(queries()).toBe(1)
  const [first] = people
  await pool.query('delete from app.session where user_id = $1', [first?.userId])
  const now = vi.spyOn(Date, 'now')
  onTestFinished(() => now.mockRestore())
  now.mockReturnValue(Date.now() + 1_000)
  expect(await resolve({ cookie: first?.cookie })).toBeUndefined()
  expect((await resolve({ cookie: people[1]?.cookie }))?.actor.name).toBe('b')
})

test('refreshes a recent session early together with others, and drops it when it is revoked', async () => {
  const people = await signIn('d', 'e', 'f')
  const { resolve, queries } = counted()
  const now = vi.spyOn(Date, 'now')
  onTestFinished(() => now.mockRestore())
  const at = Date.now()
  await Promise.all(people.map(({ cookie }) => resolve({ cookie })))
  await pool.query('delete from app.session where user_id = $1', [people[2]?.userId])
  now.mockReturnValue(at + 1_000)
  expect((await resolve({ cookie: people[0]?.cookie }))?.actor.name).toBe('d')
  expect(resolve({ cookie: people[1]?.cookie })).toMatchObject({ actor: { name: 'e' } })
  expect(resolve({ cookie: people[2]?.cookie })).toBeUndefined()
  expect(queries()).toBe(2)
  // Who has not asked for a while is not looked up any more.
  now.mockReturnValue(at + 10_000)
  await resolve({ cookie: people[0]?.cookie })
  expect(resolve({ cookie: people[1]?.cookie })).toBeInstanceOf(Promise)
})

test('recognises staff without a second factor and says what is missing', async () => {
  const userId = await createUser(pool, {
    email: 'staff@example.test',
    displayName: 'Stef',
    password: 'correct horse battery',
    staffRole: 'support',
  })
  const cookie = await openTestSession(pool, 'staff@example.test')
  const { resolve } = createPrincipals({ pool, log: silentLog, publicUrl, serviceTokens: new Map() })
  expect(await resolve({ cookie })).toMatchObject({ actor: { id: userId, kind: 'staff' } })
  await pool.query('update app.session set second_factor = false where user_id = $1', [userId])
  await waitUntil(async () => (await resolve({ cookie }))?.secondFactor === 'enrol', 1_000)
})

const isSeen = async (userId: string) =>
  (
    await pool.query(
      `select from app.session where user_id = $1 and last_seen_at > now() - interval '1 minute'`,
      [userId],
    )
  ).rowCount === 1

test('does not wait for the update of the last-seen time, or fail with it', async () => {
  const userId = await createUser(pool, {
    email: 'seen@example.test',
    displayName: 'Sina',
    password: 'correct horse battery',
  })
  await addMembership(pool, { userId, hostAccountId: newId(), role: 'owner' })
  const cookie = await openTestSession(pool, 'seen@example.test')
  await pool.query(`update app.session set last_seen_at = now() - interval '2 minutes' where user_id = $1`, [
    userId,
  ])
  const { resolve } = createPrincipals({ pool, log: silentLog, publicUrl, serviceTokens: new Map() })
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from app.session where user_id = $1 for update', [userId])
  expect((await resolve({ cookie }))?.actor.id).toBe(userId)
  await holder.query('rollback')
  holder.release()
  await waitUntil(async () => (await resolve({ cookie })) !== undefined && isSeen(userId), 5_000)
})

test.each([
  [
    'staff',
    'idle for half an hour',
    `last_seen_at = now() - interval '29 minutes'`,
    `last_seen_at = now() - interval '31 minutes'`,
  ],
  [
    'staff',
    'after eight hours',
    `expires_at = created_at + interval '8 hours', created_at = now() - interval '7 hours'`,
    `expires_at = now() - interval '1 second'`,
  ],
  [
    'host',
    'idle for two weeks',
    `last_seen_at = now() - interval '13 days'`,
    `last_seen_at = now() - interval '15 days'`,
  ],
  [
    'host',
    'after thirty days',
    `created_at = now() - interval '29 days'`,
    `expires_at = now() - interval '1 second'`,
  ],
] as const)('ends a session of %s %s', async (kind, _when, before, after) => {
  const email = `${newId()}@example.test`
  const userId = await createUser(pool, {
    email,
    displayName: 'Jo',
    password: 'correct horse battery',
    ...(kind === 'staff' ? { staffRole: 'support' as const } : {}),
  })
  if (kind === 'host') await addMembership(pool, { userId, hostAccountId: newId(), role: 'owner' })
  const cookie = await openTestSession(pool, email)
  const seconds = Number(
    (
      await pool.query<{ s: number }>(
        'select extract(epoch from expires_at - created_at)::int as s from app.session where user_id = $1',
        [userId],
      )
    ).rows[0]?.s,
  )
  expect(seconds).toBe(kind === 'staff' ? 8 * 3_600 : 30 * 86_400)
  const asked = () =>
    createPrincipals({ pool, log: silentLog, publicUrl, serviceTokens: new Map() }).resolve({ cookie })
  await pool.query(`update app.session set ${before} where user_id = $1`, [userId])
  expect((await asked())?.actor.id).toBe(userId)
  // It is written down beside the request.
  await waitUntil(() => isSeen(userId), 5_000)
  await pool.query(`update app.session set ${after} where user_id = $1`, [userId])
  expect(await asked()).toBeUndefined()
})
