import type { BookingRow, ListedBookingRow } from '@hearth/contracts/booking'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, PASSWORD, prove, readRows, signIn, test } from './fixtures.ts'
import { newAccount, newPerson } from './people.ts'
import { pictures } from './pictures.ts'

const OWNER = 'ines@lisboa.example'
const erasures = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Key destroyed' })

/** Types the name, which enables the button, and sends the form. */
const eraseChosen = async (page: Page, name: string) => {
  const submit = page.getByRole('button', { name: 'Erase permanently' })
  await page.getByLabel(`Type ${name} to confirm`).fill(name.slice(0, -1))
  await expect(submit).toBeDisabled()
  await page.getByLabel(`Type ${name} to confirm`).fill(name)
  await submit.click()
}
const findGuest = async (page: Page, code: string) => {
  await page.getByLabel('Guest name or booking code').fill(code)
  await page.getByRole('button', { name: 'Find guest' }).click()
  await page.getByRole('group', { name: 'Guest' }).getByRole('radio').first().check()
}

test('a guest is erased by booking and typed name: screens say “[erased]”, sums stay', async ({ page }) => {
  test.setTimeout(allowed(120_000))
  await signIn(page, OWNER)
  const expected = new Set(
    (await readRows<ListedBookingRow>(page.request, 'bookings', {}, ['checkIn', 'DESC']))
      .filter(({ status }) => status === 'confirmed' || status === 'in_stay')
      .map(({ guestRef }) => guestRef),
  )
  const over = await readRows<ListedBookingRow>(page.request, 'bookings', { status: 'completed' }, [
    'checkIn',
    'ASC',
  ])
  const booking = over.find(({ guestRef, guestName }) => guestName !== '[erased]' && !expected.has(guestRef))
  if (!booking) throw new Error('The demo data holds no guest whose stays are over')
  await page.goto('/account?tab=data')
  await expect(page.getByText('Choose a person first.')).toBeVisible()
  await page.getByLabel('Guest name or booking code').fill('Nobody of this name')
  await page.getByRole('button', { name: 'Find guest' }).click()
  await expect(page.getByText('No guests found.')).toBeVisible()
  await findGuest(page, booking.code)
  await expectAccessible(page, 'a chosen guest')
  await pictures(page, 'erasure-guest')
  const before = await erasures(page).count()
  await eraseChosen(page, booking.guestName)
  await prove(page, () => expect(erasures(page)).toHaveCount(before + 1, { timeout: allowed(30_000) }))
  await expectAccessible(page, 'an erased guest')
  await pictures(page, 'erasure-guest-done')

  await page.goto(`/bookings/${booking.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('[erased]', {
    timeout: allowed(15_000),
  })
  await expect(page.getByText(booking.guestName)).toHaveCount(0)
  const after = (await (await page.request.get(`/api/bookings/${booking.id}`)).json()) as BookingRow
  expect(after).toMatchObject({
    guestName: '[erased]',
    hostPayoutMinor: booking.hostPayoutMinor,
    guestTotalMinor: booking.guestTotalMinor,
    nights: booking.nights,
  })
  await page.goto('/account?tab=data')
  await page.getByLabel('Guest name or booking code').fill(booking.code)
  await page.getByRole('button', { name: 'Find guest' }).click()
  await expect(page.getByText('No guests found.')).toBeVisible()
})

test('a guest with a future stay is not erased: the screen says why and what to do', async ({ page }) => {
  await signIn(page, OWNER)
  const [booking] = await readRows<ListedBookingRow>(page.request, 'bookings', { status: 'confirmed' }, [
    'checkIn',
    'DESC',
  ])
  if (!booking) throw new Error('The demo data holds no confirmed booking')
  await page.goto('/account?tab=data')
  await findGuest(page, booking.code)
  await eraseChosen(page, booking.guestName)
  await prove(page, () =>
    expect(page.getByRole('alert')).toContainText('This guest has a current or upcoming stay.', {
      timeout: allowed(15_000),
    }),
  )
  await expect(page.getByLabel(`Type ${booking.guestName} to confirm`)).toHaveValue(booking.guestName)
})

test('a former member is erased after removal and can’t sign in any more', async ({ page, request }) => {
  test.setTimeout(allowed(120_000))
  const [ada, lee] = [await newPerson('Ada Harbor'), await newPerson('Lee Quay')]
  await newAccount(request, 'Harbor House', [
    [ada, 'owner'],
    [lee, 'cohost_full'],
  ])
  await signIn(page, ada.email)
  await page.goto('/account?tab=data')
  await page.getByRole('radio', { name: 'A former member' }).check()
  await expect(page.getByText('No former members.')).toBeVisible()

  await page.goto('/account?tab=team')
  await page.getByRole('button', { name: 'Remove Lee Quay' }).click()
  await page
    .getByRole('dialog', { name: 'Remove Lee Quay?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click()
  await prove(page, () =>
    expect(page.getByText('Lee Quay has been removed from the account.')).toBeVisible({
      timeout: allowed(15_000),
    }),
  )

  await page.goto('/account?tab=data')
  await page.getByRole('radio', { name: 'A former member' }).check()
  await page
    .getByRole('combobox', { name: 'Former member' })
    .selectOption({ label: `Lee Quay, ${lee.email}` })
  await eraseChosen(page, 'Lee Quay')
  await prove(page, () => expect(erasures(page)).toHaveCount(1, { timeout: allowed(30_000) }))
  await page.reload()
  await page.getByRole('radio', { name: 'A former member' }).check()
  await expect(page.getByRole('option', { name: /Lee Quay/ })).toHaveCount(0)
  await expect(page.locator('body')).not.toContainText(lee.email)
  await pictures(page, 'erasure-member-done')
  const answer = await request.post('/api/login', {
    data: { email: lee.email, password: PASSWORD },
    headers: { Origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(401)
})
