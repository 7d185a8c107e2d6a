import { setImmediate } from 'node:timers/promises'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { readMigrations } from '@hearth/platform/read-model/readSchema'
import { READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { createMemoryLog } from '@hearth/platform/testing/log'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { expect, test } from 'vitest'
import { followPositions } from './positions.ts'

test('a position never goes back during a cut-over', async () => {
  const postgres = await startTestPostgres()
  const pool = openPool({
    connectionString: postgres.databaseUrl,
    max: 4,
    name: 'test',
    log: createMemoryLog().log,
    limits: 'request',
  })
  await migrate(pool, READ_SCHEMA, readMigrations)
  await pool.query(`create table read.p (id text)`)
  const build = async (number: number, commit: number) => {
    await pool.query(
      `
        insert into read.build (projection, build, version, shape, table_name, status, reason)
        values ('p', $1, 1, '', $2, 'serving', 'first')`,
      [number, `p_b${number}`],
    )
    await pool.query(
      `
        insert into
          read.segment (projection, build, segment, first_bucket, last_bucket, serving, commit, prepare)
        values ('p', $1, 0, 0, 1023, true, $2, $2)`,
      [number, commit],
    )
  }
  await build(1, 10)
  await pool.query(`insert into read.projection (name, serving) values ('p', 1)`)

  // Holds a poll between its query and its result.
  let held: (() => void) | undefined
  let holds = false
  const slow = new Proxy(pool, {
    get: (target, name) =>
      name !== 'query'
        ? Reflect.get(target, name)
        : async (...parameters: Parameters<typeof pool.query>) => {
            if (holds && String(parameters[0]).includes('information_schema'))
              await new Promise<void>((resolve) => (held = resolve))
            return target.query(...parameters)
          },
  })
  const positions = followPositions({
    connectionString: postgres.databaseUrl,
    pool: slow,
    log: createMemoryLog().log,
    columns: new Map([['p', ['id']]]),
  })
  try {
    await waitUntil(() => positions.current('p') === 10n && positions.listening(), 10_000, 'the first look')
    holds = true
    await build(2, 20)
    await pool.query(`update read.projection set serving = 2, switches = 1`)
    await waitUntil(() => held !== undefined, 10_000, 'the look at the new build')
    await pool.query(`select pg_notify('projection', $1)`, [JSON.stringify({ name: 'p', commit: '30' })])
    await waitUntil(() => positions.current('p') === 30n, 10_000, 'what was told meanwhile')
    holds = false
    held?.()
    const seen = new Set<bigint | undefined>()
    await pool.query(`update read.segment set commit = 40 where build = 2`)
    await waitUntil(
      () => {
        seen.add(positions.current('p'))
        return positions.current('p') === 40n
      },
      10_000,
      'the next look',
    )
    expect([...seen]).toEqual([30n, 40n])
  } finally {
    await positions.close()
    await pool.end()
    await postgres.stop()
  }
})

test('ends whenever it is closed, also while it connects or polls', async () => {
  const postgres = await startTestPostgres()
  const { log } = createMemoryLog()
  const pool = openPool({
    connectionString: postgres.databaseUrl,
    max: 4,
    name: 'test',
    log,
    limits: 'request',
  })
  await migrate(pool, READ_SCHEMA, readMigrations)
  try {
    for (let turns = 0; turns < 40; turns += 1) {
      const positions = followPositions({ connectionString: postgres.databaseUrl, pool, log })
      for (let turn = 0; turn < turns; turn += 1) await setImmediate()
      await positions.close()
      expect(positions.listening()).toBe(false)
    }
  } finally {
    await pool.end()
    await postgres.stop()
  }
})
