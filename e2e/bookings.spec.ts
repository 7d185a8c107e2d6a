import type { Browser } from '@playwright/test'
import { expect, signIn, test, upcomingBooking } from './fixtures.ts'
import { findFaults } from './layout/faults.ts'
import { SIZES } from './pictures.ts'

test('a host cancels after a simulation, types the code, and undoes it on another device', async ({
  signedIn: page,
  browser,
}) => {
  const booking = await upcomingBooking(page.context().request, 1)
  await page.goto(`/bookings/${booking.id}`)
  await page.getByRole('link', { name: 'Cancel booking' }).click()
  await expect(page.getByRole('textbox', { name: /^Message to / })).toHaveValue('')
  await expect(page.getByRole('radio', { name: 'I need it myself' })).not.toBeChecked()
  await page.getByRole('radio', { name: 'I need it myself' }).check({ force: true })
  await expect(page.getByText('Total cost to you')).toBeVisible()
  const submit = page.getByRole('button', { name: 'Cancel the booking' })
  await expect(submit).toBeDisabled()
  await page.getByRole('textbox', { name: /to confirm/ }).fill(booking.code)
  await submit.click()
  await expect(page.getByRole('complementary', { name: 'Cancellation in progress' })).toContainText(
    booking.code,
  )
  await expect(page.getByText(/^Final in \d+:\d\d, at \d\d:\d\d/)).toBeVisible()

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const second = await other.newPage()
  await signIn(second, 'carla@vale.example')
  await second.goto('/')
  const bar = second.getByRole('complementary', { name: 'Cancellation in progress' })
  await expect(bar).toContainText(booking.code)
  await bar.getByRole('button', { name: /Keep/ }).click()
  await expect(second.getByText(`Kept. ${booking.code} stays as booked`)).toBeVisible()
  await other.close()
  await expect(page.getByRole('complementary', { name: 'Cancellation in progress' })).toBeHidden()
  await expect(page.getByText(/^Carla .* kept this booking$/)).toBeVisible()
  const after = await page.context().request.get(`/api/bookings/${booking.id}`)
  expect((await after.json()).status).toBe('confirmed')
})

test('“Guest asked me” sends a link and cancels nothing', async ({ signedIn: page }) => {
  const booking = await upcomingBooking(page.context().request, 2)
  await page.goto(`/bookings/${booking.id}/cancel`)
  await page.getByRole('radio', { name: 'Guest asked me' }).check({ force: true })
  await page.getByRole('button', { name: /Send .* a link/ }).click()
  await expect(page.getByText('Nothing has been cancelled.').first()).toBeVisible()
  const after = await page.context().request.get(`/api/bookings/${booking.id}`)
  expect((await after.json()).status).toBe('confirmed')
})

test('cancelling later is shown for comparison only', async ({ signedIn: page }) => {
  const booking = await upcomingBooking(page.context().request, 2)
  await page.goto(`/bookings/${booking.id}/cancel`)
  await page.getByRole('radio', { name: 'Cancel later' }).check({ force: true })
  await expect(
    page.getByText(/^For comparison only: this is what cancelling after .+ would cost\.$/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel the booking' })).toHaveCount(0)
})

test('a note that was not saved is there after a reload', async ({ signedIn: page }) => {
  const booking = await upcomingBooking(page.context().request, 2)
  const field = page.getByRole('textbox', { name: 'Write a note' })
  await page.goto(`/bookings/${booking.id}`)
  await field.fill('Arrives with two bikes.')
  await page.reload()
  await expect(field).toHaveValue('Arrives with two bikes.')
  await field.fill('')
})

test('the list filters, sorts and exports by its address', async ({ signedIn: page }) => {
  await page.goto('/bookings')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  for (const [name, ending, start] of [
    ['Excel (.xlsx)', /\.xlsx$/, 'PK'],
    ['CSV (.csv)', /\.csv$/, '\ufeff"Code"'],
  ] as const) {
    await page.getByRole('button', { name: /Export \d+ rows?/ }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    expect((await download).suggestedFilename()).toMatch(ending)
    const stream = await (await download).createReadStream()
    const bytes = Buffer.concat((await stream.toArray()) as Buffer[])
    expect(bytes.toString().slice(0, start.length)).toBe(start)
    await expect(page.getByRole('menu')).toBeHidden()
  }
})

test('a booking is shown as of a date', async ({ signedIn: page }) => {
  const booking = await upcomingBooking(page.context().request, 3)
  await page.goto(`/bookings/${booking.id}?asOf=${booking.confirmedAt}`)
  await expect(page.getByText('Read only.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel booking' })).toBeHidden()
})

/** A guest cancels by phone: staff cancel for them, immediately. */
const cancelForGuest = async (browser: Browser, at: string, id: string) => {
  const context = await browser.newContext({ baseURL: at })
  await signIn(await context.newPage(), 'support@hearth.example')
  const quoted = await context.request.get(`/api/bookings/${id}/cancellation-quote?initiator=guest`)
  const cancelled = await context.request.post(`/api/bookings/${id}/cancel-by-staff`, {
    data: { quote: (await quoted.json()).quote, reason: 'The guest called and cancelled.' },
    headers: {
      Origin: at,
      'Idempotency-Key': crypto.randomUUID(),
      'If-Match': quoted.headers()['etag'] ?? '',
    },
  })
  expect(cancelled.status(), await cancelled.text()).toBe(200)
  await context.close()
}

test('a double booking shows both stays, and resolves itself when the other guest cancels', async ({
  signedIn: page,
  browser,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: /^Renata C\., / }).click()
  await expect(page.getByRole('heading', { name: 'Two bookings for the same nights' })).toBeVisible()
  await expect(page.getByText('Cancelling costs you')).toHaveCount(2)
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  const links = page.getByRole('link', { name: /^Cancel .* stay$/ })
  await expect(links).toHaveCount(2)
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const other = paths.map((path) => path.split('/')[2] ?? '').find((found) => found !== id) ?? ''
  await cancelForGuest(browser, new URL(page.url()).origin, other)
  await expect(page.getByRole('heading', { name: 'This double booking is resolved' })).toBeVisible()
  const after = await page.context().request.get(`/api/bookings/${id}`)
  expect((await after.json()).status).toBe('confirmed')
  const claim = await page.context().request.get(`/api/claims/${id}`)
  expect((await claim.json()).state).toBe('committed')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Needs your attention' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Renata C\., / })).toBeHidden()
})

test('money without a bank account is the first decision', async ({ page }) => {
  await signIn(page, 'dan@debt.example')
  await page.goto('/')
  const first = page.getByRole('listitem', { name: 'Most urgent decision' })
  await expect(first).toContainText('GBP can’t be paid out')
  await expect(first.getByRole('link', { name: 'Add a bank account' })).toHaveAttribute(
    'href',
    '/payout-settings',
  )
  await page.goto('/performance/payouts-breakdown')
  await expect(page.getByText('Waiting for a bank account')).toBeVisible()
})

test('a view is saved, shared with the team, renamed, removed and restored', async ({
  signedIn: page,
  browser,
}) => {
  const [first, second] = ['Cancelled', 'Gone'].map((word) => `${word} ${crypto.randomUUID().slice(0, 8)}`)
  if (first === undefined || second === undefined) throw new Error('two names')
  await page.goto('/bookings')
  await page.getByRole('link', { name: /^Cancelled/ }).click()
  await page
    .getByRole('button', { name: /^Remove filter/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(first)
  await page.getByRole('checkbox', { name: 'Share with the team' }).check({ force: true })
  await page.getByRole('button', { name: 'Save view' }).click()
  const tab = page.getByRole('link', { name: first })
  await expect(tab).toHaveAttribute('aria-current', 'true')
  await page.setViewportSize(SIZES.phone)
  await expect(tab).toBeVisible()
  expect(await page.evaluate(findFaults)).toEqual([])
  await page.setViewportSize(SIZES.desktop)

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const theirs = await other.newPage()
  await signIn(theirs, 'carla@vale.example')
  await theirs.goto('/bookings')
  await theirs.getByRole('link', { name: `${first} (shared with the team)` }).click()
  await expect(theirs.getByRole('button', { name: /^Status: / })).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: `Options for “${first}”` }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(second)
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('link', { name: second })).toHaveAttribute('aria-current', 'true')

  await page.getByRole('button', { name: `Options for “${second}”` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByRole('link', { name: second })).toBeHidden()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('link', { name: second }).click()
  await expect(page.getByRole('link', { name: second })).toHaveAttribute('aria-current', 'true')
})
