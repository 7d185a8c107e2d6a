import { PREPARATION, type PhotoshootCommand, type PhotoshootEvent } from '@hearth/contracts/photoshoot'
import { describe, test } from 'vitest'
import { ADMIN, given } from '../testing/given.ts'
import { photoshoot } from './photoshoot.decider.ts'
import type { PhotoshootFacts } from './photoshoot.facts.ts'
import { shootDay } from './shootDay.decider.ts'

const LISTING = '5b1f7a34-2f0c-5c1e-9d0a-6c7d1f0e4a11'
const slot = { startsAt: '2026-06-20T14:00:00.000Z', endsAt: '2026-06-20T15:00:00.000Z' }
const later = { startsAt: '2026-06-22T14:00:00.000Z', endsAt: '2026-06-22T15:00:00.000Z' }
const of = { photoshootId: 'p', listingId: LISTING, hostAccountId: 'tenant' }
const at = { ...of, slot, shootDayId: 'day' }
const home = {
  hostAccountId: 'tenant',
  currency: 'USD',
  feeModel: 'self_managed',
  coordinates: { lat: 40.7, lng: -74 },
  region: 'n40w074',
  minutes: 60,
  images: 15,
} as const
const facts: PhotoshootFacts = { home, slot, shootDayId: 'day', agreed: true, unusable: [] }
const situation = { id: 'p', facts }

const held = (what = slot, until = '2026-06-12T13:52:00.000Z'): PhotoshootEvent => ({
  type: 'PhotoshootSlotHeld',
  data: { ...of, slot: what, shootDayId: 'day', region: 'n40w074', until, imagesDue: 2, currency: 'USD' },
})
const scheduled: PhotoshootEvent = {
  type: 'PhotoshootScheduled',
  data: { ...at, accessMethod: 'key_box', accessNote: null, contactPhone: '+14155550100' },
}
const shot: PhotoshootEvent = {
  type: 'PhotoshootShot',
  data: { ...at, deliverBy: '2026-06-26T23:59:59.999Z' },
}
const images = [
  { fileId: 'one', caption: null },
  { fileId: 'two', caption: null },
]
const delivered: PhotoshootEvent = {
  type: 'PhotoshootImagesDelivered',
  data: { ...of, images, feeMinor: 19_900, currency: 'USD' },
}
const hold = (startsAt = slot.startsAt) =>
  ({ type: 'HoldPhotoshootSlot', data: { listingId: LISTING, startsAt } }) as const
const confirm: Extract<PhotoshootCommand, { type: 'ConfirmPhotoshoot' }> = {
  type: 'ConfirmPhotoshoot',
  data: {
    access: { method: 'key_box', note: null },
    contactPhone: '+14155550100',
    checklistAccepted: [...PREPARATION],
  },
}

describe('holding a slot', () => {
  test('keeps it for ten minutes', () =>
    given(photoshoot)
      .when(hold(), situation)
      .thenEvents({
        type: 'PhotoshootSlotHeld',
        data: { slot, until: '2026-06-12T13:52:00.000Z', imagesDue: 15, currency: 'USD' },
      }))
  test('requires an address, a signature and an available time', () => {
    given(photoshoot)
      .when(hold(), { ...situation, facts: { ...facts, home: null } })
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'PLACE_MISSING' }] })
    given(photoshoot)
      .when(hold(), { ...situation, facts: { ...facts, agreed: false } })
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'AGREEMENT_UNSIGNED' }] })
    given(photoshoot)
      .when(hold(), { ...situation, facts: { ...facts, slot: null } })
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/startsAt' }] })
  })
  test('replaces the former hold; the same slot stays held', () => {
    given(photoshoot, held(later))
      .when(hold(), situation)
      .thenEvents(
        { type: 'PhotoshootSlotReleased', data: { slot: later, cause: 'replaced' } },
        { type: 'PhotoshootSlotHeld' },
      )
    given(photoshoot, held()).when(hold(), situation).thenNothing()
  })
  test('is refused for the appointment itself, and after the photos were taken', () => {
    given(photoshoot, held(), scheduled).when(hold(), situation).thenRefused('DUPLICATE')
    given(photoshoot, held(), scheduled, shot).when(hold(), situation).thenRefused('INVALID_TRANSITION')
  })
  test('expires, unless it was renewed or confirmed', () => {
    const expire = {
      type: 'ExpirePhotoshootHold',
      data: { listingId: LISTING, startsAt: slot.startsAt, until: '2026-06-12T13:52:00.000Z' },
    } as const
    given(photoshoot, held())
      .when(expire, situation)
      .thenEvents({ type: 'PhotoshootSlotReleased', data: { cause: 'expired' } })
    given(photoshoot, held(), held(slot, '2026-06-12T14:00:00.000Z')).when(expire, situation).thenNothing()
    given(photoshoot, held(), scheduled).when(expire, situation).thenNothing()
  })
})

describe('the appointment', () => {
  test('is confirmed before the hold expires, the last instant excluded', () => {
    given(photoshoot, held())
      .when(confirm, { ...situation, now: '2026-06-12T13:51:59.999Z' })
      .thenEvents({ type: 'PhotoshootScheduled', data: { slot } })
    given(photoshoot, held())
      .when(confirm, { ...situation, now: '2026-06-12T13:52:00.000Z' })
      .thenRefused('WINDOW_CLOSED', { closedAt: '2026-06-12T13:52:00.000Z' })
    given(photoshoot, held(), { type: 'PhotoshootSlotReleased', data: { ...at, cause: 'given_up' } })
      .when(confirm, situation)
      .thenRefused('WINDOW_CLOSED')
  })
  test('can be moved and cancelled free of charge until 24 hours before, for 75.00 after that', () => {
    const move = (feeMinor: number) => ({ type: 'ReschedulePhotoshoot', data: { feeMinor } }) as const
    const cancel = (feeMinor: number) =>
      ({ type: 'CancelPhotoshoot', data: { reason: 'Rain', feeMinor } }) as const
    const on = (now: string) => ({ ...situation, now })
    const [early, late] = ['2026-06-19T14:00:00.000Z', '2026-06-19T14:00:00.001Z']
    const moving = [held(), scheduled, held(later, '2026-06-30T00:00:00.000Z')]
    given(photoshoot, ...moving)
      .when(move(0), on(early))
      .thenEvents({ type: 'PhotoshootRescheduled', data: { from: slot, slot: later, feeMinor: 0 } })
    given(photoshoot, ...moving)
      .when(move(0), on(late))
      .thenRefused('QUOTE_STALE', { feeMinor: 7_500 })
    given(photoshoot, ...moving)
      .when(move(7_500), on(late))
      .thenEvents({ type: 'PhotoshootRescheduled', data: { feeMinor: 7_500 } })
    given(photoshoot, held(), scheduled)
      .when(cancel(0), on(early))
      .thenEvents({ type: 'PhotoshootCancelled', data: { by: 'host', feeMinor: 0 } })
    given(photoshoot, held(), scheduled)
      .when(cancel(7_500), on(late))
      .thenEvents({ type: 'PhotoshootCancelled', data: { feeMinor: 7_500 } })
    given(photoshoot, held(), scheduled)
      .when(cancel(0), { ...on(late), actor: ADMIN })
      .thenEvents({ type: 'PhotoshootCancelled', data: { by: 'hearth', feeMinor: 0 } })
    given(photoshoot, held(), scheduled)
      .when(cancel(7_500), on(slot.startsAt))
      .thenRefused('INVALID_TRANSITION')
    given(photoshoot, held(), scheduled).when(move(0), on(early)).thenRefused('WINDOW_CLOSED')
  })
  test('can be a no-show only after it has begun', () => {
    const missed = { type: 'RecordPhotoshootNoShow', data: { reason: 'No one was there' } } as const
    given(photoshoot, held(), scheduled)
      .when(missed, { ...situation, actor: ADMIN })
      .thenRefused('INVALID_TRANSITION')
    given(photoshoot, held(), scheduled)
      .when(missed, { ...situation, actor: ADMIN, now: slot.startsAt })
      .thenEvents({ type: 'PhotoshootNoShowRecorded', data: { feeMinor: 7_500 } })
  })
  test('promises the images five business days later', () =>
    given(photoshoot, held(), scheduled)
      .when({ type: 'MarkPhotoshootShot', data: {} }, { ...situation, now: '2026-06-20T15:00:00.000Z' })
      .thenEvents({ type: 'PhotoshootShot', data: { deliverBy: '2026-06-26T23:59:59.999Z' } }))
})

describe('images', () => {
  const deliver = (files = images) => ({ type: 'DeliverPhotoshootImages', data: { images: files } }) as const
  const reshoot = (cause: 'quality' | 'other', fileIds = ['one']) =>
    ({ type: 'RequestReshoot', data: { fileIds, cause, why: 'They are blurred' } }) as const

  test('are delivered in the required number, uploaded for the listing, with the fee', () => {
    given(photoshoot, held(), scheduled, shot)
      .when(deliver(), situation)
      .thenEvents({ type: 'PhotoshootImagesDelivered', data: { feeMinor: 19_900 } })
    given(photoshoot, held(), scheduled, shot)
      .when(deliver(), { ...situation, facts: { ...facts, home: { ...home, feeModel: 'full_service' } } })
      .thenEvents({ type: 'PhotoshootImagesDelivered', data: { feeMinor: 0 } })
    given(photoshoot, held(), scheduled, shot)
      .when(deliver(images.slice(1)), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/images' }] })
    given(photoshoot, held(), scheduled, shot)
      .when(deliver(), {
        ...situation,
        facts: {
          ...facts,
          unusable: [{ index: 1, detail: 'isn’t a photo that was uploaded for this listing' }],
        },
      })
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/images/1/fileId' }] })
    given(photoshoot, held(), scheduled).when(deliver(), situation).thenRefused('INVALID_TRANSITION')
  })
  test('are accepted once', () => {
    given(photoshoot, held(), scheduled, shot, delivered)
      .when({ type: 'ApprovePhotoshootImages', data: {} }, situation)
      .thenEvents({ type: 'PhotoshootImagesApproved', data: { images } })
    given(photoshoot, held(), scheduled, shot)
      .when({ type: 'ApprovePhotoshootImages', data: {} }, situation)
      .thenRefused('INVALID_TRANSITION')
  })
  test('can be shot again, free of charge the first time if for quality', () => {
    given(photoshoot, held(), scheduled, shot, delivered)
      .when(reshoot('quality'), situation)
      .thenEvents({ type: 'PhotoshootReshootRequested', data: { free: true } })
    given(photoshoot, held(), scheduled, shot, delivered)
      .when(reshoot('other'), situation)
      .thenEvents({ type: 'PhotoshootReshootRequested', data: { free: false } })
    const requested: PhotoshootEvent = {
      type: 'PhotoshootReshootRequested',
      data: { ...of, fileIds: ['one'], cause: 'quality', why: 'They are blurred', free: true },
    }
    given(photoshoot, held(), scheduled, shot, delivered, requested, held(), scheduled, shot, delivered)
      .when(reshoot('quality'), situation)
      .thenEvents({ type: 'PhotoshootReshootRequested', data: { free: false } })
    given(photoshoot, held(), scheduled, shot, delivered, requested, held(), scheduled, shot)
      .when(deliver(), situation)
      .thenEvents({ type: 'PhotoshootImagesDelivered', data: { feeMinor: 0 } })
    given(photoshoot, held(), scheduled, shot, delivered)
      .when(reshoot('quality', ['three']), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/fileIds/0' }] })
  })
})

describe('a photographer’s day', () => {
  const day = { id: 'day', facts: {} }
  const claim = (photoshootId: string, startsAt = slot.startsAt, endsAt = slot.endsAt) =>
    ({
      type: 'ClaimShootSlot',
      data: { region: 'n40w074', date: '2026-06-20', photoshootId, startsAt, endsAt },
    }) as const
  const claimed = (photoshootId: string, until = '2026-06-12T13:54:00.000Z') =>
    ({
      type: 'ShootSlotClaimed',
      data: { shootDayId: 'day', region: 'n40w074', date: '2026-06-20', photoshootId, ...slot, until },
    }) as const
  const kept = {
    type: 'ShootSlotKept',
    data: { shootDayId: 'day', photoshootId: 'a', startsAt: slot.startsAt },
  } as const
  const keep = { type: 'KeepShootSlot', data: { photoshootId: 'a', startsAt: slot.startsAt } } as const
  const release = (since: string) =>
    ({ type: 'ReleaseShootSlot', data: { photoshootId: 'a', startsAt: slot.startsAt, since } }) as const

  test('gives a slot to one shoot', () => {
    given(shootDay)
      .when(claim('a'), day)
      .thenEvents({ type: 'ShootSlotClaimed', data: { until: '2026-06-12T13:54:00.000Z' } })
    given(shootDay, claimed('a')).when(claim('b'), day).thenRefused('NIGHTS_UNAVAILABLE')
    given(shootDay, claimed('a'))
      .when(claim('b', '2026-06-20T15:30:00.000Z', '2026-06-20T16:30:00.000Z'), day)
      .thenRefused('NIGHTS_UNAVAILABLE')
    given(shootDay, claimed('a'))
      .when(claim('b', '2026-06-20T16:00:00.000Z', '2026-06-20T17:00:00.000Z'), day)
      .thenEvents({ type: 'ShootSlotClaimed' })
  })
  test('gives it to another shoot when it is not kept', () => {
    given(shootDay, claimed('a'))
      .when(claim('b'), { ...day, now: '2026-06-12T13:54:00.000Z' })
      .thenEvents({ type: 'ShootSlotClaimed' })
    given(shootDay, claimed('a'), kept)
      .when(claim('b'), { ...day, now: '2026-06-13T13:54:00.000Z' })
      .thenRefused('NIGHTS_UNAVAILABLE')
    given(shootDay, claimed('a'))
      .when(keep, { ...day, now: '2026-06-12T13:54:00.000Z' })
      .thenRefused('WINDOW_CLOSED')
    given(shootDay, claimed('a')).when(keep, day).thenEvents({ type: 'ShootSlotKept' })
    given(shootDay, claimed('a'), kept).when(keep, day).thenNothing()
  })
  test('a late release does not end a newer claim', () => {
    given(shootDay, claimed('a'))
      .when(release('2026-06-12T13:42:00.000Z'), day)
      .thenEvents({ type: 'ShootSlotReleased' })
    given(shootDay, claimed('a')).when(release('2026-06-12T13:41:59.999Z'), day).thenNothing()
    given(shootDay, claimed('a'), kept)
      .when(release('2026-06-12T13:42:00.000Z'), day)
      .thenEvents({ type: 'ShootSlotReleased' })
    given(shootDay, claimed('a'), kept).when(release('2026-06-12T13:41:59.999Z'), day).thenNothing()
  })
})
