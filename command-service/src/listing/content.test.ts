import { describe, expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import { namedFiles } from './namedFiles.ts'
import { SAM, changed, drafted, facts, situation, update } from './testing/contentHistory.ts'
import { ids } from './testing/listingHistory.ts'

test('files that were not uploaded for the listing are refused at their fields', () => {
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

describe('changing a section', () => {
  test('records the change, before and after, as a new version', () =>
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
  test('to the same values adds no event', () =>
    given(listing, drafted())
      .when(update('info', { bedrooms: 2 }, 1), situation)
      .thenNothing())
  test('of a field that someone else changed in the meantime shows both values', () =>
    given(listing, drafted(), changed('info', 2, { bedrooms: 2 }, { bedrooms: 4 }, SAM))
      .when(update('info', { bedrooms: 3 }, 1), situation)
      .thenRefused('VERSION_CONFLICT', {
        version: 2,
        conflicts: [{ pointer: '/patch/bedrooms', yours: 3, theirs: 4, changedBy: 'team' }],
      }))
  test('of a different field doesn’t conflict', () =>
    given(listing, drafted(), changed('info', 2, { bedrooms: 2 }, { bedrooms: 4 }, SAM))
      .when(update('info', { maxGuests: 6 }, 1), situation)
      .thenEvents({ type: 'ListingSectionChanged', data: { version: 3, after: { maxGuests: 6 } } }))
  test('to the same value as someone else doesn’t conflict', () =>
    given(listing, drafted(), changed('info', 2, { bedrooms: 2 }, { bedrooms: 4 }, SAM))
      .when(update('info', { bedrooms: 4 }, 1), situation)
      .thenNothing())
  test('based on the other value is accepted', () =>
    given(listing, drafted(), changed('info', 2, { bedrooms: 2 }, { bedrooms: 4 }, SAM))
      .when(update('info', { bedrooms: 3 }, 2), situation)
      .thenEvents({ type: 'ListingSectionChanged', data: { after: { bedrooms: 3 } } }))
  test('merges nested answers one by one', () => {
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
  test('keeps personal fields separate from the others', () => {
    const wifi = { ssid: 'Cedar', password: 'maple-syrup', speedMbps: null }
    given(listing, drafted())
      .when(update('info', { maxGuests: 4, wifi }, 1), situation)
      .thenEvents({
        type: 'ListingSectionChanged',
        data: { after: { maxGuests: 4 }, personalAfter: { wifi } },
      })
  })
  test('is refused for a delisted or unknown listing', () => {
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
