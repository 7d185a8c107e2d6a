import type { ListedBookingRow } from '@hearth/contracts/booking'
import { zThreadRow, type ThreadRow } from '@hearth/contracts/thread'
import { allowed } from '@hearth/platform/testing/allowed'
import { pdf } from '@hearth/platform/testing/hostileFiles'
import { noisePicture } from '@hearth/platform/testing/pictures'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './axe.ts'
import { expect, readLiveListing, readRows, signIn, test } from './fixtures.ts'
import { write } from './guests.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

/** A new guest writes to a listing of the host; the id of the conversation. */
const writeAsGuest = async (page: Page, displayName: string, body: string): Promise<string> =>
  write(page, await readLiveListing(page), { displayName }, body)

const readThread = async ({ request }: Page, id: string) =>
  z.object(zThreadRow.shape).parse(await (await request.get(`/api/threads/${id}`)).json())

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('href')?.split('?')[0] ?? null)

/** Moves through the list until the row of the conversation has the focus; a wide screen has the first open. */
const moveTo = async (page: Page, id: string): Promise<void> => {
  await expect(page.locator(`a[href^="/inbox/${id}"]`)).toBeVisible()
  await expect
    .poll(async () => {
      if (new URL(page.url()).pathname === `/inbox/${id}`) return `/inbox/${id}`
      await page.keyboard.press('j')
      return focused(page)
    })
    .toBe(`/inbox/${id}`)
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a guest writes, the host answers with the keyboard only, and the clock stops, ${size}`, async ({
    page,
  }) => {
    test.setTimeout(allowed(90_000))
    await page.setViewportSize(viewport)
    await signIn(page)
    const name = `Ines ${crypto.randomUUID().slice(0, 6)}`
    await page.goto('/inbox')
    await loaded(page)
    const id = await writeAsGuest(page, name, 'May we come in at 13:00? My address is ines@example.com.')

    // Those who wait longest are first: a view without them keeps the way short.
    await page.goto(
      '/inbox?filter=%7B%22archived%22%3Afalse%7D&sort=lastMessageAt&order=DESC&page=1&perPage=25',
    )
    await moveTo(page, id)
    await expect(page.getByRole('link', { name: new RegExp(`Unread: ${name}`) })).toContainText('until')
    await page.keyboard.press('Enter')
    await expect(page.getByText('[email hidden]', { exact: true })).toBeVisible()
    await expect(page.getByText(/left to reply in time, until/)).toBeVisible()
    await expectAccessible(page, `/inbox/${id}`)
    expect(await page.evaluate(findFaults), `layout of a conversation, ${size}`).toEqual([])
    // The panes scroll, the page does not.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(viewport.height)
    await pictures(page, 'inbox-thread')

    await page.keyboard.press('r')
    const field = page.getByRole('textbox', { name: `Message to ${name}` })
    await expect(field).toBeFocused()
    await page.keyboard.type('Yes, nobody stays the night before.')
    await page.reload()
    await expect(field).toHaveValue('Yes, nobody stays the night before.')
    await page.keyboard.press('r')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('region', { name: 'Messages', exact: true })).toContainText(
      /nobody stays the night.*You, /s,
    )
    await expect(page.getByText(/left to reply in time/)).toHaveCount(0)
    await expect(field).toHaveValue('')
    await expect
      .poll(() => readThread(page, id))
      .toMatchObject({ awaiting: false, dueAt: null, answeredOnTime: true, lastAuthor: 'host' })

    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await expect(page.getByRole('combobox', { name: 'Search saved replies' })).toBeFocused()
    await page.keyboard.type('writing')
    await expect(page.getByRole('option')).toContainText('Thank you for writing to us about')
    await expectAccessible(page, 'the saved replies')
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(/^Thank you for writing to us about .*, Ines\. We are happy to help\.$/)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('region', { name: 'Messages', exact: true })).toContainText(
      'We are happy to help.',
    )

    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await expect(page.getByText(`Conversation with ${name} archived`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText(`Conversation with ${name} is back in the inbox`)).toBeVisible()
    await expect.poll(() => readThread(page, id)).toMatchObject({ archived: false })
  })
}

/** A stay whose guest has no conversation about the listing; `skip` so many of them. */
const findUnwritten = async ({ request }: Page, skip: number): Promise<ListedBookingRow> => {
  const bookings = await readRows<ListedBookingRow>(request, 'bookings', { status: 'confirmed' }, [
    'checkIn',
    'DESC',
  ])
  const found: ListedBookingRow[] = []
  for (const booking of bookings) {
    const { listingId, guestRef } = booking
    const threads = await readRows<ThreadRow>(request, 'threads', { listingId, guestRef }, ['place', 'ASC'])
    if (threads.length === 0) found.push(booking)
    if (found.length > skip) return booking
  }
  throw new Error('Every guest has a conversation')
}

for (const [index, [size, viewport]] of Object.entries(SIZES).entries()) {
  test(`a host writes to a guest first, from the booking, ${size}`, async ({ page }) => {
    test.setTimeout(allowed(60_000))
    await page.setViewportSize(viewport)
    await signIn(page)
    const booking = await findUnwritten(page, index)
    await page.goto(`/bookings/${booking.id}`)
    await loaded(page)
    await page.getByRole('button', { name: 'Message guest' }).click()
    const dialog = page.getByRole('dialog', { name: `Message ${booking.guestName}` })
    await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Your message' }).fill('Welcome! When do you arrive?')
    await dialog.locator('input[type="file"]').setInputFiles([
      { name: 'door.jpg', mimeType: 'image/jpeg', buffer: await noisePicture(1200, 800) },
      { name: 'arrival.pdf', mimeType: 'application/pdf', buffer: pdf('<< /Type /Catalog >>') },
    ])
    const files = dialog.getByRole('list', { name: 'Attached files' })
    await expect(files).toContainText(/door\.jpg.*KB/)
    await expect(files).toContainText('Your guest can’t open this PDF')
    await dialog.getByRole('button', { name: 'Remove arrival.pdf' }).click()
    // The draft stays in the browser.
    await page.reload()
    await page.getByRole('button', { name: 'Message guest' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Your message' })).toHaveValue(
      'Welcome! When do you arrive?',
    )
    await expect(files).toContainText(/door\.jpg.*KB/)
    expect(await page.evaluate(findFaults), `layout of the first message, ${size}`).toEqual([])
    await expectAccessible(page, 'the first message to a guest')
    await pictures(page, 'booking-message')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page).toHaveURL(/\/inbox\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('region', { name: 'Messages', exact: true })).toContainText(
      'Welcome! When do you arrive?',
    )
    await expect(page.getByText(/left to reply in time/)).toHaveCount(0)
    await page.goBack()
    await page.getByRole('link', { name: 'Messages', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Messages', exact: true })).toContainText(
      'Welcome! When do you arrive?',
    )
  })
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`files are attached, kept with the draft, and sent, ${size}`, async ({ page }) => {
    test.setTimeout(allowed(90_000))
    await page.setViewportSize(viewport)
    await signIn(page)
    const name = `Files ${crypto.randomUUID().slice(0, 6)}`
    await page.goto('/inbox')
    await loaded(page)
    const id = await writeAsGuest(page, name, 'Which door is it?')
    await page.goto(`/inbox/${id}`)
    const [photo, field] = [await noisePicture(1200, 800), page.locator('input[type="file"]')]
    const files = page.getByRole('list', { name: 'Attached files' })
    const send = page.getByRole('button', { name: 'Send', exact: true })

    await expect(field).toBeAttached()
    await page.context().setOffline(true)
    await field.setInputFiles([{ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo }])
    await expect(files).toContainText('Uploads when you’re back online')
    await page.context().setOffline(false)
    await page.reload()
    await expect(files).toContainText(/door\.jpg.*KB/)
    await field.setInputFiles([
      { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') },
    ])
    await expect(files.getByRole('alert')).toHaveText('Use a photo (JPEG, PNG, WebP, HEIC) or a PDF')
    await expect(send).toBeDisabled()
    await expectAccessible(page, 'attached files')
    expect(await page.evaluate(findFaults), `layout of attached files, ${size}`).toEqual([])
    await pictures(page, 'inbox-files')
    await page.getByRole('button', { name: 'Remove fake.jpg' }).click()
    await send.click()
    const shown = page.getByRole('button', { name: 'Download door.jpg' })
    await expect(shown).toBeVisible()
    await expect(files).toHaveCount(0)
    await expect
      .poll(() => shown.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(320)
    await expectAccessible(page, 'the files of a message')
    await pictures(page, 'inbox-attachment')
    const download = page.waitForEvent('download')
    await shown.click()
    expect((await download).suggestedFilename()).toBe('door.jpg')
    await page.reload()
    await expect(shown).toBeVisible()
  })
}
