import type { ReviewRow } from '@hearth/contracts/review'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, openPageAs, readRows, send, signIn, test } from './fixtures.ts'
import { deliver } from './gateway.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

const SOON: readonly [string, string] = ['closesAt', 'DESC']
const GUEST = {
  overall: 2,
  cleanliness: 5,
  accuracy: 5,
  checkIn: 5,
  communication: 1,
  location: 5,
  value: 2,
  publicText: 'Nice loft, but we felt treated like thieves.',
  privateText: 'Drop the claim and I change my mind.',
}

/** A stay of the demo that neither side has reviewed; `skip` gives each journey its own. */
const findOpen = async (page: Page, skip: number): Promise<ReviewRow> => {
  const rows = await readRows<ReviewRow>(page.request, 'reviews', { state: 'open' }, SOON)
  const row = rows[skip]
  if (row === undefined) throw new Error('The demo has no stay to review')
  return row
}

const write = async (page: Page, text: string) => {
  for (const category of ['Cleanliness', 'Communication', 'House rules'])
    await page
      .getByRole('radiogroup', { name: category })
      .getByRole('radio', { name: '4 of 5' })
      .check({ force: true })
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByLabel('Public review').fill(text)
}

const REASON = 'The guest asked for money for a good review.'

/** Decides as the first person of Hearth who has not worked for the account. */
const removeAsStaff = async (browser: Browser, id: string): Promise<void> => {
  for (const email of ['admin2@hearth.example', 'admin1@hearth.example', 'support@hearth.example']) {
    const staff = await openPageAs(browser, email)
    await staff.goto(`/reviews/${id}`)
    await expect(staff.getByRole('link', { name: 'Incident', exact: true })).toBeVisible()
    await staff.getByRole('radio', { name: 'Remove the review' }).check()
    await staff.getByLabel('Reason, as the host reads it').fill(REASON)
    await staff.getByRole('button', { name: 'Decide' }).click()
    const removed = staff.getByText('The review was removed').first()
    await expect(removed.or(staff.getByText('You have worked for this account before')).first()).toBeVisible()
    const isRemoved = await removed.isVisible()
    await staff.context().close()
    if (isRemoved) return
  }
  throw new Error('Everyone of Hearth has worked for this account')
}

test('a review is written, sealed, revealed, answered, disputed with an incident and removed', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(180_000))
  await page.setViewportSize(SIZES.desktop)
  await signIn(page)
  await page.goto('/reviews')
  await loaded(page)
  await expectAccessible(page, '/reviews')
  expect(await page.evaluate(findFaults), 'layout of the list').toEqual([])
  await pictures(page, 'reviews')

  const review = await findOpen(page, 0)
  const first = review.guestName.split(' ')[0] ?? ''
  await page.goto(`/reviews/${review.id}`)
  await write(page, 'A calm and friendly guest.')
  await expect(page.getByText('Draft saved on this device')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Public review')).toHaveValue('A calm and friendly guest.')
  await expectAccessible(page, '/reviews/{id} to write')
  expect(await page.evaluate(findFaults), 'layout of a review to write').toEqual([])
  await pictures(page, 'review')
  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('“A calm and friendly guest.”')).toBeVisible()
  // Staff see that it exists, and nothing of it.
  const staff = await openPageAs(browser, 'support@hearth.example')
  await staff.goto(`/reviews/${review.id}`)
  await expect(staff.getByText('Host has written')).toBeVisible()
  await expect(staff.getByText('A calm and friendly guest.')).toHaveCount(0)

  const { id: incidentId } = await send(page, '/api/incidents', {
    listingId: review.listingId,
    bookingId: review.id,
    category: 'guest_misconduct',
    occurredAt: new Date(Date.now() - 3_600_000).toISOString(),
    description: 'The guest wrote that a good review has its price.',
    peopleHurt: false,
  })
  await deliver(page, `/api/reviews/${review.id}/receive-guest-review`, GUEST)
  await expect(page.getByText(`“${GUEST.publicText}”`)).toBeVisible()
  await page.getByLabel('Your public reply').fill('We are sorry that it ended like this.')
  await expectAccessible(page, '/reviews/{id} revealed')
  expect(await page.evaluate(findFaults), 'layout of a revealed review').toEqual([])
  await pictures(page, 'review-revealed')
  await page.getByRole('button', { name: 'Post reply' }).click()
  await expect(page.getByText('“We are sorry that it ended like this.”', { exact: true })).toBeVisible()
  await page.getByLabel('Why').selectOption('extortion')
  await page.getByRole('checkbox', { name: `What ${first} wrote only for you` }).check({ force: true })
  await page.getByRole('checkbox', { name: /^Incident IN-/ }).check({ force: true })
  await page.getByRole('button', { name: 'Ask for removal' }).click()
  await expect(page.getByRole('heading', { name: 'Hearth is checking this review' })).toBeVisible()
  await staff.context().close()

  const readReview = async () =>
    (await (await page.request.get(`/api/reviews/${review.id}`)).json()) as ReviewRow
  await expect
    .poll(async () => (await readReview()).dispute?.evidence)
    .toContainEqual({
      kind: 'incident',
      incidentId,
    })
  await removeAsStaff(browser, review.id)
  await expect(page.getByText(REASON, { exact: true })).toBeVisible()
  expect((await readReview()).removedAt).not.toBeNull()
})

/** Both sides write, and the host disputes what the guest wrote. */
const disputeReview = async (page: Page, { id }: ReviewRow): Promise<void> => {
  await send(page, `/api/reviews/${id}/submit`, {
    cleanliness: 5,
    communication: 4,
    houseRules: 5,
    wouldHostAgain: true,
    publicText: 'A calm and friendly guest.',
    privateText: '',
  })
  await deliver(page, `/api/reviews/${id}/receive-guest-review`, GUEST)
  await send(page, `/api/reviews/${id}/dispute`, {
    ground: 'extortion',
    explanation: 'The guest wants us to drop a bill for a better review.',
    evidence: [{ kind: 'private_text' }],
  })
}

test('an admin decides about a disputed review', async ({ page, browser }) => {
  test.setTimeout(allowed(120_000))
  await signIn(page)
  const disputed = await findOpen(page, 2)
  await disputeReview(page, disputed)
  const staff = await openPageAs(browser, 'admin2@hearth.example')
  await staff.goto(`/reviews/${disputed.id}`)
  await staff.getByRole('radio', { name: 'Remove the review' }).check()
  await staff.getByLabel('Reason, as the host reads it').fill('The guest demanded money for another review.')
  await expectAccessible(staff, '/reviews/{id} to decide')
  expect(await staff.evaluate(findFaults), 'layout of a decision').toEqual([])
  await pictures(staff, 'review-decide')
  await staff.getByRole('button', { name: 'Decide' }).click()
  await expect(
    staff
      .getByText('The review was removed')
      .or(staff.getByText('You have worked for this account before, so a colleague has to decide.'))
      .first(),
  ).toBeVisible()
  await staff.context().close()
})

test('a host reviews a guest on a phone, and both are revealed', async ({ page }) => {
  test.setTimeout(allowed(120_000))
  await page.setViewportSize(SIZES.phone)
  await signIn(page)
  const review = await findOpen(page, 1)
  await deliver(page, `/api/reviews/${review.id}/receive-guest-review`, GUEST)
  await page.goto('/reviews')
  await loaded(page)
  expect(await page.evaluate(findFaults), 'layout of the list on a phone').toEqual([])
  await page.goto(`/reviews/${review.id}`)
  await expect(page.getByRole('img', { name: 'A sealed envelope' })).toBeVisible()
  await expect(page.getByText(GUEST.publicText)).toHaveCount(0)
  await write(page, 'Left everything tidy.')
  expect(await page.evaluate(findFaults), 'layout of a review on a phone').toEqual([])
  await pictures(page, 'review-phone')
  await page.getByRole('button', { name: 'Send and reveal both' }).click()
  await expect(page.getByText(`“${GUEST.publicText}”`)).toBeVisible()
  expect(await page.evaluate(findFaults), 'layout of a revealed review on a phone').toEqual([])
})
