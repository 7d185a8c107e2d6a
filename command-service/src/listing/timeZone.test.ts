import { zTimeZone } from '@hearth/contracts/kernel/dates'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { timeZoneAt } from './timeZone.ts'

it.each([
  [38.72, -9.14, 'Europe/Lisbon'],
  [40.71, -74.01, 'America/New_York'],
  [27.7, 85.32, 'Asia/Kathmandu'],
  [-44.0, -176.5, 'Pacific/Chatham'],
  [28.1, -15.4, 'Atlantic/Canary'],
  [47.55, 7.59, 'Europe/Zurich'],
] as const)('at %d, %d the clock is that of %s', (lat, lng, zone) => {
  expect(timeZoneAt({ lat, lng })).toBe(zone)
})

it('every place has a zone that this runtime knows', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (lat, lng) => {
        expect(zTimeZone.safeParse(timeZoneAt({ lat, lng })).success).toBe(true)
      },
    ),
  )
})

it('no zone without a place', () => {
  expect([
    timeZoneAt({ lat: 91, lng: 0 }),
    timeZoneAt({ lat: 0, lng: -181 }),
    timeZoneAt({ lat: Number.NaN, lng: 0 }),
  ]).toEqual([undefined, undefined, undefined])
})
