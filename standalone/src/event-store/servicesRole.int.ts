import { openPool } from '@hearth/platform/postgres/pool'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { readMigrations } from '@hearth/platform/read-model/readSchema'
import { READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { startChild } from '@hearth/platform/testing/child'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestServer } from '@hearth/platform/testing/postgres'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { prepareServicesRole, SERVICES_ROLE } from '../postgres/servicesRole.ts'

const settings = {
  PORT: '0',
  LOG_LEVEL: 'warn',
  PUBLIC_URL: 'http://localhost:3000',
  SEALING_KEY: randomBytes(32).toString('base64'),
  COMMAND_HASH_KEY: 'hash-key-for-tests-of-the-role',
  QUOTE_SECRET: 'quote-secret-for-tests',
  SERVICE_TOKENS: 'gateway=gateway-token-for-tests,importer=importer-token-for-tests',
}

test('embedded: the services own all but the log, which they only read, even if it is older', async () => {
  const postgres = await startTestServer()
  const superuser = openPool({
    connectionString: postgres.databaseUrl,
    max: 2,
    name: 'test',
    log: silentLog,
    limits: 'long',
  })
  // As left by an installation that predates the role.
  await migrate(superuser, appSchema, appMigrations)
  await migrate(superuser, READ_SCHEMA, readMigrations)
  const url = await prepareServicesRole(postgres.databaseUrl, 'a password / of the role')
  expect(await prepareServicesRole(postgres.databaseUrl, 'a password / of the role')).toBe(url)

  const eventStore = await startChild('standalone/src/event-store/main.ts', [
    '--database-url',
    postgres.databaseUrl,
    '--port',
    '0',
  ])
  const environment = {
    ...settings,
    DATABASE_URL: url,
    EVENTSTORE_URL: `esdb://127.0.0.1:${new URL(eventStore.url).port}?tls=false`,
  }
  const command = await startChild('command-service/src/main.ts', ['--stop-with-parent'], environment)
  const projector = await startChild('projector/src/main.ts', ['--stop-with-parent'], environment)
  const query = await startChild('query-service/src/main.ts', ['--stop-with-parent'], environment)
  const opened = await fetch(`${command.url}/api/accounts`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer importer-token-for-tests',
      'content-type': 'application/json',
      'idempotency-key': '0192f0c1-2a3b-7c4d-8e5f-000000000001',
    },
    body: JSON.stringify({
      displayName: 'Casa Sol',
      kind: 'company',
      country: 'PT',
      defaultCurrency: 'EUR',
      timezone: 'Europe/Lisbon',
    }),
  })
  expect(opened.status).toBe(201)
  await waitUntil(async () => {
    const answer = await fetch(`${query.url}/api/accounts`, {
      headers: { authorization: 'Bearer importer-token-for-tests' },
    })
    return answer.status === 200 && ((await answer.json()) as unknown[]).length === 1
  })

  const services = openPool({
    connectionString: url,
    max: 1,
    name: 'test-services',
    log: silentLog,
    limits: 'request',
  })
  const { rows } = await services.query('select count(*)::int > 0 as read from events.event')
  expect(rows).toEqual([{ read: true }])
  for (const change of [
    'delete from events.event',
    `update events.event set type = 'x'`,
    'truncate events.event',
    'drop table events.event',
    'insert into events.event select * from events.event',
    `alter table events.event disable trigger all`,
  ]) {
    await expect(services.query(change)).rejects.toThrow(/permission denied|must be owner/)
  }
  const granted = await superuser.query(
    `
      select privilege_type
      from information_schema.role_table_grants
      where table_schema = 'events' and grantee in ($1, 'PUBLIC')`,
    [SERVICES_ROLE],
  )
  expect([...new Set(granted.rows.map((row: { privilege_type: string }) => row.privilege_type))]).toEqual([
    'SELECT',
  ])
  const foreign = await superuser.query(
    `
      select n.nspname, c.relname
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where
        n.nspname in ('app', 'read')
        and c.relkind in ('r', 'v')
        and pg_get_userbyid(c.relowner) <> $1`,
    [SERVICES_ROLE],
  )
  expect(foreign.rows).toEqual([])
  await services.end()
  await superuser.end()
  for (const child of [query, projector, command, eventStore]) await child.stop()
  await postgres.stop()
})
