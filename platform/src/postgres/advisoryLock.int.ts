import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../testing/log.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { tryWithLock, withLock } from './advisoryLock.ts'
import { openPool } from './pool.ts'

/** The server holds the databases of other tests too, and `pg_locks` shows them all. */
const ADVISORY = `
  from pg_locks
  where
    locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`

let postgres: TestPostgres
/** One connection each, so that what it has cached is known. */
let first: pg.Pool
let second: pg.Pool
let watcher: pg.Pool

beforeAll(async () => {
  postgres = await startTestPostgres()
  const open = (name: string) =>
    openPool({ connectionString: postgres.databaseUrl, max: 1, name, log: silentLog, limits: 'long' })
  first = open('first')
  second = open('second')
  watcher = open('watcher')
})
afterAll(async () => {
  await Promise.all([first?.end(), second?.end(), watcher?.end()])
  await postgres?.stop()
})

const createSignal = () => {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give: () => give(), given }
}

test('shows a transaction that waited for the lock what the former holder created', async () => {
  const exists = async (client: pg.Pool | pg.PoolClient) =>
    (await client.query<{ is: boolean }>(`select to_regclass('seen.item') is not null as is`)).rows[0]?.is
  // Both have "it is not there" in their catalogue cache from here on.
  expect(await exists(first)).toBe(false)
  expect(await exists(second)).toBe(false)

  const held = createSignal()
  const released = createSignal()
  const create = async (client: pg.PoolClient) => {
    await client.query('create schema if not exists seen; create table if not exists seen.item (id int)')
  }
  const holder = withLock(first, 'creation', async (transaction) => {
    await create(transaction)
    held.give()
    await released.given
  })
  await held.given
  const waiter = withLock(second, 'creation', async (transaction) => {
    const seen = await exists(transaction)
    await create(transaction)
    return seen
  })
  try {
    await waitUntil(async () => (await watcher.query(`select ${ADVISORY} and not granted`)).rowCount === 1)
  } finally {
    released.give()
  }
  await holder
  expect(await waiter).toBe(true)
})

test('answers undefined while another connection holds the lock, and takes it afterwards', async () => {
  const take = (pool: pg.Pool, work: () => Promise<unknown>) => tryWithLock(pool, 'turn', work)
  const held = createSignal()
  const released = createSignal()
  const holder = take(first, async () => {
    held.give()
    await released.given
    return 'first'
  })
  await held.given
  try {
    expect(await take(second, async () => 'second')).toBeUndefined()
  } finally {
    released.give()
  }
  expect(await holder).toEqual({ result: 'first' })
  await expect(take(first, () => Promise.reject(new Error('It failed')))).rejects.toThrow('It failed')
  expect(await take(second, async () => 'second')).toEqual({ result: 'second' })
})

test('fails when the lock was lost before the work ended, and the pool heals', async () => {
  const endHolder = () => watcher.query(`select pg_terminate_backend(pid) ${ADVISORY} and granted`)
  await expect(tryWithLock(first, 'turn', endHolder)).rejects.toThrow()
  expect(await tryWithLock(first, 'turn', async () => 'again')).toEqual({ result: 'again' })
})
