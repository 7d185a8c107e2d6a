import { allowed } from '@hearth/platform/testing/allowed'
import type { BrowserContext, Page } from '@playwright/test'
import { baseUrl, listCodes, expect, PASSWORD, signIn, test } from './fixtures.ts'
import { linkAfter, mailsTo } from './mails.ts'

const randomEmail = () => `e2e-${crypto.randomUUID().slice(0, 8)}@guests.example`

const withPassword = async (page: Page, email: string, password = PASSWORD) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const post = (page: Page, path: string, data: unknown) =>
  page.request.post(path, { data, headers: { Origin: baseUrl(), 'Idempotency-Key': crypto.randomUUID() } })
const readSession = async (page: Page) =>
  (await (await page.request.get('/api/session')).json()) as {
    user: { name: string }
    role: string
    account: { id: string; displayName: string } | null
  }
const isIn = (page: Page) =>
  expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible({ timeout: allowed(15_000) })

/** Pages of people without a session. */
const newPage = async (context: BrowserContext) => {
  const other = await context.browser()?.newContext({ baseURL: baseUrl() })
  if (!other) throw new Error('no browser')
  return other.newPage()
}

test('password: leads to the requested page, works with password managers, and can be shown', async ({
  page,
}) => {
  await page.goto('/listings?page=1')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await password.fill('looked at')
  await page.getByRole('button', { name: 'Show the password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide the password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await withPassword(page, 'ana@vale.example')
  await expect(page.getByRole('heading', { level: 1, name: 'Listings' })).toBeVisible()
  await expect(page).toHaveURL(/\/listings\?.*page=1/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/$/)
})

test('code: staff give the six digits in the same card; a wrong code says so', async ({ page }) => {
  const email = 'admin2@hearth.example'
  await page.goto('/login')
  await withPassword(page, email)
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong code')
  await expect(async () => {
    for (const good of listCodes(email)) {
      if (!(await code.isVisible())) break
      await code.fill(good ?? '')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(
        page
          .getByRole('alert')
          .or(page.getByRole('navigation', { name: 'Main' }))
          .first(),
      ).toBeVisible()
    }
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: allowed(60_000) })
  expect((await readSession(page)).role).toBe('admin')
})

test('provider: links an account after its password, then signs in directly, or says why not', async ({
  page,
}) => {
  test.setTimeout(allowed(90_000))
  const atProvider = async (who: string) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Continue with Demo identity' }).click()
    await expect(page).toHaveURL(/\/dev\/idp\//)
    await page.getByRole('button', { name: who }).click()
  }
  await atProvider('Inês Duarte')
  await expect(
    page.getByRole('heading', { level: 1, name: 'You already have an account here' }),
  ).toBeVisible()
  expect(new URL(page.url()).search, 'the provider’s answer has left the address').toBe('')
  await page.getByRole('link', { name: 'Sign in and link' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('ines@lisboa.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The message is shown for some seconds only, so it is checked first.
  await expect(page.getByText('Demo identity is now linked to your account.')).toBeVisible()
  await isIn(page)
  await page.context().clearCookies()

  await atProvider('Inês Duarte')
  await isIn(page)
  expect((await readSession(page)).user.name).toBe('Inês Duarte')
  expect((await post(page, '/api/session/prove', { password: PASSWORD })).status()).toBe(200)
  expect((await post(page, '/api/account/idp/unlink', { provider: 'demo' })).ok()).toBe(true)
  await page.context().clearCookies()

  await atProvider('Not Ana')
  await expect(page.getByRole('heading', { level: 1, name: 'Your email isn’t verified there' })).toBeVisible()
  await atProvider('Decline')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in was declined' })).toBeVisible()
  await page.goto('/login/auth?code=stolen&state=forged')
  await expect(page.getByRole('heading', { level: 1, name: 'This sign-in link has expired' })).toBeVisible()
  await page.getByRole('link', { name: 'Other ways to sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect((await page.request.get('/api/session')).status()).toBe(401)

  await page.goto('/login/idp')
  await expect(page.getByRole('link', { name: 'Continue with Demo identity' })).toBeVisible()
  await page.goto('/login/idp/nobody')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('emailed link: waits for the button, works once, in the same browser, and leaves the address', async ({
  page,
}) => {
  test.setTimeout(allowed(90_000))
  const email = 'bruno@vale.example'
  await page.goto('/login')
  await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
  await page.getByLabel('Email').fill(email)
  const link = await linkAfter(page, email, () => page.getByRole('button', { name: 'Send link' }).click())
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
  for (let count = 0; count < 50; count++)
    expect((await page.request.get(link.split('#')[0] ?? '')).status()).toBe(200)

  const elsewhere = await newPage(page.context())
  await elsewhere.goto(link)
  await expect(elsewhere.getByText('You requested this link on another device.')).toBeVisible()
  await elsewhere.getByLabel('Your email address').fill('ana@vale.example')
  await elsewhere.getByRole('button', { name: 'Continue as b…@vale.example' }).click()
  await expect(elsewhere.getByRole('alert')).toContainText('The link wasn’t sent to this address.')

  await page.goto(link)
  await expect(page.getByText('This link signs you in as b…@vale.example.')).toBeVisible()
  expect(new URL(page.url()).hash, 'the token has left the address').toBe('')
  expect((await page.request.get('/api/session')).status(), 'looking consumes nothing').toBe(401)
  await page.getByRole('button', { name: 'Continue as b…@vale.example' }).click()
  await isIn(page)
  expect((await readSession(page)).user.name).toBe('Bruno Vale')

  await elsewhere.goto('/login')
  await elsewhere.goto(link)
  await expect(
    elsewhere.getByRole('heading', { level: 1, name: 'This link has already been used' }),
  ).toBeVisible()
  await elsewhere.goto('/login/ticket')
  await expect(
    elsewhere.getByRole('heading', { level: 1, name: 'Please open the link in your email again' }),
  ).toBeVisible()
  await elsewhere.context().close()
})

test('invitation: a co-host joins with a name and a password, and resets it', async ({ page }) => {
  test.setTimeout(allowed(120_000))
  const email = randomEmail()
  await signIn(page)
  const account = (await readSession(page)).account?.id ?? ''
  const invitation = await linkAfter(page, email, async () => {
    const answer = await post(page, `/api/accounts/${account}/invite-member`, {
      email,
      role: 'cohost_calendar',
      listingIds: null,
    })
    expect(answer.status(), await answer.text()).toBe(200)
  })
  const guest = await newPage(page.context())
  await guest.goto(invitation)
  await expect(guest.getByRole('heading', { level: 1, name: 'Join Vale Stays' })).toBeVisible()
  await guest.getByLabel('Your name').fill('Cora New')
  await guest.getByLabel('New password').fill('password1234')
  await guest.getByRole('button', { name: /^Join as/ }).click()
  await expect(guest.getByText('Your password is on a list of breached passwords.')).toBeVisible()
  await guest.getByLabel('New password').fill('a lantern over the bay')
  await guest.getByRole('button', { name: /^Join as/ }).click()
  await isIn(guest)
  expect(await readSession(guest)).toMatchObject({
    role: 'cohost_calendar',
    user: { name: 'Cora New' },
    account: { displayName: 'Vale Stays' },
  })

  await guest.context().clearCookies()
  await guest.goto('/login')
  await guest.getByRole('link', { name: 'Forgot your password?' }).click()
  await guest.getByLabel('Email').fill(email)
  const reset = await linkAfter(page, email, () => guest.getByRole('button', { name: 'Send link' }).click())
  await guest.goto(reset)
  await expect(guest.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await guest.getByLabel('New password').fill('another lantern, further out')
  await guest.getByRole('button', { name: 'Save and sign in' }).click()
  await isIn(guest)
  await guest.context().clearCookies()
  await guest.goto('/login')
  await withPassword(guest, email, 'a lantern over the bay')
  await expect(guest.getByRole('alert')).toContainText('Wrong email or password.')
  await withPassword(guest, email, 'another lantern, further out')
  await isIn(guest)
  await guest.context().close()
})

test('hand-off: a code on the computer signs the phone in, once', async ({ signedIn: page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Ana Vale' }).click()
  const answered = page.waitForResponse('**/api/session/handoff')
  await page.getByRole('menuitem', { name: 'Continue on your phone' }).click()
  const { url } = (await (await answered).json()) as { url: string }
  await expect(page.getByRole('img', { name: 'QR code that signs you in on your phone' })).toBeVisible()
  await expect(page.getByText(/^Works for 0:\d\d more/)).toBeVisible()

  const phone = await newPage(page.context())
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto(url)
  await expect(phone).toHaveURL(/\/mobile\/login$/)
  await phone.getByRole('button', { name: 'Continue as a…@vale.example' }).click()
  await expect(phone.getByRole('heading', { level: 1, name: /^Today/ })).toBeVisible()
  expect((await readSession(phone)).user.name).toBe('Ana Vale')
  await phone.context().clearCookies()
  await phone.goto('/mobile/login')
  await expect(phone.getByRole('heading', { level: 1, name: 'Sign in on your phone' })).toBeVisible()
  await phone.goto(url)
  await expect(
    phone.getByRole('heading', { level: 1, name: 'This link has already been used' }),
  ).toBeVisible()
  await phone.context().close()
})

test('a fresh proof is requested once, the request is repeated, and “Not now” keeps the form', async ({
  page,
}) => {
  test.setTimeout(allowed(90_000))
  const email = 'bruno@vale.example'
  const invited = randomEmail()
  // A link is a weaker proof: the next action that needs one asks for it.
  const link = await linkAfter(page, email, () => post(page, '/api/login/link', { email }))
  await page.goto(link)
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await isIn(page)
  const keys: (string | undefined)[] = []
  page.on(
    'request',
    (request) =>
      void (request.url().endsWith('/invite-member') && keys.push(request.headers()['idempotency-key'])),
  )
  await page.goto('/account?tab=team')
  await page.getByRole('button', { name: 'Invite someone' }).first().click()
  const form = page.getByRole('dialog', { name: /^Invite someone/ })
  await form.getByLabel('Email').fill(invited)
  const send = form.getByRole('button', { name: /send/i })
  await send.click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof).toContainText('Before you invite co-hosts')
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByLabel('Email')).toHaveValue(invited)
  expect(await mailsTo(page, invited)).toEqual([])

  await send.click()
  await proof.getByLabel('Password', { exact: true }).fill('not the password')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof).toContainText('Wrong password.')
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof).toBeHidden()
  await expect(form).toBeHidden({ timeout: allowed(15_000) })
  await expect.poll(async () => (await mailsTo(page, invited)).length, { timeout: allowed(20_000) }).toBe(1)
  expect(keys.length).toBe(3)
  expect(keys[2], 'the repeated request is the same one').toBe(keys[1])
})

test('a page without permission says what is missing and who has it, and asks the owners', async ({
  page,
}) => {
  await signIn(page, 'tom@vale.example')
  await page.goto('/bookings/018f0000-0000-7000-8000-000000000000/cancel')
  await expect(page).toHaveURL(/\/unauthorized$/)
  await expect(page.getByText('You can’t cancel bookings')).toBeVisible()
  await expect(page.getByText('Required role: owner or full co-host.')).toBeVisible()
  await page.getByRole('button', { name: 'Request access' }).click()
  await page.getByLabel('What do you need it for?').fill('Guests ask me to cancel at night.')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Request sent.')).toBeVisible()
  await page.goto('/internal/reports')
  await expect(page.getByText(/^.*Only Hearth staff can do this/)).toBeVisible()
})

test('a co-host for the calendar sees dates, but no guest on any screen', async ({ page }) => {
  await signIn(page, 'uma@vale.example')
  await page.goto('/bookings')
  const hidden = page.getByText('Your role doesn’t show guests or amounts.')
  await expect(hidden).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Guest' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Export/ })).toHaveCount(0)
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Guest/ })).toBeVisible()
  await expect(hidden).toBeVisible()
  const names = await page.request.get('/api/today')
  const { arrivals, departures } = (await names.json()) as Record<
    'arrivals' | 'departures',
    { items: { guestName: string | null }[] }
  >
  expect([...arrivals.items, ...departures.items].filter(({ guestName }) => guestName !== null)).toEqual([])
})
