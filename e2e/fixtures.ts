import type { ListedBookingRow } from '@hearth/contracts/booking'
import type { ListingRow } from '@hearth/contracts/listing'
import { allowed } from '@hearth/platform/testing/allowed'
import { DEMO_LOGINS } from '@hearth/standalone/demo/logins'
import {
  expect,
  test as base,
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test'
import { generateSync } from 'otplib'

/** The password of all demo people and of those in these journeys. */
export const PASSWORD = 'hearth-demo-2026'
export const baseUrl = () => process.env['E2E_BASE_URL'] ?? ''

// A code is valid once in its thirty seconds; the codes before and after are accepted as well, and there are
// two workers.
const STEPS = [-30, 0, 30]

/** Codes of a demo person's authenticator that may still be valid; only "none" for people without one. */
export const listCodes = (email: string): readonly (string | undefined)[] => {
  const login = DEMO_LOGINS.find((one) => one.email === email)
  const secret = login?.account === undefined ? login?.totpSecret : undefined
  return secret === undefined
    ? [undefined]
    : STEPS.map((step) => generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + step }))
}

const login = async (request: APIRequestContext, email: string, at: string): Promise<APIResponse> => {
  const ask = (code: string | undefined) =>
    request.post(`${at}/api/login`, {
      data: { email, password: PASSWORD, ...(code === undefined ? {} : { code }) },
      headers: { Origin: at },
    })
  const [first, ...others] = listCodes(email)
  let answer = await ask(first)
  for (const code of others) if (answer.status() === 401) answer = await ask(code)
  return answer
}

/** Cookies of staff who have signed in, by installation and email; they are shared while they are valid. */
const kept = new Map<string, Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>>()

/** Signs a page's context in without the login screen, staff with the code of their authenticator. */
export const signIn = async (page: Page, email = 'ana@vale.example', at = baseUrl()) => {
  const context = page.context()
  const key = `${at} ${email}`
  const cookies = kept.get(key)
  if (cookies) {
    await context.addCookies(cookies)
    if ((await context.request.get(`${at}/api/session`)).status() === 200) return
  }
  let answer = await login(context.request, email, at)
  // A machine that starts everything at the same time may answer OVERLOADED; a code may have just expired.
  if (answer.status() === 503 || (answer.status() === 401 && listCodes(email).length > 1)) {
    await expect
      .poll(async () => (answer = await login(context.request, email, at)).status(), {
        timeout: 35_000,
        intervals: [2_000, 5_000],
      })
      .toBe(200)
  }
  expect(answer.status(), await answer.text()).toBe(200)
  if (listCodes(email).length > 1) kept.set(key, await context.cookies(at))
}

export const test = base.extend<{ signedIn: Page; policyHolds: void }>({
  baseURL: baseUrl(),
  // The console must comply with its content security policy on every page.
  policyHolds: [
    async ({ browser }, use) => {
      const violations: string[] = []
      const watch = (context: BrowserContext) => {
        // Not every violation is written to the console by the browser itself.
        void context.addInitScript(() =>
          addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
            console.error('Content Security Policy', violatedDirective, blockedURI, sourceFile),
          ),
        )
        context.on(
          'console',
          (message) =>
            void (
              /Content Security Policy|Refused to (?:load|apply|execute|connect|frame)/i.test(
                message.text(),
              ) && violations.push(message.text())
            ),
        )
      }
      // Also in the contexts that a journey opens for other people.
      browser.on('context', watch)
      for (const context of browser.contexts()) watch(context)
      await use()
      browser.off('context', watch)
      expect(violations, 'violations of the content security policy').toEqual([])
    },
    { auto: true },
  ],
  signedIn: async ({ page }, use) => {
    await signIn(page)
    await use(page)
  },
})
export { expect }

/**
 * Presses a button of the open dialog and waits until the dialog has closed, which it does once the command is
 * acknowledged. The page behind an open dialog is hidden from roles, so nothing can be said about it earlier.
 */
export const confirm = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name }).click()
  await expect(dialog).toHaveCount(0)
}

/** Performs an action until `goesOn` is visible, and confirms the identity if the last proof is too old. */
export const prove = async (page: Page, goesOn: () => Promise<unknown>) => {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const asked = dialog.waitFor({ timeout: allowed(15_000) }).then(
    () => true,
    () => false,
  )
  const went = goesOn().then(() => false)
  if (await Promise.race([asked, went])) {
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
  }
  await went
}

/** Sends a command with its key again while the installation is too busy, as the console does. */
export const sendPatiently = async (post: () => Promise<APIResponse>): Promise<APIResponse> => {
  let answer = await post()
  if (answer.status() === 503)
    await expect
      .poll(async () => (answer = await post()).status(), { timeout: allowed(20_000) })
      .not.toBe(503)
  return answer
}

/** Sends a command as the page's person; it must be accepted. */
export const send = async (page: Page, path: string, data: unknown): Promise<Readonly<{ id: string }>> => {
  const headers = { Origin: baseUrl(), 'Idempotency-Key': crypto.randomUUID() }
  const answer = await sendPatiently(() => page.request.post(path, { data, headers }))
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as { id: string }
}

/** A page of another person, in its own browser context; close it with `page.context().close()`. */
export const openPageAs = async (
  browser: Browser,
  email: string,
  options: Readonly<{ viewport?: { width: number; height: number }; colorScheme?: 'light' | 'dark' }> = {},
): Promise<Page> => {
  const page = await (
    await browser.newContext({ baseURL: baseUrl(), viewport: { width: 1280, height: 800 }, ...options })
  ).newPage()
  await signIn(page, email)
  return page
}

/** Rows of a resource as the signed-in person sees them. */
export const readRows = async <Row>(
  request: APIRequestContext,
  resource: string,
  filter: unknown,
  sort: readonly [string, string],
  at = baseUrl(),
): Promise<Row[]> => {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: JSON.stringify(sort),
    range: '[0,99]',
  })
  const answer = await request.get(`${at}/api/${resource}?${query}`)
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as Row[]
}

/** A live listing of the signed-in person's account, always the same one. */
export const readLiveListing = async ({ request }: Pick<Page, 'request'>): Promise<ListingRow> => {
  const [listing] = await readRows<ListingRow>(request, 'listings', { status: 'live' }, ['title', 'ASC'])
  if (listing === undefined) throw new Error('No listing is live')
  return listing
}

/** An upcoming confirmed booking; `skip` gives each test its own. */
export const upcomingBooking = async (
  request: APIRequestContext,
  skip: number,
  at = baseUrl(),
): Promise<ListedBookingRow> => {
  const from = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const booking = (
    await readRows<ListedBookingRow>(
      request,
      'bookings',
      { status: 'confirmed', checkIn_gte: from },
      ['checkIn', 'ASC'],
      at,
    )
  )[skip]
  if (!booking) throw new Error('The demo data holds no such booking')
  return booking
}
