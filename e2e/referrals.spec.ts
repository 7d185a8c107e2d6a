import { allowed } from '@hearth/platform/testing/allowed'
import { zReferralRow } from '@hearth/contracts/referral'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './axe.ts'
import { baseUrl, expect, openPageAs, readRows, signIn, test } from './fixtures.ts'
import { findFaults } from './layout/faults.ts'
import { pictures, SIZES } from './pictures.ts'

const rows = z.array(z.object(zReferralRow.shape))
const readReferrals = async ({ request }: Page, filter: object = {}) =>
  rows.parse(await readRows(request, 'referrals', filter, ['invitedAt', 'DESC']))

/** The open link of the account on the page, which is created where there is none. */
const openLink = async (page: Page): Promise<string> => {
  await page.goto('/referrals')
  const code = page.getByLabel('Your code')
  const create = page.getByRole('button', { name: 'Create a link' })
  await expect(code.or(create)).toBeVisible()
  if (await create.isVisible()) await create.click()
  await expect(code).toBeVisible()
  return (await code.textContent()) ?? ''
}

test('a host invites by link and by email, and sees how far each invitation is', async ({ page }) => {
  test.setTimeout(allowed(90_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  const code = await openLink(page)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  const email = `host-${crypto.randomUUID().slice(0, 8)}@mail.example`
  await page.getByRole('textbox', { name: 'Or by email' }).fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  const table = page.getByRole('table', { name: 'Referrals' })
  await expect(table.getByText(`${email.slice(0, 1)}…@mail.example`).first()).toBeVisible()
  await expect(table.getByText(email)).toHaveCount(0)
  await expect(page.getByText('14 days after the first guest left')).toBeVisible()
  await expectAccessible(page, 'referrals')
  expect(await page.evaluate(findFaults)).toEqual([])
  await pictures(page, '18-referrals')
})

test('the demo’s referrals lead to their frozen terms and their entries', async ({ page }) => {
  test.setTimeout(allowed(120_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  await expect
    .poll(async () => (await readReferrals(page, { state: 'rewarded' })).length, { timeout: allowed(60_000) })
    .toBeGreaterThan(0)
  const [rewarded] = await readReferrals(page, { state: 'rewarded' })
  await page.goto(`/referrals/${rewarded?.id}`)
  await expect(page.getByRole('heading', { name: 'Terms of this invitation' })).toBeVisible()
  await expect(page.getByText('The reward was added to your earnings.')).toBeVisible()
  const earnings = page.locator('section', { has: page.getByRole('heading', { name: 'In your earnings' }) })
  await expect(earnings.getByText('Referral reward').first()).toBeVisible()
  await expectAccessible(page, 'referrals')
  expect(await page.evaluate(findFaults)).toEqual([])
})

test('a code comes through the sign-in to the account that was invited', async ({ browser, page }) => {
  test.setTimeout(allowed(120_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  const code = await openLink(page)
  const context = await browser.newContext({ baseURL: baseUrl(), viewport: SIZES.phone })
  const guest = await context.newPage()
  await guest.goto(`/referrals?code=${code}`)
  await expect(guest).toHaveURL(/\/login/)
  await guest.getByLabel('Email').fill('dan@debt.example')
  await guest.getByLabel('Password', { exact: true }).fill('hearth-demo-2026')
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(guest).toHaveURL(/\/referrals\?code=/)
  // The first code that an account accepts is final.
  await expect(guest.getByRole('heading', { name: 'You joined by invitation' })).toBeVisible()
  await expectAccessible(guest, 'an accepted invitation')
  expect(await guest.evaluate(findFaults)).toEqual([])
  await context.close()
})

test('a co-host sees nothing of referrals', async ({ browser }) => {
  const page = await openPageAs(browser, 'carla@vale.example')
  await page.goto('/referrals')
  await expect(page).toHaveURL(/unauthorized/)
  await page.context().close()
})
