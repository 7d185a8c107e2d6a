import { addHours } from '@hearth/contracts/kernel/dates'
import { describe, expect, test } from 'vitest'
import { given, NOW, stateAfter } from '../testing/given.ts'
import { booking } from './booking.decider.ts'
import { NO_FACTS, type MoveFacts } from './booking.facts.ts'
import {
  cancelled,
  CHECK_IN,
  checkedIn,
  confirmed,
  ID,
  ids,
  listing,
  overbooked,
  situation,
  started,
  stay,
} from './testing/bookingHistory.ts'

const message = 'Hello Daniel, our other house is yours, for the same price.'
const move = { type: 'MoveBooking', data: { toListingId: 'm', message } } as const
const fits: MoveFacts = { listing, nightsHeld: true, alterationOpen: false }
const to = (change: Partial<MoveFacts> = {}) =>
  situation({
    facts: { ...NO_FACTS, move: { ...fits, ...change } },
  })
const home = (change: Partial<MoveFacts['listing']>) => to({ listing: { ...listing, ...change } })
const agreed = (({ party, checkIn, checkOut, money, snapshot }) => ({
  party,
  checkIn,
  checkOut,
  money,
  snapshot,
}))(stay)

describe('a stay that moves to another listing', () => {
  test('keeps its price, policies and fee, and has the times of the other home', () => {
    const later = home({ checkInTime: '17:00', timezone: 'America/Chicago', feeModel: 'full_service' })
    given(booking, confirmed)
      .when(move, later)
      .thenEvents({
        type: 'BookingMoved',
        data: {
          bookingId: ID,
          listingId: 'm',
          guestRef: 'g',
          from: { listingId: 'l', stay: agreed },
          to: {
            money: stay.money,
            snapshot: {
              timezone: 'America/Chicago',
              checkInTime: '17:00',
              checkInInstant: '2026-07-10T22:00:00.000Z',
              cancellation: stay.snapshot.cancellation,
              fee: stay.snapshot.fee,
            },
          },
          clock: 'scheduler',
          message,
        },
      })
  })
  test('is confirmed there when it was overbooked, and belongs to that listing', () => {
    const moved = {
      type: 'BookingMoved',
      data: {
        ...ids,
        listingId: 'm',
        hostAccountId: 'tenant',
        code: 'c',
        guestRef: 'g',
        moveId: 'v',
        from: { listingId: 'l', stay: agreed },
        to: agreed,
        clock: 'scheduler',
        message,
      },
    } as const
    given(booking, overbooked).when(move, to()).thenEvents({ type: 'BookingMoved' })
    expect(stateAfter(booking, [overbooked, moved])).toMatchObject({
      status: 'confirmed',
      listingId: 'm',
      leftListings: [{ listingId: 'l', moveId: 'v' }],
    })
    given(booking, confirmed, moved).when(move, to()).thenNothing()
    const late = { listingId: 'l', start: stay.checkIn, end: stay.checkOut }
    given(booking, confirmed, moved)
      .when({ type: 'AbandonBookingHold', data: late }, situation())
      .thenEvents({ type: 'BookingHoldAbandoned', data: late })
    given(booking, confirmed, moved)
      .when({ type: 'AbandonBookingHold', data: { ...late, listingId: 'm' } }, situation())
      .thenRefused('ALREADY_DECIDED')
  })
  test('needs a live home of the same account and currency that is large enough', () => {
    given(booking, confirmed)
      .when(move, home({ status: 'paused' }))
      .thenRefused('INVALID_TRANSITION')
    given(booking, confirmed)
      .when(move, home({ hostAccountId: 'other' }))
      .thenRefused('NOT_FOUND')
    given(booking, confirmed)
      .when(move, home({ currency: 'EUR' }))
      .thenRefused('CURRENCY_MISMATCH')
    given(booking, confirmed)
      .when(move, home({ maxGuests: 2 }))
      .thenRefused('LIMIT_EXCEEDED')
    given(booking, confirmed).when(move, situation()).thenRefused('NOT_FOUND')
  })
  test('comes after its nights, and after an open change of the stay', () => {
    given(booking, confirmed)
      .when(move, to({ nightsHeld: false }))
      .thenRefused('NIGHTS_UNAVAILABLE')
    given(booking, confirmed)
      .when(move, to({ alterationOpen: true }))
      .thenRefused('INVALID_TRANSITION', { rule: 'open_alteration' })
  })
  test('has not started, and is not being cancelled', () => {
    given(booking).when(move, to()).thenRefused('NOT_FOUND')
    for (const history of [
      [confirmed, checkedIn],
      [confirmed, cancelled],
      [confirmed, started],
    ])
      given(booking, ...history)
        .when(move, to())
        .thenRefused('INVALID_TRANSITION')
    given(booking, confirmed)
      .when(move, { ...to(), now: CHECK_IN })
      .thenRefused('INVALID_TRANSITION')
    given(booking, confirmed)
      .when(move, { ...home({ checkInTime: '10:00' }), now: addHours(CHECK_IN, -1) })
      .thenRefused('INVALID_TRANSITION', { rule: 'started' })
    expect(NOW < CHECK_IN).toBe(true)
  })
})
