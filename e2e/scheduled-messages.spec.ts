import type { ListingRow } from '@hearth/contracts/listing'
import { dayIn } from './days.ts'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { confirm, expect, readLiveListing, signIn, test } from './fixtures.ts'
import { deliver } from './gateway.ts'
import { bookAndWrite } from './guests.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

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

/** The guest asks to come a day later, and the host accepts: with one key, or on a phone with the button. */
const moveStay = async (
  page: Page,
  listing: ListingRow,
  { bookingId, days }: Readonly<{ bookingId: string; days: number }>,
  size: string,
): Promise<void> => {
  const id = await deliver(page, '/api/alteration-requests', {
    listingId: listing.id,
    bookingId,
    checkIn: dayIn(days + 1),
    message: 'Our train arrives a day later.',
  })
  await page.goto(`/requests/${id}`)
  await expect(page.getByText('Totals match')).toBeVisible()
  if (size === 'phone') {
    expect(await page.evaluate(findFaults), 'layout of the request').toEqual([])
    await page.getByRole('button', { name: /^Accept/ }).click()
  } else await page.keyboard.press('a')
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
    const listing = await readLiveListing(page)
    await saveReply(page, name)
    await addRule(page, name, listing)
    await expectAccessible(page, '/scheduled-messages')
    expect(await page.evaluate(findFaults), 'layout of the rules').toEqual([])
    await pictures(page, 'scheduled-messages')

    const { threadId: thread, ...stay } = await bookAndWrite(page, listing, { displayName: guest })
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

    await moveStay(page, listing, stay, size)
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
      // The sandbox channel does not reach its guest the first time.
      .fill('Hello Ines, see you on the jetty, unreachable by car.')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await expect(item).toContainText('the jetty, unreachable')
    await item.getByRole('button', { name: 'Send now' }).press('Enter')
    const sent = page
      .getByRole('region', { name: 'Messages', exact: true })
      .getByRole('listitem')
      .filter({ hasText: 'Hello Ines, see you on the jetty, unreachable by car.' })
    await expect(item).toHaveCount(0)
    await expect(sent).toContainText('Not delivered. The guest couldn’t be reached.', {
      timeout: allowed(30_000),
    })
    await expectAccessible(page, 'a message that was not delivered')
    await pictures(page, 'message-not-delivered')
    await sent.getByRole('button', { name: 'Try again' }).click()
    await expect(sent).toContainText(/, delivered|, read/, { timeout: allowed(30_000) })

    await page.goto('/scheduled-messages')
    await page.getByRole('button', { name: `Remove: ${name}` }).click()
    await expect(page.getByRole('heading', { name })).toHaveCount(0)
  })
}
