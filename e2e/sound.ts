import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect } from './fixtures.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

/** Passes in both sizes: nothing overlaps, and axe finds nothing; `name` is also that of its pictures. */
export const expectSound = async (page: Page, name: string): Promise<void> => {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    await loaded(page)
    expect(await page.evaluate(findFaults), `layout of ${name}, ${size}`).toEqual([])
    await expectAccessible(page, `${name}, ${size}`)
  }
  await pictures(page, name)
  await page.setViewportSize(SIZES.desktop)
}
