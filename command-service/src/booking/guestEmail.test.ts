import type { BookingCommand, BookingEvent } from '@hearth/contracts/booking'
import { confirmedStay } from '@hearth/contracts/testing'
import { describe, test } from 'vitest'
import { given, OWNER } from '../testing/given.ts'
import { booking } from './booking.decider.ts'

const confirmed = (source: 'direct' | 'airbnb' = 'direct'): BookingEvent => ({
  type: 'BookingConfirmed',
  data: confirmedStay({ source, guestRef: 'g' }),
})
const of = { bookingId: 'b', listingId: confirmedStay().listingId, guestRef: 'g' }
const recorded = (email: string): BookingEvent => ({ type: 'GuestEmailRecorded', data: { ...of, email } })
const record: BookingCommand = { type: 'RecordGuestEmail', data: { email: 'daniel@vale.example' } }
const situation = {
  id: 'b',
  actor: OWNER,
  facts: { receive: null, nightsHeld: false, quote: null },
} as const

describe('the email address of a guest', () => {
  test('is recorded for a direct booking, and replaces another', () => {
    given(booking, confirmed()).when(record, situation).thenEvents(recorded('daniel@vale.example'))
    given(booking, confirmed(), recorded('old@vale.example'))
      .when(record, situation)
      .thenEvents(recorded('daniel@vale.example'))
  })
  test('is recorded once', () =>
    given(booking, confirmed(), recorded('daniel@vale.example')).when(record, situation).thenNothing())
  test('is none of a channel’s guest, an erased guest or an unknown booking', () => {
    given(booking, confirmed('airbnb')).when(record, situation).thenRefused('INVALID_TRANSITION')
    given(booking, confirmed(), { type: 'GuestErased', data: { ...of, erasureId: 'e' } })
      .when(record, situation)
      .thenRefused('INVALID_TRANSITION')
    given(booking).when(record, situation).thenRefused('NOT_FOUND')
  })
})
