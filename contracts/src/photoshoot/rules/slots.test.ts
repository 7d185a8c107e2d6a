import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addHours, addMinutes, hoursBetween } from '../../kernel/dates.ts'
import { changeFeeMinor, shootFeeMinor } from './fees.ts'
import { inTheWay, computeRegion, computeShootSize, slotsOn } from './slots.ts'

const NOW = '2026-06-12T06:00:00.000Z'
const light = { date: '2026-06-20', sunrise: '2026-06-20T09:10:00.000Z', sunset: '2026-06-21T00:50:00.000Z' }
const free = { now: NOW, minutes: 90, occupied: [] }

describe('slots of a day', () => {
  test('start an hour after sunrise and end an hour before sunset, every half hour', () => {
    const slots = slotsOn(light, free)
    expect([slots[0]?.startsAt, slots.at(-1)?.endsAt, slots.length]).toEqual([
      '2026-06-20T10:30:00.000Z',
      '2026-06-20T23:30:00.000Z',
      24,
    ])
  })
  test('are at least 48 hours and at most 30 days from now', () => {
    expect(slotsOn(light, { ...free, now: '2026-06-18T12:00:00.000Z' })[0]?.startsAt).toBe(
      '2026-06-20T12:00:00.000Z',
    )
    expect(slotsOn(light, { ...free, now: '2026-06-18T12:00:00.001Z' })[0]?.startsAt).toBe(
      '2026-06-20T12:30:00.000Z',
    )
    expect(slotsOn(light, { ...free, now: '2026-05-20T00:00:00.000Z' })).toEqual([])
  })
  test('keep an hour away from guests on both sides', () => {
    const occupied = [
      { startsAt: '2026-06-18T19:00:00.000Z', endsAt: '2026-06-20T11:00:00.000Z' },
      { startsAt: '2026-06-20T19:00:00.000Z', endsAt: '2026-06-23T15:00:00.000Z' },
    ]
    const slots = slotsOn(light, { ...free, occupied })
    expect([slots[0]?.startsAt, slots.at(-1)?.endsAt]).toEqual([
      '2026-06-20T12:00:00.000Z',
      '2026-06-20T18:00:00.000Z',
    ])
  })
  test('are never in the dark, too early, too late or among guests (property)', () => {
    const minute = fc.integer({ min: 0, max: 24 * 60 })
    fc.assert(
      fc.property(
        minute,
        minute,
        minute,
        fc.integer({ min: 1, max: 48 }),
        fc.constantFrom(60, 90, 120, 180),
        (rise, set, start, hours, minutes) => {
          const sunrise = addMinutes('2026-06-20T00:00:00.000Z', rise)
          const sunset = addMinutes('2026-06-20T00:00:00.000Z', set)
          const stay = {
            startsAt: addMinutes('2026-06-19T00:00:00.000Z', start),
            endsAt: addHours(addMinutes('2026-06-19T00:00:00.000Z', start), hours),
          }
          for (const { startsAt, endsAt } of slotsOn(
            { date: '2026-06-20', sunrise, sunset },
            { now: NOW, minutes, occupied: [stay] },
          )) {
            expect(startsAt >= addHours(sunrise, 1) && endsAt <= addHours(sunset, -1)).toBe(true)
            expect(endsAt <= addHours(stay.startsAt, -1) || startsAt >= addHours(stay.endsAt, 1)).toBe(true)
            expect(hoursBetween(NOW, startsAt) >= 48 && hoursBetween(startsAt, endsAt) * 60 === minutes).toBe(
              true,
            )
          }
        },
      ),
    )
  })
})

test('exclude 45 minutes of travel around another shoot, until its hold is over', () => {
  const slot = { startsAt: '2026-06-20T12:00:00.000Z', endsAt: '2026-06-20T13:30:00.000Z' }
  const claim = (startsAt: string, until: string | null = null) => ({
    photoshootId: 'other',
    startsAt,
    endsAt: addMinutes(startsAt, 60),
    until,
  })
  expect(inTheWay([claim('2026-06-20T14:14:59.999Z')], slot, 'mine', NOW)).toHaveLength(1)
  expect(inTheWay([claim('2026-06-20T14:15:00.000Z')], slot, 'mine', NOW)).toEqual([])
  expect(inTheWay([claim('2026-06-20T12:00:00.000Z', addMinutes(NOW, 1))], slot, 'mine', NOW)).toHaveLength(1)
  expect(inTheWay([claim('2026-06-20T12:00:00.000Z', NOW)], slot, 'mine', NOW)).toEqual([])
  expect(inTheWay([claim('2026-06-20T12:00:00.000Z')], slot, 'other', NOW)).toEqual([])
})

test('depend on size and region of a home', () => {
  expect([0, 1, 2, 3, 4, 9].map((bedrooms) => computeShootSize(bedrooms).minutes)).toEqual([
    60, 60, 90, 120, 180, 180,
  ])
  expect([0, 1, 2, 3, 4].map((bedrooms) => computeShootSize(bedrooms).images)).toEqual([15, 15, 20, 25, 30])
  expect([computeRegion({ lat: 40.7, lng: -74.01 }), computeRegion({ lat: -0.2, lng: 7 })]).toEqual([
    'n40w075',
    's01e007',
  ])
})

describe('fees', () => {
  const at = '2026-06-20T12:00:00.000Z'
  test('are zero for a move until 24 hours before, inclusive', () => {
    expect(changeFeeMinor(at, '2026-06-19T12:00:00.000Z')).toBe(0)
    expect(changeFeeMinor(at, '2026-06-19T12:00:00.001Z')).toBe(7_500)
  })
  test('are zero for a first managed shoot, and a first reshoot after poor quality', () => {
    expect(shootFeeMinor('full_service', { reshoots: 0, reshootFree: false })).toBe(0)
    expect(shootFeeMinor('self_managed', { reshoots: 0, reshootFree: false })).toBe(19_900)
    expect(shootFeeMinor('self_managed', { reshoots: 1, reshootFree: true })).toBe(0)
    expect(shootFeeMinor('full_service', { reshoots: 1, reshootFree: false })).toBe(19_900)
  })
})
