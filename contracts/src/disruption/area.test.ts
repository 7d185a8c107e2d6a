import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceKm, isInArea, type Area } from './area.ts'

const LISBON = { lat: 38.7223, lng: -9.1393 }
const PORTO = { lat: 41.1579, lng: -8.6291 }
const home = { address: { country: 'PT', region: 'Lisboa' }, geo: LISBON }
const area = (part: Partial<Area> = {}): Area => ({ country: 'PT', region: null, circle: null, ...part })

describe('an area', () => {
  test('is a country', () => {
    expect(isInArea(area(), home)).toBe(true)
    expect(isInArea(area({ country: 'ES' }), home)).toBe(false)
  })
  test('is a region, however it is written', () => {
    expect(isInArea(area({ region: ' lisboa ' }), home)).toBe(true)
    expect(
      isInArea(area({ region: 'São Miguel' }), { ...home, address: { country: 'PT', region: 'sao miguel' } }),
    ).toBe(true)
    expect(isInArea(area({ region: 'Porto' }), home)).toBe(false)
    expect(isInArea(area({ region: 'Porto' }), { ...home, address: { country: 'PT', region: null } })).toBe(
      false,
    )
  })
  test('is a circle, which holds no home of unknown position', () => {
    const around = (radiusKm: number) => area({ circle: { center: PORTO, radiusKm } })
    expect(isInArea(around(273), home)).toBe(false)
    expect(isInArea(around(275), home)).toBe(true)
    expect(isInArea(around(275), { ...home, geo: null })).toBe(false)
  })
})

const geo = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

/** By the angle between two vectors from the middle of the earth. */
const naive = (a: typeof LISBON, b: typeof LISBON): number => {
  const vector = ({ lat, lng }: typeof LISBON) => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180]
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const
  }
  const [p, q] = [vector(a), vector(b)]
  const dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
  return 6_371 * Math.acos(Math.max(-1, Math.min(1, dot)))
}

test('distances are those of vectors, the same both ways, and at most half around the earth', () => {
  fc.assert(
    fc.property(geo, geo, (a, b) => {
      const distance = distanceKm(a, b)
      expect(Math.abs(distance - naive(a, b))).toBeLessThan(0.5)
      expect(distanceKm(b, a)).toBeCloseTo(distance, 6)
      expect(distance).toBeLessThanOrEqual(6_371 * Math.PI + 1e-6)
    }),
    { numRuns: 1_000 },
  )
})
