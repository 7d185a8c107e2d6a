import { allowed } from '@hearth/platform/testing/allowed'
import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

test('the pages for phones lead to each other and to the rest', async ({ page }) => {
  test.setTimeout(allowed(90_000))
  await page.setViewportSize(SIZES.phone)
  await signIn(page)
  await page.goto('/mobile/bookings')
  await expect(page.getByRole('heading', { level: 1, name: /^Bookings/ })).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Sections' })
  await expect(bar.getByRole('link', { name: 'Bookings' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await loaded(page)
  expect(await page.evaluate(findFaults)).toEqual([])
  await expectAccessible(page, page.url())
  await pictures(page, 'mobile-bookings')
  await page.getByRole('link', { name: /^Cancelled/ }).click()
  await expect(page).toHaveURL(/\/mobile\/bookings\?/)
  await expect(page.locator('main a[href^="/bookings/"]').first()).toContainText(/Cancelled|No-show/)

  await bar.getByRole('link', { name: /^Inbox/ }).click()
  const thread = page.locator('main a[href^="/mobile/inbox/"]').first()
  await thread.click()
  await expect(page).toHaveURL(/\/mobile\/inbox\/[^/]+$/)
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeVisible()
  await expectAccessible(page, page.url())
  await page.getByRole('link', { name: 'Back to the inbox' }).click()
  await expect(thread).toBeVisible()

  await bar.getByRole('link', { name: 'Payouts' }).click()
  await expect(page).toHaveURL(/\/mobile\/performance\/payouts-breakdown$/)
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page.getByText('Totals match').first()).toBeVisible()
  await loaded(page)
  expect(await page.evaluate(findFaults)).toEqual([])
  await expectAccessible(page, page.url())
  await pictures(page, 'mobile-payouts')
  await page.getByRole('button', { name: /^Hearth fee 15/ }).click()
  await expect(page).toHaveURL(/part=platform_fee/)
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
  await page.keyboard.press('Escape')

  await bar.getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a phone’s link that is opened on a desk leads to the page of the console', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  await page.goto('/mobile/bookings')
  await expect(page).toHaveURL(/\/\/[^/]+\/bookings/)
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
})
