import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { deriveAgreementId } from '@hearth/contracts/agreement'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './axe.ts'
import { expect, openPageAs, prove, send, signIn, test } from './fixtures.ts'
import { newAccount, newPerson } from './people.ts'
import { loaded, pictures } from './pictures.ts'

const SOON = { timeout: allowed(20_000) }
const NEW_YORK = { lat: 40.71, lng: -74.01 }

/** A home with an address, whose owner has a legal name. */
const newHome = async (page: Page, name: string): Promise<string> => {
  const owner = await newPerson(name)
  const account = await newAccount(page.request, `${name}’s homes`, [[owner, 'owner']])
  await signIn(page, owner.email)
  await send(page, `/api/accounts/${account}/change-legal-identity`, {
    kind: 'individual',
    country: 'US',
    legalName: name,
    legalAddress: '1 Hill Road, Hudson',
    companyNumber: null,
  })
  const { id } = await send(page, '/api/listings', {
    title: 'Cedar House',
    place: 'Hudson, New York',
    timezone: 'America/New_York',
    currency: 'USD',
    maxGuests: 4,
    bedrooms: 1,
    pricing: { baseNightMinor: 20_000 },
  })
  await send(page, `/api/listings/${id}/update-section`, {
    section: 'location',
    baseVersion: 0,
    patch: {
      address: { line1: '2 River Lane', city: 'Hudson', country: 'US' },
      geo: NEW_YORK,
      pinConfirmed: true,
    },
  })
  return id
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('an agreement is prepared, read, signed and countersigned; the file has the recorded hash', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(150_000))
  const listingId = await newHome(page, 'Grace Hopper')
  const address = `/onboarding/${listingId}/management-agreement`
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Prepare the agreement' })).toBeVisible(SOON)
  await pictures(page, 'agreement-prepare')
  await expectAccessible(page, 'preparing an agreement')
  await page.getByRole('button', { name: 'Prepare the agreement' }).click()
  const sign = page.getByRole('button', { name: 'Sign the agreement' })
  await expect(sign).toBeDisabled(SOON)
  await expect(page.getByText('15.5% of what a guest pays you').first()).toBeVisible()
  await pictures(page, 'agreement-unread')
  await expectAccessible(page, 'an agreement')
  const consent = page.getByRole('checkbox', { name: /I agree to sign electronically/ })
  await expect(consent).toBeDisabled()
  await page
    .getByRole('region', { name: 'The agreement' })
    .evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(consent).toBeEnabled(SOON)
  await consent.click()
  await expect(consent).toBeDisabled(SOON)
  await page.getByRole('checkbox', { name: /intend to be bound/ }).check()
  await page.getByLabel('Your full name').fill('Grace Murray')
  await sign.click()
  await expect(page.getByText('must be your name as in the agreement: Grace Hopper')).toBeVisible(SOON)
  await page.getByLabel('Your full name').fill('grace hopper')
  await prove(page, async () => {
    await sign.click()
    await expect(page.getByText('Awaiting Hearth’s signature')).toBeVisible(SOON)
  })
  await pictures(page, 'agreement-signed')

  const support = await openPageAs(browser, 'support@hearth.example')
  await support.goto(address)
  await support.getByRole('button', { name: 'Sign for Hearth' }).click()
  await expect(support.getByText('In force')).toBeVisible(SOON)
  await support.context().close()

  await page.reload()
  await expect(page.getByText('In force')).toBeVisible(SOON)
  await loaded(page)
  await pictures(page, 'agreement-active')
  await expectAccessible(page, 'an agreement in force')
  const row = (await (await page.request.get(`/api/agreements/${deriveAgreementId(listingId)}`)).json()) as {
    documentSha256: string
    signedSha256: string
  }
  for (const [name, hash] of [
    ['Agreement as PDF', row.documentSha256],
    ['Signed, with certificate', row.signedSha256],
  ] as const) {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const file = await readFile(await (await coming).path())
    expect(sha256(file)).toBe(hash)
  }

  const curator = await openPageAs(browser, 'support@hearth.example')
  await curator.goto(address)
  await curator.getByRole('button', { name: 'Change: Terms' }).click()
  await curator.getByLabel('Fee', { exact: true }).fill('12')
  await curator.getByLabel('Only bookings through Hearth').check()
  await expect(curator.getByRole('button', { name: 'Propose terms' })).toBeDisabled()
  await curator.getByLabel('Reason for these terms').fill('You rent out the whole year')
  await pictures(curator, 'agreement-propose')
  await expectAccessible(curator, 'proposing other terms')
  await curator.getByRole('button', { name: 'Propose terms' }).click()
  await expect(curator.getByRole('heading', { name: 'Proposed changes to the terms' })).toBeVisible(SOON)
  await curator.context().close()

  await page.reload()
  const proposed = page.locator('section', {
    has: page.getByRole('heading', { name: 'Proposed changes to the terms' }),
  })
  await expect(proposed.getByText('12% of what a guest pays you')).toBeVisible(SOON)
  await expect(proposed.getByText('through Hearth only')).toBeVisible()
  await expect(proposed.getByText('Term', { exact: true })).toBeHidden()
  await pictures(page, 'agreement-amendment')
  await expectAccessible(page, 'proposed terms')
  await proposed.getByLabel('Your full name').fill('Grace Hopper')
  await prove(page, async () => {
    await proposed.getByRole('button', { name: 'Sign the new terms' }).click()
    await expect(page.getByText('12% of what a guest pays you').first()).toBeVisible(SOON)
    await expect(proposed).toBeHidden(SOON)
  })
})

test('a photo shoot is booked in a unique slot, and its pictures go into the listing', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(180_000))
  const listingId = await newHome(page, 'Dorothea Lange')
  await page.goto(`/onboarding/${listingId}/photoshoot`)
  const times = page.getByRole('radio')
  await expect(times.first()).toBeAttached(SOON)
  await pictures(page, 'photoshoot-slots')
  await expectAccessible(page, 'choosing a time')
  await page.getByRole('group', { name: 'Days' }).getByRole('button').nth(2).click()
  // Only one home of a region gets a slot, so the free ones depend on earlier journeys.
  await times
    .nth(Math.floor(Math.random() * (await times.count())))
    .locator('xpath=..')
    .click()
  await page.getByRole('button', { name: 'Reserve this time' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm the photo shoot' })).toBeVisible(SOON)
  await pictures(page, 'photoshoot-confirm')
  await expectAccessible(page, 'confirming a photo shoot')
  const book = page.getByRole('button', { name: 'Book photo shoot' })
  await page.getByLabel('Phone number for the day').fill('415 555 0100')
  await page.getByRole('button', { name: 'Everything will be ready' }).click()
  await book.click()
  await expect(page.getByText('must start with + and the country code')).toBeVisible()
  await page.getByLabel('Phone number for the day').fill('+1 415 555 0100')
  await book.click()
  await expect(page.getByText('Booked', { exact: true })).toBeVisible(SOON)
  await loaded(page)
  await pictures(page, 'photoshoot-booked')
  await expectAccessible(page, 'a booked photo shoot')

  const support = await openPageAs(browser, 'support@hearth.example')
  await support.goto(`/onboarding/${listingId}/photoshoot`)
  await support.getByRole('button', { name: 'Mark as photographed' }).click()
  const buffers = await Promise.all(
    Array.from({ length: 15 }, (_, index) =>
      sharp({
        create: { width: 1200, height: 800, channels: 3, background: { r: 10 * index, g: 120, b: 160 } },
      })
        .jpeg()
        .toBuffer(),
    ),
  )
  await support
    .locator('input[type=file]')
    .setInputFiles(buffers.map((buffer, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer })))
  await expect(support.getByText('15 selected')).toBeVisible()
  await pictures(support, 'photoshoot-deliver')
  await expectAccessible(support, 'delivering pictures')
  await support.getByRole('button', { name: 'Deliver photos' }).click()
  await expect(support.getByText('Photos delivered')).toBeVisible({ timeout: allowed(60_000) })
  await support.context().close()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Add to listing' })).toBeVisible(SOON)
  await loaded(page)
  await pictures(page, 'photoshoot-delivered')
  await expectAccessible(page, 'delivered pictures')
  await page.getByRole('button', { name: 'Add to listing' }).click()
  await expect(page.getByText('Photos accepted')).toBeVisible(SOON)
  await expect
    .poll(
      async () =>
        (
          (await (await page.request.get(`/api/listing-contents/${listingId}`)).json()) as {
            photos: unknown[]
          }
        ).photos.length,
      { timeout: allowed(60_000) },
    )
    .toBe(15)
  const fees = (await (
    await page.request.get(
      `/api/ledger-entries?filter=${encodeURIComponent(JSON.stringify({ kind: 'photoshoot_fee' }))}`,
    )
  ).json()) as { amountMinor: number }[]
  expect(fees.map(({ amountMinor }) => amountMinor)).toEqual([-19_900])
})
