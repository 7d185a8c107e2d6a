import type { ListingRow } from '@hearth/contracts/listing'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { confirm, expect, readRows, signIn, test } from './fixtures.ts'
import { sellNights } from './guests.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

/** A channel sells two nights, whether they are free or not. */
const sell = (page: Page, listing: ListingRow, from: number, displayName: string) =>
  sellNights(page, listing, {
    day: from,
    nightsMinor: [20_000, 20_000],
    guest: { displayName },
    cancellationPolicyCode: 'flexible',
  })

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
