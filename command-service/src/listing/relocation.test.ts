import { describe, test } from 'vitest'
import { given } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import { address, drafted, facts, geo, situation, update } from './testing/contentHistory.ts'

test('a listing can’t move to the address of another one of the account', () => {
  const other = { ...address, line2: 'Unit 2' }
  const there = { ...situation, facts: { ...facts, otherAddresses: [other] } }
  given(listing, drafted())
    .when(update('location', { address: other }, 1), there)
    .thenRefused('DUPLICATE', { errors: [{ pointer: '/patch/address/line2' }] })
  given(listing, drafted())
    .when(update('location', { address: { ...address, line2: 'Unit 3' } }, 1), there)
    .thenEvents({ type: 'ListingSectionChanged' })
  given(listing, drafted({ personal: { location: { address: other } } }))
    .when(update('location', { geo }, 1), there)
    .thenEvents({ type: 'ListingSectionChanged' })
})

describe('the location', () => {
  const lisbon = {
    address: { ...address, line1: 'Rua da Bica 4', city: 'Lisboa', region: null, country: 'PT' },
    geo: { lat: 38.71, lng: -9.14 },
  }
  test('determines the time zone and currency', () =>
    given(listing, drafted())
      .when(update('location', lisbon, 1), situation)
      .thenEvents(
        { type: 'ListingSectionChanged' },
        {
          type: 'ListingRelocated',
          data: {
            before: { currency: 'USD' },
            after: { place: 'Lisboa, PT', timezone: 'Europe/Lisbon', currency: 'EUR' },
          },
        },
      ))
  test('stays in its zone once guests have booked', () =>
    given(listing, drafted())
      .when(update('location', lisbon, 1), { ...situation, facts: { ...facts, hasBookings: true } })
      .thenRefused('POLICY_VIOLATION', { rule: 'fixed_after_booking' }))
  test('can be corrected within the same zone at any time', () =>
    given(listing, drafted())
      .when(update('location', { geo }, 1), { ...situation, facts: { ...facts, hasBookings: true } })
      .thenEvents({ type: 'ListingSectionChanged' }))
  test('must be in a market', () =>
    given(listing, drafted())
      .when(update('location', { address: { ...address, country: 'TR' } }, 1), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'market' }))
})
