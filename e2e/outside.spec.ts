import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'

const beginAtProvider = async (page: Page) => {
  await page.goto('/login')
  const url = await page.evaluate(
    async () =>
      (
        (await (
          await fetch('/api/login/idp/demo', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{}',
          })
        ).json()) as { url: string }
      ).url,
  )
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'Demo identity provider' })).toBeVisible()
}
/** The parameters with which the provider sends the browser back to the console. */
const wayBack = async (page: Page) =>
  new URL((await page.waitForRequest((request) => new URL(request.url()).pathname === '/login/auth')).url())
    .searchParams

test('the demonstration’s identity provider works by keyboard', async ({ page }) => {
  await beginAtProvider(page)
  await expectAccessible(page, 'provider')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /Ana Vale/ })).toBeFocused()
  const back = wayBack(page)
  await page.keyboard.press('Enter')
  expect((await back).has('code')).toBe(true)
})

test('the demonstration’s identity provider declines on request', async ({ page }) => {
  await beginAtProvider(page)
  const back = wayBack(page)
  await page.getByRole('button', { name: 'Decline' }).press('Enter')
  expect((await back).get('error')).toBe('access_denied')
})

test('emails and codes of the demonstration are public', async ({ page }) => {
  for (const [path, title] of [
    ['/dev', 'Around Hearth'],
    ['/dev/mail', 'Mail'],
    ['/dev/code', 'Codes'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectAccessible(page, path)
  }
})
