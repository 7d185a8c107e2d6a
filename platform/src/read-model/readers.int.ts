import { expect, test } from 'vitest'
import { migrate } from '../postgres/migrate.ts'
import { openPool } from '../postgres/pool.ts'
import { silentLog } from '../testing/log.ts'
import { startTestServer } from '../testing/postgres.ts'
import { STAFF_READER, TENANT_READER } from './readers.ts'
import { readMigrations } from './readSchema.ts'
import { READ_SCHEMA } from './tables.ts'

test('creates the readers without a superuser, and explains a missing right', async () => {
  const postgres = await startTestServer()
  const superuser = openPool({
    connectionString: postgres.databaseUrl,
    max: 1,
    name: 'test',
    log: silentLog,
    limits: 'long',
  })
  const as = async (name: string, options: string) => {
    await superuser.query(`create role ${name} login ${options} password 'a'`)
    await superuser.query(`create database ${name} owner ${name}`)
    const url = new URL(postgres.databaseUrl)
    Object.assign(url, { username: name, password: 'a', pathname: `/${name}` })
    return openPool({ connectionString: url.href, max: 1, name: 'test', log: silentLog, limits: 'long' })
  }
  const poor = await as('poor', 'nocreaterole')
  await expect(migrate(poor, READ_SCHEMA, readMigrations)).rejects.toThrow(
    `The roles ${TENANT_READER}, ${STAFF_READER} are missing`,
  )
  const able = await as('able', 'createrole')
  await migrate(able, READ_SCHEMA, readMigrations)
  for (const reader of [TENANT_READER, STAFF_READER]) {
    const { rows } = await able.query(`select set_config('role', $1, false)`, [reader])
    expect(rows).toHaveLength(1)
    await able.query('reset role')
  }
  for (const pool of [poor, able, superuser]) await pool.end()
  await postgres.stop()
})
