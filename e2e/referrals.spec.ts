import { zReferralRow } from '@hearth/contracts/referral'
import { allowed } from '@hearth/platform/testing/allowed'
import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './axe.ts'
import { daysAgo } from './days.ts'
import { baseUrl, expect, openPageAs, readRows, signIn, test } from './fixtures.ts'
import { deliver } from './gateway.ts'
import { findFaults } from './layout/faults.ts'
import { asImporter, importBooking, newAccount, newPerson, openHome } from './people.ts'
import { loaded, pictures, SIZES } from './pictures.ts'
import { expectSound } from './sound.ts'

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
  const earnings = page.locator('section', { has: page.getByRole('heading', { name: 'Earnings' }) })
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

const NIGHT_MINOR = 12_000
const WHY = 'because the payment of the first stay was charged back'

/** Two nights of a guest who left a month ago: the reward for them is due, and can still be taken back. */
const importFirstStay = async (
  request: APIRequestContext,
  account: string,
  listingId: string,
): Promise<string> => {
  const { id } = await importBooking(request, account, listingId, {
    checkIn: daysAgo(32).slice(0, 10),
    nightMinor: NIGHT_MINOR,
    occurredAt: daysAgo(38),
  })
  await asImporter(request, `/api/bookings/${id}/check-in`, {}, undefined, daysAgo(31))
  await asImporter(request, `/api/bookings/${id}/check-out`, {}, undefined, daysAgo(29))
  return id
}

test('a reward is taken back when the payment of the stay is, and each side reads why', async ({
  browser,
  page,
}) => {
  test.setTimeout(allowed(180_000))
  const { request } = page
  await page.setViewportSize(SIZES.desktop)
  const [referrer, referee] = [await newPerson('Rita Faro'), await newPerson('Joel Pinto')]
  const inviting = await newAccount(request, 'Faro Homes', [[referrer, 'owner']], daysAgo(90))
  const invited = await newAccount(request, 'Pinto Homes', [[referee, 'owner']], daysAgo(45))
  await asImporter(request, '/api/referrals', { email: null }, inviting, daysAgo(44))
  await signIn(page, referrer.email)
  const guest = await openPageAs(browser, referee.email)

  await page.goto('/referrals')
  const row = page.getByRole('table', { name: 'Referrals' }).getByRole('row').nth(1)
  await expect(row.getByText('Hasn’t joined yet')).toBeVisible()
  const code = (await page.getByLabel('Your code').textContent()) ?? ''
  await asImporter(request, `/api/referrals/${invited}/accept`, { code }, invited, daysAgo(40))
  await expect(row.getByText('Setting up')).toBeVisible({ timeout: allowed(20_000) })
  const listingId = await openHome(request, invited, 'PT', 39)
  await expect(row.getByText('Waiting for a stay')).toBeVisible({ timeout: allowed(20_000) })
  const bookingId = await importFirstStay(request, invited, listingId)
  await expect(row.getByText('Paid', { exact: true })).toBeVisible({ timeout: allowed(60_000) })
  const paid = page.locator('dl > div', { hasText: 'Paid to you' })
  await expect(paid.getByText('500.00 EUR')).toBeVisible()
  await row.getByRole('link').click()
  const earnings = page.locator('section', { has: page.getByRole('heading', { name: 'Earnings' }) })
  await expect(earnings.getByText('Referral reward', { exact: true })).toBeVisible()
  await pictures(page, 'referral-rewarded')

  await deliver(guest, `/api/bookings/${bookingId}/record-chargeback`, {
    amountMinor: 2 * NIGHT_MINOR,
    ref: crypto.randomUUID(),
  })
  await expect(page.getByText(/^500\.00 EUR taken back /)).toBeVisible({ timeout: allowed(30_000) })
  await expect(page.getByText(WHY)).toBeVisible()
  await expect(earnings.getByText('−500.00', { exact: true })).toBeVisible()
  await expect(earnings.locator('p', { hasText: 'Total' })).toHaveText(/^Total0\.00\s*EUR$/)
  await expectSound(page, 'referral-clawed-back')
  await page.goto('/referrals')
  await loaded(page)
  await expect(row.getByText(WHY)).toBeVisible()
  await expect(paid.getByText('none yet')).toBeVisible()
  await expectSound(page, 'referrals-clawed-back')

  await guest.goto('/referrals')
  await expect(guest.getByText(/The payment of your first stay went back to the guest/)).toBeVisible()
  await expectSound(guest, 'referee-clawed-back')
  await guest.context().close()

  const staff = await openPageAs(browser, 'support@hearth.example')
  await staff.goto('/referrals')
  const line = staff.getByRole('row', { name: new RegExp(code) })
  await expect(line.getByText(WHY)).toBeVisible()
  await expect(line.getByText('Faro Homes')).toBeVisible()
  await expectSound(staff, 'staff-referrals')
  await line.getByRole('link').first().click()
  await expect(staff.getByText(/^The reward was taken back: the payment of the first stay/)).toBeVisible()
  await expectSound(staff, 'staff-referral')
  await staff.context().close()
})

test('a co-host sees nothing of referrals', async ({ browser }) => {
  const page = await openPageAs(browser, 'carla@vale.example')
  await page.goto('/referrals')
  await expect(page).toHaveURL(/unauthorized/)
  await page.context().close()
})
