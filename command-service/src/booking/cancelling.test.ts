import { addHours, addMinutes } from '@hearth/contracts/kernel/dates'
import { deriveRefundId } from '@hearth/contracts/kernel/ids'
import { describe, expect, test } from 'vitest'
import { ADMIN, GATEWAY, given, NOW, stateAfter } from '../testing/given.ts'
import { booking } from './booking.decider.ts'
import {
  CHECK_IN,
  type Happened,
  ID,
  cancelled,
  checkedIn,
  confirmed,
  ids,
  outcomeAt,
  overbooked,
  quoted,
  situation,
  snapshot,
  withQuote,
} from './testing/bookingHistory.ts'

describe('a guest cancels', () => {
  const cancel = (quote: string | null = null) => ({ type: 'CancelBookingByGuest', data: { quote } }) as const
  test('immediately, with the refund', () =>
    given(booking, confirmed)
      .when(cancel(), situation({ actor: GATEWAY, now: '2026-07-08T12:00:00.000Z' }))
      .thenEvents(
        {
          type: 'BookingCancelled',
          data: { reason: 'guest', outcome: { tier: 'keep_nights', hostPayoutMinor: 50_700 } },
        },
        { type: 'RefundRequested', data: { amountMinor: 57_200 } },
      ))
  test('during the stay, until it ends', () => {
    given(booking, confirmed, checkedIn)
      .when(cancel(), situation({ now: addHours(CHECK_IN, 30) }))
      .thenEvents(
        { type: 'BookingCancelled', data: { outcome: { keptNights: 3 } } },
        { type: 'RefundRequested' },
      )
    given(booking, confirmed, checkedIn)
      .when(cancel(), situation({ now: snapshot.checkOutInstant }))
      .thenRefused('INVALID_TRANSITION')
  })
  test('requests no refund when nothing is due', () => {
    const late = addHours(snapshot.checkOutInstant, -1)
    given(booking, confirmed, checkedIn)
      .when(cancel(), situation({ now: late }))
      .thenEvents({ type: 'BookingCancelled', data: { outcome: { refundTotalMinor: 0 } } })
  })
  test('only with a valid quote', () => {
    given(booking, confirmed)
      .when(cancel('token'), withQuote(quoted(NOW, 'guest')))
      .thenEvents({ type: 'BookingCancelled' }, { type: 'RefundRequested' })
    given(booking, confirmed)
      .when(cancel('token'), withQuote(quoted(NOW, 'guest'), { now: '2026-07-08T12:00:00.000Z' }))
      .thenRefused('QUOTE_STALE')
  })
  test('an overbooked stay, like any other', () =>
    given(booking, overbooked)
      .when(cancel(), situation())
      .thenEvents({ type: 'BookingCancelled', data: { reason: 'guest' } }, { type: 'RefundRequested' }))
  test('not twice, not without a booking', () => {
    given(booking, confirmed, cancelled).when(cancel(), situation()).thenRefused('INVALID_TRANSITION')
    given(booking).when(cancel(), situation()).thenRefused('NOT_FOUND')
  })
})

describe('staff cancel', () => {
  const cancel = {
    type: 'CancelBookingByStaff',
    data: { quote: 'token', reason: 'The guest found the door locked.' },
  } as const
  test('on behalf of the side that the quote names, immediately', () => {
    given(booking, confirmed)
      .when(cancel, withQuote(quoted(NOW, 'guest'), { actor: ADMIN }))
      .thenEvents(
        { type: 'BookingCancelled', data: { outcome: { initiator: 'guest', hostFeeMinor: 0 } } },
        { type: 'RefundRequested' },
      )
    const now = addHours(CHECK_IN, 1)
    given(booking, confirmed, checkedIn)
      .when(cancel, withQuote(quoted(now, 'host'), { actor: ADMIN, now }))
      .thenEvents(
        {
          type: 'BookingCancelled',
          data: { outcome: { initiator: 'host', hostFeeBps: 10_000, keptNights: 1 } },
        },
        { type: 'RefundRequested' },
      )
  })
  test('not without a valid quote, not after the end, not without a booking', () => {
    given(booking, confirmed)
      .when(cancel, withQuote({ ok: false, reason: 'expired' }, { actor: ADMIN }))
      .thenRefused('QUOTE_STALE')
    given(booking, confirmed, cancelled)
      .when(cancel, withQuote(quoted(NOW, 'guest'), { actor: ADMIN }))
      .thenRefused('INVALID_TRANSITION')
    given(booking)
      .when(cancel, withQuote(null, { actor: ADMIN }))
      .thenRefused('NOT_FOUND')
  })
  test('a host’s cancellation keeps the nights blocked', () => {
    const byHost: Happened = {
      type: 'BookingCancelled',
      data: { ...ids, reason: 'owner_use', outcome: outcomeAt(NOW, 'host') },
    }
    expect(stateAfter(booking, [confirmed, byHost])).toMatchObject({
      status: 'cancelled',
      hostKeepsBlocked: true,
    })
    expect(stateAfter(booking, [confirmed, cancelled])).toMatchObject({
      status: 'cancelled',
      hostKeepsBlocked: false,
    })
  })
})

describe('a cancellation link', () => {
  const send = { type: 'SendCancellationLink', data: {} } as const
  const sent: Happened = { type: 'GuestCancellationLinkSent', data: { ...ids, guestRef: 'g' }, at: NOW }
  test('is sent without cancelling anything', () =>
    given(booking, confirmed)
      .when(send, situation())
      .thenEvents({ type: 'GuestCancellationLinkSent', data: { guestRef: 'g' } }))
  test('is sent once an hour at most', () => {
    given(booking, confirmed, sent)
      .when(send, situation({ now: addMinutes(NOW, 59) }))
      .thenNothing()
    given(booking, confirmed, sent)
      .when(send, situation({ now: addMinutes(NOW, 60) }))
      .thenEvents({ type: 'GuestCancellationLinkSent' })
  })
  test('is refused when there is nothing to cancel', () => {
    given(booking, confirmed, cancelled).when(send, situation()).thenRefused('INVALID_TRANSITION')
    given(booking).when(send, situation()).thenRefused('NOT_FOUND')
  })
})

describe('a no-show', () => {
  const mark = { type: 'MarkNoShow', data: {} } as const
  const running = [confirmed, checkedIn] as const
  test('is possible from six hours after check-in, with the refund of that time', () =>
    given(booking, ...running)
      .when(mark, situation({ now: addHours(CHECK_IN, 6) }))
      .thenEvents(
        {
          type: 'BookingNoShowRecorded',
          data: { outcome: { initiator: 'no_show', cancelAt: CHECK_IN, keptNights: 1, hostFeeMinor: 0 } },
        },
        { type: 'RefundRequested', data: { cause: 'no_show', refundId: deriveRefundId(ID, 'no_show') } },
      ))
  test('is refused earlier and after check-out', () => {
    given(booking, ...running)
      .when(mark, situation({ now: addHours(CHECK_IN, 5.9) }))
      .thenRefused('WINDOW_CLOSED', { opensAt: addHours(CHECK_IN, 6) })
    given(booking, ...running)
      .when(mark, situation({ now: snapshot.checkOutInstant }))
      .thenRefused('WINDOW_CLOSED')
  })
  test('is recorded once, during the stay of an existing booking', () => {
    const noShow: Happened = {
      type: 'BookingNoShowRecorded',
      data: { ...ids, at: NOW, outcome: outcomeAt(CHECK_IN, 'guest') },
    }
    given(booking, ...running, noShow)
      .when(mark, situation({ now: addHours(CHECK_IN, 7) }))
      .thenNothing()
    given(booking, confirmed)
      .when(mark, situation({ now: addHours(CHECK_IN, 7) }))
      .thenRefused('INVALID_TRANSITION')
    given(booking).when(mark, situation()).thenRefused('NOT_FOUND')
  })
})
