import type { BookingRow } from '@hearth/contracts/booking'
import { expect, test as base, type APIRequestContext, type Page } from '@playwright/test'

const PASSWORD = 'hearth-demo-2026'
export const baseUrl = () => process.env['E2E_BASE_URL'] ?? ''

/** Signs a page's context in without the login screen. */
export const signIn = async (page: Page, email = 'ana@vale.example', at = baseUrl()) => {
  const answer = await page.context().request.post(`${at}/api/login`, { data: { email, password: PASSWORD }, headers: { Origin: at } })
  expect(answer.status(), await answer.text()).toBe(200)
}

export const test = base.extend<{ signedIn: Page }>({
  baseURL: baseUrl(),
  signedIn: async ({ page }, use) => {
    await signIn(page)
    await use(page)
  },
})
export { expect }

/** Rows of a resource as the signed-in person sees them. */
export const rowsOf = async <Row>(request: APIRequestContext, resource: string, filter: unknown, sort: readonly [string, string], at = baseUrl()): Promise<Row[]> => {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: JSON.stringify(sort), range: '[0,99]' })
  const answer = await request.get(`${at}/api/${resource}?${query}`)
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as Row[]
}

/** An upcoming confirmed booking; `skip` keeps tests out of each other's way. */
export const upcomingBooking = async (request: APIRequestContext, skip: number, at = baseUrl()): Promise<BookingRow> => {
  const from = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const booking = (await rowsOf<BookingRow>(request, 'bookings', { status: 'confirmed', checkIn_gte: from }, ['checkIn', 'ASC'], at))[skip]
  if (!booking) throw new Error('The demo data holds no such booking')
  return booking
}
