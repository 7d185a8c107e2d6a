import {
  readAnswers,
  changeBy,
  fromStored,
  SECTION_NAMES,
  SECTIONS,
  withAnswers,
  zPricing,
  type ListingEvent,
  type SectionName,
} from '@hearth/contracts/listing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evolveBy } from '../runtime/decider.ts'
import { arbitraryOf } from '../testing/arbitrary.ts'
import { ADMIN, given, NOW, OWNER, stateAfter } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import type { Listing } from './listing.state.ts'
import type { ListingFacts } from './listing.facts.ts'
import { sectionStateOf } from './listing.state.ts'
import { namedFiles } from './namedFiles.ts'

const facts: ListingFacts = {
  account: { timezone: 'America/New_York' },
  cancellation: {},
  today: '2026-06-12',
  otherAddresses: [],
  unknownFiles: [],
  template: null,
  hasBookings: false,
  lastNight: null,
  goLive: [],
  file: null,
}
const situation = { id: 'l', facts }
const SAM = { id: 'sam', kind: 'host', role: 'cohost_full', name: 'Sam' } as const
const bySam = { ...situation, actor: SAM }
const ids = { listingId: 'l', hostAccountId: 'tenant' }
const address = {
  line1: '12 Warren Street',
  line2: null,
  city: 'Hudson',
  region: 'New York',
  postalCode: '12534',
  country: 'US',
}
const geo = { lat: 42.25, lng: -73.79 }
const draftOf = (more: object = {}) =>
  ({
    type: 'DraftListing',
    data: {
      address,
      geo: null,
      geoAccuracyMeters: null,
      pinConfirmed: false,
      propertyType: null,
      bedrooms: null,
      relationship: null,
      consentToList: null,
      feeModel: 'self_managed',
      ...more,
    },
  }) as const
const drafted = (more: object = {}) =>
  ({
    type: 'ListingDrafted',
    data: {
      ...ids,
      place: 'Hudson, New York',
      timezone: 'America/New_York',
      currency: 'USD',
      feeModel: 'self_managed',
      sections: { info: { bedrooms: 2 }, location: {} },
      personal: { location: { address } },
      copiedFrom: null,
      draftedBy: OWNER.id,
      ...more,
    },
  }) as const
const published = { type: 'ListingPublished', data: ids } as const
const update = (section: SectionName, patch: object, baseVersion: number) =>
  ({ type: 'UpdateListingSection', data: { section, patch, baseVersion } }) as never
const revert = (section: SectionName, toVersion: number) =>
  ({ type: 'RevertListingSection', data: { section, toVersion } }) as const
/** What a change of a section looks like in the log. */
const changed = (
  section: SectionName,
  version: number,
  before: object,
  after: object,
  by: { id: string } = OWNER,
) =>
  ({
    type: 'ListingSectionChanged',
    data: {
      ...ids,
      section,
      version,
      before: before as never,
      after: after as never,
      personalBefore: null,
      personalAfter: null,
      changedBy: { id: by.id, kind: 'host' },
      editId: null,
    },
  }) as const

describe('a draft', () => {
  test('exists after the first answer, with the money of its country and the zone of its pin', () =>
    given(listing)
      .when(draftOf({ geo, bedrooms: 2 }), situation)
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
      .when(draftOf({ address: { ...address, country: 'PT' } }), situation)
      .thenEvents({ type: 'ListingDrafted', data: { timezone: 'America/New_York', currency: 'EUR' } }))
  test('is refused where we do not settle', () =>
    given(listing)
      .when(draftOf({ address: { ...address, country: 'TR' } }), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'market' }))
  test('is refused at an address the account has already', () =>
    given(listing)
      .when(draftOf(), {
        ...situation,
        facts: { ...facts, otherAddresses: [{ ...address, line1: '12 WARREN street' }] },
      })
      .thenRefused('DUPLICATE', { errors: [{ pointer: '/address/line2' }] }))
  test('as a copy takes over what does not belong to the place', () => {
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
  test('as a copy takes as many guests, at the same hours, as what it was copied from', () => {
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
  test('of nothing of the account’s own is not found', () =>
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

test('what became less safe on a live listing waits until our people have looked at it', () => {
  const fewer = [
    drafted(),
    changed('safety', 1, { smokeAlarms: null }, { smokeAlarms: 3 }),
    published,
    changed('safety', 2, { smokeAlarms: 3 }, { smokeAlarms: 1 }),
  ]
  const review = { type: 'ReviewSafety', data: {} } as const
  const byStaff = { ...situation, actor: ADMIN }
  given(listing, ...fewer)
    .when(review, byStaff)
    .thenEvents({ type: 'SafetyReviewed', data: { by: ADMIN.id } })
  given(listing, ...fewer, { type: 'SafetyReviewed', data: { ...ids, by: ADMIN.id } })
    .when(review, byStaff)
    .thenNothing()
  given(listing, ...fewer, changed('safety', 3, { smokeAlarms: 1 }, { smokeAlarms: 3 }))
    .when(review, byStaff)
    .thenNothing()
  given(listing).when(review, byStaff).thenRefused('NOT_FOUND')
})

test('files that were not uploaded for the listing are refused where they are named', () => {
  const strange = { ...situation, facts: { ...facts, unknownFiles: ['/patch/consentFileId'] } }
  given(listing, drafted())
    .when(update('type', { consentFileId: 'f' }, 0), strange)
    .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/patch/consentFileId' }] })
  expect(
    namedFiles({
      section: 'x',
      patch: {
        consentFileId: 'a',
        features: { lit_path: { photoIds: ['b', 'c'] } },
        steps: [
          { text: 'photoId', photoId: null },
          { text: '', photoId: 'd' },
        ],
      },
    }),
  ).toEqual([
    { id: 'a', pointer: '/patch/consentFileId' },
    { id: 'b', pointer: '/patch/features/lit_path/photoIds/0' },
    { id: 'c', pointer: '/patch/features/lit_path/photoIds/1' },
    { id: 'd', pointer: '/patch/steps/1/photoId' },
  ])
})

test('a listing does not move to where another one of the account stands', () => {
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

describe('changing a section', () => {
  test('keeps what changed, before and after, as a new version', () =>
    given(listing, drafted())
      .when(update('info', { bedrooms: 3, maxGuests: 4 }, 1), situation)
      .thenEvents({
        type: 'ListingSectionChanged',
        data: {
          section: 'info',
          version: 2,
          before: { bedrooms: 2, maxGuests: null },
          after: { bedrooms: 3, maxGuests: 4 },
        },
      }))
  test('with what it has already is no event', () =>
    given(listing, drafted())
      .when(update('info', { bedrooms: 2 }, 1), situation)
      .thenNothing())
  test('of a field that somebody else changed meanwhile shows both values', () =>
    given(listing, drafted(), changed('info', 2, { bedrooms: 2 }, { bedrooms: 4 }, SAM))
      .when(update('info', { bedrooms: 3 }, 1), situation)
      .thenRefused('VERSION_CONFLICT', {
        version: 2,
        conflicts: [{ pointer: '/patch/bedrooms', yours: 3, theirs: 4, changedBy: 'team' }],
      }))
  test('of another field than somebody else is no conflict: nobody loses a field', () =>
    given(listing, drafted(), changed('info', 2, { bedrooms: 2 }, { bedrooms: 4 }, SAM))
      .when(update('info', { maxGuests: 6 }, 1), situation)
      .thenEvents({ type: 'ListingSectionChanged', data: { version: 3, after: { maxGuests: 6 } } }))
  test('to the same value as somebody else is no conflict', () =>
    given(listing, drafted(), changed('info', 2, { bedrooms: 2 }, { bedrooms: 4 }, SAM))
      .when(update('info', { bedrooms: 4 }, 1), situation)
      .thenNothing())
  test('after having seen the other value wins', () =>
    given(listing, drafted(), changed('info', 2, { bedrooms: 2 }, { bedrooms: 4 }, SAM))
      .when(update('info', { bedrooms: 3 }, 2), situation)
      .thenEvents({ type: 'ListingSectionChanged', data: { after: { bedrooms: 3 } } }))
  test('answer by answer where there are many', () => {
    const history = [
      drafted(),
      changed('amenities', 1, { answers: { wifi: null } }, { answers: { wifi: 'yes' } }, SAM),
    ] as const
    given(listing, ...history)
      .when(update('amenities', { answers: { iron: 'no' } }, 0), situation)
      .thenEvents({
        type: 'ListingSectionChanged',
        data: { version: 2, before: { answers: { iron: null } }, after: { answers: { iron: 'no' } } },
      })
    given(listing, ...history)
      .when(update('amenities', { answers: { wifi: 'no' } }, 0), situation)
      .thenRefused('VERSION_CONFLICT', {
        conflicts: [{ pointer: '/patch/answers/wifi', yours: 'no', theirs: 'yes', changedBy: 'team' }],
      })
  })
  test('from a version that does not exist is refused', () =>
    given(listing, drafted())
      .when(update('info', { bedrooms: 3 }, 7), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/baseVersion' }] }))
  test('seals what is personal apart from the rest', () => {
    const wifi = { ssid: 'Cedar', password: 'maple-syrup', speedMbps: null }
    given(listing, drafted())
      .when(update('info', { maxGuests: 4, wifi }, 1), situation)
      .thenEvents({
        type: 'ListingSectionChanged',
        data: { after: { maxGuests: 4 }, personalAfter: { wifi } },
      })
  })
  test('of a listing that was given up or never was', () => {
    given(listing, drafted(), {
      type: 'ListingDelisted',
      data: { ...ids, reason: 'Sold', effectiveOn: '2026-06-30' },
    })
      .when(update('info', { bedrooms: 3 }, 1), situation)
      .thenRefused('INVALID_TRANSITION')
    given(listing)
      .when(update('info', { bedrooms: 3 }, 0), situation)
      .thenRefused('NOT_FOUND')
  })
})

describe('where it stands', () => {
  const lisbon = {
    address: { ...address, line1: 'Rua da Bica 4', city: 'Lisboa', region: null, country: 'PT' },
    geo: { lat: 38.71, lng: -9.14 },
  }
  test('brings zone and money along', () =>
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
  test('can be put right in the same zone at any time', () =>
    given(listing, drafted())
      .when(update('location', { geo }, 1), { ...situation, facts: { ...facts, hasBookings: true } })
      .thenEvents({ type: 'ListingSectionChanged' }))
  test('must be where we settle', () =>
    given(listing, drafted())
      .when(update('location', { address: { ...address, country: 'TR' } }, 1), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'market' }))
})

describe('taking a section back', () => {
  const history = [
    drafted(),
    changed('info', 2, { bedrooms: 2, maxGuests: null }, { bedrooms: 3, maxGuests: 6 }),
    changed('info', 3, { maxGuests: 6 }, { maxGuests: 8 }),
  ] as const
  test('gives exactly the old values, as a new version', () =>
    given(listing, ...history)
      .when(revert('info', 1), situation)
      .thenEvents({
        type: 'ListingSectionReverted',
        data: {
          version: 4,
          fromVersion: 3,
          toVersion: 1,
          before: { bedrooms: 3, maxGuests: 8 },
          after: { bedrooms: 2, maxGuests: null },
        },
      }))
  test('to what it is changes nothing', () =>
    given(listing, ...history)
      .when(revert('info', 3), situation)
      .thenNothing())
  test('to a version that does not exist is refused', () =>
    given(listing, ...history)
      .when(revert('info', 9), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/toVersion' }] }))

  test('works for any history of any section, back and forth', { timeout: 30_000 }, () => {
    const words = [
      'A',
      'Cedar House',
      '12:00',
      '2026-07-01',
      '15:00',
      'wifi',
      'iron',
      'US',
      'en',
      '+12125550123',
      '0d8f2f5e-5f0e-5c7b-9b57-3a1a5c2f9a01',
      'step_free_path',
      'animals',
      'Cedar House stands by the river, with a porch that looks west.',
    ]
    const stories = SECTION_NAMES.filter((name) => name !== 'location').map((section) =>
      fc
        .array(
          arbitraryOf(SECTIONS[section], words).filter((patch) => SECTIONS[section].safeParse(patch).success),
          { minLength: 2, maxLength: 6 },
        )
        .map((list) => ({ section, list })),
    )
    fc.assert(
      fc.property(fc.oneof(...stories), fc.nat(8), ({ section, list }, picked) => {
        let state = stateAfter(listing, [drafted()]) as Listing
        const ctx = {
          now: NOW,
          recordedAt: NOW,
          actor: OWNER,
          tenantId: 'tenant',
          id: 'l',
          targetId: 'l',
          commandId: 'c',
          idFor: (label: string) => label,
          facts,
        } as never
        const send = (command: { type: 'UpdateListingSection' | 'RevertListingSection'; data: unknown }) => {
          const decision = listing.decide[command.type](command.data as never, state, ctx)
          if (!decision.ok) throw new Error(decision.detail)
          for (const event of decision.events)
            state = evolveBy(listing as never, state, event as ListingEvent, NOW)
        }
        const seen = [sectionStateOf(state, section).values]
        for (const patch of list) {
          const { version } = sectionStateOf(state, section)
          send({ type: 'UpdateListingSection', data: { section, patch, baseVersion: version } })
          if (sectionStateOf(state, section).version > version)
            seen.push(sectionStateOf(state, section).values)
        }
        const newest = sectionStateOf(state, section).version
        const first = newest - (seen.length - 1)
        const toVersion = first + (picked % seen.length)
        const wanted = seen[toVersion - first]
        send({ type: 'RevertListingSection', data: { section, toVersion } })
        expect(sectionStateOf(state, section).values).toEqual(wanted)
        send({ type: 'RevertListingSection', data: { section, toVersion: newest } })
        expect(sectionStateOf(state, section).values).toEqual(seen.at(-1))
      }),
      { numRuns: 120 },
    )
  })
})

describe('a live listing under full service', () => {
  const live = [
    drafted({
      feeModel: 'full_service',
      sections: {
        description: { title: 'Cedar House' },
        info: { bedrooms: 2 },
        amenities: { answers: { wifi: 'yes' } },
        location: {},
      },
    }),
    published,
  ] as const
  const asked = {
    type: 'ListingEditRequested',
    data: {
      ...ids,
      editId: 'e',
      section: 'description',
      before: { title: 'Cedar House' },
      after: { title: 'Cedar House on the hill' },
      requestedBy: OWNER.id,
    },
  } as const
  test('asks our curators for what they keep, and changes the rest at once', () => {
    given(listing, ...live)
      .when(update('description', { title: 'Cedar House on the hill' }, 1), situation)
      .thenEvents({
        type: 'ListingEditRequested',
        data: { before: { title: 'Cedar House' }, after: { title: 'Cedar House on the hill' } },
      })
    given(listing, ...live)
      .when(update('info', { bedrooms: 3, internalName: 'Cedar' }, 1), situation)
      .thenEvents(
        { type: 'ListingSectionChanged', data: { after: { internalName: 'Cedar' } } },
        { type: 'ListingEditRequested', data: { after: { bedrooms: 3 } } },
      )
    given(listing, ...live, asked)
      .when(update('description', { title: 'Cedar House on the hill' }, 1), situation)
      .thenNothing()
  })
  test('takes amenities in freely, and asks before one goes', () => {
    given(listing, ...live)
      .when(update('amenities', { answers: { iron: 'yes' } }, 1), situation)
      .thenEvents({ type: 'ListingSectionChanged' })
    given(listing, ...live)
      .when(update('amenities', { answers: { wifi: 'no' } }, 1), situation)
      .thenEvents({ type: 'ListingEditRequested' })
  })
  test('is changed by staff directly', () =>
    given(listing, ...live)
      .when(update('description', { title: 'Cedar House on the hill' }, 1), { ...situation, actor: ADMIN })
      .thenEvents({ type: 'ListingSectionChanged' }))
  test('takes over what is approved', () =>
    given(listing, ...live, asked)
      .when({ type: 'ApproveListingEdit', data: { editId: 'e' } }, { ...situation, actor: ADMIN })
      .thenEvents(
        { type: 'ListingEditApproved' },
        { type: 'ListingSectionChanged', data: { after: { title: 'Cedar House on the hill' }, editId: 'e' } },
      ))
  test('stays as it is when declined or withdrawn, and each is decided once', () => {
    const declined = {
      type: 'ListingEditDeclined',
      data: { ...ids, editId: 'e', by: ADMIN.id, reason: 'No hill' },
    } as const
    given(listing, ...live, asked)
      .when(
        { type: 'DeclineListingEdit', data: { editId: 'e', reason: 'No hill' } },
        { ...situation, actor: ADMIN },
      )
      .thenEvents({ type: 'ListingEditDeclined' })
    given(listing, ...live, asked)
      .when({ type: 'WithdrawListingEdit', data: { editId: 'e' } }, situation)
      .thenEvents({ type: 'ListingEditWithdrawn' })
    given(listing, ...live, asked, declined)
      .when({ type: 'ApproveListingEdit', data: { editId: 'e' } }, { ...situation, actor: ADMIN })
      .thenRefused('NOT_FOUND')
    given(listing, ...live)
      .when({ type: 'WithdrawListingEdit', data: { editId: 'constructor' } }, situation)
      .thenRefused('NOT_FOUND')
  })
  test('is not taken back by the host where curators keep it', () =>
    given(listing, ...live, changed('description', 2, { title: 'Cedar House' }, { title: 'Cedar Barn' }, SAM))
      .when(revert('description', 1), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'curated' }))
})

test('what events carry apart comes together again', () => {
  const change = {
    before: { maxGuests: null },
    after: { maxGuests: 4 },
    personalBefore: null,
    personalAfter: { wifi: { ssid: 'Cedar' } },
  }
  expect(fromStored(change)).toEqual({
    before: { maxGuests: null },
    after: { maxGuests: 4, wifi: { ssid: 'Cedar' } },
  })
  expect(fromStored({ ...change, personalAfter: '[erased]' }).after).toEqual({ maxGuests: 4 })
})

test('a change and what undoes it leave nothing behind', () => {
  const values = { answers: { wifi: 'yes' } }
  const change = changeBy(
    values,
    readAnswers('amenities', { answers: { wifi: null, iron: 'no' }, confirmedComplete: true }),
  )
  expect(change).toEqual({
    before: { answers: { wifi: 'yes', iron: null }, confirmedComplete: null },
    after: { answers: { wifi: null, iron: 'no' }, confirmedComplete: true },
  })
  const after = withAnswers(values, readAnswers('amenities', change?.after ?? {}))
  expect(withAnswers(after, readAnswers('amenities', change?.before ?? {}))).toEqual(values)
})

test('a foreign hand is told from one’s own', () =>
  given(listing, drafted(), changed('info', 2, { bedrooms: 2 }, { bedrooms: 4 }, SAM))
    .when(update('info', { bedrooms: 3 }, 1), bySam)
    .thenRefused('VERSION_CONFLICT', { conflicts: [{ changedBy: 'you' }] }))

describe('what is personal', () => {
  const erased = { type: 'ListingContentErased', data: { ...ids, erasureId: 'x' } } as const
  test('goes once, with the account it belongs to', () => {
    given(listing, drafted())
      .when({ type: 'EraseListingContent', data: { erasureId: 'x' } }, situation)
      .thenEvents(erased)
    given(listing, drafted(), erased)
      .when({ type: 'EraseListingContent', data: { erasureId: 'x' } }, situation)
      .thenNothing()
    given(listing)
      .when({ type: 'EraseListingContent', data: { erasureId: 'x' } }, situation)
      .thenRefused('NOT_FOUND')
  })
  test('is not known any more after that, the rest is', () => {
    const state = stateAfter(listing, [drafted(), erased]) as Listing
    expect(JSON.stringify(state)).not.toContain('Warren Street')
    expect(sectionStateOf(state, 'info').values).toEqual({ bedrooms: 2 })
  })
})
