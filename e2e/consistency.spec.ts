import { allowed } from '@hearth/platform/testing/allowed'
import {
  READY_WITHIN_MS,
  startInstallation,
  type Installation,
} from '@hearth/standalone/testing/installation'
import { temporaryDirectory } from '@hearth/standalone/postgres/temporaryPostgres'
import { rmSync } from 'node:fs'
import { expect, signIn, test, upcomingBooking } from './fixtures.ts'

/** A separate installation whose projections are 900 ms late. */
let slow: Installation
let directory: string
let started: Promise<Installation> | undefined
const start = (env: Readonly<Record<string, string>>) => {
  started = startInstallation(directory, { demo: true, env })
  return started
}
test.beforeAll(async () => {
  test.setTimeout(allowed(120_000))
  directory = temporaryDirectory()
  const fast = await start({})
  await fast.stop()
  slow = await start({ PROJECTION_DELAY_MS: '900' })
})
test.afterAll(async () => {
  // One that was not ready in time is stopped as well.
  test.setTimeout(2 * READY_WITHIN_MS)
  const running = await started?.catch(() => undefined)
  await running?.stop()
  rmSync(directory, { recursive: true, force: true })
})

type Seen = 'before' | 'after'
declare global {
  interface Window {
    seen: Seen[]
  }
}

test('the status never flips back, sampled every frame, with projections 900 ms late', async ({ page }) => {
  await signIn(page, 'ana@vale.example', slow.baseUrl)
  const booking = await upcomingBooking(page.context().request, 1, slow.baseUrl)
  await page.goto(`${slow.baseUrl}/bookings/${booking.id}/cancel`)
  await page.getByRole('radio', { name: 'I need it myself' }).check({ force: true })
  await page.getByRole('textbox', { name: /to confirm/ }).fill(booking.code)
  await page.evaluate(() => {
    window.seen = []
    const sample = () => {
      const title = document.querySelector('h1')?.parentElement?.textContent ?? ''
      const now: Seen | undefined = /Cancelling/.test(title)
        ? 'after'
        : /Confirmed|^Cancel /.test(title)
          ? 'before'
          : undefined
      if (now && window.seen.at(-1) !== now) window.seen.push(now)
      window.requestAnimationFrame(sample)
    }
    sample()
  })
  await page.getByRole('button', { name: 'Cancel the booking' }).click()
  await expect(page.getByRole('complementary', { name: 'Cancellation in progress' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: booking.code }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(booking.guestName)
  await expect
    .poll(
      async () =>
        (await (await page.context().request.get(`${slow.baseUrl}/api/bookings/${booking.id}`)).json())
          .status,
    )
    .toBe('cancelling')
  await page.waitForFunction((since) => Date.now() - since > 2_500, Date.now())
  expect(await page.evaluate(() => window.seen)).toEqual(['before', 'after'])
})
