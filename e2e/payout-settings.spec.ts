import { allowed } from '@hearth/platform/testing/allowed'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { newIban, readProof, sendBankAccount } from './bank.ts'
import { baseUrl, expect, signIn, test } from './fixtures.ts'
import { loaded, picture } from './pictures.ts'

const OWNER = 'mika@newhost.example'
const FINANCE = 'finance1@hearth.example'
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

const shot = (page: Page, name: string) => picture(page, `payout-settings-${name}`)

const as = async (
  browser: Browser,
  email: string,
  size: keyof typeof SIZES = 'desktop',
  colorScheme: 'light' | 'dark' = 'light',
) => {
  const page = await (
    await browser.newContext({ baseURL: baseUrl(), viewport: SIZES[size], colorScheme })
  ).newPage()
  await signIn(page, email)
  return page
}

test.describe.configure({ mode: 'serial' })

test('a bank account is added, with errors at the fields, and verified with the bank’s deposits', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(150_000))
  const iban = newIban()
  await signIn(page, OWNER)
  await page.goto('/')
  await page.getByRole('link', { name: 'Payout settings' }).first().click()
  await sendBankAccount(page, `${iban.slice(0, -1)}${(Number(iban.at(-1)) + 1) % 10}`, 'Mori Mika')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('has a wrong letter or digit', {
    timeout: allowed(15_000),
  })
  await shot(page, 'wrong-iban')
  await expectAccessible(page, 'a wrong IBAN')
  await expect(dialog.getByLabel('Account holder')).toHaveValue('Mori Mika')
  await dialog.getByLabel('IBAN').fill(iban)
  await dialog.getByRole('button', { name: 'Add account' }).click()
  const { name, form, first, second, give } = await readProof(page, browser, iban)
  await give(first === '0.01' ? '0.02' : '0.01', second)
  await expect(form.getByRole('alert')).toContainText('2 attempts left', { timeout: allowed(15_000) })
  await shot(page, 'wrong-deposits')
  await give(second, first)
  await expect(form).toHaveCount(0, { timeout: allowed(15_000) })
  await expect(page.getByText('Checking the holder').first()).toBeVisible()

  const finance = await as(browser, FINANCE)
  await finance.goto('/internal/reports?report=holds')
  const check = finance.getByRole('listitem').filter({ hasText: name })
  await check.getByRole('button', { name: /^Same person/ }).click()
  await finance.getByRole('dialog').getByLabel('Reason').fill('The same person, family name first.')
  await finance.getByRole('dialog').getByRole('button', { name: 'Same person' }).click()
  await expect(check).toHaveCount(0, { timeout: allowed(15_000) })
  await finance.context().close()
  const added = page.getByRole('listitem').filter({ hasText: name })
  await expect(added).toContainText(/Ready|Verified/, { timeout: allowed(15_000) })
  // The first one of a currency becomes its default; in an installation that was used before it is not the
  // first.
  const choose = added.getByRole('button', { name: /^Make / })
  if ((await choose.count()) > 0) await choose.click()
  await expect(added).toContainText('default for EUR', { timeout: allowed(15_000) })
})

test('schedule and minimum are chosen and saved', async ({ page }) => {
  await signIn(page, OWNER)
  await page.goto('/payout-settings')
  await page.getByRole('button', { name: 'Change payout schedule' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Every Monday/)
    .check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Change minimum payout' }).click()
  const amount = page.getByRole('dialog').getByLabel('Minimum amount')
  await amount.fill('0.50')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('between 1.00')
  await amount.fill('250')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: allowed(15_000) })
  await page.reload()
  await expect(page.getByText('Every Monday')).toBeVisible()
  await expect(page.getByText('250.00')).toBeVisible()
})

test('a listing gets its own bank account, and loses it again', async ({ page }) => {
  await signIn(page, OWNER)
  await page.goto('/payout-settings')
  await page.getByRole('button', { name: 'Use another account for a listing' }).click()
  const dialog = page.getByRole('dialog')
  const account = dialog.getByLabel('Bank account')
  await account.selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const change = page.getByRole('button', { name: /^Change the bank account for/ })
  await expect(change).toBeVisible({ timeout: allowed(15_000) })
  await change.click()
  await account.selectOption('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('All listings pay out to the account for their currency.')).toBeVisible({
    timeout: allowed(15_000),
  })
})

test('finance places a hold, the owner sees what to do, and finance releases it', async ({
  page,
  browser,
}) => {
  const finance = await as(browser, FINANCE)
  await finance.goto('/internal/reports?report=holds')
  await finance.getByRole('button', { name: 'Place a hold' }).click()
  const dialog = finance.getByRole('dialog')
  await dialog.getByLabel('Search accounts by name').fill('Mika')
  await dialog.getByLabel('Account', { exact: true }).selectOption({ label: 'Mika Mori, PT' })
  await dialog.getByLabel('Reason').selectOption('kyc')
  await shot(finance, 'place-hold')
  await expectAccessible(finance, 'place a hold')
  await dialog.getByRole('button', { name: 'Place a hold' }).click()
  const row = finance
    .getByRole('list', { name: 'Open holds' })
    .getByRole('listitem')
    .filter({ hasText: 'Mika Mori' })
    .filter({ hasText: 'Identity documents are missing' })
  await expect(row).toBeVisible({ timeout: allowed(15_000) })
  await signIn(page, OWNER)
  await page.goto('/payout-settings')
  await expect(page.getByRole('heading', { name: 'Payouts are on hold' })).toBeVisible({
    timeout: allowed(15_000),
  })
  await expect(page.getByText('Send us the documents we asked for.')).toBeVisible()
  await shot(page, 'held')
  await row.getByRole('button', { name: /^Release/ }).click()
  await finance.getByRole('dialog').getByLabel('Reason').fill('All documents are here and right.')
  await finance.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expect(row).toHaveCount(0, { timeout: allowed(15_000) })
  await finance.context().close()
  await expect(page.getByRole('heading', { name: 'Payouts are on hold' })).toHaveCount(0, {
    timeout: allowed(15_000),
  })
})

test('the link in the email about a change stops payouts without signing in', async ({ page, browser }) => {
  const alarmLinks = async () =>
    (
      (await (await page.request.get(`/dev/mail.json?to=${encodeURIComponent(OWNER)}`)).json()) as {
        links: string[]
      }[]
    ).flatMap(({ links }) => links.filter((one) => one.includes('/payout-alarm#')))
  await signIn(page, OWNER)
  const before = await alarmLinks()
  const { account } = (await (await page.request.get('/api/session')).json()) as { account: { id: string } }
  const changed = await page.request.post(`/api/payout-accounts/${account.id}/set-minimum`, {
    data: { minimum: { amountMinor: 10_000 + Math.floor(Math.random() * 10_000), currency: 'EUR' } },
    headers: { Origin: baseUrl(), 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(changed.status(), await changed.text()).toBe(200)
  let link = ''
  await expect
    .poll(async () => (link = (await alarmLinks()).find((one) => !before.includes(one)) ?? ''), {
      timeout: allowed(30_000),
    })
    .not.toBe('')
  await page.context().clearCookies()
  const { pathname, hash } = new URL(link)
  await page.goto(`${pathname}${hash}`)
  await expect(page.getByRole('heading', { name: 'Stop payouts?' })).toBeVisible()
  await expectAccessible(page, 'stop payouts')
  await shot(page, 'alarm')
  await page.getByRole('button', { name: 'Stop payouts' }).click()
  await expect(page.getByRole('heading', { name: 'Payouts of Mika Mori are stopped' })).toBeVisible({
    timeout: allowed(15_000),
  })
  await shot(page, 'alarmed')
  const finance = await as(browser, FINANCE)
  await finance.goto('/internal/reports?report=holds')
  const row = finance
    .getByRole('list', { name: 'Open holds' })
    .getByRole('listitem')
    .filter({ hasText: 'Mika Mori' })
  await row.getByRole('button', { name: /^Release/ }).click()
  await finance.getByRole('dialog').getByLabel('Reason').fill('The owner made the change after all.')
  await finance.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expect(row).toHaveCount(0, { timeout: allowed(15_000) })
  await finance.context().close()
})

test('on a phone the settings open from “More”', async ({ browser }) => {
  const page = await as(browser, OWNER, 'phone')
  await page.goto('/')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'More' })
  const pages = [
    /^Requests/,
    'Report an incident',
    /^Incidents/,
    'Payouts',
    'Payout settings',
    'Tax center',
    /^Reimbursements/,
    'Listings',
    /^Reviews/,
    'Onboarding',
    'Performance',
    'Reports',
    'Referrals',
  ]
  await expect(sheet.getByRole('link')).toHaveText(pages)
  const row = sheet.getByRole('link', { name: 'Payout settings' })
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await row.click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: /^Payout settings/ })).toBeVisible()
  await page.context().close()
})

test('a co-host with all rights can’t open the page', async ({ page }) => {
  await signIn(page, 'carla@vale.example')
  await page.goto('/payout-settings')
  await expect(page).toHaveURL(/\/unauthorized$/)
  await expect(page.getByRole('link', { name: 'Payout settings' })).toHaveCount(0)
})

for (const size of ['desktop', 'phone'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds no violation on full and empty settings, ${size}, ${colorScheme}`, async ({
      browser,
    }) => {
      test.setTimeout(allowed(60_000))
      for (const [state, email] of [
        ['full', OWNER],
        ['empty', 'dan@debt.example'],
      ] as const) {
        const page = await as(browser, email, size, colorScheme)
        await page.goto('/payout-settings')
        await loaded(page)
        await expectAccessible(page, state)
        await shot(page, `${state}-${size}-${colorScheme}`)
        expect(
          await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
          `${state} scrolls sideways`,
        ).toBeLessThanOrEqual(0)
        await page.getByRole('button', { name: 'Add a bank account' }).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectAccessible(page, 'add')
        await shot(page, `add-${size}-${colorScheme}`)
        await page.context().close()
      }
      const finance = await as(browser, FINANCE, size, colorScheme)
      await finance.goto('/internal/reports?report=holds')
      await loaded(finance)
      await expectAccessible(finance, 'holds')
      await shot(finance, `holds-${size}-${colorScheme}`)
      await finance.context().close()
    })
  }
}
