import {
  inOrder,
  missingPhotos,
  PHOTO_LIMITS,
  zListingPhoto,
  type ListingPhoto,
} from '@hearth/contracts/listing'
import { deriveId } from '@hearth/contracts/kernel/ids'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ADMIN, given, stateAfter } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import {
  FULL,
  add,
  added,
  delisted,
  of,
  one,
  photo,
  remove,
  reorder,
  situation,
  started,
  three,
  two,
  with_,
} from './testing/photoHistory.ts'

describe('adding a photo', () => {
  test('records the file', () =>
    void given(listing, started())
      .when(add(one), with_(FULL))
      .thenEvents({ type: 'PhotoAdded', data: { ...of, photo: photo(one) } }))
  test('by staff it is professional', () =>
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
  test('refuses a document', () =>
    given(listing, started())
      .when(add(one), with_({ width: null, height: null }))
      .thenRefused('VALIDATION_FAILED'))
  test('refuses a file of another listing', () =>
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
  test('needs a listing that isn’t delisted', () => {
    given(listing).when(add(one), with_(FULL)).thenRefused('NOT_FOUND')
    given(listing, started(), delisted).when(add(one), with_(FULL)).thenRefused('INVALID_TRANSITION')
  })
})

describe('captions, rooms, order', () => {
  const history = [started(), added(one), added(two), added(three)] as const
  test('a caption records before and after', () =>
    given(listing, ...history)
      .when({ type: 'CaptionListingPhoto', data: { photoId: one, caption: 'By the river' } }, situation)
      .thenEvents({ type: 'PhotoCaptioned', data: { before: '', after: 'By the river' } }))
  test('so does a room', () =>
    given(listing, ...history)
      .when({ type: 'SetPhotoRoom', data: { photoId: one, room: 'bedroom_1' } }, situation)
      .thenEvents({ type: 'PhotoRoomSet', data: { before: null, after: 'bedroom_1' } }))
  test('the same values add no event', () => {
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
  test('names an unknown photo', () => {
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
  test('a photo added in the meantime goes to the end', () =>
    given(listing, ...history)
      .when(reorder(two, one), situation)
      .thenEvents({ type: 'PhotosReordered', data: { before: [one, two, three], after: [two, one, three] } }))
  test('a removed photo is gone', () =>
    expect(
      stateAfter(listing, [...history, { type: 'PhotoRemoved', data: { ...of, photoId: two, reason: '' } }]),
    ).toMatchObject({ photos: [{ id: one }, { id: three }] }))
})

test('any requested order keeps exactly the same photos', () => {
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

describe('photos required before a listing goes live', () => {
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
