import { randomBytes, randomUUID } from 'node:crypto'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { createBox } from '@hearth/platform/sealing/box'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RetryableError } from '../runtime/outcome.ts'
import { openDataExports, type DataExports } from './dataExports.ts'

let postgres: TestPostgres
let pool: pg.Pool
let dataExports: DataExports
beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = openPool({
    connectionString: postgres.databaseUrl,
    max: 4,
    name: 'exports',
    log: silentLog,
    limits: 'request',
  })
  await migrate(pool, appSchema, appMigrations)
  dataExports = openDataExports({ pool, box: createBox(randomBytes(32).toString('base64')) })
})
afterAll(async () => {
  await pool?.end()
  await postgres?.stop()
})

const createAbout = () => ({
  id: randomUUID(),
  hostAccountId: randomUUID(),
  name: 'hearth-data.zip',
  expiresAt: '2099-01-01T00:00:00.000Z',
})

const count = async (statement: string, ...values: readonly string[]): Promise<number> => {
  const { rows } = await pool.query<{ count: string }>(`select count(*) ${statement}`, [...values])
  return Number(rows[0]?.count)
}
/** As downloads find it. */
const isOffered = async (id: string): Promise<boolean> =>
  (await count('from app.data_export where id = $1 and expires_at > now()', id)) === 1
const countParts = (id: string) => count('from app.data_export_part where export_id = $1', id)

/** Pieces of an export, with what happens before the one that follows each, or the end. */
const pieces = async function* (...meanwhile: readonly (() => Promise<unknown>)[]) {
  for (const happen of meanwhile) {
    yield Buffer.from('a piece')
    await happen()
  }
}

test('keeps no transaction waiting for pieces, and offers the export once it is complete', async () => {
  const about = createAbout()
  const look = async () => {
    expect(
      await count(
        `from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      ),
    ).toBe(0)
    expect(await isOffered(about.id)).toBe(false)
  }
  await dataExports.write(about, pieces(look, look))
  expect(await countParts(about.id)).toBe(2)
  expect(await isOffered(about.id)).toBe(true)
})

test('replaces what an interrupted attempt has left', async () => {
  const about = createAbout()
  const nothing = async () => undefined
  const fail = () => Promise.reject(new Error('interrupted'))
  await expect(dataExports.write(about, pieces(nothing, fail))).rejects.toThrow('interrupted')
  expect(await isOffered(about.id)).toBe(false)
  await dataExports.write(about, pieces(nothing))
  expect(await countParts(about.id)).toBe(1)
  expect(await isOffered(about.id)).toBe(true)
})

test('keeps nothing of an export that is removed while it is written', async () => {
  const nothing = async () => undefined
  const about = createAbout()
  const remove = () => dataExports.removeOf(about.hostAccountId)
  await expect(dataExports.write(about, pieces(remove, nothing))).rejects.toThrow('foreign key')
  await expect(dataExports.write(about, pieces(nothing, remove))).rejects.toThrow(RetryableError)
  expect(await countParts(about.id)).toBe(0)
  expect(await count('from app.data_export where id = $1', about.id)).toBe(0)
})

test('leaves an export to the process that writes it', async () => {
  const about = createAbout()
  const again = () =>
    expect(dataExports.write(about, pieces())).rejects.toThrow(
      new RetryableError('another process writes this export'),
    )
  await dataExports.write(about, pieces(again))
  expect(await isOffered(about.id)).toBe(true)
})
