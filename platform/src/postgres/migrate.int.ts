import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../testing/log.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { appMigrations, appSchema } from './appSchema.ts'
import { migrate, MigrationMismatchError, migrationsUpToDate, type Migration } from './migrate.ts'
import { openPool } from './pool.ts'

let postgres: TestPostgres
let pool: pg.Pool

beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = openPool({
    connectionString: postgres.databaseUrl,
    max: 4,
    name: 'migrate-test',
    log: silentLog,
    limits: 'long',
  })
})
afterAll(async () => {
  await pool?.end()
  await postgres?.stop()
})

const one: Migration = { name: '0001-one', sql: 'create table one (id int); create index one_id on one (id)' }
const two: Migration = { name: '0002-two', sql: 'create table two (id int)' }

test('runs migrations once, in order, even when several processes start together', async () => {
  // Each connection has once seen that there is nothing, as in a process that asked whether it is ready.
  const looks = await Promise.all([1, 2, 3, 4].map(() => migrationsUpToDate(pool, 'together', [one, two])))
  expect(looks).toEqual([false, false, false, false])
  expect(pool.totalCount).toBe(4)
  const names = await Promise.all([1, 2, 3, 4].map(() => migrate(pool, 'together', [one, two])))
  expect(names.flat().toSorted()).toEqual(['0001-one', '0002-two'])
  expect(await migrate(pool, 'together', [one, two])).toEqual([])
  expect(await migrationsUpToDate(pool, 'together', [one, two])).toBe(true)
  expect(
    (await pool.query(`select to_regclass('together.two') as two, to_regclass('public.two') as elsewhere`))
      .rows,
  ).toEqual([{ two: 'together.two', elsewhere: null }])
})

test('undoes a failing migration and keeps those before it', async () => {
  const broken: Migration = { name: '0002-broken', sql: 'create table half (id int); select 1 / 0' }
  await expect(migrate(pool, 'halfway', [one, broken])).rejects.toThrow('division by zero')
  expect(
    (await pool.query(`select to_regclass('halfway.one') as one, to_regclass('halfway.half') as half`)).rows,
  ).toEqual([{ one: 'halfway.one', half: null }])
  expect(await migrate(pool, 'halfway', [one, two])).toEqual(['0002-two'])
})

test('refuses a database whose migrations are newer or different', async () => {
  await migrate(pool, 'newer', [one, two])
  await expect(migrate(pool, 'newer', [one])).rejects.toThrow(MigrationMismatchError)
  await expect(migrate(pool, 'newer', [two, one])).rejects.toThrow(MigrationMismatchError)
  await expect(migrate(pool, 'newer', [one, { ...two, sql: 'create table other (id int)' }])).rejects.toThrow(
    'edited',
  )
  expect(await migrationsUpToDate(pool, 'newer', [one])).toBe(false)
})

test('holds each email once in the app schema, whatever its case', async () => {
  await migrate(pool, appSchema, appMigrations)
  const insert = (id: string, email: string) =>
    pool.query(`insert into app.app_user (id, email, display_name) values ($1, $2, 'Ann')`, [id, email])
  await insert('0198c5a0-0000-7000-8000-000000000001', 'Ann@example.com')
  await expect(insert('0198c5a0-0000-7000-8000-000000000002', 'ann@EXAMPLE.com')).rejects.toMatchObject({
    code: '23505',
  })
})
