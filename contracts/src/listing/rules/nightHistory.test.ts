import { expect, test } from 'vitest'
import type { RecordedEvent } from '../../kernel/message.ts'
import type { NightOverride } from '../nightOverrides.ts'
import { zAvailabilityRules, zPricing } from '../pricing.ts'
import { listNightChanges } from './nightHistory.ts'

const DATE = '2026-07-10'
const rules = zAvailabilityRules.parse({})
const pricing = zPricing.parse({ baseNightMinor: 200 })
const half: NightOverride = {
  price: { kind: 'percent', bps: 5_000 },
  minNights: 3,
  closedToArrival: true,
  closedToDeparture: null,
}

const event = (type: string, data: object, day: number): RecordedEvent => ({
  id: `e${day}`,
  stream: 'listing-l',
  revision: BigInt(day),
  type,
  data,
  metadata: { actorId: `actor${day}`, occurredAt: `2026-06-0${day}T00:00:00.000Z` },
  position: { commit: BigInt(day), prepare: BigInt(day) },
  recordedAt: `2026-06-0${day}T00:00:00.000Z`,
})
const overridden = (date: string, after: NightOverride | null, day: number) =>
  event('NightOverridesChanged', { nights: [{ date, before: null, after }] }, day)

test('lists what changed the night, the newest first, with what it was before', () => {
  const free = { minNights: 1, closedToArrival: false, closedToDeparture: false }
  expect(
    listNightChanges(
      [
        event('ListingStarted', { pricing, rules }, 1),
        overridden(DATE, half, 2),
        event('PricingChanged', { after: { ...pricing, baseNightMinor: 300 } }, 3),
        overridden(DATE, null, 4),
      ],
      DATE,
      rules,
    ).map(({ changedBy, from, to }) => [changedBy, from?.priceMinor, to]),
  ).toEqual([
    ['actor4', 150, { priceMinor: 300, ...free }],
    ['actor3', 100, { priceMinor: 150, minNights: 3, closedToArrival: true, closedToDeparture: false }],
    ['actor2', 200, { priceMinor: 100, minNights: 3, closedToArrival: true, closedToDeparture: false }],
    ['actor1', undefined, { priceMinor: 200, ...free }],
  ])
})

test('leaves out what changed other nights only', () =>
  expect(
    listNightChanges(
      [
        event('ListingStarted', { pricing, rules }, 1),
        overridden('2026-07-11', half, 2),
        event(
          'PricingChanged',
          { after: { ...pricing, weekdayOverrides: [{ weekday: 0, nightMinor: 1 }] } },
          3,
        ),
        event('AvailabilityRulesChanged', { after: { ...rules, prepNights: 1 } }, 4),
      ],
      DATE,
      rules,
    ).map(({ changedBy }) => changedBy),
  ).toEqual(['actor1']))
