import type { Opened, Performance } from '@hearth/contracts/performance'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const two = (number: number) => String(number).padStart(2, '0')

/** The first day of the month `months` after this one, by the clock of the demo’s account. */
const firstOfMonth = (months: number) => {
  const [month, year] = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    month: 'numeric',
    year: 'numeric',
  })
    .format(new Date())
    .split('/')
    .map(Number)
  const index = Number(year) * 12 + Number(month) - 1 + months
  return `${Math.floor(index / 12)}-${two((index % 12) + 1)}-01`
}
const LAST_MONTH = `from=${firstOfMonth(-1)}&to=${firstOfMonth(0)}`

const read = async <T>(page: Page, path: string): Promise<T> => {
  const answer = await page.context().request.get(path)
  expect(answer.status(), path).toBe(200)
  return (await answer.json()) as T
}

const check = async (page: Page, name: string) => {
  await loaded(page)
  await expectAccessible(page, name)
  expect(await page.evaluate(findFaults), `layout of ${name}`).toEqual([])
  await pictures(page, name)
}

const downloadCsv = async (page: Page, button: RegExp | string): Promise<string[]> => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const stream = await (await download).createReadStream()
  return Buffer.concat((await stream.toArray()) as Buffer[])
    .toString()
    .trim()
    .split('\r\n')
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a host reads performance down to its nights, compares and exports it, ${size}`, async ({ page }) => {
    test.setTimeout(allowed(120_000))
    await page.setViewportSize(viewport)
    await signIn(page)
    await page.goto('/')
    if (size === 'phone') await page.getByRole('button', { name: /^More/ }).click()
    await page
      .getByRole('navigation', { name: size === 'phone' ? 'More' : 'Main' })
      .getByRole('link', { name: 'Performance', exact: true })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /^Performance/ })).toBeVisible()
    await page.getByRole('combobox', { name: 'Period' }).selectOption('Last month')
    await expect(page).toHaveURL(/period=lastMonth/)
    const data = await read<Performance>(page, `/api/performance?${LAST_MONTH}`)
    const { occupancy } = data.figures
    expect(occupancy?.top).toBeGreaterThan(0)
    const shown = `${((occupancy?.value ?? 0) / 100).toFixed(1)}%`
    const figure = page
      .getByRole('region', { name: 'Key figures' })
      .getByRole('button', { name: new RegExp(`^Occupancy ${shown.replace('.', '\\.')}`) })
    await expect(figure).toBeVisible()
    await check(page, `performance`)

    await figure.click()
    await expect(page.getByText('Totals match')).toBeVisible()
    const opened = await read<Opened>(page, `/api/performance/opened?${LAST_MONTH}&figure=occupancy`)
    expect(sum(opened.listings.map(({ nights }) => nights.guest))).toBe(occupancy?.top)
    expect(opened.check.holds).toBe(true)
    await expect(page.getByText(opened.check.text)).toBeVisible()
    const [first] = opened.listings
    await expect(
      page
        .getByRole('table', { name: first?.title ?? '' })
        .getByRole('row')
        .last(),
    ).toContainText(`${first?.stays.length} stay`)
    expect(sum((first?.stays ?? []).map(({ nights, sharedNights }) => nights - sharedNights))).toBe(
      first?.nights.guest,
    )
    await check(page, `performance-opened`)
    const stays = await downloadCsv(page, /, CSV$/)
    expect(stays).toHaveLength(1 + sum(opened.listings.map((listing) => listing.stays.length)))
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { name: 'Listings', exact: true })).toBeVisible()

    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('pace')
    await expect(page.getByText(/as it was booked by/)).toBeVisible()
    await page.getByRole('combobox', { name: 'Count revenue by' }).selectOption('payout')
    await expect(page.getByRole('heading', { name: 'From nights to payouts' })).toBeVisible()
    await expect(page.getByText('Totals match')).toBeVisible()
    await check(page, `performance-payout`)

    const rows = await downloadCsv(page, 'CSV')
    expect(rows).toHaveLength(data.listings.length + 2)
    expect(rows.at(-1)).toContain(`"${data.nights.guest}"`)
  })
}

test('on a phone’s page the months follow each other', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await signIn(page)
  await page.goto('/mobile/performance')
  await page.getByRole('button', { name: 'Previous month' }).click()
  await check(page, 'mobile-performance')
  await page.getByRole('button', { name: /^Revenue [\d,]/ }).click()
  await expect(page.getByText('Totals match')).toBeVisible()
  await check(page, 'mobile-performance-opened')
  await page.getByRole('link', { name: 'Payouts', exact: true }).click()
  await expect(page).toHaveURL(/\/mobile\/performance\/payouts-breakdown$/)
})
