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
  quoted,
  situation,
  snapshot,
  stay,
  withQuote,
} from './testing/bookingHistory.ts'

describe('a guest cancels', () => {
  const cancel = (quote: string | null = null) => ({ type: 'CancelBookingByGuest', data: { quote } }) as const
  test('at once, with the refund', () =>
    given(booking, confirmed)
      .when(cancel(), situation({ actor: GATEWAY, now: '2026-07-08T12:00:00.000Z' }))
      .thenEvents(
        {
          type: 'BookingCancelled',
          data: { reason: 'guest', outcome: { tier: 'keep_nights', hostPayoutMinor: 50_700 } },
        },
        { type: 'RefundRequested', data: { amountMinor: 57_200 } },
      ))
  test('in the stay, until it is over', () => {
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
  test('nothing to refund, no request', () => {
    const late = addHours(snapshot.checkOutInstant, -1)
    given(booking, confirmed, checkedIn)
      .when(cancel(), situation({ now: late }))
      .thenEvents({ type: 'BookingCancelled', data: { outcome: { refundTotalMinor: 0 } } })
  })
  test('by a quote only if it holds', () => {
    given(booking, confirmed)
      .when(cancel('token'), withQuote(quoted(NOW, 'guest')))
      .thenEvents({ type: 'BookingCancelled' }, { type: 'RefundRequested' })
    given(booking, confirmed)
      .when(cancel('token'), withQuote(quoted(NOW, 'guest'), { now: '2026-07-08T12:00:00.000Z' }))
      .thenRefused('QUOTE_STALE')
  })
  test('not twice, not an overbooking, not nothing', () => {
    given(booking, confirmed, cancelled).when(cancel(), situation()).thenRefused('INVALID_TRANSITION')
    given(booking, { type: 'OverbookingDetected', data: { ...stay, conflicts: [] } })
      .when(cancel(), situation())
      .thenRefused('INVALID_TRANSITION', { bookingStatus: 'overbooked' })
    given(booking).when(cancel(), situation()).thenRefused('NOT_FOUND')
  })
})

describe('staff cancel', () => {
  const cancel = {
    type: 'CancelBookingByStaff',
    data: { quote: 'token', reason: 'The guest found the door locked.' },
  } as const
  test('in the name that the quote says, at once', () => {
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
  test('not without a quote that holds, not what has ended, not nothing', () => {
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

describe('the guest asked', () => {
  const send = { type: 'SendCancellationLink', data: {} } as const
  const sent: Happened = { type: 'GuestCancellationLinkSent', data: { ...ids, guestRef: 'g' }, at: NOW }
  test('gets a link, and nothing is cancelled', () =>
    given(booking, confirmed)
      .when(send, situation())
      .thenEvents({ type: 'GuestCancellationLinkSent', data: { guestRef: 'g' } }))
  test('one an hour', () => {
    given(booking, confirmed, sent)
      .when(send, situation({ now: addMinutes(NOW, 59) }))
      .thenNothing()
    given(booking, confirmed, sent)
      .when(send, situation({ now: addMinutes(NOW, 60) }))
      .thenEvents({ type: 'GuestCancellationLinkSent' })
  })
  test('not when there is nothing to cancel', () => {
    given(booking, confirmed, cancelled).when(send, situation()).thenRefused('INVALID_TRANSITION')
    given(booking).when(send, situation()).thenRefused('NOT_FOUND')
  })
})

describe('nobody came', () => {
  const mark = { type: 'MarkNoShow', data: {} } as const
  const running = [confirmed, checkedIn] as const
  test('from six hours after check-in, as if cancelled then', () =>
    given(booking, ...running)
      .when(mark, situation({ now: addHours(CHECK_IN, 6) }))
      .thenEvents(
        {
          type: 'BookingNoShowRecorded',
          data: { outcome: { initiator: 'no_show', cancelAt: CHECK_IN, keptNights: 1, hostFeeMinor: 0 } },
        },
        { type: 'RefundRequested', data: { cause: 'no_show', refundId: deriveRefundId(ID, 'no_show') } },
      ))
  test('not earlier, not after check-out', () => {
    given(booking, ...running)
      .when(mark, situation({ now: addHours(CHECK_IN, 5.9) }))
      .thenRefused('WINDOW_CLOSED', { opensAt: addHours(CHECK_IN, 6) })
    given(booking, ...running)
      .when(mark, situation({ now: snapshot.checkOutInstant }))
      .thenRefused('WINDOW_CLOSED')
  })
  test('once, in the stay, of something', () => {
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
