import type { ClaimRow } from '@hearth/contracts/calendar'
import { expectAccessible } from './axe.ts'
import { expect, readLiveListing, readRows, send, test } from './fixtures.ts'
import { SIZES } from './pictures.ts'

/** A year ahead, where the demonstration has no stays. */
const nextYear = (days: number): string =>
  new Date(Date.now() + (365 + days) * 86_400_000).toISOString().slice(0, 10)

test('a host reads notifications from the bell, and they stay read', async ({ signedIn: page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /\d\+? unread notifications?/ }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const list = panel.getByRole('list', { name: 'Notifications' })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page, 'notifications')

  // One is read by opening what it is about.
  const first = list.getByRole('listitem').filter({ hasText: 'Unread:' }).first().getByRole('link')
  const path = await first.getAttribute('href')
  await first.click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${path?.replaceAll(/[.?]/g, '\\$&')}$`))

  await page.getByRole('button', { name: /\d\+? unread notifications?/ }).click()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(list.getByText('Unread:')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})

test('a host undoes a removed block from the list of recent actions', async ({ signedIn: page }) => {
  const listing = await readLiveListing(page)
  const { id } = await send(page, '/api/blocks', {
    listingId: listing.id,
    start: nextYear(0),
    end: nextYear(3),
    kind: 'maintenance',
  })
  await send(page, `/api/blocks/${id}/remove`, { listingId: listing.id })
  const state = async () =>
    (await readRows<ClaimRow>(page.request, 'blocks', { id }, ['start', 'ASC']))[0]?.state
  await expect.poll(state).toBe('released')

  await page.goto('/')
  await page.getByRole('button', { name: 'Undo recent actions' }).click()
  const panel = page.getByRole('dialog', { name: 'Undo recent actions' })
  await expectAccessible(page, 'recent actions')
  const action = panel.getByRole('listitem').filter({ hasText: 'Removed a block' }).first()
  await action.getByRole('button', { name: /^Undo: Removed a block/ }).click()
  await expect(page.getByText('Undone: Removed a block').first()).toBeVisible()
  await expect.poll(state).toBe('committed')
})

test('on a phone the notice of an action is in front of the open panel', async ({ signedIn: page }) => {
  await page.setViewportSize(SIZES.phone)
  const listing = await readLiveListing(page)
  const block = { listingId: listing.id, start: nextYear(10), end: nextYear(12), kind: 'maintenance' }
  const { id } = await send(page, '/api/blocks', block)
  await send(page, `/api/blocks/${id}/remove`, { listingId: listing.id })
  await page.goto('/')
  await page.getByRole('button', { name: 'Ana Vale' }).click()
  await page.getByRole('menuitem', { name: 'Undo recent actions' }).click()
  const panel = page.getByRole('dialog', { name: 'Undo recent actions' })
  await panel
    .getByRole('button', { name: /^Undo: Removed a block/ })
    .first()
    .click()
  const notice = page.getByText('Undone: Removed a block').first()
  await expect(notice).toBeVisible()
  const isInFront = await notice.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isInFront).toBe(true)
})
