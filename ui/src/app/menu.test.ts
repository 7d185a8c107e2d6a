import { expect, it } from 'vitest'
import { isCurrent } from './menu.ts'

it.each([
  ['/bookings', '/bookings/b1/cancel', true],
  ['/calendar', '/blocks/k1', true],
  ['/listings', '/listing-details/team', true],
  ['/listings', '/listings/start', true],
  ['/bookings', '/listing-details/team', false],
  ['/', '/bookings', false],
  ['/performance', '/performance/payouts-breakdown', false],
] as const)('%s is the entry of %s: %s', (entry, address, current) =>
  expect(isCurrent(entry, address)).toBe(current),
)
