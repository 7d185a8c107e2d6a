import { allowed } from '@hearth/platform/testing/allowed'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { addBankAccount } from './bank.ts'
import { expect, openPageAs, prove, send, test } from './fixtures.ts'
import { answerEverything, createDraft, drawPicture, saved, startListing } from './onboardingSteps.ts'
import { importBooking, newAccount, newPerson } from './people.ts'
import { loaded, picture, pictures, SIZES } from './pictures.ts'

/** A new account of two people who can both edit. */
const newHost = async (page: Page) => {
  const [owner, partner] = [await newPerson('Marta Lobo'), await newPerson('Rui Lobo')]
  const account = await newAccount(page.request, 'Quinta Lobo', [
    [owner, 'owner'],
    [partner, 'cohost_full'],
  ])
  return { owner, partner, account }
}

const noSideways = async (page: Page, where: string) =>
  expect(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    `${where} scrolls sideways`,
  ).toBeLessThanOrEqual(0)

const SOON = { timeout: allowed(20_000) }

/** Presses a button of staff and confirms. */
const confirmed = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0, SOON)
}

/** Reads the agreement to its end and signs it. */
const signAgreement = async (host: Page, listingId: string, name: string) => {
  await host.goto(`/onboarding/${listingId}/management-agreement`)
  await host.getByRole('button', { name: 'Prepare the agreement' }).click()
  await host
    .getByRole('region', { name: 'The agreement' })
    .evaluate((box) => box.scrollTo(0, box.scrollHeight))
  const consent = host.getByRole('checkbox', { name: /I agree to sign electronically/ })
  await expect(consent).toBeEnabled(SOON)
  await consent.click()
  await expect(consent).toBeDisabled(SOON)
  await host.getByRole('checkbox', { name: /intend to be bound/ }).check()
  await host.getByLabel('Your full name').fill(name)
  await prove(host, async () => {
    await host.getByRole('button', { name: 'Sign the agreement' }).click()
    await expect(host.getByText('Awaiting Hearth’s signature')).toBeVisible(SOON)
  })
}

/** Holds and books a slot of the photographer. */
const bookPhotos = async (host: Page, listingId: string) => {
  await host.goto(`/onboarding/${listingId}/photoshoot`)
  const times = host.getByRole('radio')
  await expect(times.first()).toBeAttached(SOON)
  await host.getByRole('group', { name: 'Days' }).getByRole('button').nth(3).click()
  await times
    .nth(Math.floor(Math.random() * (await times.count())))
    .locator('xpath=..')
    .click()
  await host.getByRole('button', { name: 'Reserve this time' }).click()
  await expect(host).toHaveURL(/photoshoot\/confirm$/, SOON)
  await host.getByLabel('Phone number for the day').fill('+351 912 345 678')
  await host.getByRole('button', { name: 'Everything will be ready' }).click()
  await host.getByRole('button', { name: 'Book photo shoot' }).click()
  await expect(host.getByText('Booked', { exact: true })).toBeVisible(SOON)
}

/** The host is asked for tax details once the listing was sent for review; it doesn’t go live without them. */
const giveTaxDetails = async (host: Page, listingId: string, name: string) => {
  await host.goto(`/onboarding/${listingId}`)
  await host.getByRole('link', { name: 'Complete: Tax details' }).click()
  await host.getByRole('link', { name: 'Add your details' }).click()
  for (const [label, text] of Object.entries({
    'Legal name': name,
    'Street and number': 'Rua das Flores 12',
    'Postal code': '2710-001',
    City: 'Sintra',
    'Date of birth': '12/04/1980',
    'Tax number': '123456789',
  }))
    await host.getByRole('textbox', { name: label, exact: true }).fill(text)
  for (const label of ['Country', 'Country of the tax number'])
    await host.getByRole('combobox', { name: label, exact: true }).selectOption('PT')
  await host.getByRole('button', { name: 'Submit details' }).click()
  await expect(host.getByText('Complete', { exact: true })).toBeVisible(SOON)
}

/** What staff do: read it, write title and price, sign, verify, approve, and add the pictures. */
const reviewed = async (browser: Browser, listingId: string) => {
  const support = await openPageAs(browser, 'support@hearth.example')
  await support.goto(`/internal/reports?report=listings&listing=${listingId}`)
  await support.getByRole('button', { name: 'Change: Title and description' }).click()
  await support.getByLabel('Title', { exact: true }).fill('Stone house of the swallows')
  await support
    .getByLabel('Description', { exact: true })
    .fill(
      'A stone house among fig trees above Sintra, with two quiet bedrooms and a hammock between the trees.',
    )
  await support.getByRole('button', { name: 'Save' }).click()
  await expect(support.getByText('Stone house of the swallows').first()).toBeVisible(SOON)
  await support.getByRole('button', { name: 'Change: Price' }).click()
  await support.getByLabel('Nightly price').fill('140')
  await support.getByRole('button', { name: 'Save' }).click()
  await expect(support.getByText('140.00 EUR').first()).toBeVisible(SOON)
  for (const act of ['Countersign', 'Verify', 'Approve']) await confirmed(support, act)
  await support.goto(`/onboarding/${listingId}/photoshoot`)
  await support.getByRole('button', { name: 'Mark as photographed' }).click()
  const files = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => ({
      name: `${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await drawPicture(support, index),
    })),
  )
  await support.locator('input[type=file]').setInputFiles(files)
  await support.locator('button', { hasText: 'Deliver photos' }).click()
  await expect(support.getByText('Photos delivered')).toBeVisible({ timeout: allowed(60_000) })
  await support.context().close()
}

for (const size of ['desktop', 'phone'] as const) {
  test(`a new host goes from an address to a live listing that is booked, ${size}`, async ({
    page,
    browser,
  }) => {
    test.setTimeout(allowed(300_000))
    const { owner, account } = await newHost(page)
    const host = await openPageAs(browser, owner.email, {
      viewport: SIZES[size],
      colorScheme: size === 'phone' ? 'dark' : 'light',
    })
    await send(host, `/api/accounts/${account}/change-legal-identity`, {
      kind: 'individual',
      country: 'PT',
      legalName: owner.name,
      legalAddress: 'Rua das Flores 12, Sintra',
      companyNumber: null,
    })
    const screenshot = async (name: string) => {
      await host.evaluate('scrollTo(0, 0)')
      if (size === 'desktop') await pictures(host, `onboarding-${name}`)
      await expectAccessible(host, name)
      await noSideways(host, name)
    }
    await host.goto('/onboarding')
    await expect(host.getByRole('heading', { name: 'No listings in progress' })).toBeVisible({
      timeout: allowed(20_000),
    })
    await screenshot('hub-empty')
    const id = await startListing(host, screenshot)
    await loaded(host)
    await screenshot('case-begun')
    await answerEverything(host, id, screenshot)
    await host.goto(`/onboarding/${id}`)
    await loaded(host)
    await expect(host.getByText('Your details, 67%')).toBeVisible({ timeout: allowed(20_000) })
    await screenshot('case')
    await host.goto('/onboarding')
    await expect(host.getByRole('link', { name: 'Quinta das Andorinhas', exact: true })).toBeVisible({
      timeout: allowed(20_000),
    })
    await screenshot('hub')
    await host.goto('/onboarding/payout-settings')
    await expect(
      host.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Onboarding' }),
    ).toBeVisible({ timeout: allowed(20_000) })
    await addBankAccount(host, browser, owner.name)

    await signAgreement(host, id, owner.name)
    await bookPhotos(host, id)
    await host.goto(`/onboarding/${id}`)
    await expect(host.getByRole('heading', { name: 'Send for review' })).toBeVisible(SOON)
    await screenshot('case-ready')
    await host.getByRole('button', { name: 'Send for review' }).last().click()
    await expect(host.getByRole('heading', { name: 'Waiting on our curator' })).toBeVisible(SOON)
    await giveTaxDetails(host, id, owner.name)
    await reviewed(browser, id)
    await host.goto(`/onboarding/${id}/photoshoot`)
    await host.getByRole('button', { name: 'Add to listing' }).click()
    await expect(host.getByText('Photos accepted')).toBeVisible(SOON)
    const photos = async () =>
      ((await (await host.request.get(`/api/listing-contents/${id}`)).json()) as { photos: { id: string }[] })
        .photos
    await expect.poll(async () => (await photos()).length, { timeout: allowed(60_000) }).toBe(20)
    for (const [index, { id: photoId }] of (await photos()).slice(0, 2).entries())
      await send(host, `/api/listings/${id}/set-photo-room`, { photoId, room: `bedroom_${index + 1}` })
    await host.goto(`/onboarding/${id}`)
    await expect(host.getByRole('heading', { name: 'Live' })).toBeVisible({ timeout: allowed(60_000) })
    await screenshot('case-live')
    await importBooking(host.request, account, id)
    await host.context().close()
  })
}

test('two people edit one listing concurrently: nothing is lost, and a conflict shows both values', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(90_000))
  const { owner, partner } = await newHost(page)
  const [marta, rui] = [await openPageAs(browser, owner.email), await openPageAs(browser, partner.email)]
  const id = await createDraft(marta)
  for (const one of [marta, rui]) {
    await one.goto(`/onboarding/${id}/basics/info`)
    await expect(one.getByLabel('Maximum guests')).toBeVisible({ timeout: allowed(20_000) })
  }
  // Both answer before the first one is saved, so neither has seen the other's answer.
  await Promise.all([marta.getByLabel('Maximum guests').fill('4'), rui.getByLabel('Bathrooms').fill('2.5')])
  await Promise.all([saved(marta), saved(rui)])
  await expect(marta.getByLabel('Bathrooms')).toHaveValue('2.5', { timeout: allowed(15_000) })
  await expect(rui.getByLabel('Maximum guests')).toHaveValue('4', { timeout: allowed(15_000) })
  await rui.context().setOffline(true)
  await rui.getByLabel('Maximum guests').fill('6')
  await marta.getByLabel('Maximum guests').fill('5')
  await saved(marta)
  await rui.context().setOffline(false)
  const note = rui.getByRole('alert').filter({ hasText: 'Someone on your team also answered this' })
  await expect(note).toBeVisible({ timeout: allowed(40_000) })
  await expect(note).toContainText('5')
  await expect(note).toContainText('6')
  await picture(rui, 'onboarding-conflict')
  await expectAccessible(rui, 'a conflict')
  await note.getByRole('button', { name: 'Keep my answer' }).click()
  await saved(rui)
  await expect(marta.getByLabel('Maximum guests')).toHaveValue('6', { timeout: allowed(15_000) })
  for (const one of [marta, rui]) await one.context().close()
})

test('input survives an outage and a reload, and is saved when the network is back', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(120_000))
  const { owner } = await newHost(page)
  const host = await openPageAs(browser, owner.email)
  const id = await createDraft(host)
  await host.goto(`/onboarding/${id}`)
  await host.getByRole('link', { name: 'Parking', exact: true }).click()
  await host.getByRole('group', { name: 'Where do guests park?' }).getByLabel('In a garage').check()
  await saved(host)
  await host.context().setOffline(true)
  await host.getByLabel('Parking directions').fill('Down the ramp, second space on the right.')
  await expect(host.getByRole('status').filter({ hasText: 'Offline. Saved on this device' })).toBeVisible({
    timeout: allowed(15_000),
  })
  await picture(host, 'onboarding-offline')
  await host.getByRole('link', { name: 'Back to the overview' }).click()
  await host.goBack()
  await expect(host.getByLabel('Parking directions')).toHaveValue('Down the ramp, second space on the right.')
  // The tab is closed while the network is away; another one of the same browser goes on.
  await host.close()
  const again = await host.context().newPage()
  await again.context().setOffline(false)
  await again.goto(`/onboarding/${id}`)
  const stored = async () =>
    (
      (await (await again.request.get(`/api/listing-contents/${id}`)).json()) as {
        sections: { parking?: { values: { instructions?: string } } }
      }
    ).sections.parking?.values.instructions
  await expect.poll(stored, { timeout: allowed(30_000) }).toBe('Down the ramp, second space on the right.')
  await again.goto(`/onboarding/${id}/pre-arrival/parking`)
  await saved(again)
  await expect(again.getByLabel('Parking directions')).toHaveValue(
    'Down the ramp, second space on the right.',
  )
  await again.context().close()
})
