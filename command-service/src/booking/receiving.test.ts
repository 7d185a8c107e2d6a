import type { BookingPrice } from '@hearth/contracts/booking'
import { addHours, addMinutes } from '@hearth/contracts/kernel/dates'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { receivedBooking } from '@hearth/contracts/testing'
import { describe, expect, test } from 'vitest'
import { GATEWAY, given, IMPORTER, NOW, SCHEDULER, type Situation } from '../testing/given.ts'
import { booking } from './booking.decider.ts'
import { NO_FACTS, type BookingFacts, type HoldFact } from './booking.facts.ts'
import {
  CHECK_IN,
  CONFIRMED_AT,
  type Happened,
  checkedIn,
  checkedOut,
  confirmed,
  ids,
  listing,
  money,
  price,
  situation,
  snapshot,
  started,
  stay,
} from './testing/bookingHistory.ts'

describe('receiving', () => {
  const held: HoldFact = { held: true, conflicts: [] }
  const taken: HoldFact = {
    held: false,
    conflicts: [{ kind: 'booking', start: '2026-07-09', end: '2026-07-11' }],
  }
  const facing = (hold: HoldFact, change: Partial<Situation<BookingFacts>> = {}) =>
    situation({
      actor: GATEWAY,
      facts: { ...NO_FACTS, receive: { listing, policies: FIRST_POLICIES, hold } },
      ...change,
    })
  const receive = (change: Parameters<typeof receivedBooking>[0] = {}) =>
    ({
      type: 'ReceiveBooking',
      data: receivedBooking({
        listingId: 'l',
        source: 'direct',
        externalRef: null,
        guest: { guestRef: 'g', displayName: 'Daniel W.' },
        party: stay.party,
        checkIn: stay.checkIn,
        checkOut: stay.checkOut,
        price,
        ...change,
      }),
    }) as const
  const wrong = (change: Partial<BookingPrice>) => receive({ price: { ...price, ...change } })

  test('confirms with computed money and snapshot', () => {
    const decision = given(booking)
      .when(receive(), facing(held))
      .thenEvents({
        type: 'BookingConfirmed',
        data: { money, snapshot, hostAccountId: 'tenant', clock: 'scheduler' },
      })
    expect(decision).toMatchObject({ policies: ['cancellation@1', 'hostCancellation@1', 'platformFee@1'] })
  })
  test('again after an abandoned hold', () =>
    given(booking, {
      type: 'BookingHoldAbandoned',
      data: { ...ids, start: stay.checkIn, end: stay.checkOut },
    })
      .when(receive(), facing(held))
      .thenEvents({ type: 'BookingConfirmed' }))
  test('leaves the clock to a caller that reports it over an hour late', () => {
    given(booking)
      .when(receive(), facing(held, { actor: IMPORTER, recordedAt: addMinutes(NOW, 61) }))
      .thenEvents({ type: 'BookingConfirmed', data: { clock: 'caller' } })
    given(booking)
      .when(receive(), facing(held, { actor: IMPORTER, recordedAt: addMinutes(NOW, 60) }))
      .thenEvents({ type: 'BookingConfirmed', data: { clock: 'scheduler' } })
  })
  test('a channel brings its own policy', () =>
    given(booking)
      .when(receive({ source: 'vrbo', cancellationPolicyCode: 'vrbo_firm' }), facing(held))
      .thenEvents({ type: 'BookingConfirmed', data: { snapshot: { cancellation: { code: 'vrbo_firm' } } } }))
  test('a channel’s booking without nights is an overbooking', () =>
    given(booking)
      .when(receive({ source: 'airbnb', externalRef: 'HM1' }), facing(taken))
      .thenEvents({ type: 'OverbookingDetected', data: { conflicts: taken.conflicts, externalRef: 'HM1' } }))
  test('a direct one is refused', () =>
    given(booking)
      .when(receive(), facing(taken))
      .thenRefused('NIGHTS_UNAVAILABLE', { conflicts: taken.conflicts }))
  test('free nights must be held first', () =>
    given(booking)
      .when(receive({ source: 'airbnb' }), facing({ held: false, conflicts: [] }))
      .thenRefused('PRECONDITION_FAILED', { rule: 'nights_held' }))
  test('a known reference is a duplicate', () =>
    given(booking, confirmed).when(receive(), facing(held)).thenRefused('DUPLICATE'))
  test('is refused without a listing', () =>
    given(booking).when(receive(), situation()).thenRefused('NOT_FOUND'))
  test('refuses too many guests; infants do not count', () => {
    given(booking)
      .when(receive({ party: { ...stay.party, adults: 4 } }), facing(held))
      .thenRefused('LIMIT_EXCEEDED', { rule: 'capacity' })
    given(booking)
      .when(receive({ party: { adults: 2, children: 2, infants: 3, pets: 1 } }), facing(held))
      .thenEvents({ type: 'BookingConfirmed' })
  })
  test('refuses another currency', () =>
    given(booking)
      .when(wrong({ currency: 'EUR' }), facing(held))
      .thenRefused('CURRENCY_MISMATCH'))
  test('refuses a total that does not add up', () =>
    given(booking)
      .when(wrong({ guestTotalMinor: 1 }), facing(held))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/price/guestTotalMinor' }] }))
  test('refuses prices for other nights', () =>
    given(booking)
      .when(wrong({ nightly: price.nightly.slice(1) }), facing(held))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/price/nightly' }] }))
  test('records the email address of a direct guest', () => {
    const guest = { guestRef: 'g', displayName: 'Daniel W.', email: 'daniel@vale.example' }
    given(booking)
      .when(receive({ guest }), facing(held))
      .thenEvents(
        { type: 'BookingConfirmed', data: { guestRef: 'g' } },
        { type: 'GuestEmailRecorded', data: { guestRef: 'g', email: 'daniel@vale.example' } },
      )
    given(booking)
      .when(receive({ guest, source: 'airbnb', cancellationPolicyCode: 'firm' }), facing(held))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/guest/email' }] })
  })
  test('a direct one has the listing’s policy', () =>
    given(booking)
      .when(receive({ cancellationPolicyCode: 'firm' }), facing(held))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/cancellationPolicyCode' }] }))
})

describe('an expired hold', () => {
  const abandon = {
    type: 'AbandonBookingHold',
    data: { listingId: 'l', start: stay.checkIn, end: stay.checkOut },
  } as const
  test('is abandoned while the booking does not exist', () =>
    given(booking)
      .when(abandon, situation({ actor: SCHEDULER }))
      .thenEvents({ type: 'BookingHoldAbandoned', data: { start: stay.checkIn } }))
  test('is kept once the booking exists', () =>
    given(booking, confirmed)
      .when(abandon, situation({ actor: SCHEDULER }))
      .thenRefused('ALREADY_DECIDED'))
})

describe('the clock', () => {
  const checkIn = { type: 'CheckInBooking', data: {} } as const
  const checkOut = { type: 'CheckOutBooking', data: {} } as const
  const complete = { type: 'CompleteBooking', data: {} } as const
  const byScheduler = (now: string) => situation({ actor: SCHEDULER, now })
  const OUT = snapshot.checkOutInstant

  test('records the due check-in time, even when it runs late', () =>
    given(booking, confirmed)
      .when(checkIn, byScheduler(addHours(CHECK_IN, 3)))
      .thenEvents({ type: 'BookingCheckedIn', data: { at: CHECK_IN, by: 'scheduler' } }))
  test('checks out', () =>
    given(booking, confirmed, checkedIn)
      .when(checkOut, byScheduler(OUT))
      .thenEvents({ type: 'BookingCheckedOut', data: { at: OUT } }))
  test('completes after two weeks', () =>
    given(booking, confirmed, checkedIn, checkedOut)
      .when(complete, byScheduler(addHours(OUT, 336)))
      .thenEvents({ type: 'BookingCompleted' }))
  test('is refused too early', () => {
    given(booking, confirmed)
      .when(checkIn, byScheduler(addHours(CHECK_IN, -0.001)))
      .thenRefused('PRECONDITION_FAILED', { until: CHECK_IN })
    given(booking, confirmed, checkedIn)
      .when(checkOut, byScheduler(addHours(OUT, -1)))
      .thenRefused('PRECONDITION_FAILED')
    given(booking, confirmed, checkedIn, checkedOut)
      .when(complete, byScheduler(addHours(OUT, 335)))
      .thenRefused('PRECONDITION_FAILED')
  })
  test('does nothing the second time', () => {
    given(booking, confirmed, checkedIn).when(checkIn, byScheduler(OUT)).thenNothing()
    given(booking, confirmed, checkedIn, checkedOut).when(checkOut, byScheduler(OUT)).thenNothing()
    given(booking, confirmed, checkedIn, checkedOut, { type: 'BookingCompleted', data: ids })
      .when(complete, byScheduler(OUT))
      .thenNothing()
  })
  test('in order only', () => {
    given(booking, confirmed).when(checkOut, byScheduler(OUT)).thenRefused('INVALID_TRANSITION')
    given(booking, confirmed, checkedIn)
      .when(complete, byScheduler(addHours(OUT, 999)))
      .thenRefused('INVALID_TRANSITION')
    given(booking, confirmed, started).when(checkIn, byScheduler(CHECK_IN)).thenRefused('INVALID_TRANSITION')
  })
  test('is left to the caller where the caller keeps it', () => {
    const timedByCaller: Happened = {
      type: 'BookingConfirmed',
      data: { ...stay, clock: 'caller' },
      at: CONFIRMED_AT,
    }
    given(booking, timedByCaller).when(checkIn, byScheduler(CHECK_IN)).thenRefused('INVALID_TRANSITION')
    given(booking, timedByCaller)
      .when(checkIn, situation({ actor: IMPORTER, now: CHECK_IN }))
      .thenEvents({ type: 'BookingCheckedIn', data: { by: 'importer' } })
  })
  test('is refused without a booking', () => {
    for (const command of [checkIn, checkOut, complete])
      given(booking).when(command, byScheduler(OUT)).thenRefused('NOT_FOUND')
  })
})
