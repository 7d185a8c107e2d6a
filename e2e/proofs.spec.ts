import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { expectAccessible } from './axe.ts'
import { baseUrl, expect, PASSWORD, prove, signIn, test } from './fixtures.ts'
import { linkAfter, mailsTo } from './mails.ts'
import { newAccount, newPerson, type Person } from './people.ts'
import { pictures } from './pictures.ts'

const post = (page: Page, path: string, data: unknown) =>
  page.request.post(path, { data, headers: { Origin: baseUrl(), 'Idempotency-Key': crypto.randomUUID() } })
const isIn = (page: Page) =>
  expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible({ timeout: allowed(15_000) })

/** Enters a person’s details at the provider. */
const atProvider = async (page: Page, { email, name }: Pick<Person, 'email' | 'name'>) => {
  await expect(page).toHaveURL(/\/dev\/idp\//)
  const form = page.getByRole('group', { name: 'Someone else' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Continue' }).click()
}

test('a provider linked under Security signs in until it is unlinked', async ({ page, request }) => {
  test.setTimeout(allowed(120_000))
  const ada = await newPerson('Ada Harbor')
  await newAccount(request, 'Harbor House', [[ada, 'owner']])
  await signIn(page, ada.email)
  await page.goto('/account?tab=security')
  const line = page.getByRole('listitem').filter({ hasText: 'Demo identity' })
  await expect(line).toContainText('Not linked')
  await line.getByRole('button', { name: 'Link Demo identity' }).click()
  await prove(page, () => expect(page).toHaveURL(/\/dev\/idp\//))
  // The address at the provider does not matter: the signed-in person links it.
  const elsewhere = { email: `elsewhere-${ada.email}`, name: 'Ada Elsewhere' }
  await atProvider(page, elsewhere)
  await expect(page).toHaveURL(/\/account\?tab=security$/)
  await expect(page.getByText('Demo identity is now linked to your account.')).toBeVisible()
  await expect(line).toContainText(/Linked \w{3} \d+ \w{3} \d{4}/)
  await expectAccessible(page, 'a linked provider')
  await pictures(page, 'proofs-linked')

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Demo identity' }).click()
  await atProvider(page, elsewhere)
  await isIn(page)
  expect(
    ((await (await page.request.get('/api/session')).json()) as { user: { email: string } }).user.email,
  ).toBe(ada.email)

  await page.goto('/account?tab=security')
  await line.getByRole('button', { name: 'Unlink Demo identity' }).click()
  await page
    .getByRole('dialog', { name: 'Unlink Demo identity?' })
    .getByRole('button', { name: 'Unlink' })
    .click()
  await prove(page, () => expect(line).toContainText('Not linked', { timeout: allowed(15_000) }))
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Demo identity' }).click()
  await atProvider(page, elsewhere)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/login\/auth$/)
  expect((await page.request.get('/api/session')).status()).toBe(401)
})

test('a proof by the provider in a window, by the same person only; then the form continues', async ({
  page,
  request,
}) => {
  test.setTimeout(allowed(120_000))
  const ada = await newPerson('Ada Harbor')
  const invited = (await newPerson('Lee Quay')).email
  await newAccount(request, 'Harbor House', [[ada, 'owner']])
  await signIn(page, ada.email)
  const begun = (await (await post(page, '/api/login/idp/demo', { link: true, redirect: '/' })).json()) as {
    url: string
  }
  await page.goto(begun.url)
  await atProvider(page, ada)
  await isIn(page)
  await page.context().clearCookies()
  // A link is a weaker proof: the next action that needs one asks for it.
  const link = await linkAfter(page, ada.email, () => post(page, '/api/login/link', { email: ada.email }))
  await page.goto(link)
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await isIn(page)

  await page.goto('/account?tab=team')
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const form = page.getByRole('dialog', { name: /^Invite someone/ })
  await form.getByLabel('Email').fill(invited)
  await form.getByRole('button', { name: 'Send invitation' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const openWindow = async () => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      proof.getByRole('button', { name: 'Continue with Demo identity' }).click(),
    ])
    return popup
  }
  const stranger = await openWindow()
  await expect(proof.getByRole('status')).toContainText('Continue in the window that opened.')
  await expectAccessible(page, 'waiting for the window')
  await pictures(page, 'proofs-window')
  await atProvider(stranger, { email: `not-${ada.email}`, name: 'Not Ada' })
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(stranger).toHaveURL(/\/login\/auth$/)
  await expect(stranger.getByText('This isn’t the sign-in that’s linked to you')).toBeVisible()
  await pictures(stranger, 'proofs-window-refused')
  await expect(proof).toBeVisible()
  expect(await mailsTo(page, invited)).toEqual([])
  const leaving = stranger.waitForEvent('close')
  // The window may be gone before the click is answered.
  await stranger
    .getByRole('button', { name: 'Close this window' })
    .click()
    .catch(() => undefined)
  await leaving

  const popup = await openWindow()
  const closed = popup.waitForEvent('close')
  await atProvider(popup, ada)
  await closed
  await expect(proof).toBeHidden()
  await expect(form).toBeHidden({ timeout: allowed(15_000) })
  await expect.poll(async () => (await mailsTo(page, invited)).length, { timeout: allowed(20_000) }).toBe(1)
})

test('staff set up an authenticator at first sign-in; each recovery code works once', async ({ page }) => {
  test.setTimeout(allowed(120_000))
  const nia = await newPerson('Nia Newcome', 'auditor')
  await page.goto('/internal/reports')
  const signInAgain = async () => {
    await page.getByLabel('Email').fill(nia.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signInAgain()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up your authenticator' })).toBeVisible()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  expect((await page.request.get('/api/events')).status()).toBe(403)
  await page.goto('/internal/reports')
  await expect(page.getByRole('heading', { level: 1, name: 'Set up your authenticator' })).toBeVisible()
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).innerText()).trim()
  await expectAccessible(page, 'setting it up')
  await pictures(page, 'proofs-enrol')
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong code')
  await page.getByLabel('Code').fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Save your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('listitem').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  await expectAccessible(page, 'the recovery codes')
  await pictures(page, 'proofs-codes')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await isIn(page)
  expect(
    (await (await page.request.get('/api/session')).json()) as { role: string; secondFactor: unknown },
  ).toMatchObject({ role: 'auditor', secondFactor: null })

  for (const expected of ['in', 'refused'] as const) {
    await page.context().clearCookies()
    await page.goto('/login')
    await signInAgain()
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
    await page.getByLabel('Code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    if (expected === 'in') await isIn(page)
    else await expect(page.getByRole('alert')).toContainText('Wrong code')
  }
})
