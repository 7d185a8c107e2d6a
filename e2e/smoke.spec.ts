import { allowed } from '@hearth/platform/testing/allowed'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test, upcomingBooking } from './fixtures.ts'

/** Submits the sign-in form until its answer is there: a busy machine may ask for another try. */
const submitUntil = async (page: Page, answer: Locator) => {
  const press = async () => {
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(answer.or(page.getByRole('alert')).first()).toBeVisible()
    return answer.isVisible()
  }
  await expect.poll(press, { timeout: allowed(60_000) }).toBe(true)
}

test('a host signs in, finds a booking and opens it @smoke', async ({ page }) => {
  await page.goto('/bookings')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expectAccessible(page, 'login')
  await page.getByLabel('Email', { exact: true }).fill('ana@vale.example')
  await page.getByLabel('Password', { exact: true }).fill('hearth-demo-2026')
  const heading = page.getByRole('heading', { level: 1, name: 'Bookings' })
  await submitUntil(page, heading)
  await expect(page).toHaveURL(/\/bookings/)
  const booking = await upcomingBooking(page.context().request, 0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(booking.code.replace('-', '').toLowerCase())
  await page.getByRole('option', { name: new RegExp(booking.code) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(booking.guestName)
  await expect(page.getByText(booking.code).first()).toBeVisible()
})

test('a wrong password is reported on the same page @smoke', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill('nobody@vale.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await submitUntil(page, page.getByText('Wrong email or password.'))
})

test('an unknown address and a foreign booking are not found @smoke', async ({ signedIn: page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.goto('/bookings/018f0000-0000-7000-8000-000000000000')
  await expect(page.getByText('Booking not found').first()).toBeVisible()
})
