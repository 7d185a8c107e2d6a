import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseGeo,
  formatGeo,
  HEIGHT,
  computeMetersPerUnit,
  computeCenter,
  createProjection,
  computeScaleBar,
  WIDTH,
  computeZoom,
  type View,
} from './mapMath.ts'

const HUDSON = { lat: 42.2528, lng: -73.791 }
const view = (zoom: number, center = HUDSON): View => ({ center, zoom })

describe('the map', () => {
  it('has its center in the middle', () => {
    const [x, y] = createProjection(view(12))([HUDSON.lng, HUDSON.lat]) ?? []
    expect([x, y].map((value) => Math.round(value ?? 0))).toEqual([WIDTH / 2, HEIGHT / 2])
  })

  it('shows the west and the north after it is dragged right and down', () => {
    const geo = computeCenter(view(12), 50, 50)
    expect([geo.lng < HUDSON.lng, geo.lat > HUDSON.lat]).toEqual([true, true])
  })

  it('returns the pin to its position after it is dragged there and back', () =>
    fc.assert(
      fc.property(
        fc.record({
          lat: fc.double({ min: -80, max: 80, noNaN: true }),
          lng: fc.double({ min: -179, max: 179, noNaN: true }),
        }),
        fc.integer({ min: 4, max: 19 }),
        fc.integer({ min: -100, max: 100 }),
        fc.integer({ min: -50, max: 50 }),
        (center, zoom, right, down) => {
          const there = computeCenter({ center, zoom }, right, down)
          const back = computeCenter({ center: there, zoom }, -right, -down)
          const metres =
            Math.hypot(
              back.lat - center.lat,
              (((back.lng - center.lng + 540) % 360) - 180) * Math.cos((center.lat * Math.PI) / 180),
            ) * 111_320
          expect(metres).toBeLessThan(Math.max(1, computeMetersPerUnit({ center, zoom })))
        },
      ),
    ))

  it('wraps around the world but not over the poles', () => {
    expect(computeCenter(view(1, { lat: 0, lng: 179 }), -20, 0).lng).toBeLessThan(0)
    expect(computeCenter(view(1, { lat: 84, lng: 0 }), 0, 5_000).lat).toBeLessThanOrEqual(85)
  })

  it('has a scale in round numbers', () => {
    const { meters, units } = computeScaleBar(view(14))
    expect([meters, units <= WIDTH / 4, units > WIDTH / 16]).toEqual([1000, true, true])
  })

  it('zooms in further the more accurate a place is', () => {
    const zooms = [50_000, 5_000, 500, 50, 1].map(computeZoom)
    expect(zooms).toEqual(zooms.toSorted((a, b) => a - b))
    expect(zooms.at(-1)).toBe(17)
  })
})

describe('typed coordinates', () => {
  it.each([
    ['42.2528, -73.791', HUDSON],
    [' 42.2528 -73.791 ', HUDSON],
    ['42.2528;-73.791', HUDSON],
    ['0, 0', { lat: 0, lng: 0 }],
  ] as const)('%s', (text, geo) => expect(parseGeo(text)).toEqual(geo))
  it.each(['', '42', '91, 0', '0, 181', '42.2528', 'abc, def', '42,2528, 73,791'])('%j is none', (text) =>
    expect(parseGeo(text)).toBeUndefined(),
  )
  it('survive formatting and parsing', () => expect(parseGeo(formatGeo(HUDSON))).toEqual(HUDSON))
})
