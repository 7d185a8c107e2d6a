import { nightsBetween } from '@hearth/contracts/kernel/dates'
import type { ListingRow } from '@hearth/contracts/listing'
import { zRequestRow } from '@hearth/contracts/request'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './axe.ts'
import { dayIn } from './days.ts'
import { baseUrl, expect, openPageAs, readLiveListing, readRows, send, signIn, test } from './fixtures.ts'
import { deliver } from './gateway.ts'
import { bookAndWrite, sellNights, takeFreeNights } from './guests.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

/** The first day on which free nights are looked for, in days from today. */
const FIRST_DAY = 120

const readRequest = async ({ request }: Page, id: string) =>
  z.object(zRequestRow.shape).parse(await (await request.get(`/api/requests/${id}`)).json())

const book = (page: Page, listing: ListingRow, displayName: string) =>
  takeFreeNights(page, listing, { displayName }, { firstDay: FIRST_DAY })

const newName = () => `Rhea ${crypto.randomUUID().slice(0, 6)}`

/** The page of a guest who booked three nights and wants to leave a day earlier. */
const openAlteration = async (page: Page, name: string): Promise<string> => {
  const listing = await readLiveListing(page)
  const { id: bookingId, days } = await book(page, listing, name)
  const id = await deliver(page, '/api/alteration-requests', {
    listingId: listing.id,
    bookingId,
    checkOut: dayIn(days + 2),
    message: 'Our train leaves a day earlier.',
  })
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('heading', { name: `${name} asks for other dates`, level: 1 })).toBeVisible()
  await expect(page.getByText('Totals match')).toBeVisible()
  return id
}

/** The page of a new request, with its previews. */
const openRequest = async (page: Page, name: string): Promise<string> => {
  const guest = { displayName: name }
  const message = 'We come for the lake.'
  const { id } = await takeFreeNights(page, await readLiveListing(page), guest, {
    message,
    firstDay: FIRST_DAY,
  })
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('heading', { name: `${name} asks to book`, level: 1 })).toBeVisible()
  await expect(page.getByText('Totals match')).toBeVisible()
  await expect(page.getByText(message, { exact: true })).toBeVisible()
  return id
}

test('the host accepts a booking request with one key', async ({ page }) => {
  test.setTimeout(allowed(90_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  await page.goto('/requests')
  await loaded(page)
  await expectAccessible(page, '/requests')
  expect(await page.evaluate(findFaults), 'layout of the list').toEqual([])
  await pictures(page, 'requests')
  const id = await openRequest(page, newName())
  await expectAccessible(page, `/requests/${id}`)
  expect(await page.evaluate(findFaults), 'layout of a request').toEqual([])
  await pictures(page, 'request')

  await page.keyboard.press('a')
  await expect(page.getByText('Accepted. It is a booking now.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the booking' })).toBeVisible()
  expect(await readRequest(page, id)).toMatchObject({ status: 'accepted', bookingId: id, awaiting: null })
  await page.getByRole('link', { name: 'Open the booking' }).click()
  await expect(page.getByRole('heading', { name: 'Requests', level: 2 })).toBeVisible()
})

test('the host declines a booking request on a phone, with a reason', async ({ page }) => {
  test.setTimeout(allowed(90_000))
  await page.setViewportSize(SIZES.phone)
  await signIn(page)
  const id = await openRequest(page, newName())
  expect(await page.evaluate(findFaults), 'layout of a request on a phone').toEqual([])
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' })
  await expectAccessible(page, `/requests/${id} declining`)
  await dialog.getByLabel('Reason').selectOption('maintenance')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Reason: Maintenance')).toBeVisible()
  expect(await readRequest(page, id)).toMatchObject({ status: 'declined', declineReason: 'maintenance' })
})

test('the host accepts other dates, and the booking has them', async ({ page }) => {
  test.setTimeout(allowed(90_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  const id = await openAlteration(page, newName())
  await expectAccessible(page, `/requests/${id} (alteration)`)
  expect(await page.evaluate(findFaults), 'layout of an alteration').toEqual([])
  await pictures(page, 'alteration')
  await page.keyboard.press('a')
  await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible()
  await expect
    .poll(() => readRequest(page, id))
    .toMatchObject({ kind: 'alteration', status: 'accepted', awaiting: null })
  await page.getByRole('link', { name: 'Open the booking' }).click()
  await expect(page.getByRole('link', { name: 'Booking change' })).toBeVisible()
  await expect(page.getByText(/The stay was altered: 2 nights/)).toBeVisible()
})

test('the host declines other dates on a phone', async ({ page }) => {
  test.setTimeout(allowed(90_000))
  await page.setViewportSize(SIZES.phone)
  await signIn(page)
  const id = await openAlteration(page, newName())
  expect(await page.evaluate(findFaults), 'layout of an alteration on a phone').toEqual([])
  await pictures(page, 'alteration-phone')
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' })
  await dialog.getByLabel('Reason').selectOption('maintenance')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Reason: Maintenance')).toBeVisible()
  expect(await readRequest(page, id)).toMatchObject({ status: 'declined', declineReason: 'maintenance' })
})

/** Fills the dialog of an offer: a day later, for 500.00. */
const offerStay = async (page: Page, days: number, submit = 'Send offer') => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Check-out').fill(dayIn(days + 4))
  await dialog.getByLabel(/^Price of all nights/).fill('500')
  await dialog.getByLabel(/^Message to the guest/).fill('A day longer, for a round price?')
  await expect(dialog.getByText('Totals match')).toBeVisible()
  await expectAccessible(page, 'the dialog of an offer')
  await pictures(page, 'offer')
  await dialog.getByRole('button', { name: submit }).click()
  await expect(page.getByText('Offer sent to the guest')).toBeVisible()
}

test('the host offers something else than a guest asks for, and the guest accepts', async ({ page }) => {
  test.setTimeout(allowed(120_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  const name = newName()
  const id = await openAlteration(page, name)
  const { checkIn } = await readRequest(page, id)
  const days = nightsBetween(dayIn(0), checkIn ?? '')
  await page.getByRole('button', { name: 'Offer other dates or price' }).click()
  await offerStay(page, days)
  await expect(page.getByRole('link', { name: 'See the offer' })).toBeVisible()
  await page.getByRole('link', { name: 'See the offer' }).click()
  await expect(
    page.getByRole('heading', { name: `You offered ${name} another stay`, level: 1 }),
  ).toBeVisible()
  expect(await page.evaluate(findFaults), 'layout of an offer').toEqual([])
  await pictures(page, 'offered')
  const offerId = page.url().split('/').at(-1) ?? ''
  await deliver(page, `/api/requests/${offerId}/accept-offer`, {})
  await expect
    .poll(() => readRequest(page, offerId))
    .toMatchObject({ status: 'accepted', byHost: true, linkedId: id })
  await page.reload()
  await page.getByRole('link', { name: 'Open the booking' }).click()
  await expect(page.getByText(/The stay was altered: 4 nights/)).toBeVisible()
})

test('the host offers another stay from the booking on a phone, and withdraws it', async ({ page }) => {
  test.setTimeout(allowed(120_000))
  await page.setViewportSize(SIZES.phone)
  await signIn(page)
  const name = newName()
  const { id: bookingId, days } = await book(page, await readLiveListing(page), name)
  await page.goto(`/bookings/${bookingId}`)
  await page.getByRole('button', { name: 'Offer another stay' }).click()
  await offerStay(page, days)
  await expect(
    page.getByRole('heading', { name: `You offered ${name} another stay`, level: 1 }),
  ).toBeVisible()
  expect(await page.evaluate(findFaults), 'layout of an offer on a phone').toEqual([])
  const offerId = page.url().split('/').at(-1) ?? ''
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect.poll(async () => (await readRequest(page, offerId)).status).toBe('withdrawn')
})

test('an offer that is being written stays open when a tablet is turned', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page)
  const listing = await readLiveListing(page)
  const { threadId } = await bookAndWrite(page, listing, { displayName: newName() })
  await page.goto(`/inbox/${threadId}`)
  await page.locator('summary').filter({ hasText: ' – ' }).click()
  await page.getByRole('button', { name: 'Offer other dates' }).click()
  const message = page.getByRole('dialog').getByLabel(/^Message to the guest/)
  await message.fill('A day longer, for a round price?')
  await page.setViewportSize({ width: 768, height: 1024 })
  // The list has made room for the conversation.
  await expect(page.locator('section[aria-label="Conversations"]')).toHaveCount(0)
  await expect(message).toHaveValue('A day longer, for a round price?')
})

/** The page of a guest who cancelled a stay that gives nothing back, and asks for 150.00 of it. */
const openRefund = async (page: Page, name: string): Promise<string> => {
  const listing = await readLiveListing(page)
  const bookingId = await sellNights(page, listing, {
    day: 2,
    nightsMinor: [20_000, 20_000],
    guest: { displayName: name },
    cancellationPolicyCode: 'non_refundable',
  })
  await deliver(page, `/api/bookings/${bookingId}/cancel-by-guest`, {})
  const id = await deliver(page, '/api/refund-requests', {
    listingId: listing.id,
    bookingId,
    amountMinor: 15_000,
    reason: 'emergency',
    message: 'My father is in hospital.',
  })
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('heading', { name: `${name} asks for a refund`, level: 1 })).toBeVisible()
  await expect(page.getByText('Totals match')).toBeVisible()
  return id
}

test('the host gives back a part of what a guest asks for', async ({ page }) => {
  test.setTimeout(allowed(90_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  const id = await openRefund(page, newName())
  await expectAccessible(page, `/requests/${id} (refund)`)
  expect(await page.evaluate(findFaults), 'layout of a refund').toEqual([])
  await pictures(page, 'refund')
  await page.getByLabel('Give back').fill('100')
  await page.getByRole('button', { name: /^Give back 100.00/ }).click()
  await expect(page.getByText('Granted. The guest gets the money back.')).toBeVisible()
  await expect
    .poll(() => readRequest(page, id))
    .toMatchObject({ kind: 'refund_waiver', status: 'accepted', actualMinor: 10_000 })
  await page.getByRole('link', { name: 'Open the booking' }).click()
  await expect(page.getByText('The host granted a refund to the guest.')).toBeVisible()
})

test('the host declines a refund on a phone', async ({ page }) => {
  test.setTimeout(allowed(90_000))
  await page.setViewportSize(SIZES.phone)
  await signIn(page)
  const id = await openRefund(page, newName())
  expect(await page.evaluate(findFaults), 'layout of a refund on a phone').toEqual([])
  await pictures(page, 'refund-phone')
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' })
  await dialog.getByLabel('Reason').selectOption('policy_applies')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Reason: The cancellation policy applies')).toBeVisible()
  expect(await readRequest(page, id)).toMatchObject({ status: 'declined', declineReason: 'policy_applies' })
})

const openAs = async (browser: Browser, email: string, path: string): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: baseUrl(), viewport: SIZES.desktop })).newPage()
  await signIn(page, email)
  await page.goto(path)
  await expect(page.getByText('Totals match')).toBeVisible()
  return page
}

test('of two people who answer at the same time one decides, and the other sees who', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(90_000))
  await signIn(page)
  const id = await openRequest(page, newName())
  const other = await openAs(browser, 'carla@vale.example', `/requests/${id}`)
  await Promise.all([page.keyboard.press('a'), other.keyboard.press('a')])
  const seen = (one: Page) => one.getByRole('alert').filter({ hasText: / accepted this at / })
  await expect.poll(async () => (await seen(page).count()) + (await seen(other).count())).toBe(1)
  const [late, first] = (await seen(page).count()) === 1 ? [page, 'Carla Reyes'] : [other, 'Ana Vale']
  await expect(seen(late)).toContainText(`${first} accepted this at `)
  expect(await readRequest(page, id)).toMatchObject({ status: 'accepted' })
  await other.context().close()
})

/** A service request of the host’s first live listing. */
const askForService = async (page: Page, subject: string): Promise<string> => {
  const listing = await readLiveListing(page)
  const asked = { listingId: listing.id, subject, type: 'maintenance', urgency: 'high' }
  return (await send(page, '/api/service-requests', asked)).id
}
const INVOICE = { name: 'invoice.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }

test('staff work on a service request, ask the owner to pay, and record the cost', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(180_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  const subject = `The boiler is loud ${crypto.randomUUID().slice(0, 6)}`
  const id = await askForService(page, subject)

  const staff = await openPageAs(browser, 'support@hearth.example')
  await staff.goto('/requests')
  await loaded(staff)
  await expect(staff.getByRole('link', { name: subject })).toBeVisible()
  await expectAccessible(staff, '/requests of staff')
  expect(await staff.evaluate(findFaults), 'layout of the list of staff').toEqual([])
  await pictures(staff, 'requests-staff')
  await staff.getByRole('link', { name: subject }).click()
  await staff.getByRole('button', { name: 'Acknowledge' }).click()
  await staff.getByRole('button', { name: 'Schedule', exact: true }).click()
  const schedule = staff.getByRole('dialog', { name: 'Schedule the work' })
  await schedule.getByLabel('Date').fill(dayIn(3))
  await schedule.getByLabel(/^Assigned to/).fill('Hudson Plumbing')
  await expectAccessible(staff, `/requests/${id} scheduling`)
  await schedule.getByRole('button', { name: 'Schedule' }).click()
  await expect(staff.getByText('Appointment made')).toBeVisible()
  await expectAccessible(staff, `/requests/${id} of staff`)
  expect(await staff.evaluate(findFaults), 'layout of a request of staff').toEqual([])
  await pictures(staff, 'request-staff')

  await staff.getByRole('button', { name: 'Ask the owner to pay' }).click()
  const expense = staff.getByRole('dialog', { name: 'Ask the owner to approve an expense' })
  await expense.getByLabel('Estimate').fill('385')
  await expense.getByLabel(/^Bid 1 from/).fill('Hudson Plumbing')
  await expense.getByLabel(/^Bid 1(?! from)/).fill('385')
  await expense.getByLabel('If it isn’t done').fill('The boiler may stop in winter.')
  await expectAccessible(staff, `/requests/${id} asking to pay`)
  await expense.getByRole('button', { name: 'Ask the owner to pay' }).click()
  await expect(staff.getByRole('heading', { name: `Approve an expense: ${subject}` })).toBeVisible()
  const expenseId = staff.url().split('/').at(-1) ?? ''

  await page.goto(`/requests/${expenseId}`)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Approved').first()).toBeVisible()
  await expect.poll(async () => (await readRequest(page, expenseId)).status).toBe('approved')

  await staff.getByRole('button', { name: 'Record the cost' }).click()
  const record = staff.getByRole('dialog', { name: 'Record the cost' })
  await record.getByLabel(/^Cost/).fill('400')
  const picture = await staff.screenshot({ clip: { x: 0, y: 0, width: 200, height: 100 } })
  await record.locator('input[type=file]').setInputFiles({ ...INVOICE, buffer: picture })
  await expect(record.getByText('invoice.png')).toBeVisible()
  await record.getByRole('button', { name: 'Record the cost' }).click()
  await expect(staff.getByText('Cost recorded')).toBeVisible()
  expect(await readRequest(page, expenseId)).toMatchObject({ status: 'incurred', actualMinor: 40_000 })

  await staff.goto(`/requests/${id}`)
  await staff.getByRole('button', { name: 'Start work' }).click()
  await staff.getByRole('button', { name: 'Complete' }).click()
  const complete = staff.getByRole('dialog', { name: 'Complete the work' })
  await complete.getByLabel('What was done').fill('The pump was replaced.')
  await complete.locator('input[type=file]').setInputFiles({ ...INVOICE, name: 'pump.png', buffer: picture })
  await expect(complete.getByText('pump.png')).toBeVisible()
  await complete.getByRole('button', { name: 'Complete' }).click()
  await expect(staff.getByText('Work completed')).toBeVisible()

  await page.goto(`/requests/${id}`)
  await expect(page.getByText('The pump was replaced.').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'File 1' })).toBeVisible()
  await page.setViewportSize(SIZES.phone)
  expect(await page.evaluate(findFaults), 'layout of completed work on a phone').toEqual([])
  await pictures(page, 'request-completed')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(async () => (await readRequest(page, id)).status).toBe('closed')
  await staff.context().close()
})

test('an answer to a request stops the clock of the conversation, and the bell leads to the request', async ({
  page,
}) => {
  test.setTimeout(allowed(90_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  const name = newName()
  const id = await openRequest(page, name)
  await page.getByRole('button', { name: /unread notification/ }).click()
  await expect(page.getByRole('link', { name: /A guest asks to book/ }).first()).toBeVisible()
  await page
    .getByRole('link', { name: /A guest asks to book/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/requests\//)

  await page.goto('/inbox')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByText(`${name} sent a request.`)).toBeVisible()
  await expectAccessible(page, '/inbox with a request')
  await pictures(page, 'inbox-request')
  await page.getByRole('link', { name: 'Answer the request' }).click()
  await expect(page.getByText('Totals match')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('Accepted. It is a booking now.')).toBeVisible()
  const [thread] = await readRows<{ awaiting: boolean; answeredOnTime: boolean }>(
    page.request,
    'threads',
    { q: name },
    ['place', 'ASC'],
  )
  expect(thread).toMatchObject({ awaiting: false, answeredOnTime: true, openRequestId: null })
  expect(await readRequest(page, id)).toMatchObject({ status: 'accepted' })
})
