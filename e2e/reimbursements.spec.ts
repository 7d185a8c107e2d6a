import { zReimbursementRow } from '@hearth/contracts/reimbursement'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './axe.ts'
import { signInAfterStay } from './endedStay.ts'
import { confirm, expect, openPageAs, send, test } from './fixtures.ts'
import { deliver } from './gateway.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

const readClaim = async ({ request }: Page, id: string) =>
  z.object(zReimbursementRow.shape).parse(await (await request.get(`/api/reimbursements/${id}`)).json())

const photoFor = async (page: Page, name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 220 } }),
})

/** Adds a television with its photos and receipt to the open draft. */
const addTelevision = async (page: Page, cost: string) => {
  await page.getByLabel('What happened to what?').fill('Television, 43 inch')
  await page.getByLabel('What is it?').selectOption('electronics')
  await page.getByLabel(/^A new one costs/).fill(cost)
  await page.getByRole('button', { name: 'Add item' }).click()
  await expect(page.getByText('A photo of the damage: Television, 43 inch')).toBeVisible()
  const open = page.getByRole('button', { name: 'Open item 1' })
  if ((await open.count()) > 0) await open.click()
  for (const [name, file] of [
    ['Add a photo: Television, 43 inch', 'after.png'],
    ['Add a photo from before: Television, 43 inch', 'before.png'],
    ['Add a receipt: Television, 43 inch', 'receipt.png'],
  ] as const)
    await page.locator(`input[aria-label="${name}"]`).setInputFiles(await photoFor(page, file))
  await expect(page.getByText('A photo of each damage')).toBeVisible({ timeout: allowed(30_000) })
  await expect(page.getByText('A receipt, quote or invoice for each item')).toBeVisible({
    timeout: allowed(30_000),
  })
}

const sendClaim = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Send the claim' }).filter({ visible: true }).last()
  await expect(button).toBeEnabled({ timeout: allowed(30_000) })
  await button.click()
  await expect(page.getByText('Now with the guest')).toBeVisible()
}

/** The guest answers by the gateway that they agree to none of it. */
const declineAsGuest = (page: Page, id: string) =>
  deliver(page, `/api/reimbursements/${id}/record-guest-response`, {
    acceptedItemIds: [],
    text: 'It was like that when we came.',
  })

test('a claim goes from its draft to the payout line, partly approved, and through an appeal', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(240_000))
  await page.setViewportSize(SIZES.desktop)
  const { bookingId } = await signInAfterStay(page, 'Nora Hill')
  await page.goto(`/bookings/${bookingId}`)
  await page.getByRole('link', { name: 'Claim damage or a cost' }).click()
  await page.getByRole('button', { name: 'Start the claim' }).click()
  await expect(page.getByRole('heading', { name: /^Claim for .* stay/, level: 1 })).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  await addTelevision(page, '600')
  await expectAccessible(page, 'a draft of a claim')
  expect(await page.evaluate(findFaults), 'layout of a draft').toEqual([])
  await pictures(page, 'claim-draft')
  await sendClaim(page)
  await declineAsGuest(page, id)

  const reviewer = await openPageAs(browser, 'finance1@hearth.example')
  await reviewer.goto(`/reimbursements/${id}`)
  await reviewer.getByRole('button', { name: 'Take this claim' }).click()
  await expect(reviewer.getByText('Assigned to you')).toBeVisible()
  await reviewer.getByLabel('Less, for its age').check()
  await expect(reviewer.getByRole('button', { name: 'Decide, 300.00 of 600.00' })).toBeEnabled()
  await expectAccessible(reviewer, 'the review of a claim')
  expect(await reviewer.evaluate(findFaults), 'layout of the review').toEqual([])
  await pictures(reviewer, 'claim-review')
  await reviewer.getByRole('button', { name: 'Decide, 300.00 of 600.00' }).click()
  await expect.poll(async () => (await readClaim(page, id)).status).toBe('decided')
  await reviewer.context().close()

  await expect
    .poll(async () => (await readClaim(page, id)).payments, { timeout: allowed(30_000) })
    .toHaveLength(1)
  await page.goto(`/reimbursements/${id}`)
  await expect(page.getByText('Partly approved')).toBeVisible()
  await expect(page.getByText('Totals match')).toBeVisible()
  await expect(page.getByText(/^300\.00 \w{3} was paid into your balance/)).toBeVisible()
  await expectAccessible(page, 'a decided claim')
  expect(await page.evaluate(findFaults), 'layout of a decided claim').toEqual([])
  await pictures(page, 'claim-decided')

  await page.getByRole('button', { name: 'Appeal', exact: true }).click()
  await page.getByLabel('Why is the decision wrong?').fill('The receipt shows that it was bought last month.')
  await confirm(page, 'Appeal')
  await expect(page.getByText('Now with another reviewer')).toBeVisible()
  const second = await openPageAs(browser, 'finance2@hearth.example')
  await second.goto(`/reimbursements/${id}`)
  await second.getByLabel('Less, for its age').check()
  await second.getByRole('button', { name: 'Decide, 300.00 of 600.00' }).click()
  await expect.poll(async () => (await readClaim(page, id)).decisions).toHaveLength(2)
  await second.context().close()
  const claim = await readClaim(page, id)
  expect(claim.decisions.map(({ by }) => by)).toHaveLength(new Set(claim.decisions.map(({ by }) => by)).size)
  await page.goto('/reimbursements')
  await loaded(page)
  await expectAccessible(page, '/reimbursements')
  expect(await page.evaluate(findFaults), 'layout of the list').toEqual([])
  await pictures(page, 'claims')
})

test('a claim is written on a phone, keeps what is typed, and answers a question', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(240_000))
  await page.setViewportSize(SIZES.phone)
  const stay = await signInAfterStay(page, 'Nora Hill')
  const { id } = await send(page, '/api/reimbursements', { kind: 'damage', ...stay })
  await page.goto(`/reimbursements/${id}`)
  await page.getByLabel('What happened to what?').fill('Glass table, cracked across')
  await page.reload()
  await expect(page.getByLabel('What happened to what?')).toHaveValue('Glass table, cracked across')
  await addTelevision(page, '400')
  expect(await page.evaluate(findFaults), 'layout of a draft on a phone').toEqual([])
  await sendClaim(page)
  await declineAsGuest(page, id)

  const reviewer = await openPageAs(browser, 'support@hearth.example')
  await reviewer.goto(`/reimbursements/${id}`)
  await reviewer.getByRole('button', { name: 'Ask the host' }).click()
  await reviewer.getByLabel('Question 1').fill('When did you buy the television?')
  await confirm(reviewer, 'Send the questions')
  await reviewer.context().close()

  await page.reload()
  await page.getByLabel('When did you buy the television?').fill('In November last year.')
  await expectAccessible(page, 'a question about a claim')
  expect(await page.evaluate(findFaults), 'layout of a question on a phone').toEqual([])
  await pictures(page, 'claim-question')
  await page.getByRole('button', { name: 'Send the answers' }).click()
  await expect(page.getByText('Now with us')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await confirm(page, 'Withdraw')
  await expect.poll(async () => (await readClaim(page, id)).status).toBe('withdrawn')
})
