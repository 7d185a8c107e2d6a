import { expect, test } from 'vitest'
import { safetyLossesAfter } from './safetyLosses.ts'

const alarms = (before: number | null, after: number | null) => ({
  before: { smokeAlarms: before },
  after: { smokeAlarms: after },
})
const once = (section: 'safety' | 'amenities', change: Parameters<typeof safetyLossesAfter>[3]) =>
  safetyLossesAfter('live', [], section, change)

test('finds a removed alarm, extinguisher or amenity, and a withdrawn promise', () => {
  expect(once('safety', alarms(3, 1))).toEqual([{ section: 'safety', ...alarms(3, 1) }])
  expect(once('safety', alarms(3, null))).toHaveLength(1)
  expect(
    once('safety', { before: { extinguisherPlace: 'Hall' }, after: { extinguisherPlace: null } }),
  ).toHaveLength(1)
  expect(once('safety', { before: { noWeapons: true }, after: { noWeapons: false } })).toHaveLength(1)
  expect(
    once('amenities', {
      before: { answers: { co_alarm: 'yes', tv: 'yes' } },
      after: { answers: { co_alarm: 'no', tv: 'no' } },
    }),
  ).toEqual([
    {
      section: 'amenities',
      before: { answers: { co_alarm: 'yes' } },
      after: { answers: { co_alarm: 'no' } },
    },
  ])
})
test('finds no loss in more devices, another location or unrelated changes', () => {
  expect(once('safety', alarms(1, 3))).toEqual([])
  expect(once('safety', alarms(null, 0))).toEqual([])
  expect(
    once('safety', {
      before: { extinguisherPlace: 'Hall', floors: 2 },
      after: { extinguisherPlace: 'Kitchen', floors: 1 },
    }),
  ).toEqual([])
})
test('finds a loss only for guests who booked with the feature', () => {
  expect(safetyLossesAfter('onboarding', [], 'safety', alarms(3, 1))).toEqual([])
  expect(safetyLossesAfter('paused', [], 'safety', alarms(3, 1))).toHaveLength(1)
})
test('counts a restored feature as no loss, and a worse one as one loss', () => {
  const lost = once('safety', alarms(3, 2))
  expect(safetyLossesAfter('live', lost, 'safety', alarms(2, 1))).toEqual([
    { section: 'safety', ...alarms(3, 1) },
  ])
  expect(safetyLossesAfter('live', lost, 'safety', alarms(2, 3))).toEqual([])
  expect(
    safetyLossesAfter('live', lost, 'safety', { before: { hazards: [] }, after: { hazards: ['Stairs'] } }),
  ).toEqual(lost)
})
