import { startInstallation, type Installation } from '@hearth/standalone/testing/installation'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, signIn, test, upcomingBooking } from './fixtures.ts'

/** An installation of its own whose projections answer 900 ms late. */
let slow: Installation
let directory: string
test.beforeAll(async () => {
  test.setTimeout(120_000)
  directory = mkdtempSync(join(tmpdir(), 'hearth-slow-'))
  const fast = await startInstallation(directory, { demo: true })
  await fast.stop()
  slow = await startInstallation(directory, { demo: true, env: { PROJECTION_DELAY_MS: '900' } })
})
test.afterAll(async () => {
  await slow.stop()
  rmSync(directory, { recursive: true, force: true })
})

declare const window: { samples: string[]; document: { querySelector: (selector: string) => { textContent: string | null } | null }; requestAnimationFrame: (step: () => void) => void }

test('the status never flips back, sampled every frame, with projections 900 ms late', async ({ page }) => {
  await signIn(page, 'ana@vale.example', slow.baseUrl)
  const booking = await upcomingBooking(page.context().request, 1, slow.baseUrl)
  await page.goto(`${slow.baseUrl}/bookings/${booking.id}/cancel`)
  await page.getByRole('radio', { name: 'I need it myself' }).check({ force: true })
  await page.getByRole('textbox', { name: /to confirm/ }).fill(booking.code)
  await page.evaluate(() => {
    window.samples = []
    const sample = () => {
      const text = window.document.querySelector('[data-status]')?.textContent
      if (text && window.samples.at(-1) !== text) window.samples.push(text)
      window.requestAnimationFrame(sample)
    }
    sample()
  })
  await page.getByRole('button', { name: 'Cancel the booking' }).click()
  await expect(page.getByRole('region', { name: 'Running cancellation' })).toBeVisible()
  await page.getByRole('link', { name: booking.code }).first().click()
  await expect(page.locator('[data-status]').first()).toContainText('Cancelling')
  await expect.poll(async () => (await (await page.context().request.get(`${slow.baseUrl}/api/bookings/${booking.id}`)).json()).status).toBe('cancelling')
  await page.waitForFunction((since) => Date.now() - since > 2_500, Date.now())
  const samples = await page.evaluate(() => window.samples)
  const cancelling = samples.findIndex((text) => text.includes('Cancelling'))
  expect(cancelling).toBeGreaterThanOrEqual(0)
  expect(samples.slice(cancelling).filter((text) => !text.includes('Cancelling'))).toEqual([])
})
