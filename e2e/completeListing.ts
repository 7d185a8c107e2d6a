import { REQUIRED_ESSENTIALS } from '@hearth/contracts/listing/sections/amenityCatalogue'
import { noisePicture } from '@hearth/platform/testing/pictures'
import { expect, type Page } from '@playwright/test'
import { baseUrl, send } from './fixtures.ts'
import { importMethod } from './people.ts'

const PHOTOS = 7
const HUDSON = {
  address: {
    line1: '12 Warren Street',
    line2: null,
    city: 'Hudson',
    region: 'New York',
    postalCode: '12534',
    country: 'US',
  },
  geo: { lat: 42.2529, lng: -73.791 },
}

const addPhoto = async (page: Page, listingId: string, number: number) => {
  const query = new URLSearchParams({ listingId, name: `photo-${number}.jpg` }).toString()
  const answer = await page.request.post(`/api/uploads?${query}`, {
    data: await noisePicture(1024, 683),
    headers: {
      Origin: baseUrl(),
      'Content-Type': 'image/jpeg',
      'Idempotency-Key': crypto.randomUUID(),
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { id: fileId } = (await answer.json()) as { id: string }
  await send(page, `/api/listings/${listingId}/add-photo`, {
    fileId,
    caption: '',
    room: number === 1 ? 'bedroom_1' : null,
  })
}

/**
 * Gives an imported listing with one bedroom, which has a title and a price only, the rest of what it needs to
 * go live. The signed-in person may change it.
 */
export const completeListing = async (page: Page, account: string, listingId: string): Promise<void> => {
  const update = (section: string, patch: object, baseVersion = 0) =>
    send(page, `/api/listings/${listingId}/update-section`, { section, patch, baseVersion })
  await update('location', HUDSON)
  await update(
    'description',
    { description: 'A brick flat above the bakery, two minutes from the station and the river.' },
    1,
  )
  await update('amenities', { answers: Object.fromEntries(REQUIRED_ESSENTIALS.map((code) => [code, 'yes'])) })
  await update('safety', { smokeAlarms: 1, coAlarms: 1, fuelAppliances: [] })
  for (let number = 1; number <= PHOTOS; number += 1) await addPhoto(page, listingId, number)
  await importMethod(page.request, account, 'Draft Stays')
}
