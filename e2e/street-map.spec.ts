import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { pictures } from './pictures.ts'
import { startSite } from './site.ts'

const LISBON = { lat: 38.7223, lng: -9.1393 }
/** A street through the place, drawn without tiles. */
const street = {
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'LineString',
    coordinates: [
      [LISBON.lng - 0.01, LISBON.lat - 0.01],
      [LISBON.lng + 0.01, LISBON.lat + 0.01],
    ],
  },
}

/** A map server; without its style it answers 500. */
const startMaps = async ({ hasStyle }: { hasStyle: boolean }) => {
  const asked: string[] = []
  const server = createServer(({ url = '', headers: { host } }, response) => {
    asked.push(url)
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Content-Type', 'application/json')
    if (!hasStyle) response.statusCode = 500
    const style = {
      version: 8,
      sources: { streets: { type: 'geojson', data: `http://${host}/street.json` } },
      layers: [
        { id: 'land', type: 'background', paint: { 'background-color': '#eef3ea' } },
        { id: 'street', type: 'line', source: 'streets', paint: { 'line-color': '#555', 'line-width': 6 } },
      ],
    }
    response.end(JSON.stringify(url === '/style.json' ? style : street))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    styleUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/style.json`),
    asked,
    stop: () => server.close(),
  }
}

/** Opens the address of a new listing with a pin in the middle of the street. */
const openAddress = async (page: Page, origin: string) => {
  await page.goto(`${origin}/listings/start`)
  await page.getByLabel('Country', { exact: true }).selectOption('PT')
  await page.getByLabel('Coordinates').fill(`${LISBON.lat}, ${LISBON.lng}`)
  await page.getByLabel('Coordinates').blur()
}

test('an installation with a map server shows streets, and the arrow keys move the pin', async ({
  signedIn: page,
}) => {
  const maps = await startMaps({ hasStyle: true })
  const site = await startSite({ mapStyleUrl: maps.styleUrl })
  try {
    await openAddress(page, site.origin)
    const map = page.locator('canvas[role="application"]')
    await expect(map).toBeVisible()
    await expect.poll(() => maps.asked).toContain('/street.json')
    await pictures(page, 'street-map')
    const before = await page.getByLabel('Coordinates').inputValue()
    await map.press('ArrowRight')
    await expect(page.getByLabel('Coordinates')).not.toHaveValue(before)
    const [, east = Number.NaN] = (await page.getByLabel('Coordinates').inputValue()).split(',').map(Number)
    expect(east).toBeGreaterThan(LISBON.lng)
  } finally {
    site.stop()
    maps.stop()
  }
})

test('without its style the map is an outline, and the pin can still be moved', async ({
  signedIn: page,
}) => {
  const maps = await startMaps({ hasStyle: false })
  const site = await startSite({ mapStyleUrl: maps.styleUrl })
  try {
    await openAddress(page, site.origin)
    await expect.poll(() => maps.asked).toContain('/style.json')
    const outline = page.locator('[role="application"]:not(canvas)')
    await expect(outline).toBeVisible()
    const before = await page.getByLabel('Coordinates').inputValue()
    await outline.press('ArrowRight')
    await expect(page.getByLabel('Coordinates')).not.toHaveValue(before)
  } finally {
    site.stop()
    maps.stop()
  }
})
