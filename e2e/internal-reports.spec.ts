import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { dayIn } from './days.ts'
import { expect, openPageAs, readLiveListing, send, signIn, test } from './fixtures.ts'
import { deliver } from './gateway.ts'
import { sellNights } from './guests.ts'
import { loaded } from './pictures.ts'
import { expectSound } from './sound.ts'

const DAY_MS = 86_400_000
/** Beyond the stays of other journeys. */
const DAY = 310

/** A stay that was sold without refunds and cancelled within its grace period; its code. */
const cancelStay = async (page: Page): Promise<string> => {
  const listing = await readLiveListing(page)
  const id = await sellNights(page, listing, {
    day: DAY,
    nightsMinor: [90_000],
    guest: { displayName: 'Noah F.' },
    cancellationPolicyCode: 'non_refundable',
  })
  await deliver(page, `/api/bookings/${id}/cancel-by-guest`, {})
  return id
}

test('staff replay a policy without changing anything', async ({ page, browser }) => {
  test.setTimeout(allowed(120_000))
  await signIn(page)
  const bookingId = await cancelStay(page)
  const read = async () => (await page.request.get(`/api/bookings/${bookingId}`)).json() as Promise<unknown>
  const zSettled = z.object({
    status: z.literal('cancelled'),
    refunds: z.tuple([z.object({ state: z.literal('settled') })]),
  })
  // The refund is settled a little later.
  await expect
    .poll(async () => zSettled.safeParse(await read()).success, { timeout: allowed(30_000) })
    .toBe(true)
  const before = await read()

  const staff = await openPageAs(browser, 'finance1@hearth.example')
  const { non_refundable: terms, ...others } = FIRST_POLICIES.cancellation.body
  await send(staff, '/api/policies/cancellation/propose', {
    effectiveFrom: new Date(Date.now() + 90 * DAY_MS).toISOString(),
    body: { ...others, non_refundable: { ...terms, grace: null } },
    reason: 'A price without refunds should not have a grace period',
  })
  await expect
    .poll(
      async () =>
        (await staff.request.get(`/api/policy-replay?version=2&from=${dayIn(-1)}&to=${dayIn(1)}`)).status(),
      {
        timeout: allowed(20_000),
      },
    )
    .toBe(200)
  const sent: string[] = []
  staff.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })

  await staff.goto('/internal/reports?report=replay&version=2')
  await loaded(staff)
  await expect(staff.getByText('Replay, nothing is changed')).toBeVisible()
  const table = staff.getByRole('table', { name: 'By host' })
  await table.getByRole('button', { name: /^Vale Stays/ }).click()
  const stay = staff.getByRole('listitem').filter({ hasText: 'Noah F.' }).first()
  await expect(stay).toContainText('within the grace period, all nights back: 100% × 900.00 = 900.00')
  await expect(stay).toContainText('no nights back: 0% × 900.00 = 0.00')
  await expect(staff.getByText('Totals match')).toBeVisible()
  await expectSound(staff, 'policy-replay')

  await staff.getByRole('combobox', { name: 'Replay with' }).selectOption('1')
  await expect(staff.getByText('The same as the version in force.')).toBeVisible()
  expect(sent).toEqual([])
  expect(await read()).toEqual(before)
})
