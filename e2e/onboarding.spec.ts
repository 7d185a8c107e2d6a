import { allowed } from '@hearth/platform/testing/allowed'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { baseUrl, expect, signIn, test } from './fixtures.ts'
import { answerEverything, saved, startListing } from './onboardingSteps.ts'
import { newAccount, newPerson } from './people.ts'
import { loaded, picture } from './pictures.ts'

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

const as = async (browser: Browser, email: string, size: keyof typeof SIZES = 'desktop', colorScheme: 'light' | 'dark' = 'light') => {
  const page = await (await browser.newContext({ baseURL: baseUrl(), viewport: SIZES[size], colorScheme })).newPage()
  await signIn(page, email)
  return page
}

/** A new account of two people who may both write. */
const newHost = async (page: Page) => {
  const [owner, partner] = [await newPerson('Marta Lobo'), await newPerson('Rui Lobo')]
  await newAccount(page.request, 'Quinta Lobo', [[owner, 'owner'], [partner, 'cohost_full']])
  return { owner, partner }
}

const drafted = async (page: Page): Promise<string> => {
  const line1 = `Rua das Flores ${Math.floor(Math.random() * 100_000)}`
  const answer = await page.request.post('/api/listing-drafts', {
    data: { address: { line1, city: 'Sintra', postalCode: '2710-001', country: 'PT' }, geo: { lat: 38.7977, lng: -9.3906 }, pinConfirmed: true, propertyType: 'house', bedrooms: 2, relationship: 'owner', consentToList: true },
    headers: { Origin: baseUrl(), 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  await expect.poll(async () => (await page.request.get(`/api/onboarding/${id}`)).status(), { timeout: allowed(20_000) }).toBe(200)
  return id
}

const noSideways = async (page: Page, where: string) => expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'), `${where} scrolls sideways`).toBeLessThanOrEqual(0)

for (const size of ['desktop', 'phone'] as const) {
  test(`a listing is started, and every page of questions answered and done, ${size}`, async ({ page, browser }) => {
    test.setTimeout(allowed(240_000))
    const { owner } = await newHost(page)
    const host = await as(browser, owner.email, size)
    const look = async (name: string) => {
      await host.evaluate('scrollTo(0, 0)')
      await picture(host, `onboarding-${name}-${size}`)
      await expectAccessible(host, name)
      await noSideways(host, name)
    }
    await host.goto('/onboarding')
    await expect(host.getByRole('heading', { name: 'No listing is on its way' })).toBeVisible({ timeout: allowed(20_000) })
    await look('hub-empty')
    const id = await startListing(host, look)
    await loaded(host)
    await look('case-begun')
    await answerEverything(host, id, look)
    await host.goto(`/onboarding/${id}`)
    await loaded(host)
    await expect(host.getByText('Your details, 67 %')).toBeVisible({ timeout: allowed(20_000) })
    await look('case')
    await host.goto('/onboarding')
    await expect(host.getByRole('link', { name: 'Quinta das Andorinhas', exact: true })).toBeVisible({ timeout: allowed(20_000) })
    await look('hub')
    await host.goto('/onboarding/payout-settings')
    await expect(host.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Onboarding' })).toBeVisible({ timeout: allowed(20_000) })
    await host.context().close()
  })
}

test('two people work on one listing at once: nothing is lost, and a conflict shows both values', async ({ page, browser }) => {
  test.setTimeout(allowed(90_000))
  const { owner, partner } = await newHost(page)
  const [marta, rui] = [await as(browser, owner.email), await as(browser, partner.email)]
  const id = await drafted(marta)
  for (const one of [marta, rui]) {
    await one.goto(`/onboarding/${id}/basics/info`)
    await expect(one.getByLabel('Guests at most')).toBeVisible({ timeout: allowed(20_000) })
  }
  // Both answer within the pause that saving waits for, so neither has seen the other's.
  await Promise.all([marta.getByLabel('Guests at most').fill('4'), rui.getByLabel('Bathrooms').fill('2.5')])
  await Promise.all([saved(marta), saved(rui)])
  await expect(marta.getByLabel('Bathrooms')).toHaveValue('2.5', { timeout: allowed(15_000) })
  await expect(rui.getByLabel('Guests at most')).toHaveValue('4', { timeout: allowed(15_000) })
  await rui.context().setOffline(true)
  await rui.getByLabel('Guests at most').fill('6')
  await marta.getByLabel('Guests at most').fill('5')
  await saved(marta)
  await rui.context().setOffline(false)
  const note = rui.getByRole('alert').filter({ hasText: 'Somebody of your team answered this, too' })
  await expect(note).toBeVisible({ timeout: allowed(40_000) })
  await expect(note).toContainText('5')
  await expect(note).toContainText('6')
  await picture(rui, 'onboarding-conflict')
  await expectAccessible(rui, 'a conflict')
  await note.getByRole('button', { name: 'Keep mine' }).click()
  await saved(rui)
  await expect(marta.getByLabel('Guests at most')).toHaveValue('6', { timeout: allowed(15_000) })
  for (const one of [marta, rui]) await one.context().close()
})

test('offline for a while in the middle, and a reload: what was typed is kept and saved when the network is back', async ({ page, browser }) => {
  test.setTimeout(allowed(120_000))
  const { owner } = await newHost(page)
  const host = await as(browser, owner.email)
  const id = await drafted(host)
  await host.goto(`/onboarding/${id}`)
  await host.getByRole('link', { name: 'Parking', exact: true }).click()
  await host.getByRole('group', { name: 'Where do guests park?' }).getByLabel('In a garage').check()
  await saved(host)
  await host.context().setOffline(true)
  await host.getByLabel('The way to it').fill('Down the ramp, second space on the right.')
  await expect(host.getByRole('status').filter({ hasText: 'Offline, kept on this device' })).toBeVisible({ timeout: allowed(15_000) })
  await picture(host, 'onboarding-offline')
  await host.getByRole('link', { name: 'Back to the overview' }).click()
  await host.goBack()
  await expect(host.getByLabel('The way to it')).toHaveValue('Down the ramp, second space on the right.')
  // The tab is closed while the network is away; another one of the same browser goes on.
  await host.close()
  const again = await host.context().newPage()
  await again.context().setOffline(false)
  await again.goto(`/onboarding/${id}`)
  const stored = async () => ((await (await again.request.get(`/api/listing-contents/${id}`)).json()) as { sections: { parking?: { values: { instructions?: string } } } }).sections.parking?.values.instructions
  await expect.poll(stored, { timeout: allowed(30_000) }).toBe('Down the ramp, second space on the right.')
  await again.goto(`/onboarding/${id}/pre-arrival/parking`)
  await saved(again)
  await expect(again.getByLabel('The way to it')).toHaveValue('Down the ramp, second space on the right.')
  await again.context().close()
})
