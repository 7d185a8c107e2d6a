import { allowed } from '@hearth/platform/testing/allowed'
import { zStatementRow } from '@hearth/contracts/statement'
import { z } from 'zod'
import { expectAccessible } from './axe.ts'
import { expect, readRows, signIn, test } from './fixtures.ts'
import { findFaults } from './layout/faults.ts'
import { pictures, SIZES } from './pictures.ts'

const rows = z.array(z.object(zStatementRow.shape))

test('a host compares a report with what it was a month ago', async ({ page }) => {
  test.setTimeout(allowed(120_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
  const year = day.slice(0, 4)
  await page.goto(`/reports?report=bookings&from=${year}-01-01&to=${Number(year) + 1}-12-31&asOf=${day}`)
  await page.getByRole('button', { name: /^Create CSV, \d/ }).click()
  const files = page.getByRole('region', { name: 'Files' })
  const file = page.waitForEvent('download')
  await files.getByRole('button', { name: /^CSV of Bookings/ }).click({ timeout: allowed(30_000) })
  expect((await file).suggestedFilename()).toBe(`bookings-${year}-01-01-${Number(year) + 1}-12-31.csv`)
  await expect(files.getByText(/^downloaded by you/)).toBeVisible()
  await pictures(page, '16-reports')
  await expectAccessible(page, 'reports')
  await page.getByRole('button', { name: 'Show the difference' }).click()
  const table = page.getByRole('group', { name: 'Difference' })
  await expect(table.getByRole('row', { name: /^Total/ })).toBeVisible()
  await expectAccessible(page, 'reports')
  expect(await page.evaluate(findFaults)).toEqual([])
  await pictures(page, '16b-report-difference')
})

test('a host opens a locked statement, whose parts add up, and recognizes its file', async ({ page }) => {
  test.setTimeout(allowed(180_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  const readLocked = async () =>
    rows.parse(await readRows(page.request, 'statements', { state: 'locked' }, ['month', 'DESC']))
  await expect.poll(async () => (await readLocked()).length, { timeout: allowed(120_000) }).toBeGreaterThan(0)
  await page.goto('/reports/statements')
  await page.getByRole('table', { name: 'Statements' }).getByText('Locked', { exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'From opening to closing' }).first()).toBeVisible()
  await expect(page.getByText('Totals match').first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDF' }).click()
  await page
    .getByLabel('Check a file', { exact: true })
    .first()
    .setInputFiles(await (await download).path())
  await expect(page.getByRole('status').filter({ hasText: /is this statement, unchanged/ })).toBeVisible()
  await expectAccessible(page, 'statement')
  expect(await page.evaluate(findFaults)).toEqual([])
  await pictures(page, '16c-statement')
})
