import { deriveId } from '@hearth/contracts/kernel/ids'
import { describe, test } from 'vitest'
import { ADMIN, given, OWNER } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import {
  FULL,
  add,
  added,
  live,
  of,
  one,
  publish,
  remove,
  reorder,
  situation,
  started,
  three,
  two,
  with_,
} from './testing/photoHistory.ts'

describe('a live listing under full service', () => {
  const history = [started('full_service'), added(one), added(two, { state: 'pending' }), live] as const
  test('takes a host’s photo as pending', () =>
    given(listing, ...history)
      .when(add(three), with_(FULL))
      .thenEvents({ type: 'PhotoAdded', data: { photo: { state: 'pending' } } }))
  test('publishes it when the curator approves it', () => {
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
  test('keeps one open request of the host about its photos, the last', () => {
    given(listing, ...history)
      .when(reorder(two, one), situation)
      .thenEvents({
        type: 'ListingEditRequested',
        data: { section: 'photos', before: { order: [one, two] }, after: { order: [two, one] } },
      })
    given(listing, ...history)
      .when(remove(one), situation)
      .thenEvents({ type: 'ListingEditRequested', data: { after: { order: [two] } } })
    const requested = [...history, added(three), asked([one, two, three], [two, one, three])] as const
    given(listing, ...requested)
      .when(reorder(two, one, three), situation)
      .thenNothing()
    given(listing, ...requested)
      .when(remove(three), situation)
      .thenEvents(
        { type: 'ListingEditWithdrawn', data: { editId: deriveId('edit', '1') } },
        { type: 'ListingEditRequested', data: { after: { order: [two, one] } } },
      )
    given(listing, ...requested)
      .when(reorder(one, two, three), situation)
      .thenEvents({ type: 'ListingEditWithdrawn' })
    given(listing, ...history)
      .when(reorder(two, one), with_(null, ADMIN))
      .thenEvents({ type: 'PhotosReordered' })
    given(listing, ...history)
      .when(remove(one), with_(null, ADMIN))
      .thenEvents({ type: 'PhotoRemoved' })
  })
  test('applies an approved request and keeps photos that were added since', () => {
    const requested = [...history, asked([one, two], [two]), added(three)] as const
    given(listing, ...requested)
      .when({ type: 'ApproveListingEdit', data: { editId: deriveId('edit', '1') } }, with_(null, ADMIN))
      .thenEvents({ type: 'ListingEditApproved' }, { type: 'PhotoRemoved', data: { photoId: one } })
    given(listing, ...history, added(three), asked([one, two, three], [three, one, two]))
      .when({ type: 'ApproveListingEdit', data: { editId: deriveId('edit', '1') } }, with_(null, ADMIN))
      .thenEvents(
        { type: 'ListingEditApproved' },
        { type: 'PhotosReordered', data: { before: [one, two, three], after: [three, one, two] } },
      )
  })
  test('lets a host remove a pending photo', () =>
    given(listing, ...history)
      .when(remove(two), situation)
      .thenEvents({ type: 'PhotoRemoved' }))
  test('before it is live, the host changes everything directly', () =>
    given(listing, ...history.slice(0, 3))
      .when(reorder(two, one), situation)
      .thenEvents({ type: 'PhotosReordered' }))
})
