import { resources } from '@hearth/contracts'
import { bookings, waitingBookings, type BookingRow } from '@hearth/contracts/booking'
import { claims, waitingClaims } from '@hearth/contracts/calendar'
import { makePool } from '@hearth/platform/postgres/pool'
import { createTableSql, indexesOf, qualified } from '@hearth/platform/read-model/tables'
import { waitingPageSql } from '@hearth/platform/read-model/waiting'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BEGINNING, findDueWork, type Due } from './dueWork.ts'

let postgres: TestPostgres
let pool: pg.Pool

beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = makePool({ connectionString: postgres.databaseUrl, max: 2, name: 'test', log: silentLog, limits: 'request' })
})
afterAll(async () => {
  await pool?.end()
  await postgres?.stop()
})

const createTables = async () => {
  await pool.query('create schema read')
  for (const { table, row } of [bookings, claims]) {
    await pool.query(createTableSql({ name: table, row }))
    for (const { sql, trigram } of indexesOf(table, Object.values(resources))) if (!trigram) await pool.query(sql)
  }
}

const cancelling: Partial<BookingRow> = { status: 'cancelling', effectiveAt: '2026-07-01T10:00:00.000Z' }

/** Rows with what is looked at; the rest is filled with what the column takes. */
const insertBooking = async (id: string, { status = 'confirmed', effectiveAt = null, cancelledAt = null }: Partial<BookingRow>) => {
  const { rows } = await pool.query<{ name: string; type: string; needed: boolean }>(
    `select column_name as name, data_type as type, is_nullable = 'NO' as needed from information_schema.columns where table_schema = 'read' and table_name = 'booking'`,
  )
  const fill: Readonly<Record<string, unknown>> = { text: '', bigint: 0, numeric: 0, jsonb: '[]', date: '2026-07-01', 'timestamp with time zone': '2026-01-01T00:00:00.000Z' }
  const given: Readonly<Record<string, unknown>> = { id, status, effective_at: effectiveAt, cancelled_at: cancelledAt, clock: 'caller' }
  const columns = rows.filter(({ name, needed }) => needed || given[name] !== undefined)
  await pool.query(
    `insert into read.booking (${columns.map(({ name }) => name).join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    columns.map(({ name, type }) => given[name] ?? fill[type] ?? null),
  )
}

const all = async (due: ReturnType<typeof findDueWork>, until: string): Promise<readonly Due[]> => {
  const found: Due[] = []
  for await (const rows of due.pages('cancelling', until)) found.push(...rows)
  return found
}

describe('due work', () => {
  it('is nothing while the read models are not there', async () => {
    expect(await all(findDueWork(pool), '2027-01-01T00:00:00.000Z')).toEqual([])
    expect(await findDueWork(pool).unreleased(BEGINNING)).toEqual({ rows: [], next: undefined })
  })

  it('comes oldest first, page by page, up to the instant asked for', async () => {
    await createTables()
    for (const id of ['c', 'a', 'b', 'e', 'd']) await insertBooking(id, cancelling)
    await insertBooking('early', { ...cancelling, effectiveAt: '2026-06-30T10:00:00.000Z' })
    await insertBooking('late', { ...cancelling, effectiveAt: '2026-07-02T10:00:00.000Z' })
    await insertBooking('other', { effectiveAt: '2026-06-30T10:00:00.000Z' })
    expect((await all(findDueWork(pool, 2), '2026-07-01T10:00:00.000Z')).map(({ id }) => id)).toEqual(['early', 'a', 'b', 'c', 'd', 'e'])
  })

  it('walks over all cancelled bookings and names those whose nights are taken', async () => {
    for (let day = 1; day <= 5; day += 1) await insertBooking(`x${day}`, { status: 'cancelled', cancelledAt: `2026-03-0${day}T00:00:00.000Z` })
    await pool.query(
      `insert into read.claim (tenant_id, id, listing_id, kind, start, "end", nights, state, created_by, created_at, _revision, _commit, _at)
       select '', id, 'l', 'booking', '2026-07-01', '2026-07-02', 1, state, '', now(), 0, 0, now() from (values ('x2', 'committed'), ('x3', 'released'), ('x5', 'held')) v (id, state)`,
    )
    const due = findDueWork(pool, 200, 2)
    const seen: string[] = []
    let pages = 0
    for (let next: Parameters<typeof due.unreleased>[0] | undefined = BEGINNING; next !== undefined; pages += 1) {
      const page = await due.unreleased(next)
      seen.push(...page.rows.map(({ id }) => id))
      next = page.next
    }
    expect([seen, pages]).toEqual([['x2', 'x5'], 3])
  })

  it.each([
    ...Object.entries(waitingBookings).map(([place, rows]) => [bookings.table, place, rows] as const),
    ...Object.entries(waitingClaims).map(([place, rows]) => [claims.table, place, rows] as const),
  ])('in %s is found by an index: %s', async (table, place, rows) => {
    const client = await pool.connect()
    await client.query('set enable_seqscan = off')
    const plan = await client.query<{ 'QUERY PLAN': string }>(`explain ${waitingPageSql(qualified(table), rows, 'listing_id')}`, ['2026-07-01T00:00:00Z', '-infinity', '', 10])
    client.release(true)
    const name = `${table}_waiting_${place.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_idx`
    expect(plan.rows.map((line) => line['QUERY PLAN']).join('\n')).toContain(name)
  })
})
