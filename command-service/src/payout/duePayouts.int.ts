import { ledgerEntries, waitingEntries } from '@hearth/contracts/ledger'
import { openTestPool } from '@hearth/platform/testing/pool'
import { qualified } from '@hearth/platform/read-model/tables'
import { waitingOwnersSql } from '@hearth/platform/read-model/waitingRows'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReadTables, insertRow } from '../testing/readTables.ts'
import { findDuePayouts } from './duePayouts.ts'

let postgres: TestPostgres
let pool: pg.Pool

beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = openTestPool(postgres.databaseUrl, 1)
})
afterAll(async () => {
  await pool?.end()
  await postgres?.stop()
})

const accountsAt = async (until: string) => {
  const pages: (readonly string[])[] = []
  for await (const page of findDuePayouts(pool, 2).accounts(until)) pages.push(page)
  return pages
}

test('lists no account while the read model is missing', async () => {
  expect(await accountsAt('2026-07-01T00:00:00.000Z')).toEqual([])
})

test('lists each account with an available open entry once, page by page', async () => {
  await createReadTables(pool, [ledgerEntries])
  const entry = (account: string, id: string, available: string, state = 'open') =>
    insertRow(pool, ledgerEntries, {
      tenant_id: account,
      host_account_id: account,
      id,
      state,
      available_at: available,
    })
  for (const account of ['a', 'b', 'd', 'f', 'g'])
    for (const n of [1, 2, 3]) await entry(account, `${account}${n}`, `2026-06-0${n}T00:00:00.000Z`)
  await entry('c', 'c1', '2026-06-01T00:00:00.000Z', 'settled')
  await entry('e', 'e1', '2026-07-02T00:00:00.000Z')
  expect(await accountsAt('2026-07-01T00:00:00.000Z')).toEqual([['a', 'b'], ['d', 'f'], ['g']])
  expect(await accountsAt('2026-07-02T00:00:00.000Z')).toEqual([
    ['a', 'b'],
    ['d', 'e'],
    ['f', 'g'],
  ])
})

test('finds the accounts with an index', async () => {
  const client = await pool.connect()
  await client.query('set enable_seqscan = off')
  const plan = await client.query<{ 'QUERY PLAN': string }>(
    `explain ${waitingOwnersSql(qualified(ledgerEntries.table), waitingEntries.accounts)}`,
    ['2026-07-01T00:00:00.000Z', '', 10],
  )
  client.release(true)
  const text = plan.rows.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toContain('Index Only Scan using ledger_entry_waiting_accounts_idx')
  expect(text).not.toContain('Sort')
})
