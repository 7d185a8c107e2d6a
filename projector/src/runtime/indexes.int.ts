import { indexesOf, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { silentLog } from '@hearth/platform/testing/log'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, expect, test } from 'vitest'
import { startWorkplace } from '../testing/startWorkplace.ts'
import { isLive, registeredDomain } from '../testing/workplace.ts'
import { prepareIndexes } from './indexes.ts'

const PROJECTION = 'booking'
const TABLE = 'booking_b1'
const AT_ONCE = 3

const { place, close } = await startWorkplace({ domain: registeredDomain })
afterAll(close)

const wanted = indexesOf(PROJECTION, registeredDomain.resources, TABLE).map(({ name }) => name)
const indexes = async (): Promise<readonly string[]> => {
  const { rows } = await place.maintenancePool.query<{ indexname: string }>(`select indexname from pg_indexes where schemaname = $1 and tablename = $2 and indexname like '%\\_idx'`, [READ_SCHEMA, TABLE])
  return rows.map(({ indexname }) => indexname)
}

test('the missing indexes of a table are made some at once, others go before the next, and one that nobody asks for goes last', async () => {
  const engine = place.start()
  await waitUntil(() => isLive(engine), 30_000, 'the tables')
  await engine.stop()
  for (const name of await indexes()) await place.maintenancePool.query(`drop index read.${name}`)
  await place.maintenancePool.query(`create index former_idx on read.${TABLE} (id)`)

  const seen: number[] = []
  const prepare = () =>
    prepareIndexes({ projection: PROJECTION, table: TABLE }, registeredDomain.resources, {
      pool: place.maintenancePool, log: silentLog, atOnce: AT_ONCE, giveWay: async () => void seen.push((await indexes()).length - 1),
    })
  await prepare()
  expect(seen).toEqual(Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, (_, step) => Math.min(wanted.length, (step + 1) * AT_ONCE)))
  expect((await indexes()).toSorted()).toEqual(wanted.toSorted())

  seen.length = 0
  await prepare()
  expect(seen).toEqual([])
})
