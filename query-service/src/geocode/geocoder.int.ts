import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nominatim } from './geocoder.ts'

const HUDSON = {
  lat: '42.2528',
  lon: '-73.7910',
  display_name: 'Hudson, New York, US',
  boundingbox: ['42.2428', '42.2628', '-73.8045', '-73.7775'],
  address: { town: 'Hudson', state: 'New York', country_code: 'us' },
}
let server: Server
let url: URL
let asked: string
let answer: readonly [status: number, body: string, headers?: Readonly<Record<string, string>>]

beforeAll(async () => {
  server = createServer((request, response) => {
    asked = request.url ?? ''
    const [status, body, headers = {}] = answer
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/nominatim/`)
})
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    }),
)

const find = () => nominatim(url)('12 Warren Street, Hudson & Co', 'US', new AbortController().signal)

it('asks for an address in a country and reads its position and accuracy', async () => {
  answer = [200, JSON.stringify([HUDSON])]
  const [place] = await find()
  expect(asked).toBe(
    '/nominatim/search?q=12+Warren+Street%2C+Hudson+%26+Co' +
      '&format=jsonv2&addressdetails=1&limit=8&countrycodes=us',
  )
  expect(place).toMatchObject({
    label: 'Hudson, New York, US',
    geo: { lat: 42.2528, lng: -73.791 },
    city: 'Hudson',
    region: 'New York',
    country: 'US',
  })
  expect(place?.accuracyMeters).toBeGreaterThan(1_400)
  expect(place?.accuracyMeters).toBeLessThan(1_700)
})

it('returns at most eight places and skips results without a position', async () => {
  answer = [
    200,
    JSON.stringify([
      { ...HUDSON, lat: '95' },
      { error: 'x' },
      null,
      ...Array.from({ length: 9 }, () => HUDSON),
    ]),
  ]
  expect(await find()).toHaveLength(8)
  answer = [200, '{"error":"over quota"}']
  expect(await find()).toEqual([])
})

it.each([
  ['an error', [500, 'no']],
  ['a page', [200, '<!doctype html>']],
  ['a redirect', [302, '', { location: 'http://127.0.0.1:1/' }]],
  ['too much', [200, `[${' '.repeat(300_000)}]`]],
] as const)('%s is reported as unavailable', async (_what, given) => {
  answer = given
  await expect(find()).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' })
})
