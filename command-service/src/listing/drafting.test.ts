import { zPricing } from '@hearth/contracts/listing'
import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import type { Listing } from './listing.state.ts'
import { address, changed, createDraft, drafted, facts, geo, situation } from './testing/contentHistory.ts'
import { ids } from './testing/listingHistory.ts'

describe('a draft', () => {
  test('exists after the first answer, with its country’s currency and its pin’s zone', () =>
    given(listing)
      .when(createDraft({ geo, bedrooms: 2 }), situation)
      .thenEvents({
        type: 'ListingDrafted',
        data: {
          place: 'Hudson, New York',
          timezone: 'America/New_York',
          currency: 'USD',
          sections: { info: { bedrooms: 2 } },
          personal: { location: { address, geo } },
        },
      }))
  test('without a pin has the zone of its account', () =>
    given(listing)
      .when(createDraft({ address: { ...address, country: 'PT' } }), situation)
      .thenEvents({ type: 'ListingDrafted', data: { timezone: 'America/New_York', currency: 'EUR' } }))
  test('is refused in a country without a market', () =>
    given(listing)
      .when(createDraft({ address: { ...address, country: 'TR' } }), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'market' }))
  test('is refused at an address of another listing of the account', () =>
    given(listing)
      .when(createDraft(), {
        ...situation,
        facts: { ...facts, otherAddresses: [{ ...address, line1: '12 WARREN street' }] },
      })
      .thenRefused('DUPLICATE', { errors: [{ pointer: '/address/line2' }] }))
  test('as a copy takes over everything except the place’s own data', () => {
    const template = stateAfter(listing, [
      drafted({
        sections: {
          info: { bedrooms: 3 },
          location: {},
          houseRules: { pets: true },
          type: { ownership: 'lease', consentFileId: 'file-of-a-landlord' },
        },
      }),
      {
        type: 'PricingChanged',
        data: {
          ...ids,
          before: null,
          after: zPricing.parse({
            baseNightMinor: 20_000,
            dateOverrides: [{ date: '2026-07-04', nightMinor: 30_000 }],
          }),
        },
      },
      changed('contact', 1, {}, { preferredChannel: 'sms' }),
    ]) as Listing
    const copy = {
      type: 'DuplicateListing',
      data: {
        fromListingId: 'f',
        address: { ...address, line2: 'Unit 2' },
        geo: null,
        geoAccuracyMeters: null,
        pinConfirmed: false,
      },
    } as const
    const decision = given(listing)
      .when(copy, { ...situation, facts: { ...facts, template } })
      .thenEvents(
        {
          type: 'ListingDrafted',
          data: {
            copiedFrom: 'f',
            sections: { info: { bedrooms: 3 }, houseRules: { pets: true }, type: { ownership: 'lease' } },
            personal: { location: { address: { line2: 'Unit 2' } } },
          },
        },
        { type: 'PricingChanged', data: { after: { baseNightMinor: 20_000, dateOverrides: [] } } },
      )
    expect(JSON.stringify(decision)).not.toMatch(/sms|landlord/)
  })
  test('as a copy has the number of guests and hours of its template', () => {
    const copied = drafted({
      copiedFrom: 'f',
      sections: {
        info: { maxGuests: 6 },
        checkInOut: { checkInFrom: '16:00', checkOutBy: '10:00' },
        location: {},
      },
    })
    expect(stateAfter(listing, [copied])).toMatchObject({
      maxGuests: 6,
      checkInTime: '16:00',
      checkOutTime: '10:00',
    })
  })
  test('as a copy of a listing of another account is not found', () =>
    given(listing)
      .when(
        {
          type: 'DuplicateListing',
          data: { fromListingId: 'f', address, geo: null, geoAccuracyMeters: null, pinConfirmed: false },
        },
        situation,
      )
      .thenRefused('NOT_FOUND'))
})
