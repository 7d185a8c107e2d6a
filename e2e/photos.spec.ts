import { allowed } from '@hearth/platform/testing/allowed'
import { noisePicture } from '@hearth/platform/testing/pictures'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { createDraft } from './onboardingSteps.ts'
import { loaded, picture, pictures } from './pictures.ts'

const SOON = { timeout: allowed(20_000) }
const names = (page: Page) => page.getByRole('img', { name: /^Photo \d/ })
const alts = async (page: Page) =>
  (await names(page).all()).reduce<Promise<(string | null)[]>>(
    async (before, image) => [...(await before), await image.getAttribute('alt')],
    Promise.resolve([]),
  )

test('photos are uploaded, refused, captioned, sorted by keyboard, and sized for the screen', async ({
  signedIn: page,
}) => {
  test.setTimeout(allowed(120_000))
  const listingId = await createDraft(page)
  await page.goto(`/listing-details/photos?listingId=${listingId}`)
  await loaded(page)
  await expect(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible(SOON)
  await pictures(page, 'photos-none')

  const [river, kitchen, small] = await Promise.all([
    noisePicture(2400, 1600),
    noisePicture(1600, 1200, 'webp'),
    noisePicture(640, 480),
  ])
  await page
    .getByLabel('Add photos')
    .and(page.locator('input'))
    .setInputFiles([
      { name: 'river.jpg', mimeType: 'image/jpeg', buffer: river },
      { name: 'kitchen.webp', mimeType: 'image/webp', buffer: kitchen },
      { name: 'small.jpg', mimeType: 'image/jpeg', buffer: small },
      {
        name: 'page.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
      },
    ])
  const refusals = page.getByRole('alert')
  await expect(refusals).toHaveCount(2, { timeout: allowed(60_000) })
  await expect(refusals.first()).toContainText('Couldn’t add small.jpg')
  await expect(refusals.first()).toContainText('640 × 480')
  await expect(refusals.last()).toContainText('Couldn’t add page.jpg')
  await expect(names(page)).toHaveCount(2)
  await picture(page, 'photos-refused')
  await expectAccessible(page, 'photos that were not taken')
  await page.getByRole('button', { name: 'Dismiss small.jpg' }).click()
  await page.getByRole('button', { name: 'Dismiss page.jpg' }).click()

  await page.getByLabel('Caption of photo 1').fill('The river behind the house')
  await page.getByLabel('Caption of photo 1').press('Enter')
  await page.getByLabel('Room of photo 2').selectOption('kitchen')
  await expect
    .poll(() => alts(page), SOON)
    .toEqual(['Photo 1: The river behind the house', 'Photo 2: Kitchen'])
  await page.getByRole('button', { name: 'Move photo 2 earlier' }).press('Enter')
  await expect
    .poll(() => alts(page), SOON)
    .toEqual(['Photo 1: Kitchen', 'Photo 2: The river behind the house'])
  await expect
    .poll(
      async () =>
        (
          (await (await page.request.get(`/api/listing-contents/${listingId}`)).json()) as {
            photos: { caption: string }[]
          }
        ).photos.map(({ caption }) => caption),
      SOON,
    )
    .toEqual(['', 'The river behind the house'])

  await page.reload()
  await loaded(page)
  const cover = names(page).first()
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0), SOON)
    .toBe(true)
  // Never the whole file, and no larger than twice its size on the screen.
  const shown = await cover.evaluate((image: HTMLImageElement) => ({
    source: image.currentSrc,
    wide: image.naturalWidth,
    box: image.clientWidth,
    loading: image.loading,
  }))
  expect([shown.source.endsWith('/full'), shown.loading, shown.wide <= Math.max(320, shown.box * 2)]).toEqual(
    [false, 'lazy', true],
  )
  const answer = await page.request.get(shown.source)
  expect([
    answer.headers()['content-disposition']?.startsWith('attachment'),
    answer.headers()['x-content-type-options'],
    answer.headers()['content-security-policy']?.includes('sandbox'),
    answer.headers()['cache-control']?.startsWith('private'),
  ]).toEqual([true, 'nosniff', true, true])
  await pictures(page, 'photos')
  await expectAccessible(page, 'photos')

  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect(names(page)).toHaveCount(1, SOON)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(names(page)).toHaveCount(2, SOON)
})

test('an address is found, and the pin is moved by keyboard and by coordinates', async ({
  signedIn: page,
}) => {
  await page.goto('/listings/start')
  await loaded(page)
  const country = page.getByLabel('Country', { exact: true })
  await expect(page.getByRole('application')).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(country).toBeFocused()
  await country.selectOption('PT')
  await page.getByLabel('City').fill('Lisboa')
  const found = page.getByRole('list', { name: 'Results' })
  // The first search loads the towns of the world; on a busy machine the console reports a failure, and the
  // search is repeated.
  await expect(async () => {
    await page.getByRole('button', { name: 'Find on the map' }).click()
    await expect(found.getByRole('button').first()).toContainText('Lisbon', { timeout: 5_000 })
  }).toPass(SOON)
  await country.selectOption('US')
  await page.getByLabel('Street and number').fill('214 Warren Street')
  await page.getByLabel('City').fill('Hudson')
  await page.getByRole('button', { name: 'Find on the map' }).click()
  await found.getByRole('button', { name: 'Hudson, NY, US' }).click()
  const map = page.getByRole('application')
  await expect(map).toHaveAccessibleName(/The pin is at 42\.2/)
  await expect(page.getByText(/within \d+ k?m of your place\. Move it/)).toBeVisible()
  await pictures(page, 'address')
  await expectAccessible(page, 'the pin of an address')
  const before = await page.getByLabel('Coordinates').inputValue()
  await map.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Coordinates')).not.toHaveValue(before)
  await expect(page.getByText('You’ve confirmed the location.')).toBeVisible()
  await page.getByLabel('Coordinates').fill('42.25281, -73.79102')
  await expect(map).toHaveAccessibleName('Map. The pin is at 42.25281, -73.79102')
})
