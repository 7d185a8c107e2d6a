import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { expectAccessible } from './axe.ts'
import { baseUrl, expect, PASSWORD, signIn, test } from './fixtures.ts'
import { loaded, picture } from './pictures.ts'

const OWNER = 'dan@debt.example'
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const TABS = ['profile', 'team', 'security', 'notifications', 'access', 'data'] as const

const shot = (page: Page, name: string) => picture(page, `account-${name}`)

test('the profile and the legal identity are changed in place', async ({ page }) => {
  await signIn(page, OWNER)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Change: Profile' }).click()
  await page.getByLabel('Phone').fill('020 7946')
  await expect(page.getByText('Enter a number such as +14155550100.')).toBeVisible()
  await page.getByLabel('Phone').fill('+44 20 7946 0018')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('+442079460018')).toBeVisible()
  await page.getByRole('button', { name: 'Change: Legal identity' }).click()
  await page.getByLabel('Full legal name').fill('Daniel Okafor')
  await page.getByLabel('Registered address').fill('4 Quay Street, Bristol')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('4 Quay Street, Bristol')).toBeVisible()
})

test('an invitation is sent and withdrawn', async ({ page }) => {
  const email = `e2e-${crypto.randomUUID().slice(0, 8)}@guests.example`
  await signIn(page, OWNER)
  await page.goto('/account?tab=team')
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel(/^Calendar co-host/).check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(email, { exact: true })).toBeVisible({ timeout: allowed(15_000) })
  await expect
    .poll(
      async () =>
        (
          (await (
            await page.request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`)
          ).json()) as unknown[]
        ).length,
      { timeout: allowed(20_000) },
    )
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: `Withdraw the invitation for ${email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText(email, { exact: true })).toHaveCount(0, { timeout: allowed(15_000) })
})

test('an authenticator is set up with the typed key and turned off again', async ({ page }) => {
  await signIn(page, OWNER)
  await page.goto('/account?tab=security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible()
  const secret = (await page.getByText(/^([A-Z2-7]{4} ?)+$/).innerText()).replaceAll(' ', '')
  await expectAccessible(page, 'enrolment')
  await shot(page, 'enrolment')
  await page.getByLabel('2. Enter the code it shows').fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(
    page.getByRole('group', { name: 'Save your recovery codes' }).getByRole('listitem').first(),
  ).toBeVisible({ timeout: allowed(15_000) })
  await expectAccessible(page, 'recovery codes')
  await shot(page, 'recovery-codes')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('The authenticator is off.')).toBeVisible({ timeout: allowed(15_000) })
})

test('another session is ended', async ({ page, browser }) => {
  await signIn(page, 'bruno@vale.example')
  const elsewhere = await (
    await browser.newContext({
      baseURL: baseUrl(),
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    })
  ).newPage()
  await elsewhere.goto('/login')
  await elsewhere.getByLabel('Email').fill('bruno@vale.example')
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(elsewhere.getByRole('heading', { level: 1, name: /^Today/ })).toBeVisible({
    timeout: allowed(15_000),
  })
  await page.goto('/account?tab=security')
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).first().click()
  await expect(page.getByText('Signed out on that device.')).toBeVisible()
  await expect
    .poll(async () => (await elsewhere.request.get('/api/session')).status(), { timeout: allowed(5_000) })
    .toBe(401)
  await elsewhere.context().close()
})

test('notifications are chosen and saved', async ({ page }) => {
  await signIn(page, OWNER)
  await page.goto('/account?tab=notifications')
  const box = page.getByRole('checkbox', { name: 'New statements by push' })
  const before = await box.isChecked()
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size)
    await expect(
      page.getByRole('button', { name: 'Save' }),
      'in sight however long the table is',
    ).toBeInViewport({ ratio: 1 })
  }
  await box.click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Notifications updated.')).toBeVisible()
  await page.reload()
  await expect(box).toBeChecked({ checked: !before })
})

test('a copy of the data is prepared and downloaded', async ({ page }) => {
  test.setTimeout(allowed(90_000))
  await signIn(page, OWNER)
  await page.goto('/account?tab=data')
  await page.getByRole('button', { name: 'Prepare an export' }).click()
  const button = page.getByRole('button', { name: /^Download the export of/ }).first()
  await expect(button).toBeVisible({ timeout: allowed(60_000) })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
})

test('on a phone the account opens from the profile picture and the search', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await signIn(page, OWNER)
  await page.goto('/')
  await page.getByRole('button', { name: 'Dan Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.goto('/bookings')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('acc')
  await page.getByRole('option', { name: /^Account/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
})

test('closing names what must be done first, and keeps the input', async ({ page }) => {
  await signIn(page, 'ana@vale.example')
  await page.goto('/account?tab=data')
  await page.getByLabel('Type Vale Stays to confirm').fill('Vale Stays')
  await page.getByRole('button', { name: 'Close the account' }).click()
  await expect(page.getByRole('alert')).toContainText('bookings that haven’t ended', {
    timeout: allowed(15_000),
  })
  await expect(page.getByLabel('Type Vale Stays to confirm')).toHaveValue('Vale Stays')
})

test('a co-host for the calendar sees their membership and sign-in; staff only their sign-in', async ({
  page,
}) => {
  await signIn(page, 'uma@vale.example')
  await page.goto('/account?tab=team')
  await expect(page.getByText('Your membership')).toBeVisible()
  await expect(page.getByText('Bruno Vale')).toHaveCount(0)
  await page.goto('/account?tab=data')
  await expect(page.getByText('You don’t have access to this section')).toBeVisible()
  await page.context().clearCookies()
  await signIn(page, 'support@hearth.example')
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Your sign-in' })).toBeVisible()
  await expect(page.getByText('Required for Hearth staff.')).toBeVisible()
})

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds no violation on any part, and no policy is broken, ${size}, ${colorScheme}`, async ({
      browser,
    }) => {
      test.setTimeout(allowed(120_000))
      const page = await (await browser.newContext({ baseURL: baseUrl(), viewport, colorScheme })).newPage()
      const violations: string[] = []
      page.on(
        'console',
        (message) => message.text().includes('Content Security Policy') && violations.push(message.text()),
      )
      await signIn(page, 'ana@vale.example')
      for (const tab of TABS) {
        await page.goto(`/account?tab=${tab}`)
        await loaded(page)
        await expectAccessible(page, tab)
        await shot(page, `${tab}-${size}-${colorScheme}`)
        expect(
          await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
          `${tab} scrolls sideways`,
        ).toBeLessThanOrEqual(0)
      }
      await page.goto('/account?tab=team')
      await page.getByRole('button', { name: 'Invite someone' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, 'invite')
      await shot(page, `invite-${size}-${colorScheme}`)
      expect(violations).toEqual([])
      await page.context().close()
    })
  }
}
