import type { ListingContentRow, ListingRow, Readiness, SectionVersion } from '@hearth/contracts/listing'
import type { APIRequestContext, Page } from '@playwright/test'
import { allowed } from '@hearth/platform/testing/allowed'
import { expectAccessible } from './axe.ts'
import { completeListing } from './completeListing.ts'
import { baseUrl, expect, readRows, send, signIn, test } from './fixtures.ts'
import { newAccount, newPerson } from './people.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

const TABS = [
  'overview',
  'preview',
  'details',
  'amenities',
  'photos',
  'pricing',
  'availability',
  'policies',
  'house-rules',
  'pre-arrival',
  'team',
  'compliance',
  'history',
]

const get = async <T>(request: APIRequestContext, path: string): Promise<T> =>
  (await (await request.get(`${baseUrl()}${path}`)).json()) as T

/** A draft of an owner who appears in no other journey. */
const newDraft = async (page: Page): Promise<string> => {
  const owner = await newPerson('Dora Draft')
  await newAccount(page.request, 'Draft Stays', [[owner, 'owner']])
  await signIn(page, owner.email)
  const address = {
    line1: 'Rua da Bica 4',
    line2: null,
    city: 'Lisboa',
    region: null,
    postalCode: '1200-054',
    country: 'PT',
  }
  const { id } = await send(page, '/api/listing-drafts', {
    address,
    geo: { lat: 38.71, lng: -9.146 },
    bedrooms: 2,
    propertyType: 'apartment',
  })
  await expect
    .poll(async () => (await page.request.get(`${baseUrl()}/api/listing-contents/${id}`)).status())
    .toBe(200)
  return id
}

test('a draft lists what it lacks to go live, with links to the fields', async ({ page }) => {
  const id = await newDraft(page)
  await page.goto(`/listings/${id}`)
  await loaded(page)
  await expect(page.getByText('Guests can’t see it yet.')).toBeVisible()
  const { conditions } = await get<Readiness>(page.request, `/api/listings/${id}/readiness`)
  const missing = conditions.filter(({ detail }) => detail !== null)
  await expect(page.getByText(`${missing.length} items left`)).toBeVisible()
  await pictures(page, 'listing-draft')
  await page.getByRole('link', { name: 'Complete: Title' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Bica rooms with a view')
  await expect
    .poll(async () => (await get<ListingRow>(page.request, `/api/listings/${id}`)).title)
    .toBe('Bica rooms with a view')
  const after = await get<Readiness>(page.request, `/api/listings/${id}/readiness`)
  expect(after.conditions.find(({ code }) => code === 'title')?.detail).toBeNull()
})

test('an imported draft is published only once nothing is missing', async ({ page }) => {
  test.setTimeout(allowed(120_000))
  const owner = await newPerson('Petra Prior')
  const account = await newAccount(page.request, 'Draft Stays', [[owner, 'owner']])
  await signIn(page, owner.email)
  const { id } = await send(page, '/api/listings', {
    title: 'Bakery Flat',
    place: 'Hudson, New York',
    timezone: 'America/New_York',
    currency: 'USD',
    maxGuests: 2,
    bedrooms: 1,
    pricing: { baseNightMinor: 12_000 },
  })
  const refused = await page.request.post(`/api/listings/${id}/publish`, {
    data: {},
    headers: { Origin: baseUrl(), 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(refused.status()).toBe(422)
  const { unmet } = (await refused.json()) as { unmet: readonly { code: string }[] }
  expect(unmet.map(({ code }) => code)).toEqual([
    'description',
    'photos',
    'bedroom_photos',
    'essentials',
    'smoke_alarm',
    'co_alarm',
    'registration',
    'payout_method',
  ])

  await expect
    .poll(async () => (await page.request.get(`${baseUrl()}/api/listings/${id}`)).status())
    .toBe(200)
  await page.goto(`/listings/${id}`)
  await loaded(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('8 items are missing')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await expectAccessible(page, 'what is missing before publishing')
  await pictures(page, 'listing-publish-missing')
  await dialog.getByRole('link', { name: 'Complete: Smoke alarm' }).click()
  await expect(page).toHaveURL(new RegExp(`/listing-details/pre-arrival\\?listingId=${id}#smokeAlarms`))

  await completeListing(page, account, id)
  await expect
    .poll(async () =>
      (await get<Readiness>(page.request, `/api/listings/${id}/readiness`)).conditions.filter(
        ({ detail }) => detail !== null,
      ),
    )
    .toEqual([])
  await page.goto(`/listings/${id}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('link', { name: 'Preview what guests will read' }).click()
  await expect(page.getByText('A brick flat above the bakery')).toBeVisible()
  await expect(page.getByText('1 smoke alarm')).toBeVisible()
  await loaded(page)
  await pictures(page, 'listing-preview')
  await page.goto(`/listings/${id}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Bakery Flat is now live.')).toBeVisible()
})

test('an earlier version of a section is restored as a new version', async ({ page }) => {
  const id = await newDraft(page)
  const change = (patch: object, baseVersion: number) =>
    send(page, `/api/listings/${id}/update-section`, { section: 'houseRules', patch, baseVersion })
  await change({ pets: true, maxPets: 2 }, 0)
  await change({ pets: false, maxPets: null, additional: 'No shoes upstairs' }, 1)
  await page.goto(`/listing-details/history?listingId=${id}`)
  await loaded(page)
  await page.getByLabel('Section', { exact: true }).selectOption('houseRules')
  const first = page.getByRole('listitem').filter({ hasText: 'House rules, version 1' })
  await expect(first.getByRole('row', { name: /Pets allowed/ })).toContainText('Yes')
  await pictures(page, 'listing-history')
  await first.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'House rules, version 3' })).toContainText(
    'restored from version 1',
  )
  const content = await get<ListingContentRow>(page.request, `/api/listing-contents/${id}`)
  expect(content.sections.houseRules).toMatchObject({ version: 3, values: { pets: true, maxPets: 2 } })
  expect(content.sections.houseRules?.values).not.toHaveProperty('additional')
  const { versions } = await get<{ versions: SectionVersion[] }>(
    page.request,
    `/api/listings/${id}/versions?section=houseRules`,
  )
  expect(versions.map(({ version, kind, toVersion, by }) => [version, kind, toVersion, by.kind])).toEqual([
    [3, 'reverted', 1, 'you'],
    [2, 'changed', null, 'you'],
    [1, 'changed', null, 'you'],
  ])
})

test('the sections of a listing are one page, and say “Saved” only after a change', async ({ page }) => {
  const id = await newDraft(page)
  await page.goto(`/listing-details/overview?listingId=${id}`)
  await expect(page).toHaveURL(new RegExp(`/listings/${id}$`))
  const place = page.getByRole('heading', { level: 1 })
  await expect(place).toBeVisible()
  const name = (await place.textContent()) ?? ''
  const sections = page.getByRole('navigation', { name: 'Sections of this listing' })
  await sections.getByRole('link', { name: 'House rules' }).click()
  await expect(page).toHaveURL(new RegExp(`/listing-details/house-rules\\?listingId=${id}`))
  await expect(place).toHaveText(name)
  await expect(page.getByRole('region', { name: 'House rules' })).toBeVisible()
  await loaded(page)
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0)
  await page
    .getByRole('group', { name: 'Smoking allowed indoors?' })
    .getByLabel('No', { exact: true })
    .check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('an unknown tab is not found', async ({ signedIn }) => {
  await signedIn.goto('/listing-details/nothing')
  await expect(signedIn.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`axe finds no violation on any tab of a listing, light and dark, ${size}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext({ viewport, ...(baseURL ? { baseURL } : {}) })
    const page = await context.newPage()
    await signIn(page)
    const [listing] = await readRows<ListingRow>(context.request, 'listings', { status: 'live' }, [
      'title',
      'ASC',
    ])
    for (const path of [
      ...TABS.map((tab) => `/listing-details/${tab}?listingId=${listing?.id}`),
      '/listings',
      `/listings/${listing?.id}`,
    ]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        if (colorScheme === 'light') await page.goto(path)
        await loaded(page)
        await expectAccessible(page, `${path} ${colorScheme}`)
      }
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
        `${path} scrolls sideways`,
      ).toBeLessThanOrEqual(0)
      if (size === 'desktop')
        await pictures(
          page,
          'listing-' +
            (path === '/listings' ? 'list' : (TABS.find((tab) => path.includes(`/${tab}?`)) ?? 'page')),
        )
    }
    await context.close()
  })
}
