import { newId } from '@hearth/contracts/kernel/ids'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openTestPool } from '@hearth/platform/testing/pool'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command, PEOPLE } from '../testing/fixture.ts'
import { SCHEDULER } from './internal.ts'
import type { Outcome } from './outcome.ts'
import { openRefusalCounts } from './refusalCounts.ts'

let pool: pg.Pool
let stop: () => Promise<void>
beforeAll(async () => {
  const postgres = await startTestPostgres()
  pool = openTestPool(postgres.databaseUrl, 2)
  stop = postgres.stop
  await migrate(pool, appSchema, appMigrations)
})
afterAll(async () => {
  await pool?.end()
  await stop?.()
})

test('counts refused commands of people by hour and code, until they are old', async () => {
  let now = '2026-07-16T09:42:00.000Z'
  const counts = openRefusalCounts({ pool, now: () => now, log: silentLog })
  const refuse = async (): Promise<Outcome> => ({
    kind: 'rejected',
    code: 'NOT_FOUND',
    detail: 'There is no such booking.',
    facts: {},
  })
  const handle = counts.around(refuse)
  const owner = PEOPLE.owner(newId())
  await handle(command('AddBookingNote', owner, { text: 'a secret' }, { id: newId() }))
  await handle(command('AddBookingNote', SCHEDULER, {}, { id: newId() }))
  await counts.flush()
  await handle(command('AddBookingNote', owner, {}, { id: newId() }))
  await counts.flush()
  const read = async () => (await pool.query('select * from app.refused_command')).rows
  expect(await read()).toEqual([
    { slot: '2026-07-16T09:00:00.000Z', command: 'AddBookingNote', code: 'NOT_FOUND', count: 2 },
  ])
  now = '2026-07-25T09:42:00.000Z'
  await counts.flush()
  expect(await read()).toEqual([])
})
