import { allowed } from '@hearth/platform/testing/allowed'
import type { Locator, Page } from '@playwright/test'
import { expect, send } from './fixtures.ts'
import { mailsTo } from './mails.ts'

/** A picture large enough for a listing, made in the browser. */
export const drawPicture = async (page: Page, seed: number): Promise<Buffer> => {
  const data = await page.evaluate(
    (hue) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 1280, height: 860 })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      const sky = context.createLinearGradient(0, 0, 1280, 860)
      sky.addColorStop(0, `hsl(${hue} 60% 70%)`)
      sky.addColorStop(1, `hsl(${(hue + 60) % 360} 50% 40%)`)
      context.fillStyle = sky
      context.fillRect(0, 0, 1280, 860)
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
    },
    (seed * 47) % 360,
  )
  return Buffer.from(data, 'base64')
}

/** A new listing of the signed-in person, with its address and type only. */
export const createDraft = async (page: Page): Promise<string> => {
  const line1 = `Rua das Flores ${Math.floor(Math.random() * 100_000)}`
  const address = { line1, city: 'Sintra', postalCode: '2710-001', country: 'PT' }
  const { id } = await send(page, '/api/listing-drafts', {
    address,
    geo: { lat: 38.7977, lng: -9.3906 },
    pinConfirmed: true,
    propertyType: 'house',
    bedrooms: 2,
    relationship: 'owner',
    consentToList: true,
  })
  await expect
    .poll(async () => (await page.request.get(`/api/onboarding/${id}`)).status(), {
      timeout: allowed(20_000),
    })
    .toBe(200)
  return id
}

export const saved = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible({ timeout: allowed(20_000) })
const answer = (page: Page, question: string, text: string | RegExp) =>
  page.getByRole('group', { name: question }).getByLabel(text).check()

/** Opens a step, answers it, and marks it as done. */
const step = async (page: Page, listingId: string, path: string, answers: () => Promise<unknown>) => {
  await page.goto(`/onboarding/${listingId}/${path}`)
  await expect(page.getByRole('button', { name: 'Done, next step' })).toBeVisible({
    timeout: allowed(20_000),
  })
  await answers()
  const done = page.getByRole('button', { name: 'Done, next step' })
  await expect(done).toBeEnabled({ timeout: allowed(20_000) })
  await done.click()
  await expect(page).not.toHaveURL(new RegExp(`${path}$`), { timeout: allowed(20_000) })
}

const each = async (all: Locator, act: (one: Locator) => Promise<unknown>) => {
  for (const one of await all.all()) await act(one)
}

const addBed = async (page: Page, room: string) => {
  await page.getByRole('button', { name: `Add one Double bed, ${room}` }).click()
  await expect(page.getByRole('status', { name: `Double bed, ${room}` })).toHaveText('1')
}

/** The code in the text message to a number, once it is there. */
export const codeTo = async (page: Page, phone: string) => {
  let code: string | undefined
  await expect
    .poll(
      async () =>
        (code = (await mailsTo(page, `${phone.replace('+', '')}@sms.hearth.example`))
          .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
          .find((one) => one !== undefined)),
      { timeout: allowed(30_000) },
    )
    .toBeTruthy()
  return code ?? ''
}

const prove = async (page: Page, name: string, phone: string) => {
  await page.getByRole('button', { name: `Text a code to ${name}` }).click()
  const form = page.getByRole('form', { name: `Code for ${name}` })
  await form.getByRole('textbox').fill(await codeTo(page, phone))
  await form.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(`The number of ${name} is verified.`)).toBeVisible({ timeout: allowed(20_000) })
}

/** A random Portuguese mobile number. */
export const randomPhone = () => `+35191${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`

/** Starts a listing in Portugal on the three pages of the start; returns its id. */
export const startListing = async (
  page: Page,
  seen: (name: string) => Promise<unknown> = async () => undefined,
): Promise<string> => {
  await page.goto('/listings/start')
  await page.getByLabel('Country', { exact: true }).selectOption('PT')
  await page.getByLabel('Street and number').fill(`Rua das Flores ${Math.floor(Math.random() * 100_000)}`)
  await page.getByLabel('Postal code').fill('2710-001')
  await page.getByLabel('City').fill('Sintra')
  await page.getByLabel('Coordinates').fill('38.7977, -9.3906')
  await seen('start-address')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/listingId=.*page=kind/, { timeout: allowed(20_000) })
  const listingId = new URL(page.url()).searchParams.get('listingId') ?? ''
  await page.getByRole('group', { name: 'Property type' }).getByLabel('House', { exact: true }).check()
  await page.getByLabel('Bedrooms').fill('2')
  await saved(page)
  await seen('start-kind')
  await page.getByRole('link', { name: 'Continue' }).click()
  await answer(page, 'What’s your relationship to this place?', 'I own it')
  await page.getByLabel('I’m allowed to rent this place out to guests, and I want Hearth to list it.').check()
  await saved(page)
  await seen('start-right')
  await page.getByRole('button', { name: 'Continue to details' }).click()
  await expect(page).toHaveURL(new RegExp(`/onboarding/${listingId}$`), { timeout: allowed(20_000) })
  return listingId
}

type At = (path: string, answers: () => Promise<unknown>) => Promise<void>

const answerBasics = async (page: Page, at: At) => {
  await at('basics/type', async () => {
    await page.getByLabel('Property type').selectOption('house')
    await answer(page, 'Guests have', 'the entire place')
    await page.getByLabel('Size').fill('120')
    await page.getByLabel('Year built').fill('1932')
  })
  await at('basics/info', async () => {
    await page.getByLabel('Maximum guests').fill('4')
    await page.getByLabel('Bedrooms').fill('2')
    await page.getByLabel('Bathrooms').fill('1.5')
    await page.getByLabel('Wi-Fi network').fill('Quinta')
    await page.getByLabel('Password').fill('sardinhas-2026')
    await page.getByLabel('Internal name').fill('Quinta das Andorinhas')
    await page.getByLabel('Registo de Alojamento Local').fill('12345/AL')
    await page.getByRole('button', { name: 'Save number', exact: true }).click()
    await expect(page.getByText('Being verified')).toBeVisible({ timeout: allowed(20_000) })
  })
  await at('basics/sleep', async () => {
    await page.getByRole('button', { name: 'Add a bedroom' }).click()
    await page.getByRole('button', { name: 'Add a bedroom' }).click()
    await addBed(page, 'Bedroom 1')
    await addBed(page, 'Bedroom 2')
    await page.getByLabel('Bedroom 1: Blackout curtains').check()
  })
  await at('basics/community', async () => {
    await answer(page, 'Are short stays allowed here?', 'Yes')
    const quiet = page.getByRole('group', { name: 'Quiet hours' })
    await quiet.getByLabel('From').fill('22:00')
    await quiet.getByLabel('To').fill('08:00')
  })
  await at('basics/accessibility', async () => {
    await page.getByLabel('Entrance at least 81 cm wide', { exact: true }).check()
    await page.getByLabel('Width or height: Entrance at least 81 cm wide').fill('84')
    await page
      .getByLabel('Add a photo: Entrance at least 81 cm wide')
      .and(page.locator('input'))
      .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: await drawPicture(page, 3) })
    await expect(page.getByRole('img', { name: /photo 1/ })).toBeVisible({ timeout: allowed(20_000) })
  })
}

const answerAmenities = async (page: Page, at: At) => {
  await at('amenities/essential', async () => {
    const yes = () =>
      each(page.getByRole('radiogroup'), (one) => one.getByLabel('Yes', { exact: true }).check())
    await yes()
    // A kitchen leads to one more question.
    await yes()
  })
  await at('amenities/popular', () =>
    each(page.getByRole('radiogroup'), (one) => one.getByLabel('No', { exact: true }).check()),
  )
  await at('amenities/all', async () => {
    for (const danger of [
      'Pool without a gate',
      'Stairs without a handrail',
      'Animals',
      'Heights without a railing',
      'Open water nearby',
    ])
      await answer(page, danger, 'No')
    await page.getByLabel('Search amenities').fill('hammock')
    await page.getByLabel('Hammock', { exact: true }).check()
    await page.getByRole('button', { name: 'Add a note about Hammock' }).click()
    await page.getByLabel('Note about Hammock').fill('Between the fig trees')
    await page.getByLabel('I’ve checked the list and it’s complete.').check()
  })
}

const answerArrival = async (page: Page, at: At) => {
  await at('pre-arrival/check-in-out', async () => {
    await page.getByLabel('Check-in from').fill('15:00')
    await page.getByLabel('Check-in until').fill('22:00')
    await answer(page, 'How guests get in', 'Key box')
    await page.getByRole('button', { name: 'Add a step' }).click()
    await page
      .getByLabel('What to do')
      .fill('The key box hangs left of the blue door; turn the dial to 4711.')
    await page.getByLabel('Check-out by').fill('11:00')
  })
  await at('pre-arrival/contact', async () => {
    const [first, second] = [randomPhone(), randomPhone()]
    const primary = page.getByRole('group', { name: 'Main contact for guests' })
    await primary.getByLabel('Name').fill('Marta Lobo')
    await primary.getByLabel('Mobile number').fill(first)
    const backup = page.getByRole('group', { name: 'Backup contact' })
    await backup.getByLabel('Name').fill('Rui Lobo')
    await backup.getByLabel('Mobile number').fill(second)
    await page.getByRole('heading', { level: 1 }).click()
    await saved(page)
    await prove(page, 'Marta Lobo', first)
    await prove(page, 'Rui Lobo', second)
  })
  await at('pre-arrival/parking', async () => {
    await answer(page, 'Where do guests park?', 'Free, on site')
    await page
      .getByLabel('Parking directions')
      .fill('Through the gate and left of the well; the gate opens by itself.')
  })
}

const answerSafety = async (page: Page, at: At) => {
  await at('pre-arrival/safety', async () => {
    await page.getByLabel('Number of floors').fill('1')
    await page.getByLabel('Smoke alarms').fill('2')
    await page.getByLabel('Carbon monoxide alarms').fill('1')
    await page.getByRole('group', { name: 'Gas, oil or wood appliances' }).getByLabel('None').check()
    await page
      .getByLabel('Alarms last tested on')
      .fill(new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10))
    await page.getByLabel('Location of the fire extinguisher').fill('Beside the kitchen door')
    await page.getByLabel('Location of the first aid kit').fill('In the bathroom cabinet')
    await page.getByLabel('Emergency exits').fill('Front door, and the terrace door of the kitchen')
    await page.getByRole('group', { name: 'Water shut-off' }).getByLabel('Location').fill('Under the sink')
    await page
      .getByRole('group', { name: 'Electricity shut-off' })
      .getByLabel('Location')
      .fill('Box in the hall')
    await page.getByLabel('The property has no gas.').check()
    for (const what of ['Hazards', 'Cameras'])
      await page.getByRole('group', { name: what }).getByLabel('None').check()
    await page.getByLabel('No weapons are accessible to guests.').check()
  })
}

/**
 * Answers every page of questions of a home in Portugal, from its type to its safety. Calls `seen` when a
 * page is filled in.
 */
export const answerEverything = async (
  page: Page,
  listingId: string,
  seen: (name: string) => Promise<unknown> = async () => undefined,
) => {
  const at: At = (path, answers) =>
    step(page, listingId, path, async () => {
      await answers()
      await saved(page)
      await seen(path.replaceAll('/', '-'))
    })
  await answerBasics(page, at)
  await answerAmenities(page, at)
  await answerArrival(page, at)
  await answerSafety(page, at)
}
