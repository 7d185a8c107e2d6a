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
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** A channel sells two nights, whether they are free or not. */
const sell = async (page: Page, listing: ListingRow, day: number, displayName: string) => {
  const nightly = [0, 1].map((night) => ({ date: dayIn(day + night), amountMinor: 20_000 }))
  const sold = await deliver(page, '/api/bookings', {
    listingId: listing.id,
    source: 'airbnb',
    externalRef: crypto.randomUUID(),
    guest: { guestRef: crypto.randomUUID(), displayName },
    party: { adults: 1 },
    checkIn: dayIn(day),
    checkOut: dayIn(day + 2),
    price: { currency: listing.currency, nightly, guestTotalMinor: 40_000 },
    cancellationPolicyCode: 'flexible',
  })
  expect(sold.ok(), await sold.text()).toBe(true)
  return zCreated.parse(await sold.json()).id
}

let day = 230
for (const [size, viewport] of Object.entries(SIZES)) {
  test(`an overbooked stay moves to another listing, and its guest is written to, ${size}`, async ({
    page,
  }) => {
    test.setTimeout(allowed(120_000))
    day += 10
    await page.setViewportSize(viewport)
    await signIn(page)
    const live = await readRows<ListingRow>(page.request, 'listings', { status: 'live' }, ['title', 'ASC'])
    // One that has a sibling in the same currency to move to.
    const listing = live.find(({ id, currency }) =>
      live.some((other) => other.id !== id && other.currency === currency),
    )
    if (listing === undefined) throw new Error('No two listings have the same currency')
    await sell(page, listing, day, 'Renata C.')
    const id = await sell(page, listing, day, 'Ines V.')

    await page.goto(`/bookings/${id}/overbooking`)
    await loaded(page)
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Ines V.' }) })
    await card.getByRole('button', { name: 'Move to another listing' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move Ines’s stay' })
    await dialog.getByRole('radio', { disabled: false }).first().check()
    await expect(dialog.getByRole('textbox', { name: 'Message to Ines' })).toHaveValue(/^Hello Ines, /)
    await expectAccessible(page, 'the choice of another listing')
    expect(await page.evaluate(findFaults), `layout of the choice, ${size}`).toEqual([])
    await pictures(page, 'booking-move')
    await confirm(page, 'Move the stay')
    await expect(page.getByText('This double booking is resolved')).toBeVisible()

    await page.goto(`/bookings/${id}`)
    await loaded(page)
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText(listing.title)
    await expect(page.getByText('The stay was moved here from another listing of yours.')).toBeVisible()
  })
}
