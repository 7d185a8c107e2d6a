import { expect, type Page } from '@playwright/test'

/** The directory for pictures of every screen; without it none are taken. */
const PICTURES = process.env['E2E_PICTURES']
/** The sizes and modes of all journeys. */
export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/** The screen as it is now. */
export const picture = async (page: Page, name: string, fullPage = true): Promise<void> => {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage })
}

/** Waits until a screen has its title and content; a part that failed to load does not count. */
export const loaded = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Copy details' })).toHaveCount(0)
}

/** The screen as it is now, in both sizes and both modes. */
export const pictures = async (page: Page, name: string): Promise<void> => {
  if (PICTURES === undefined) return
  const before = page.viewportSize()
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      // After scrolling, the bar would be in the middle of the picture.
      await page.evaluate(() => window.scrollTo(0, 0))
      await page.screenshot({
        path: `${PICTURES}/${name}-${size}-${colorScheme}.png`,
        fullPage: true,
        animations: 'disabled',
      })
    }
  }
  if (before) await page.setViewportSize(before)
}
