import { allowed } from '@hearth/platform/testing/allowed'
import { baseUrl, expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('a change that is made without a network survives a reload, and is sent later', async ({
  signedIn: page,
}) => {
  const name = `Offline ${crypto.randomUUID().slice(0, 8)}`
  const { request } = page.context()
  const { account } = (await (await request.get('/api/session')).json()) as { account: { id: string } }
  const saved = await request.post(`/api/saved-views/${account.id}/save`, {
    data: {
      list: 'bookings',
      name,
      shared: false,
      filter: { status: ['completed'] },
      order: { field: 'checkIn', direction: 'DESC' },
      columns: null,
    },
    headers: { 'Idempotency-Key': crypto.randomUUID(), Origin: baseUrl() },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await page.goto('/bookings')
  await page.getByRole('link', { name }).click()
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/', { cacheName: 'hearth-page' }))?.status), {
      timeout: allowed(30_000),
    })
    .toBe(200)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: `Options for “${name}”` }).click()
  await page.getByRole('menuitem', { name: 'Share with the team' }).click()
  await expect(page.getByText(/1 change is waiting/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/You’re offline/)).toBeVisible()
  await expect(page.getByText(/1 change is waiting/)).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByRole('link', { name: `${name} (shared with the team)` })).toBeVisible()
  await expect(page.getByText(/1 change is waiting/)).toBeHidden()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (one) => (await caches.open(one)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/')
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([])
})
