import { newId } from '@hearth/contracts/kernel/ids'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { refuse, type Envelope } from '../runtime/outcome.ts'
import { createAccessLog } from './accessLog.ts'

test('names staff who read, also those whose account no longer exists', async () => {
  const postgres = await startTestPostgres()
  const pool = openPool({
    connectionString: postgres.databaseUrl,
    max: 2,
    name: 'access-log',
    log: silentLog,
    limits: 'long',
  })
  onTestFinished(async () => {
    await pool.end()
    await postgres.stop()
  })
  await migrate(pool, appSchema, appMigrations)
  const [present, former] = [newId(), newId()]
  await pool.query(
    `insert into app.app_user (id, email, display_name) values ($1, 'sam@example.com', 'Sam')`,
    [present],
  )
  for (const id of [present, former])
    await pool.query(
      `insert into app.staff_look (staff_user_id, host_account_id, resource, record_ids, at)
       values ($1, 'account-1', 'bookings', '{b1}', now())`,
      [id],
    )

  const recorded: Envelope[] = []
  const accessLog = createAccessLog({
    pool,
    handle: async (envelope) => {
      recorded.push(envelope)
      return refuse('NOT_FOUND', 'for this test')
    },
    log: silentLog,
  })
  await accessLog.record()
  expect(recorded.map(({ data }) => data)).toMatchObject([
    { staffUserId: present, staffName: 'Sam' },
    { staffUserId: former, staffName: 'A former member of staff' },
  ])
  expect((await pool.query('select from app.staff_look')).rowCount).toBe(0)
})
