import type { ClaimRow } from '@hearth/contracts/calendar'
import type { ListingRow } from '@hearth/contracts/listing'
import { expectAccessible } from './axe.ts'
import { findFaults } from './layout/faults.ts'
import { expect, readRows, signIn, test, upcomingBooking } from './fixtures.ts'

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds no violation on any screen, ${size}, ${colorScheme}`, async ({ browser, baseURL }) => {
      test.setTimeout(120_000)
      const context = await browser.newContext({ viewport, colorScheme, ...(baseURL ? { baseURL } : {}) })
      const page = await context.newPage()
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, '/login')
      await signIn(page)
      const request = context.request
      const booking = await upcomingBooking(request, 4)
      const [listing] = await readRows<ListingRow>(request, 'listings', { status: 'live' }, ['title', 'ASC'])
      const [block] = await readRows<ClaimRow>(request, 'blocks', {}, ['start', 'DESC'])
      const paths = [
        '/',
        '/inbox',
        '/saved-replies',
        '/scheduled-messages',
        '/bookings',
        `/bookings/${booking.id}`,
        `/bookings/${booking.id}?asOf=${booking.confirmedAt}`,
        `/bookings/${booking.id}/cancel`,
        '/calendar',
        '/listings',
        `/listings/${listing?.id}`,
        `/blocks/${block?.id}`,
        '/unauthorized',
        '/nowhere',
      ]
      for (const path of paths) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy="true"], .MuiSkeleton-root')).toHaveCount(0)
        await expectAccessible(page, path)
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
        expect(await page.evaluate(findFaults), `layout of ${path}`).toEqual([])
      }
      await context.close()
    })
  }
}
