import { bookings, waitingBookings, type BookingRow } from '@hearth/contracts/booking'
import { claims, waitingClaims } from '@hearth/contracts/calendar'
import { listings } from '@hearth/contracts/listing'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openTestPool } from '@hearth/platform/testing/pool'
import { readMigrations } from '@hearth/platform/read-model/readSchema'
import { qualified } from '@hearth/platform/read-model/tables'
import { waitingPageSql } from '@hearth/platform/read-model/waitingRows'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endedPauses } from '../listing/endPauses.ts'
import { createReadTables, insertRow } from '../testing/readTables.ts'
import { BEGINNING, findDueWork, type Due } from './dueWork.ts'

let postgres: TestPostgres
let pool: pg.Pool

beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = openTestPool(postgres.databaseUrl, 2)
})
afterAll(async () => {
  await pool?.end()
  await postgres?.stop()
})

const cancelling: Partial<BookingRow> = { status: 'cancelling', effectiveAt: '2026-07-01T10:00:00.000Z' }

const insertBooking = (
  id: string,
  { status = 'confirmed', effectiveAt = null, cancelledAt = null }: Partial<BookingRow>,
) =>
  insertRow(pool, bookings, {
    id,
    status,
    effective_at: effectiveAt,
    cancelled_at: cancelledAt,
    clock: 'caller',
  })

const all = async (due: ReturnType<typeof findDueWork>, until: string): Promise<readonly Due[]> => {
  const found: Due[] = []
  for await (const rows of due.pages('cancelling', until)) found.push(...rows)
  return found
}

describe('due work', () => {
  it('is empty while the read models are missing', async () => {
    expect(await all(findDueWork(pool), '2027-01-01T00:00:00.000Z')).toEqual([])
    expect(await findDueWork(pool).unreleased(BEGINNING)).toEqual({ rows: [], next: undefined })
    expect(await endedPauses(pool, '2027-01-01T00:00:00.000Z')).toEqual([])
  })

  it('is known once every read model is complete', async () => {
    const { isKnown } = findDueWork(pool)
    expect(await isKnown()).toBe(false)
    await migrate(pool, 'read', readMigrations)
    const build = (name: string, status: string) =>
      pool.query(
        `
          with p as (insert into read.projection (name, serving) values ($1, 1))
          insert into read.build (projection, build, version, shape, table_name, status, reason)
          values ($1, 1, 1, '', $1, $2, 'first')`,
        [name, status],
      )
    for (const { table } of [bookings, claims]) await build(table, 'serving')
    await build(listings.table, 'building')
    expect(await isKnown()).toBe(false)
    await pool.query(`update read.build set status = 'serving'`)
    expect(await isKnown()).toBe(true)
    await pool.query('drop schema read cascade')
  })

  it('is listed oldest first, page by page, up to the requested instant', async () => {
    await createReadTables(pool, [bookings, claims, listings])
    for (const id of ['c', 'a', 'b', 'e', 'd']) await insertBooking(id, cancelling)
    await insertBooking('early', { ...cancelling, effectiveAt: '2026-06-30T10:00:00.000Z' })
    await insertBooking('late', { ...cancelling, effectiveAt: '2026-07-02T10:00:00.000Z' })
    await insertBooking('other', { effectiveAt: '2026-06-30T10:00:00.000Z' })
    expect((await all(findDueWork(pool, 2), '2026-07-01T10:00:00.000Z')).map(({ id }) => id)).toEqual([
      'early',
      'a',
      'b',
      'c',
      'd',
      'e',
    ])
  })

  it('includes cancelled bookings whose nights are still taken, found by a walk over all', async () => {
    for (let day = 1; day <= 5; day += 1)
      await insertBooking(`x${day}`, { status: 'cancelled', cancelledAt: `2026-03-0${day}T00:00:00.000Z` })
    await pool.query(
      `
        insert into
          read.claim (
            tenant_id,
            id,
            listing_id,
            kind,
            start,
            "end",
            nights,
            state,
            shared,
            created_by,
            created_at,
            _revision,
            _commit,
            _at
          )
        select '', id, 'l', 'booking', '2026-07-01', '2026-07-02', 1, state, false, '', now(), 0, 0, now()
        from (values ('x2', 'committed'), ('x3', 'released'), ('x5', 'held')) v (id, state)`,
    )
    const due = findDueWork(pool, 200, 2)
    const seen: string[] = []
    let pages = 0
    for (
      let next: Parameters<typeof due.unreleased>[0] | undefined = BEGINNING;
      next !== undefined;
      pages += 1
    ) {
      const page = await due.unreleased(next)
      seen.push(...page.rows.map(({ id }) => id))
      next = page.next
    }
    expect([seen, pages]).toEqual([['x2', 'x5'], 3])
  })

  it('ends a pause when its day begins in the listing’s time zone', async () => {
    const pause = (id: string, timezone: string, more: object = {}) =>
      insertRow(pool, listings, { id, timezone, status: 'paused', paused_until: '2026-07-10', ...more })
    await pause('tokyo', 'Asia/Tokyo')
    await pause('hudson', 'America/New_York')
    await pause('open-end', 'Asia/Tokyo', { paused_until: null })
    await pause('suspended', 'Asia/Tokyo', { status: 'suspended' })
    const endedAt = async (now: string) =>
      (await endedPauses(pool, now)).map(({ id, until }) => `${id} ${until}`)
    expect(await endedAt('2026-07-09T14:59:59.999Z')).toEqual([])
    expect(await endedAt('2026-07-09T15:00:00.000Z')).toEqual(['tokyo 2026-07-10'])
    expect(await endedAt('2026-07-10T04:00:00.000Z')).toEqual(['hudson 2026-07-10', 'tokyo 2026-07-10'])
  })

  it.each([
    ...Object.entries(waitingBookings).map(([place, rows]) => [bookings.table, place, rows] as const),
    ...Object.entries(waitingClaims).map(([place, rows]) => [claims.table, place, rows] as const),
  ])('in %s is found by an index: %s', async (table, place, rows) => {
    const client = await pool.connect()
    await client.query('set enable_seqscan = off')
    const plan = await client.query<{ 'QUERY PLAN': string }>(
      `explain ${waitingPageSql(qualified(table), rows, 'listing_id')}`,
      ['2026-07-01T00:00:00Z', '-infinity', '', 10],
    )
    client.release(true)
    const name = `${table}_waiting_${place.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_idx`
    expect(plan.rows.map((line) => line['QUERY PLAN']).join('\n')).toContain(name)
  })
})
