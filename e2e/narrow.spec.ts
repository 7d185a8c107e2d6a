import { openPool } from '@hearth/platform/postgres/pool'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import { setting } from './people.ts'
import { pictures } from './pictures.ts'

const TITLE = 'Narrow the list first'
const BY_STATUS = '/bookings?sort=status&order=ASC&page=1&perPage=25'

/** The planner then expects so many bookings, as lists do, until the table is analysed again. */
const expectRows = async (pool: ReturnType<typeof openPool>, table: string, rows: number): Promise<void> =>
  void (await pool.query(
    `
      select pg_restore_relation_stats(
        'schemaname', 'read', 'relname', $1::text, 'relpages', greatest(relpages, 1), 'reltuples', $2::real
      )
      from pg_class
      where oid = ('read.' || quote_ident($1))::regclass`,
    [table, rows],
  ))

const openTooLongList = async (
  page: Page,
  pool: ReturnType<typeof openPool>,
  table: string,
): Promise<void> => {
  // Estimates are kept for half a minute, and the table may be analysed meanwhile.
  await expect(async () => {
    await expectRows(pool, table, 1_000_000)
    await page.goto(BY_STATUS)
    await expect(page.getByText(TITLE)).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: allowed(60_000) })
}

test('a list over all accounts that is too long says how to narrow it, and returns to its usual order', async ({
  page,
}) => {
  test.setTimeout(allowed(150_000))
  const pool = openPool({
    connectionString: setting('E2E_DATABASE_URL'),
    max: 1,
    name: 'journey',
    log: createLogger({ name: 'journey', level: 'silent' }),
    limits: 'request',
  })
  const { rows } = await pool.query<{ table_name: string }>(
    `select table_name from read.build where projection = 'booking' and status = 'serving'`,
  )
  const table = rows[0]?.table_name ?? ''
  try {
    await signIn(page, 'support@hearth.example')
    await openTooLongList(page, pool, table)
    const alert = page.getByRole('alert').filter({ hasText: TITLE })
    await expect(alert).toContainText('There are too many rows for this order or filter.')
    await expect(alert).toContainText(
      'Narrow the list by account, listing, external reference, stay, or a search.',
    )
    await pictures(page, 'narrow-first')
    await expectAccessible(page, 'a list to be narrowed first')
    await alert.getByRole('button', { name: 'Use the usual order' }).click()
    await expect(page).toHaveURL(/sort=checkIn/)
    const list = page.getByRole('table', { name: 'Bookings' })
    await expect(list.getByRole('row').nth(1)).toBeVisible()
  } finally {
    await pool.query(`analyze read."${table}"`)
    await pool.end()
  }
})
