import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOG_LOCK_KEY } from '../event-store/session.ts'
import { requireFreeLog } from './requireFreeLog.ts'

let postgres: TestPostgres
let holder: pg.Client
beforeAll(async () => {
  postgres = await startTestPostgres()
  holder = new pg.Client(postgres.databaseUrl)
  await holder.connect()
})
afterAll(async () => {
  await holder.end()
  await postgres.stop()
})
const hold = () => holder.query(`select pg_advisory_lock(${LOG_LOCK_KEY})`)
const release = () => holder.query(`select pg_advisory_unlock(${LOG_LOCK_KEY})`)

test('refuses a database on which another installation runs', async () => {
  const given = { DATABASE_URL: postgres.databaseUrl }
  await expect(requireFreeLog(given)).resolves.toBeUndefined()
  await hold()
  const refused = requireFreeLog(given, 0)
  await expect(refused).rejects.toThrow(/^Another Hearth is running on postgres:.*\(DATABASE_URL\)\. Stop it/)
  await expect(refused).rejects.not.toThrow(new URL(postgres.databaseUrl).password)
  // Another event store keeps its log elsewhere.
  await expect(requireFreeLog({ ...given, EVENTSTORE_URL: 'esdb://localhost' }, 0)).resolves.toBeUndefined()
  const waiting = requireFreeLog(given, 60_000)
  await release()
  await expect(waiting).resolves.toBeUndefined()
})
