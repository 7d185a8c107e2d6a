import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { STAFF_READER, TENANT_READER } from '@hearth/platform/read-model/readers'
import { readMigrations } from '@hearth/platform/read-model/readSchema'
import { READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestServer } from '@hearth/platform/testing/postgres'
import { expect, test } from 'vitest'
import { readText } from './files.ts'

// A test has no psql; it runs the script statement by statement, with the password as its only variable.
const statements = (
  /<<'SQL'\n([\s\S]+)\nSQL\n/.exec(readText('deploy/postgres/roles.sh'))?.[1] ?? ''
).replaceAll(`:'password'`, `'of hearth'`)

test('the init script gives the services the rights they need, without the superuser', async () => {
  const postgres = await startTestServer()
  const as = (user: string, password: string) => {
    const url = new URL(postgres.databaseUrl)
    Object.assign(url, { username: user, password })
    return openPool({ connectionString: url.href, max: 1, name: 'test', log: silentLog, limits: 'long' })
  }
  // The image's superuser is `postgres`; the one here has the name that the services get.
  const embedded = openPool({
    connectionString: postgres.databaseUrl,
    max: 1,
    name: 'test',
    log: silentLog,
    limits: 'long',
  })
  await embedded.query(`create role postgres login superuser password 'of postgres'`)
  await embedded.end()
  const superuser = as('postgres', 'of postgres')
  await superuser.query('alter role hearth rename to embedded')
  await superuser.query(statements)

  const services = as('hearth', 'of hearth')
  await migrate(services, appSchema, appMigrations)
  await migrate(services, READ_SCHEMA, readMigrations)
  for (const reader of [TENANT_READER, STAFF_READER])
    await services.query(`select set_config('role', $1, true)`, [reader])
  const { rows } = await services.query(
    'select rolsuper or rolbypassrls or rolcreaterole as above from pg_roles where rolname = session_user',
  )
  expect(rows).toEqual([{ above: false }])

  const again = as('postgres', 'of postgres')
  await expect(again.query('select 1')).rejects.toThrow('password authentication failed')
  for (const pool of [again, services, superuser]) await pool.end()
  await postgres.stop()
})
