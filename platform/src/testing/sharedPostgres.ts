import pg from 'pg'
import { STAFF_READER, TENANT_READER } from '../read-model/readers.ts'
import { startTestServer } from './postgres.ts'

/**
 * Vitest calls it before the integration tests: one server for all of them, because `initdb` and a start cost
 * more than most files. Roles belong to the server, so they are created here and not by whichever file is
 * first.
 */
export const setup = async (): Promise<() => Promise<void>> => {
  const { databaseUrl, stop } = await startTestServer('--max-connections', '500')
  const client = new pg.Client(databaseUrl)
  await client.connect()
  for (const reader of [TENANT_READER, STAFF_READER]) await client.query(`create role ${reader} nologin`)
  await client.end()
  process.env['TEST_POSTGRES_URL'] = databaseUrl
  return stop
}
