import { deriveId, deriveRefundId } from '@hearth/contracts/kernel/ids'
import { describe, test } from 'vitest'
import { ADMIN, GATEWAY, given, OWNER } from '../testing/given.ts'
import { booking } from './booking.decider.ts'
import {
  type Happened,
  ID,
  cancelled,
  checkedIn,
  checkedOut,
  confirmed,
  ids,
  situation,
} from './testing/bookingHistory.ts'

describe('refunds', () => {
  const goodwill = (amountMinor: number) =>
    ({
      type: 'IssueGoodwillRefund',
      data: { amountMinor, reason: 'The heating failed for one night.' },
    }) as const
  const requested = (amountMinor: number, cause = 'goodwill:1'): Happened => ({
    type: 'RefundRequested',
    data: {
      ...ids,
      refundId: deriveRefundId(ID, cause),
      amountMinor,
      currency: 'USD',
      lines: [{ code: 'goodwill', amountMinor }],
      cause,
    },
  })
  const refundId = deriveRefundId(ID, 'goodwill:1')
  const settled: Happened = { type: 'RefundSettled', data: { ...ids, refundId, providerRef: 'p' } }
  const failed: Happened = { type: 'RefundFailed', data: { ...ids, refundId, code: 'c' } }
  const settle = { type: 'SettleRefund', data: { refundId, providerRef: 'p' } } as const
  const fail = { type: 'FailRefund', data: { refundId, code: 'c' } } as const
  const byStaff = situation({ actor: ADMIN })

  test('goodwill is paid by Hearth, up to what the guest paid', () => {
    given(booking, confirmed)
      .when(goodwill(123_200), byStaff)
      .thenEvents(
        { type: 'GoodwillRefundIssued', data: { fundedBy: 'platform' } },
        { type: 'RefundRequested', data: { amountMinor: 123_200 } },
      )
    given(booking, confirmed, requested(3_200))
      .when(goodwill(120_001), byStaff)
      .thenRefused('LIMIT_EXCEEDED', { limitMinor: 120_000 })
    given(booking).when(goodwill(1), byStaff).thenRefused('NOT_FOUND')
  })
  test('the same goodwill again adds no event', () => {
    const commandId = deriveId('test', 'goodwill')
    given(booking, confirmed, requested(100, `goodwill:${commandId}`))
      .when(goodwill(100), situation({ actor: ADMIN, commandId }))
      .thenNothing()
  })
  test('never exceed the paid amount in total', () => {
    given(booking, confirmed, requested(100_000))
      .when({ type: 'CancelBookingByGuest', data: { quote: null } }, situation())
      .thenEvents(
        { type: 'BookingCancelled' },
        {
          type: 'RefundRequested',
          data: { amountMinor: 23_200, lines: [{ code: 'nights', amountMinor: 23_200 }] },
        },
      )
    given(booking, confirmed, requested(123_200))
      .when({ type: 'CancelBookingByGuest', data: { quote: null } }, situation())
      .thenEvents({ type: 'BookingCancelled' })
    given(booking, confirmed, {
      type: 'ChargebackReceived',
      data: { ...ids, amountMinor: 123_200, ref: 'r' },
    })
      .when({ type: 'CancelBookingByGuest', data: { quote: null } }, situation())
      .thenEvents({ type: 'BookingCancelled' })
  })
  test('settle once, also after a failure', () => {
    given(booking, confirmed, requested(100)).when(settle, situation()).thenEvents({ type: 'RefundSettled' })
    given(booking, confirmed, requested(100), failed)
      .when(settle, situation())
      .thenEvents({ type: 'RefundSettled' })
    given(booking, confirmed, requested(100), settled).when(settle, situation()).thenNothing()
    given(booking, confirmed).when(settle, situation()).thenRefused('NOT_FOUND')
    given(booking).when(settle, situation()).thenRefused('NOT_FOUND')
  })
  test('fail once, not after arriving', () => {
    given(booking, confirmed, requested(100)).when(fail, situation()).thenEvents({ type: 'RefundFailed' })
    given(booking, confirmed, requested(100), failed).when(fail, situation()).thenNothing()
    given(booking, confirmed, requested(100), settled)
      .when(fail, situation())
      .thenRefused('INVALID_TRANSITION')
    given(booking, confirmed).when(fail, situation()).thenRefused('NOT_FOUND')
    given(booking).when(fail, situation()).thenRefused('NOT_FOUND')
  })
})

describe('chargebacks', () => {
  const record = (amountMinor: number, ref = 'r') =>
    ({ type: 'RecordChargeback', data: { amountMinor, ref } }) as const
  const won = { type: 'RecordChargebackWon', data: { ref: 'r' } } as const
  const received: Happened = { type: 'ChargebackReceived', data: { ...ids, amountMinor: 100_000, ref: 'r' } }
  const reversed: Happened = { type: 'ChargebackReversed', data: { ...ids, amountMinor: 100_000, ref: 'r' } }
  test('are accepted in every state, up to the paid amount', () => {
    for (const history of [[confirmed], [confirmed, cancelled], [confirmed, checkedIn, checkedOut]])
      given(booking, ...history)
        .when(record(100_000), situation({ actor: GATEWAY }))
        .thenEvents({ type: 'ChargebackReceived' })
    given(booking, confirmed, received).when(record(23_201, 's'), situation()).thenRefused('LIMIT_EXCEEDED')
    given(booking, confirmed, received, reversed)
      .when(record(123_200, 's'), situation())
      .thenEvents({ type: 'ChargebackReceived' })
    given(booking).when(record(1), situation()).thenRefused('NOT_FOUND')
  })
  test('once for each reference', () => {
    given(booking, confirmed, received).when(record(100_000), situation()).thenNothing()
    given(booking, confirmed, received).when(record(1), situation()).thenRefused('DUPLICATE')
  })
  test.for(['toString', 'constructor', '__proto__'])('a reference may have any name: %s', (ref) => {
    given(booking, confirmed)
      .when({ type: 'RecordChargebackWon', data: { ref } }, situation())
      .thenRefused('NOT_FOUND')
    given(booking, confirmed)
      .when(record(1, ref), situation())
      .thenEvents({ type: 'ChargebackReceived', data: { ref } })
    given(booking, confirmed, { ...received, data: { ...received.data, ref } })
      .when({ type: 'RecordChargebackWon', data: { ref } }, situation())
      .thenEvents({ type: 'ChargebackReversed', data: { amountMinor: 100_000 } })
  })
  test('can be won once', () => {
    given(booking, confirmed, received)
      .when(won, situation())
      .thenEvents({ type: 'ChargebackReversed', data: { amountMinor: 100_000 } })
    given(booking, confirmed, received, reversed).when(won, situation()).thenNothing()
    given(booking, confirmed).when(won, situation()).thenRefused('NOT_FOUND')
    given(booking).when(won, situation()).thenRefused('NOT_FOUND')
  })
})

describe('notes', () => {
  const note = (visibility: 'host' | 'staff') =>
    ({ type: 'AddBookingNote', data: { text: 'Late arrival', visibility } }) as const
  test('are recorded with their author', () =>
    given(booking, confirmed, cancelled)
      .when(note('host'), situation({ actor: OWNER }))
      .thenEvents({ type: 'BookingNoteAdded', data: { by: 'owner', guestRef: 'g' } }))
  test('staff notes are only for staff', () => {
    given(booking, confirmed)
      .when(note('staff'), situation({ actor: OWNER }))
      .thenRefused('FORBIDDEN')
    given(booking, confirmed)
      .when(note('staff'), situation({ actor: ADMIN }))
      .thenEvents({ type: 'BookingNoteAdded' })
    given(booking).when(note('host'), situation()).thenRefused('NOT_FOUND')
  })
})
