import { allowed } from '@hearth/platform/testing/allowed'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { baseUrl, expect, PASSWORD, prove, readRows, signIn, test } from './fixtures.ts'
import { mailsTo } from './mails.ts'
import { newAccount, newPerson } from './people.ts'
import { loaded, picture, pictures } from './pictures.ts'

const SUPPORT = 'support@hearth.example'
const ADMIN = 'admin1@hearth.example'
const REASON = 'The host asked why a booking shows the wrong dates'
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

const openStaffPage = async (browser: Browser, email: string, viewport = SIZES.desktop): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: baseUrl(), viewport })).newPage()
  await signIn(page, email)
  return page
}
const shot = (page: Page, name: string) => picture(page, `impersonate-${name}`, false)
/** Signs in again: what staff do here needs a fresh proof. */
const post = async (page: Page, path: string, data: unknown) => {
  const headers = { Origin: baseUrl(), 'Idempotency-Key': crypto.randomUUID() }
  const answer = await page.request.post(path, { data, headers })
  if (answer.status() !== 403 || !(await answer.text()).includes('STEP_UP_REQUIRED')) return answer
  expect(
    (await page.request.post('/api/session/prove', { data: { password: PASSWORD }, headers })).status(),
  ).toBe(200)
  return page.request.post(path, { data, headers })
}
const notice = (page: Page) => page.getByRole('complementary', { name: 'You’re impersonating a host' })

const fillRequest = async (
  page: Page,
  host: string,
  mode: 'View only' | 'Act on their behalf',
  scopes: readonly string[],
) => {
  await page.goto('/internal/impersonate')
  await page.getByLabel('Account name').fill(host.slice(0, 5))
  await page.getByRole('button', { name: 'Find account' }).click()
  await page.getByRole('radio', { name: new RegExp(`^${host}`) }).check()
  await page.getByLabel('Details').fill(REASON)
  await page.getByLabel('Ticket').fill('T-4711')
  await page.getByRole('radio', { name: new RegExp(`^${mode}`) }).check()
  for (const name of [
    'Bookings and history',
    'Calendar and blocks',
    'Messages',
    'Account, team and listings',
  ])
    await page.getByRole('checkbox', { name }).setChecked(scopes.includes(name))
}

test('view-only: a red banner on every page, no changes, and an access log for the host', async ({
  browser,
}) => {
  test.setTimeout(allowed(120_000))
  const staff = await openStaffPage(browser, SUPPORT)
  await fillRequest(staff, 'Lisboa Casas', 'View only', [
    'Bookings and history',
    'Calendar and blocks',
    'Account, team and listings',
  ])
  await expect(staff.getByText('The host is notified at the end')).toBeVisible()
  await staff.getByRole('button', { name: 'View as Lisboa Casas' }).click()
  await prove(staff, () => expect(notice(staff)).toBeVisible({ timeout: allowed(20_000) }))
  await expect(notice(staff)).toContainText('Sam Support is viewing as Lisboa Casas')
  await expect(notice(staff)).toContainText(`Support ticket: ${REASON}`)
  await expect(notice(staff)).toContainText(/(29|30):\d\d left/)
  await expect(staff).toHaveURL(/\/$/)
  for (const path of ['/bookings', '/calendar', '/listings', '/account']) {
    await staff.goto(path)
    // What a page reads is in the log.
    await loaded(staff)
    await expect(notice(staff)).toBeVisible()
    const [bar, heading] = await Promise.all([
      notice(staff).boundingBox(),
      staff.getByRole('heading', { level: 1 }).boundingBox(),
    ])
    expect(
      (heading?.y ?? 0) - ((bar?.y ?? 0) + (bar?.height ?? 0)),
      `${path}: the notice covers the title`,
    ).toBeGreaterThan(0)
  }
  const [booking] = await readRows<{ id: string }>(
    staff.context().request,
    'bookings',
    { status: 'confirmed' },
    ['checkIn', 'DESC'],
  )
  await staff.goto(`/bookings/${booking?.id}`)
  await expect(staff.getByText('You have view-only access, so you can’t make changes.').first()).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Cancel booking' })).toBeDisabled()
  const refused = await staff.request.post(`/api/bookings/${booking?.id}/add-note`, {
    data: { text: 'No', visibility: 'host' },
    headers: { Origin: baseUrl(), 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(refused.status()).toBe(403)
  await staff.goto('/account?tab=security')
  await expect(staff.getByText('You can’t open this section while impersonating a host.')).toBeVisible()
  await expectAccessible(staff, 'looking')
  await pictures(staff, 'impersonate-looking-security')
  await staff.setViewportSize(SIZES.phone)
  await staff.goto('/bookings')
  await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(staff, 'looking, phone')
  await pictures(staff, 'impersonate-looking')
  expect(
    await staff.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  ).toBeLessThanOrEqual(0)
  await notice(staff).getByRole('button', { name: 'Stop' }).click()
  await expect(staff).toHaveURL(/\/internal\/impersonate/)
  await expect(notice(staff)).toHaveCount(0)

  const host = await openStaffPage(browser, 'ines@lisboa.example')
  await host.goto('/account?tab=access')
  const log = host.getByRole('listitem').filter({ hasText: REASON }).first()
  await expect(log).toContainText('Sam Support viewed your account as you', {
    timeout: allowed(15_000),
  })
  await log.getByRole('button', { name: 'Show what was viewed and done' }).click()
  await expect(log.getByText('Opened the calendar')).toBeVisible()
  await expect(log.getByText(/^Refused:/).first()).toBeVisible()
  await expectAccessible(host, 'access log')
  await pictures(host, 'impersonate-access-log')
  await Promise.all([staff.context().close(), host.context().close()])
})

test('the messages of a host: read with their scope, closed without it and to a calendar co-host', async ({
  browser,
}) => {
  test.setTimeout(allowed(120_000))
  const staff = await openStaffPage(browser, SUPPORT)
  const impersonateFor = async (scope: string) => {
    await fillRequest(staff, 'Vale Stays', 'View only', [scope])
    await staff.getByRole('button', { name: 'View as Vale Stays' }).click()
    await prove(staff, () => expect(notice(staff)).toBeVisible({ timeout: allowed(20_000) }))
  }
  const stop = async () => {
    await notice(staff).getByRole('button', { name: 'Stop' }).click()
    await expect(notice(staff)).toHaveCount(0)
  }
  await impersonateFor('Messages')
  for (const [path, title, action] of [
    ['/saved-replies', 'Saved replies', 'New saved reply'],
    ['/scheduled-messages', 'Scheduled messages', 'New scheduled message'],
  ] as const) {
    await staff.goto(path)
    await expect(staff.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(staff.getByRole('listitem').first()).toBeVisible()
    for (const name of [action, 'Edit', 'Remove'])
      await expect(staff.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveCount(0)
    await expectAccessible(staff, `${path} while viewing as a host`)
    await pictures(staff, `impersonate${path.replace('/', '-')}`)
  }
  await stop()

  await impersonateFor('Calendar and blocks')
  const host = await openStaffPage(browser, 'uma@vale.example')
  for (const page of [staff, host])
    for (const path of ['/saved-replies', '/scheduled-messages']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/unauthorized$/)
      await loaded(page)
      await expectAccessible(page, `${path} without access`)
    }
  await pictures(host, 'scheduled-messages-denied')
  await stop()
  await Promise.all([staff.context().close(), host.context().close()])
})

test('acting: a second person approves, and another admin ends it immediately', async ({ browser }) => {
  test.setTimeout(allowed(120_000))
  const staff = await openStaffPage(browser, SUPPORT)
  await fillRequest(staff, 'Mika Mori', 'Act on their behalf', [
    'Bookings and history',
    'Calendar and blocks',
  ])
  await staff.getByRole('button', { name: 'Request to act as Mika Mori' }).click()
  await prove(staff, () =>
    expect(staff.getByText('Awaiting approval')).toBeVisible({ timeout: allowed(20_000) }),
  )
  await expectAccessible(staff, 'waiting')
  await pictures(staff, 'impersonate-waiting')

  const admin = await openStaffPage(browser, ADMIN)
  await admin.goto('/internal/impersonate')
  const request = admin.getByRole('listitem').filter({ hasText: 'Sam Support wants to act as Mika Mori' })
  await request.getByRole('button', { name: 'Approve' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await prove(admin, () => expect(request).toHaveCount(0, { timeout: allowed(20_000) }))

  await staff.getByRole('button', { name: 'Start' }).click()
  await prove(staff, () =>
    expect(notice(staff)).toContainText('Sam Support is acting as Mika Mori', { timeout: allowed(20_000) }),
  )
  await expect(notice(staff)).toContainText(/(19|20):\d\d left/)
  await expect(notice(staff).getByRole('button', { name: 'Extend by 30 min' })).toHaveCount(0)

  await admin.goto('/internal/impersonate')
  const running = admin.getByRole('listitem').filter({ hasText: 'Sam Support as Mika Mori' })
  await running.getByRole('button', { name: 'End session' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await prove(admin, () => expect(running).toHaveCount(0, { timeout: allowed(20_000) }))
  await expect(staff).toHaveURL(/\/internal\/impersonate/, { timeout: allowed(30_000) })

  await admin.goto('/internal/reports?report=impersonations')
  await admin
    .getByRole('button', { name: /Open Sam Support as Mika Mori/ })
    .first()
    .click()
  await expect(admin.getByText(/^Approved by /)).toBeVisible()
  await expect(admin.getByText(/ended by someone else/)).toBeVisible()
  await expectAccessible(admin, 'report')
  await pictures(admin, 'impersonate-report')
  await Promise.all([staff.context().close(), admin.context().close()])
})

test('acting with the host’s code', async ({ browser }) => {
  test.setTimeout(allowed(120_000))
  const host = await openStaffPage(browser, 'mika@newhost.example')
  await host.goto('/account?tab=access')
  await host.getByRole('button', { name: 'Create a code' }).click()
  const shown = host.getByText(/^\d{3} \d{3}$/)
  await prove(host, () => expect(shown).toBeVisible({ timeout: allowed(20_000) }))
  const code = await shown.innerText()

  const staff = await openStaffPage(browser, SUPPORT)
  await fillRequest(staff, 'Mika Mori', 'Act on their behalf', ['Bookings and history'])
  await staff.getByRole('button', { name: 'Request to act as Mika Mori' }).click()
  const field = staff.getByLabel('Or use the host’s code').first()
  await prove(staff, () => expect(field).toBeVisible({ timeout: allowed(20_000) }))
  await field.fill(code === '111 111' ? '222222' : '111111')
  await staff.getByRole('button', { name: 'Use code' }).first().click()
  await prove(staff, () =>
    expect(staff.getByRole('alert')).toContainText('wrong or has expired', { timeout: allowed(20_000) }),
  )
  await field.fill(code)
  await staff.getByRole('button', { name: 'Use code' }).first().click()
  await expect(staff.getByText('Approved with the host’s code')).toBeVisible({ timeout: allowed(15_000) })
  await staff.getByRole('button', { name: 'Start' }).first().click()
  await expect(notice(staff)).toContainText('acting as Mika Mori', { timeout: allowed(15_000) })
  await notice(staff).getByRole('button', { name: 'Stop' }).click()
  await expect(notice(staff)).toHaveCount(0)
  await Promise.all([staff.context().close(), host.context().close()])
})

test('a fraud review: an admin delays the disclosure; until then neither log nor email mention it', async ({
  browser,
  request,
}) => {
  test.setTimeout(allowed(120_000))
  const owner = await newPerson('Ada Harbor')
  const name = `Review ${crypto.randomUUID().slice(0, 8)}`
  await newAccount(request, name, [[owner, 'owner']])
  const staff = await openStaffPage(browser, SUPPORT)
  await staff.goto('/internal/impersonate')
  await staff.getByLabel('Account name').fill(name)
  await staff.getByRole('button', { name: 'Find account' }).click()
  await staff.getByRole('radio', { name: new RegExp(`^${name}`) }).check()
  await staff.getByLabel('Reason', { exact: true }).selectOption({ label: 'Fraud review' })
  await staff.getByLabel('Details').fill('A bank asked us about payments of this account.')
  await staff.getByRole('radio', { name: /^View only/ }).check()
  await staff.getByRole('checkbox', { name: 'Bookings and history' }).check()
  await expect(staff.getByText('an admin can delay the notification by up to 30 days')).toBeVisible()
  await staff.getByRole('button', { name: `View as ${name}` }).click()
  await prove(staff, () => expect(notice(staff)).toBeVisible({ timeout: allowed(20_000) }))

  const admin = await openStaffPage(browser, ADMIN)
  await admin.goto('/internal/impersonate')
  const running = admin.getByRole('listitem').filter({ hasText: `Sam Support as ${name}` })
  await running.getByRole('button', { name: 'Delay the notification' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Delay the host’s notification?' })
  const send = dialog.getByRole('button', { name: 'Delay the notification' })
  await expect(send).toBeDisabled()
  await dialog.getByLabel('Days after the end').fill('31')
  await dialog.getByLabel('Reason').fill('The police asked us to wait until they have looked.')
  await expect(send).toBeDisabled()
  await dialog.getByLabel('Days after the end').fill('14')
  await expectAccessible(admin, 'telling the host later')
  await pictures(admin, 'impersonate-later')
  await send.click()
  await prove(admin, () =>
    expect(running).toContainText('The host is notified 14 days after the end.', {
      timeout: allowed(20_000),
    }),
  )
  await expect(running.getByRole('button', { name: 'Delay the notification' })).toHaveCount(0)

  await notice(staff).getByRole('button', { name: 'Stop' }).click()
  await expect(staff).toHaveURL(/\/internal\/impersonate/)
  await admin.goto('/internal/reports?report=impersonations')
  await admin.getByRole('button', { name: `Open Sam Support as ${name}` }).click()
  await expect(admin.getByText('The host is notified 14 days after the end.').first()).toBeVisible({
    timeout: allowed(15_000),
  })
  const host = await openStaffPage(browser, owner.email)
  await host.goto('/account?tab=access')
  // The log shows what staff saw in other journeys, but nothing of this impersonation.
  await expect(
    host.getByText('No staff access yet').or(host.getByText('viewed records of your account').first()),
  ).toBeVisible()
  await expect(host.getByText('viewed your account as you')).toHaveCount(0)
  expect(await readRows(host.request, 'access-log', { kind: 'impersonation' }, ['at', 'DESC'])).toEqual([])
  expect((await mailsTo(host, owner.email)).filter(({ subject }) => subject.includes('Hearth'))).toEqual([])
  await expectAccessible(host, 'an access log without the visit')
  await pictures(host, 'impersonate-access-log-empty')
  await Promise.all([staff, admin, host].map((page) => page.context().close()))
})

test('after the time runs out staff are themselves again, and an open page changes nothing', async ({
  browser,
  request,
}) => {
  test.setTimeout(allowed(120_000))
  const owner = await newPerson('Ada Harbor')
  const name = `Over ${crypto.randomUUID().slice(0, 8)}`
  const account = await newAccount(request, name, [[owner, 'owner']])
  const staff = await openStaffPage(browser, SUPPORT)
  await staff.goto('/internal/impersonate')
  const asked = await post(staff, '/api/impersonations', {
    targetAccountId: account,
    mode: 'read_only',
    scopes: ['all'],
    reason: 'support_ticket',
    reasonText: REASON,
    ticketRef: null,
  })
  expect(asked.status(), await asked.text()).toBe(201)
  const { id } = (await asked.json()) as { id: string }
  expect((await post(staff, `/api/impersonations/${id}/start`, {})).status()).toBe(200)
  await staff.goto('/bookings')
  await expect(notice(staff)).toBeVisible()
  const admin = await openStaffPage(browser, ADMIN)
  const ended = await post(admin, `/api/impersonations/${id}/revoke`, {})
  expect(ended.status(), await ended.text()).toBe(200)
  // The page does not know it yet; its requests must not use the staff member’s own rights.
  await expect
    .poll(
      async () =>
        (
          (await (await post(staff, `/api/accounts/${account}/change-profile`, {})).json()) as {
            code: string
          }
        ).code,
    )
    .toBe('IMPERSONATION_OVER')
  await expect(staff).toHaveURL(/\/internal\/impersonate/, { timeout: allowed(30_000) })
  await expect(staff.getByRole('heading', { name: 'Access a host account' })).toBeVisible()
  expect(
    ((await (await staff.request.get('/api/session')).json()) as { impersonationOver: boolean })
      .impersonationOver,
  ).toBe(false)
  await Promise.all([staff, admin].map((page) => page.context().close()))
})

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds no violation, and no policy is broken, ${size}, ${colorScheme}`, async ({ browser }) => {
      test.setTimeout(allowed(90_000))
      const page = await (await browser.newContext({ baseURL: baseUrl(), viewport, colorScheme })).newPage()
      const violations: string[] = []
      page.on(
        'console',
        (message) => message.text().includes('Content Security Policy') && violations.push(message.text()),
      )
      await signIn(page, ADMIN)
      for (const path of [
        '/internal/impersonate',
        '/internal/reports?report=impersonations',
        '/internal/reports?report=audit',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expectAccessible(page, path)
        await shot(page, `${path.replaceAll(/\W+/g, '-')}-${size}-${colorScheme}`)
        expect(
          await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
          `${path} scrolls sideways`,
        ).toBeLessThanOrEqual(0)
      }
      expect(violations).toEqual([])
      await page.context().close()
    })
  }
}
