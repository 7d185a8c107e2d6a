import type { ListingRow } from '@hearth/contracts/listing'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './axe.ts'
import { confirm, expect, readRows, signIn, test } from './fixtures.ts'
import { deliver } from './gateway.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

const zCreated = z.object({ id: z.string() })
const DAY_MS = 86_400_000
/** The first day on which free nights are looked for, in days from today, and the step between tries. */
const FIRST_DAY = 200
const STEP = 3
const MAX_TRIES = 30

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** A guest books the first free nights and writes about them. */
const bookAndWrite = async (page: Page, listing: ListingRow, name: string) => {
  const guest = { guestRef: crypto.randomUUID(), displayName: name }
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const days = FIRST_DAY + tried * STEP
    const nightly = [0, 1, 2].map((night) => ({ date: dayIn(days + night), amountMinor: 20_000 }))
    const booked = await deliver(page, '/api/bookings', {
      listingId: listing.id,
      source: 'direct',
      externalRef: crypto.randomUUID(),
      guest,
      party: { adults: 2 },
      checkIn: dayIn(days),
      checkOut: dayIn(days + 3),
      price: { currency: listing.currency, nightly, guestTotalMinor: 60_000 },
    })
    if (!booked.ok()) continue
    const bookingId = zCreated.parse(await booked.json()).id
    const written = await deliver(page, '/api/threads', {
      listingId: listing.id,
      guest,
      bookingId,
      messageId: crypto.randomUUID(),
      body: 'We look forward to it.',
      sentAt: new Date().toISOString(),
    })
    expect(written.ok(), await written.text()).toBe(true)
    return { bookingId, threadId: zCreated.parse(await written.json()).id, days }
  }
  throw new Error('The listing has no free nights')
}

const saveReply = async (page: Page, name: string): Promise<void> => {
  await page.goto('/saved-replies')
  await page.getByRole('button', { name: 'New saved reply' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill('Hello {{guestFirstName}}, see you on {{checkIn}}.')
  await confirm(page, 'Save')
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

const addRule = async (page: Page, name: string, listing: ListingRow): Promise<void> => {
  await page.goto('/scheduled-messages')
  await loaded(page)
  await page.getByRole('button', { name: 'New scheduled message' }).click()
  await page.getByRole('combobox', { name: 'Saved reply' }).selectOption(name)
  await page.getByRole('combobox', { name: 'When to send' }).selectOption('1 day before check-in')
  await page.getByRole('radio', { name: 'Some listings' }).check()
  await page.getByRole('checkbox', { name: listing.title }).check()
  await expectAccessible(page, '/scheduled-messages, new')
  await confirm(page, 'Save')
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

/** The guest asks to come a day later, and the host accepts with one key. */
const moveStay = async (page: Page, listing: ListingRow, bookingId: string, days: number): Promise<void> => {
  const asked = await deliver(page, '/api/alteration-requests', {
    listingId: listing.id,
    bookingId,
    checkIn: dayIn(days + 1),
    message: 'Our train arrives a day later.',
  })
  expect(asked.ok(), await asked.text()).toBe(true)
  await page.goto(`/requests/${zCreated.parse(await asked.json()).id}`)
  await expect(page.getByText('Totals match')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible()
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a scheduled message is in the conversation, moves with the stay, is skipped and sent, ${size}`, async ({
    page,
  }) => {
    test.setTimeout(allowed(120_000))
    await page.setViewportSize(viewport)
    await signIn(page)
    const name = `Soon ${crypto.randomUUID().slice(0, 6)}`
    const guest = `Ines ${crypto.randomUUID().slice(0, 6)}`
    const [listing] = await readRows<ListingRow>(page.request, 'listings', { status: 'live' }, [
      'title',
      'ASC',
    ])
    if (listing === undefined) throw new Error('No listing is live')
    await saveReply(page, name)
    await addRule(page, name, listing)
    await expectAccessible(page, '/scheduled-messages')
    expect(await page.evaluate(findFaults), 'layout of the rules').toEqual([])
    await pictures(page, 'scheduled-messages')

    const { bookingId, threadId: thread, days } = await bookAndWrite(page, listing, guest)
    await page.goto(`/inbox/${thread}`)
    const plan = page.getByRole('region', { name: 'Scheduled messages' })
    const item = plan.getByRole('listitem').filter({ hasText: 'Hello Ines, see you on' })
    // The account has other scheduled messages.
    await plan.getByText(/more scheduled message/).click()
    await expect(item).toContainText(/Goes out on .*, 10:00 \(.* time\)/)
    const when = item.getByText(/^Goes out on/)
    const before = (await when.textContent()) ?? ''
    await expectAccessible(page, `/inbox/${thread}`)
    expect(await page.evaluate(findFaults), 'layout of the conversation').toEqual([])
    await pictures(page, 'scheduled-message-thread')

    await moveStay(page, listing, bookingId, days)
    // What follows from the answer may take a moment.
    await expect(async () => {
      await page.goto(`/inbox/${thread}`)
      await plan.getByText(/more scheduled message/).click()
      await expect(when).toContainText('10:00', { timeout: allowed(5_000) })
      await expect(when).not.toHaveText(before, { timeout: allowed(1_000) })
    }).toPass({ timeout: allowed(40_000) })

    await item.getByRole('button', { name: 'Skip' }).click()
    await expect(item).toContainText('Skipped')
    await item.getByRole('button', { name: 'Schedule again' }).click()
    await expect(item).toContainText('Goes out on')

    // With the keyboard: its own text for this stay, then early.
    await item.getByRole('button', { name: 'Edit' }).press('Enter')
    await page
      .getByRole('textbox', { name: 'Message', exact: true })
      .fill('Hello Ines, see you on the jetty.')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await expect(item).toContainText('see you on the jetty')
    await item.getByRole('button', { name: 'Send now' }).press('Enter')
    await expect(
      page
        .getByRole('region', { name: 'Messages', exact: true })
        .getByText('Hello Ines, see you on the jetty.', { exact: true }),
    ).toBeVisible()
    await expect(item).toHaveCount(0)

    await page.goto('/scheduled-messages')
    await page.getByRole('button', { name: `Remove: ${name}` }).click()
    await expect(page.getByRole('heading', { name })).toHaveCount(0)
  })
}
