import { createAddress } from '@hearth/contracts/listing/goLiveSteps'
import { allowed } from '@hearth/platform/testing/allowed'
import { noisePicture } from '@hearth/platform/testing/pictures'
import { expectAccessible } from './axe.ts'
import { expect, openPageAs, send, signIn, test } from './fixtures.ts'
import { importLive, newAccount, newPerson } from './people.ts'
import { loaded, pictures } from './pictures.ts'

const SOON = { timeout: allowed(20_000) }
const PRICE = { baseNightMinor: 20_000 }

test('a host sends changes of a full-service listing to the curators, who also see safety issues', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(120_000))
  const owner = await newPerson('Vivian Maier')
  const account = await newAccount(page.request, 'Maier’s homes', [[owner, 'owner']])
  await signIn(page, owner.email)
  const { id } = await send(page, '/api/listings', {
    title: 'Darkroom Loft',
    place: 'Chicago, Illinois',
    timezone: 'America/Chicago',
    currency: 'USD',
    maxGuests: 2,
    bedrooms: 1,
    feeModel: 'full_service',
    pricing: PRICE,
  })
  await page.goto(`/listing-details/photos?listingId=${id}`)
  const [river, kitchen] = await Promise.all([noisePicture(1600, 1200), noisePicture(1600, 1200, 'webp')])
  await page
    .getByLabel('Add photos')
    .and(page.locator('input'))
    .setInputFiles([
      { name: 'river.jpg', mimeType: 'image/jpeg', buffer: river },
      { name: 'kitchen.webp', mimeType: 'image/webp', buffer: kitchen },
    ])
  const photos = page.getByRole('img', { name: /^Photo \d: / })
  await expect(photos).toHaveCount(2, { timeout: allowed(60_000) })
  await page.getByLabel('Caption of photo 1').fill('The river')
  await page.getByLabel('Caption of photo 1').press('Enter')
  await expect(photos.first()).toHaveAccessibleName('Photo 1: The river', SOON)
  await importLive(page.request, account, id, {
    ...createAddress('US', 'Chicago', '2 Lake Street'),
    region: 'Illinois',
  })
  await send(page, `/api/listings/${id}/update-section`, {
    section: 'safety',
    baseVersion: 1,
    patch: { smokeAlarms: 2 },
  })

  await page.reload()
  await expect(page.getByText('to request a change, move or remove photos')).toBeVisible(SOON)
  await page.getByRole('button', { name: 'Move photo 2 earlier' }).click()
  await expect(page.getByText('Request sent to our curators.')).toBeVisible(SOON)
  await expect(photos.first()).toHaveAccessibleName('Photo 1: The river')
  await send(page, `/api/listings/${id}/update-section`, {
    section: 'safety',
    baseVersion: 2,
    patch: { smokeAlarms: 0 },
  })
  await page.goto(`/listing-details/details?listingId=${id}`)
  await expect(page.getByText('Photos in this order')).toBeVisible(SOON)
  await loaded(page)
  await pictures(page, 'curating-asked')
  await expectAccessible(page, 'what was asked of our curators')

  const curator = await openPageAs(browser, 'support@hearth.example')
  await curator.goto('/internal/reports?report=listings')
  const lost = curator
    .getByRole('listitem')
    .filter({ hasText: 'Darkroom Loft' })
    .filter({ has: curator.getByRole('button', { name: 'Mark as reviewed' }) })
  await expect(lost.getByText('2 → 0')).toBeVisible(SOON)
  const asked = curator
    .getByRole('listitem')
    .filter({ hasText: 'Darkroom Loft' })
    .filter({ has: curator.getByRole('button', { name: 'Approve' }) })
  await expect(asked.getByRole('img', { name: 'Photo 2' })).toBeVisible()
  await loaded(curator)
  await pictures(curator, 'curating-queue')
  await expectAccessible(curator, 'what our curators look at')
  await asked.getByRole('button', { name: 'Approve' }).click()
  await expect(asked).toHaveCount(0, SOON)
  await lost.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(lost).toHaveCount(0, SOON)
  await curator.context().close()

  await page.goto(`/listing-details/photos?listingId=${id}`)
  await expect(page.getByRole('img', { name: 'Photo 2: The river' })).toBeVisible(SOON)
})
