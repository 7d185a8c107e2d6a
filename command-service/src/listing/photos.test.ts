import {
  inOrder,
  missingPhotos,
  PHOTO_LIMITS,
  zAvailabilityRules,
  zListingPhoto,
  zPricing,
  type ListingPhoto,
} from '@hearth/contracts/listing'
import { deriveId } from '@hearth/contracts/kernel/ids'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ADMIN, given, OWNER, stateAfter } from '../testing/given.ts'
import type { UsableFile } from '../file/usableFile.ts'
import { listing } from './listing.decider.ts'

const startedDetails = {
  title: 'Cedar House',
  place: 'Hudson, New York',
  timezone: 'America/New_York',
  currency: 'USD',
  maxGuests: 4,
  bedrooms: 2,
  checkInTime: '15:00',
  checkOutTime: '11:00',
  bookingMode: 'instant',
  cancellationPolicyCode: 'flexible',
  longTermPolicyCode: 'long_term_firm',
  unitType: null,
  pricing: zPricing.parse({ baseNightMinor: 20_000 }),
  rules: zAvailabilityRules.parse({}),
} as const
const of = { listingId: 'l', hostAccountId: 'tenant' }
const [one, two, three] = [deriveId('photo', '1'), deriveId('photo', '2'), deriveId('photo', '3')]
const photo = (id: string, part: Partial<ListingPhoto> = {}): ListingPhoto => ({
  id,
  width: 3000,
  height: 2000,
  caption: '',
  room: null,
  source: 'host',
  state: 'published',
  ...part,
})
const started = (feeModel: 'self_managed' | 'full_service' = 'self_managed') =>
  ({ type: 'ListingStarted', data: { ...of, ...startedDetails, feeModel } }) as const
const added = (id: string, part: Partial<ListingPhoto> = {}) =>
  ({ type: 'PhotoAdded', data: { ...of, photo: photo(id, part) } }) as const
const live = { type: 'ListingPublished', data: of } as const
const delisted = {
  type: 'ListingDelisted',
  data: { ...of, reason: 'Sold', effectiveOn: '2026-06-12' },
} as const

const facts = {
  account: null,
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
const with_ = (file: UsableFile | null, actor = OWNER) => ({ id: 'l', actor, facts: { ...facts, file } })
const situation = with_(null)
const add = (fileId: string) =>
  ({ type: 'AddListingPhoto', data: { fileId, caption: '', room: null } }) as const
const reorder = (...order: string[]) => ({ type: 'ReorderListingPhotos', data: { order } }) as const
const remove = (photoId: string) => ({ type: 'RemoveListingPhoto', data: { photoId, reason: '' } }) as const
const publish = { type: 'PublishListingPhoto', data: { photoId: one } } as const
const FULL = { width: 3000, height: 2000 }

describe('adding a photo', () => {
  test('keeps what the file is', () =>
    void given(listing, started())
      .when(add(one), with_(FULL))
      .thenEvents({ type: 'PhotoAdded', data: { ...of, photo: photo(one) } }))
  test('by us it is professional', () =>
    given(listing, started())
      .when(add(one), with_(FULL, ADMIN))
      .thenEvents({ type: 'PhotoAdded', data: { photo: { source: 'professional', state: 'published' } } }))
  test.each([[PHOTO_LIMITS.width, PHOTO_LIMITS.height]])(
    '%d × %d is large enough',
    (width, height) =>
      void given(listing, started())
        .when(add(one), with_({ width, height }))
        .thenEvents({ type: 'PhotoAdded' }),
  )
  test.each([
    [1023, 683],
    [1024, 682],
    [683, 1024],
  ])('%d × %d is too small, and it says what is wrong', (width, height) =>
    given(listing, started())
      .when(add(one), with_({ width, height }))
      .thenRefused('VALIDATION_FAILED', {
        errors: [{ pointer: '/fileId', detail: expect.stringContaining(`this one is ${width} × ${height}`) }],
      }),
  )
  test('a document is no photo', () =>
    given(listing, started())
      .when(add(one), with_({ width: null, height: null }))
      .thenRefused('VALIDATION_FAILED'))
  test('a file of another listing is none', () =>
    given(listing, started())
      .when(add(one), with_(null))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/fileId' }] }))
  test('twice is refused', () =>
    given(listing, started(), added(one)).when(add(one), with_(FULL)).thenRefused('DUPLICATE'))
  test(`more than ${PHOTO_LIMITS.count} are refused`, () => {
    const many = Array.from({ length: PHOTO_LIMITS.count }, (_, index) => added(deriveId('many', `${index}`)))
    given(listing, started(), ...many)
      .when(add(one), with_(FULL))
      .thenRefused('LIMIT_EXCEEDED')
    given(listing, started(), ...many.slice(1))
      .when(add(one), with_(FULL))
      .thenEvents({ type: 'PhotoAdded' })
  })
  test('needs a listing that is not given up', () => {
    given(listing).when(add(one), with_(FULL)).thenRefused('NOT_FOUND')
    given(listing, started(), delisted).when(add(one), with_(FULL)).thenRefused('INVALID_TRANSITION')
  })
})

describe('a live listing under full service', () => {
  const history = [started('full_service'), added(one), added(two, { state: 'pending' }), live] as const
  test('takes a host’s photo for the curator to see', () =>
    given(listing, ...history)
      .when(add(three), with_(FULL))
      .thenEvents({ type: 'PhotoAdded', data: { photo: { state: 'pending' } } }))
  test('and publishes it when the curator says so', () => {
    given(listing, started('full_service'), live, added(one, { state: 'pending' }))
      .when(publish, with_(null, ADMIN))
      .thenEvents({ type: 'PhotoPublished', data: { photoId: one } })
    given(listing, ...history)
      .when(publish, with_(null, ADMIN))
      .thenNothing()
    given(listing, started()).when(publish, with_(null, ADMIN)).thenRefused('VALIDATION_FAILED')
  })
  const asked = (before: string[], after: string[], editId = deriveId('edit', '1')) =>
    ({
      type: 'ListingEditRequested',
      data: {
        ...of,
        editId,
        section: 'photos',
        before: { order: before },
        after: { order: after },
        requestedBy: OWNER.id,
      },
    }) as const
  test('is ordered and thinned out by the curator, whom a host asks: one wish for the photos, the last', () => {
    given(listing, ...history)
      .when(reorder(two, one), situation)
      .thenEvents({
        type: 'ListingEditRequested',
        data: { section: 'photos', before: { order: [one, two] }, after: { order: [two, one] } },
      })
    given(listing, ...history)
      .when(remove(one), situation)
      .thenEvents({ type: 'ListingEditRequested', data: { after: { order: [two] } } })
    const wished = [...history, added(three), asked([one, two, three], [two, one, three])] as const
    given(listing, ...wished)
      .when(reorder(two, one, three), situation)
      .thenNothing()
    given(listing, ...wished)
      .when(remove(three), situation)
      .thenEvents(
        { type: 'ListingEditWithdrawn', data: { editId: deriveId('edit', '1') } },
        { type: 'ListingEditRequested', data: { after: { order: [two, one] } } },
      )
    given(listing, ...wished)
      .when(reorder(one, two, three), situation)
      .thenEvents({ type: 'ListingEditWithdrawn' })
    given(listing, ...history)
      .when(reorder(two, one), with_(null, ADMIN))
      .thenEvents({ type: 'PhotosReordered' })
    given(listing, ...history)
      .when(remove(one), with_(null, ADMIN))
      .thenEvents({ type: 'PhotoRemoved' })
  })
  test('shows what was asked for once the curator approves it; what came meanwhile stays', () => {
    const wished = [...history, asked([one, two], [two]), added(three)] as const
    given(listing, ...wished)
      .when({ type: 'ApproveListingEdit', data: { editId: deriveId('edit', '1') } }, with_(null, ADMIN))
      .thenEvents({ type: 'ListingEditApproved' }, { type: 'PhotoRemoved', data: { photoId: one } })
    given(listing, ...history, added(three), asked([one, two, three], [three, one, two]))
      .when({ type: 'ApproveListingEdit', data: { editId: deriveId('edit', '1') } }, with_(null, ADMIN))
      .thenEvents(
        { type: 'ListingEditApproved' },
        { type: 'PhotosReordered', data: { before: [one, two, three], after: [three, one, two] } },
      )
  })
  test('lets a host take back what is pending', () =>
    given(listing, ...history)
      .when(remove(two), situation)
      .thenEvents({ type: 'PhotoRemoved' }))
  test('before it is live the host does it all', () =>
    given(listing, ...history.slice(0, 3))
      .when(reorder(two, one), situation)
      .thenEvents({ type: 'PhotosReordered' }))
})

describe('captions, rooms, order', () => {
  const history = [started(), added(one), added(two), added(three)] as const
  test('a caption keeps before and after', () =>
    given(listing, ...history)
      .when({ type: 'CaptionListingPhoto', data: { photoId: one, caption: 'By the river' } }, situation)
      .thenEvents({ type: 'PhotoCaptioned', data: { before: '', after: 'By the river' } }))
  test('so does a room', () =>
    given(listing, ...history)
      .when({ type: 'SetPhotoRoom', data: { photoId: one, room: 'bedroom_1' } }, situation)
      .thenEvents({ type: 'PhotoRoomSet', data: { before: null, after: 'bedroom_1' } }))
  test('what is so already stays', () => {
    given(listing, ...history)
      .when({ type: 'CaptionListingPhoto', data: { photoId: one, caption: '' } }, situation)
      .thenNothing()
    given(listing, ...history)
      .when({ type: 'SetPhotoRoom', data: { photoId: one, room: null } }, situation)
      .thenNothing()
    given(listing, ...history)
      .when(reorder(one, two, three), situation)
      .thenNothing()
    given(listing, ...history)
      .when(remove(deriveId('gone')), situation)
      .thenNothing()
  })
  test('a photo that is not there is named', () => {
    given(listing, ...history)
      .when({ type: 'CaptionListingPhoto', data: { photoId: deriveId('x'), caption: '' } }, situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/photoId' }] })
    given(listing, ...history)
      .when({ type: 'SetPhotoRoom', data: { photoId: deriveId('x'), room: null } }, situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/photoId' }] })
    given(listing, ...history)
      .when(reorder(two, deriveId('x')), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/order/1' }] })
  })
  test('one that somebody added meanwhile goes to the end', () =>
    given(listing, ...history)
      .when(reorder(two, one), situation)
      .thenEvents({ type: 'PhotosReordered', data: { before: [one, two, three], after: [two, one, three] } }))
  test('removed is removed', () =>
    expect(
      stateAfter(listing, [...history, { type: 'PhotoRemoved', data: { ...of, photoId: two, reason: '' } }]),
    ).toMatchObject({ photos: [{ id: one }, { id: three }] }))
})

test('whatever the order asked for, no photo is lost and none is made', () => {
  const photos = [one, two, three].map((id) => zListingPhoto.parse(photo(id)))
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(one, two, three, deriveId('x'))), (order) => {
      const after = inOrder(photos, order).map(({ id }) => id)
      expect(after.toSorted()).toEqual([one, two, three].toSorted())
      const named = order.filter((id) => after.includes(id))
      expect(after.slice(0, named.length)).toEqual(named)
    }),
  )
})

describe('what is missing before a listing goes live', () => {
  const shown = (count: number, part: Partial<ListingPhoto> = {}) =>
    Array.from({ length: count }, (_, index) => photo(`${index}`, part))
  test('seven photos', () => {
    expect(missingPhotos(shown(6), 0)).toEqual({ count: 1, bedrooms: [] })
    expect(missingPhotos(shown(7), 0)).toEqual({ count: 0, bedrooms: [] })
    expect(missingPhotos(shown(7, { state: 'pending' }), 0).count).toBe(7)
  })
  test('one of each bedroom', () => {
    expect(missingPhotos(shown(7, { room: 'bedroom_2' }), 3).bedrooms).toEqual([1, 3])
    expect(missingPhotos([...shown(7, { room: 'bedroom_2' }), photo('x', { room: 'bedroom_1' })], 2)).toEqual(
      { count: 0, bedrooms: [] },
    )
  })
})
