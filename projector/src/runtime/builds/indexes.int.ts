import { withTransaction } from '@hearth/platform/postgres/pool'
import { describeIndexes, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { silentLog } from '@hearth/platform/testing/log'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorkplace } from '../../testing/startWorkplace.ts'
import { isLive, registeredDomain } from '../../testing/workplace.ts'
import { prepareIndexes, type PrepareIndexesOptions } from './indexes.ts'

const PROJECTION = 'booking'
const TABLE = 'booking_b1'
const AT_ONCE = 3

const { place, close } = await startWorkplace({ domain: registeredDomain })
afterAll(close)

const wanted = describeIndexes(PROJECTION, registeredDomain.resources, TABLE).map(({ name }) => name)
const indexes = async (): Promise<readonly string[]> => {
  const { rows } = await place.maintenancePool.query<{ indexname: string }>(
    `select indexname from pg_indexes where schemaname = $1 and tablename = $2 and indexname like '%\\_idx'`,
    [READ_SCHEMA, TABLE],
  )
  return rows.map(({ indexname }) => indexname)
}

beforeAll(async () => {
  const engine = place.start()
  await waitUntil(() => isLive(engine), 30_000, 'the tables')
  await engine.stop()
})

const dropAll = async () => {
  for (const name of await indexes()) await place.maintenancePool.query(`drop index read.${name}`)
}
const prepare = (options: Partial<PrepareIndexesOptions> = {}) =>
  prepareIndexes({ projection: PROJECTION, table: TABLE }, registeredDomain.resources, {
    pool: place.maintenancePool,
    log: silentLog,
    concurrency: AT_ONCE,
    signal: new AbortController().signal,
    ...options,
  })

test('creates missing indexes in groups, yields between them, and drops unwanted ones last', async () => {
  await dropAll()
  await place.maintenancePool.query(`create index former_idx on read.${TABLE} (id)`)

  const seen: number[] = []
  const yieldToServing = async () => void seen.push((await indexes()).length - 1)
  await prepare({ yieldToServing })
  expect(seen).toEqual(
    Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, (_, step) =>
      Math.min(wanted.length, (step + 1) * AT_ONCE),
    ),
  )
  expect((await indexes()).toSorted()).toEqual(wanted.toSorted())

  await prepare({ yieldToServing })
  expect(seen).toHaveLength(Math.ceil(wanted.length / AT_ONCE))
})

test('stops without waiting for a blocked index and leaves none of it behind', async () => {
  await dropAll()
  const stopping = new AbortController()
  await withTransaction(place.maintenancePool, async (transaction) => {
    await transaction.query(`lock table read.${TABLE} in row exclusive mode`)
    const prepared = prepare({ signal: stopping.signal })
    const held = expect(prepared).rejects.toThrow('canceling statement due to user request')
    await waitUntil(
      async () =>
        (
          await transaction.query(
            `
              select
              from pg_locks l
              join pg_database d on d.oid = l.database and d.datname = current_database()
              where relation = $1::regclass and not granted`,
            [`read.${TABLE}`],
          )
        ).rowCount === AT_ONCE,
      10_000,
      'the indexes to wait',
    )
    stopping.abort()
    await held
  })
  expect(await indexes()).toEqual([])
  await expect(prepare({ signal: stopping.signal })).rejects.toThrow('aborted')
})
