import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allowed } from '../testing/allowed.ts'
import { createMemoryLog } from '../testing/log.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { startTcpProxy } from '../testing/tcpProxy.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { createKysely, HAS_BEGUN, openPool, withPipelinedTransaction, withTransaction } from './pool.ts'
import { retryable } from './retryable.ts'

let postgres: TestPostgres
let pool: pg.Pool
const { log, lines } = createMemoryLog()

beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = openPool({
    connectionString: postgres.databaseUrl,
    max: 4,
    name: 'pool-test',
    log,
    limits: 'request',
  })
  await pool.query('create table item (id int primary key, note text)')
})
afterAll(async () => {
  await pool?.end()
  await postgres?.stop()
})

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  )

describe('values', () => {
  test('arrive as JSON-like types, never as Date or lossy number', async () => {
    const { rows } = await pool.query(`
      select
        9007199254740991::int8 as whole,
        array[1, null]::int8[] as wholes,
        12345678901234567890.10::numeric as amount,
        array[0.1]::numeric[] as amounts,
        date '2026-03-29' as day,
        array[date '2026-03-29']::date[] as days,
        '{}'::int8[] as none,
        timestamptz '2026-03-29 02:30:00.123456+02' as instant,
        array[timestamptz '2026-01-01 00:00:00+00', null] as instants,
        timestamptz 'infinity' as never`)
    expect(rows[0]).toEqual({
      whole: 9007199254740991,
      wholes: [1, null],
      amount: '12345678901234567890.10',
      amounts: ['0.1'],
      day: '2026-03-29',
      days: ['2026-03-29'],
      none: [],
      instant: '2026-03-29T00:30:00.123Z',
      instants: ['2026-01-01T00:00:00.000Z', null],
      never: 'infinity',
    })
  })

  test('fail instead of losing digits when a number cannot hold an int8', async () => {
    await expect(pool.query('select 9007199254740993::int8')).rejects.toThrow(RangeError)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

describe('withTransaction', () => {
  test('commits, and rolls back on a throw', async () => {
    await withTransaction(pool, (transaction) => transaction.query(`insert into item values (1, 'kept')`))
    await failureOf(
      withTransaction(pool, async (transaction) => {
        await transaction.query(`insert into item values (2, 'lost')`)
        throw new Error('no')
      }),
    )
    expect((await pool.query('select id from item order by id')).rows).toEqual([{ id: 1 }])
  })

  test('does not report success when the work swallowed a failure', async () => {
    const failure = await failureOf(
      withTransaction(pool, async (transaction) => {
        await transaction.query(`insert into item values (3, 'lost')`)
        await transaction.query('select 1 / 0').catch(() => undefined)
      }),
    )
    expect(failure).toMatchObject({ message: expect.stringContaining('rolled back') })
  })

  test('makes deadlocks and serialisation failures retryable, but not a wrong value', async () => {
    await pool.query(`insert into item values (10, 'a'), (11, 'b')`)
    const cross = (first: number, second: number) =>
      withTransaction(pool, async (transaction) => {
        await transaction.query(`set local deadlock_timeout = '50ms'`)
        await transaction.query(`update item set note = 'x' where id = $1`, [first])
        await waitUntil(
          async () =>
            (
              await pool.query(
                `
                  select 1
                  from pg_locks l
                  join pg_database d on d.oid = l.database and d.datname = current_database()
                  where relation = 'item'::regclass and mode = 'RowExclusiveLock'`,
              )
            ).rows.length >= 2,
        )
        await transaction.query(`update item set note = 'x' where id = $1`, [second])
      })
    const outcomes = await Promise.allSettled([cross(10, 11), cross(11, 10)])
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(failures.map(retryable)).toEqual([true])
    expect(retryable(await failureOf(pool.query('select 1 / 0')))).toBe(false)
  })

  test('lets kysely use the pool', async () => {
    const database = createKysely<{ item: { id: number; note: string | null } }>(pool)
    expect(await database.selectFrom('item').select('note').where('id', '=', 1).execute()).toEqual([
      { note: 'kept' },
    ])
  })
})

describe('withPipelinedTransaction', () => {
  let pipelined: pg.Pool
  beforeAll(() => {
    pipelined = openPool({
      connectionString: postgres.databaseUrl,
      max: 1,
      name: 'pool-test-pipelined',
      log,
      limits: 'request',
      pipeline: true,
    })
  })
  afterAll(() => pipelined.end())
  const insert = (client: pg.Pool | pg.PoolClient, id: number) =>
    client.query(`insert into item select $1 where ${HAS_BEGUN}`, [id])
  const listIds = async () =>
    (await pool.query<{ id: number }>('select id from item where id > 100 order by id')).rows.map(
      ({ id }) => id,
    )

  test('commits all statements, and none when one of them fails', async () => {
    await withPipelinedTransaction(pipelined, (client) =>
      Promise.all([insert(client, 101), insert(client, 102)]),
    )
    const failure = await failureOf(
      withPipelinedTransaction(pipelined, (client) =>
        Promise.all([insert(client, 103), insert(client, 101), insert(client, 104)]),
      ),
    )
    expect(failure).toMatchObject({ code: '23505' })
    expect(await listIds()).toEqual([101, 102])
  })

  test('writes nothing that requires its begin without it', async () => {
    await insert(pipelined, 105)
    expect(await listIds()).toEqual([101, 102])
  })
})

describe('a pool', () => {
  test('loses at most the running queries when the server ends the connections', async () => {
    const admin = openPool({
      connectionString: postgres.databaseUrl,
      max: 1,
      name: 'admin',
      log,
      limits: 'request',
    })
    await pool.query('select 1')
    const held = await pool.connect()
    await admin.query(
      `
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where application_name = 'pool-test' and datname = current_database()`,
    )
    const failure = await failureOf(held.query('select 1'))
    held.release()
    expect(retryable(failure)).toBe(true)
    await waitUntil(
      () =>
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
      2_000,
      'a working pool',
    )
    expect(lines.length).toBeGreaterThan(0)
    await admin.end()
  })

  // Each way of using a client must heal: a pool query, a client held for a transaction, kysely.
  const usages: Record<string, (through: pg.Pool) => Promise<unknown>> = {
    'pool.query': (through) => through.query('select 1'),
    withTransaction: (through) => withTransaction(through, (transaction) => transaction.query('select 1')),
    kysely: (through) =>
      createKysely<{ item: { id: number } }>(through).selectFrom('item').select('id').execute(),
  }
  test.concurrent.for(Object.keys(usages))(
    'fails one query of %s in time on a half-open link, and the next query works',
    async (name) => {
      const use = usages[name]
      if (!use) throw new Error(`No usage ${name}`)
      const target = new URL(postgres.databaseUrl)
      const proxy = await startTcpProxy(Number(target.port))
      target.port = String(proxy.port)
      const through = openPool({
        connectionString: target.href,
        max: 1,
        name: 'half-open',
        log,
        limits: 'request',
      })
      await use(through)
      expect(proxy.accepted()).toBe(1)
      proxy.blackhole()
      const startedAt = Date.now()
      const failure = await failureOf(use(through))
      expect(Date.now() - startedAt).toBeLessThan(allowed(5_000))
      expect(retryable(failure)).toBe(true)
      proxy.heal()
      await use(through)
      expect(proxy.accepted()).toBe(2)
      await through.end()
      await proxy.close()
    },
  )

  test('ends a request that waits too long for a connection or a lock', async () => {
    const single = openPool({
      connectionString: postgres.databaseUrl,
      max: 1,
      name: 'single',
      log,
      limits: 'request',
    })
    const held = await single.connect()
    expect(retryable(await failureOf(single.query('select 1')))).toBe(true)
    await held.query('begin')
    await held.query('lock table item')
    expect(await failureOf(pool.query('select * from item'))).toMatchObject({ code: '55P03' })
    expect(await failureOf(held.query('select pg_sleep(10)'))).toMatchObject({ code: '57014' })
    await held.query('rollback')
    held.release()
    await single.end()
  })

  test('sets no statement limit for long work', async () => {
    const long = openPool({
      connectionString: postgres.databaseUrl,
      max: 1,
      name: 'long',
      log,
      limits: 'long',
    })
    expect((await long.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '3s' }])
    await long.end()
  })

  test('waits for a connection while long work has it', async () => {
    const long = openPool({
      connectionString: postgres.databaseUrl,
      max: 1,
      name: 'long',
      log,
      limits: 'long',
    })
    const held = await long.connect()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waiting = long.query<{ one: number }>('select 1 as one')
    waiting.catch(() => undefined)
    vi.advanceTimersByTime(45_000)
    vi.useRealTimers()
    held.release()
    expect((await waiting).rows).toEqual([{ one: 1 }])
    await long.end()
  })
})
