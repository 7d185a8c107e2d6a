import { expect, test } from 'vitest'
import { daylightFrom, daylightOn, computeSolarDate } from './daylight.ts'

const near = (instant: string | undefined, expected: string) =>
  expect(Math.abs(Date.parse(instant ?? '') - Date.parse(expected))).toBeLessThan(5 * 60_000)

test('computes sunrise and sunset of the local day, on both sides of the date line', () => {
  const newYork = daylightOn('2026-06-21', { lat: 40.71, lng: -74.01 })
  near(newYork?.sunrise, '2026-06-21T09:25:00.000Z')
  near(newYork?.sunset, '2026-06-22T00:31:00.000Z')
  const auckland = daylightOn('2026-06-21', { lat: -36.85, lng: 174.76 })
  near(auckland?.sunrise, '2026-06-20T19:33:00.000Z')
  near(auckland?.sunset, '2026-06-21T05:11:00.000Z')
})

test('gives a long day where the sun never sets, and none where it never rises', () => {
  expect(daylightOn('2026-06-21', { lat: 69.65, lng: 18.96 })).toBeDefined()
  expect(daylightOn('2026-12-21', { lat: 69.65, lng: 18.96 })).toBeUndefined()
})

test('lists every instant of light under its solar day', () => {
  const place = { lat: -36.85, lng: 174.76 }
  const days = daylightFrom('2026-06-12T06:00:00.000Z', 30, place)
  expect(days).toHaveLength(31)
  for (const { date, sunrise, sunset } of days)
    expect([computeSolarDate(sunrise, place), computeSolarDate(sunset, place)]).toEqual([date, date])
})
