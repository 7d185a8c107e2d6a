import { randomBytes } from 'node:crypto'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { createBox } from '@hearth/platform/sealing/box'
import { giveTotp } from '@hearth/platform/session/authenticator'
import { createUser, hashPassword, verifyPassword } from '@hearth/platform/session/users'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { openTestSession } from '@hearth/platform/testing/session'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDemoLogins, reopenDemoLogins } from './demoLogins.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from './logins.ts'

const OWN = 'a password of my own'
const box = createBox(randomBytes(32).toString('base64'))
let postgres: TestPostgres
let pool: pg.Pool
beforeAll(async () => {
  postgres = await startTestPostgres()
  const { databaseUrl: connectionString } = postgres
  pool = openPool({ connectionString, max: 2, name: 'test', log: silentLog, limits: 'request' })
  await migrate(pool, appSchema, appMigrations)
  for (const login of DEMO_LOGINS) {
    const { email, name: displayName } = login
    const staff = login.account === undefined ? { staffRole: login.role } : {}
    const id = await createUser(pool, { email, displayName, password: DEMO_PASSWORD, ...staff })
    if (login.account === undefined) await giveTotp(pool, box, id, login.totpSecret)
    await openTestSession(pool, email)
  }
  await createUser(pool, { email: 'owner@casa.example', displayName: 'Olga', password: DEMO_PASSWORD })
  await openTestSession(pool, 'owner@casa.example')
})
afterAll(async () => {
  await pool.end()
  await postgres.stop()
})

const listOpen = async (password: string): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ email: string; password_hash: string | null }>(
    'select email, password_hash from app.app_user order by email',
  )
  const open = []
  for (const { email, password_hash } of rows)
    if (await verifyPassword(password_hash, password)) open.push(email)
  return open
}
const count = async (table: 'session' | 'totp'): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from app.${table}`)).rows[0]?.n ?? -1

test('no one can sign in with what everyone knows, until the demonstration starts again', async () => {
  const emails = DEMO_LOGINS.map(({ email }) => email).toSorted()
  const staff = DEMO_LOGINS.filter(({ account }) => account === undefined)
  const [own = ''] = emails
  await pool.query('update app.app_user set password_hash = $2 where email = $1', [
    own,
    await hashPassword(OWN),
  ])
  expect(await count('totp')).toBe(staff.length)

  await closeDemoLogins(pool)
  expect(await listOpen(DEMO_PASSWORD)).toEqual(['owner@casa.example'])
  expect(await listOpen(OWN)).toEqual([own])
  // Those of the two who keep their passwords.
  expect(await count('session')).toBe(2)
  expect(await count('totp')).toBe(staff.some(({ email }) => email === own) ? 1 : 0)

  await closeDemoLogins(pool)
  await reopenDemoLogins(pool, box)
  const others = emails.filter((email) => email !== own)
  expect(await listOpen(DEMO_PASSWORD)).toEqual([...others, 'owner@casa.example'].toSorted())
  expect(await listOpen(OWN)).toEqual([own])
  expect(await count('totp')).toBe(staff.length)
})
