import { describe, expect, test } from 'vitest'
import { given, NOW, stateAfter } from '../testing/given.ts'
import { booking } from './booking.decider.ts'
import { NO_FACTS } from './booking.facts.ts'
import {
  CHECK_IN,
  ID,
  cancelled,
  confirmed,
  ids,
  overbooked,
  quoted,
  situation,
  snapshot,
  started,
  stay,
  withQuote,
} from './testing/bookingHistory.ts'

const settle = { type: 'SettleOverbooking', data: { listingId: 'l' } } as const
const accepted = { type: 'AcceptOverbooking', data: { reason: 'separate_rooms' } } as const
const free = situation({
  facts: { ...NO_FACTS, nightsHeld: true },
})
const timing = { start: stay.checkIn, end: stay.checkOut, checkInInstant: CHECK_IN, clock: 'scheduler' }

describe('an overbooked stay', () => {
  test('is confirmed once its nights are held for it', () => {
    given(booking, overbooked)
      .when(settle, free)
      .thenEvents({
        type: 'OverbookingResolved',
        data: { resolution: 'nights_free', reason: null, ...timing },
      })
    given(booking, overbooked).when(settle, situation()).thenRefused('NIGHTS_UNAVAILABLE')
    given(booking, overbooked, cancelled).when(settle, free).thenNothing()
    given(booking, confirmed).when(settle, free).thenNothing()
    given(booking).when(settle, free).thenRefused('NOT_FOUND')
  })
  test('keeps nights that a request held before it died', () =>
    given(booking, overbooked)
      .when(
        { type: 'AbandonBookingHold', data: { listingId: 'l', start: stay.checkIn, end: stay.checkOut } },
        situation(),
      )
      .thenEvents({ type: 'OverbookingResolved', data: { resolution: 'nights_free' } }))
  test('shares its nights when the host says that both are right', () => {
    given(booking, overbooked)
      .when(accepted, situation())
      .thenEvents({
        type: 'OverbookingResolved',
        data: { resolution: 'shared', reason: 'separate_rooms', ...timing },
      })
    given(booking, confirmed).when(accepted, situation()).thenRefused('INVALID_TRANSITION')
    given(booking).when(accepted, situation()).thenRefused('NOT_FOUND')
  })
  test('is not resolved after the stay', () => {
    const late = { ...free, now: snapshot.checkOutInstant }
    given(booking, overbooked).when(settle, late).thenRefused('WINDOW_CLOSED')
    given(booking, overbooked).when(accepted, late).thenRefused('WINDOW_CLOSED')
  })
  test('can be cancelled by its host, and is overbooked again when that is undone', () => {
    given(booking, overbooked)
      .when(
        {
          type: 'CancelBookingByHost',
          data: { quote: 'token', reason: 'listing_unavailable', message: 'The nights were sold twice.' },
        },
        withQuote(quoted(NOW, 'host')),
      )
      .thenEvents({ type: 'BookingCancellationStarted', data: { outcome: { initiator: 'host' } } })
    const revoked = { type: 'BookingCancellationRevoked', data: { ...ids, by: 'u' } } as const
    expect(stateAfter(booking, [overbooked, started, revoked])).toMatchObject({ status: 'overbooked' })
    given(booking, overbooked, started).when(settle, free).thenNothing()
  })
  test('keeps the id of its booking', () =>
    given(booking, overbooked)
      .when(settle, free)
      .thenEvents({ type: 'OverbookingResolved', data: { bookingId: ID } }))
})
