import { addHours, addMinutes } from '@hearth/contracts/kernel/dates'
import { deriveId, deriveRefundId } from '@hearth/contracts/kernel/ids'
import { describe, expect, test } from 'vitest'
import { given, NOW, SCHEDULER, stateAfter } from '../testing/given.ts'
import { booking } from './booking.decider.ts'
import {
  CHECK_IN,
  ID,
  cancelled,
  confirmed,
  effectiveAt,
  ids,
  outcomeAt,
  quoted,
  situation,
  started,
  withQuote,
} from './testing/bookingHistory.ts'

describe('a host cancels', () => {
  const cancel = {
    type: 'CancelBookingByHost',
    data: { quote: 'token', reason: 'owner_use', message: 'I am very sorry, the roof leaks.' },
  } as const
  const revoke = { type: 'RevokeCancellation', data: {} } as const
  const finalise = { type: 'FinaliseCancellation', data: {} } as const

  test('and can undo it for ten minutes', () => {
    const decision = given(booking, confirmed)
      .when(cancel, withQuote(quoted(NOW, 'host')))
      .thenEvents({
        type: 'BookingCancellationStarted',
        data: { effectiveAt, outcome: { hostFeeMinor: 28_000, refundTotalMinor: 123_200 } },
      })
    expect(decision).toMatchObject({ undo: { command: 'RevokeCancellation', expiresAt: effectiveAt } })
  })
  test('shortly before check-in, only until check-in', () => {
    const now = addMinutes(CHECK_IN, -4)
    given(booking, confirmed)
      .when(cancel, withQuote(quoted(now, 'host'), { now }))
      .thenEvents({ type: 'BookingCancellationStarted', data: { effectiveAt: CHECK_IN } })
  })
  test('with a quote that is some minutes old', () =>
    given(booking, confirmed)
      .when(cancel, withQuote(quoted(addMinutes(NOW, -14), 'host')))
      .thenEvents({ type: 'BookingCancellationStarted' }))
  test('refuses a quote of other amounts, another side or another booking, expired or forged', () => {
    const tooLate = addHours(CHECK_IN, -47)
    given(booking, confirmed)
      .when(cancel, withQuote(quoted(NOW, 'host'), { now: tooLate }))
      .thenRefused('QUOTE_STALE', { outcome: { hostFeeMinor: 56_000 } })
    given(booking, confirmed)
      .when(cancel, withQuote(quoted(NOW, 'guest')))
      .thenRefused('QUOTE_STALE')
    given(booking, confirmed)
      .when(cancel, withQuote(quoted(NOW, 'host', { bookingId: deriveId('test', 'other') })))
      .thenRefused('QUOTE_STALE')
    given(booking, confirmed)
      .when(cancel, withQuote({ ok: false, reason: 'expired' }))
      .thenRefused('QUOTE_STALE')
    given(booking, confirmed)
      .when(cancel, withQuote({ ok: false, reason: 'invalid' }))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/quote' }] })
  })
  test('not after check-in, not twice, not without a booking', () => {
    given(booking, confirmed)
      .when(cancel, withQuote(quoted(CHECK_IN, 'host'), { now: CHECK_IN }))
      .thenRefused('INVALID_TRANSITION')
    given(booking, confirmed, started)
      .when(cancel, withQuote(quoted(NOW, 'host')))
      .thenRefused('INVALID_TRANSITION', { bookingStatus: 'cancelling' })
    given(booking).when(cancel, withQuote(null)).thenRefused('NOT_FOUND')
  })
  test('undoing restores the booking', () => {
    given(booking, confirmed, started)
      .when(revoke, situation({ now: addMinutes(NOW, 9) }))
      .thenEvents({ type: 'BookingCancellationRevoked', data: { by: 'owner' } })
    expect(
      stateAfter(booking, [
        confirmed,
        started,
        { type: 'BookingCancellationRevoked', data: { ...ids, by: 'owner' } },
      ]),
    ).toMatchObject({ status: 'confirmed', statusBefore: null, pending: null })
  })
  test('can’t be undone too late', () => {
    given(booking, confirmed, started)
      .when(revoke, situation({ now: effectiveAt }))
      .thenRefused('UNDO_EXPIRED')
    given(booking, confirmed, started, cancelled)
      .when(revoke, situation({ now: effectiveAt }))
      .thenRefused('UNDO_EXPIRED')
  })
  test('can’t be undone if it isn’t cancelled', () => {
    given(booking, confirmed).when(revoke, situation()).thenRefused('INVALID_TRANSITION')
    given(booking).when(revoke, situation()).thenRefused('NOT_FOUND')
  })
  test('applies the quoted amounts, with the refund in the same append', () =>
    given(booking, confirmed, started)
      .when(finalise, situation({ actor: SCHEDULER, now: addHours(NOW, 700) }))
      .thenEvents(
        { type: 'BookingCancelled', data: { reason: 'owner_use', outcome: outcomeAt(NOW, 'host') } },
        {
          type: 'RefundRequested',
          data: { refundId: deriveRefundId(ID, 'cancellation'), amountMinor: 123_200, cause: 'cancellation' },
        },
      ))
  test('takes effect once, not before its time, and only while pending', () => {
    given(booking, confirmed, started)
      .when(finalise, situation({ now: addMinutes(NOW, 9) }))
      .thenRefused('PRECONDITION_FAILED', { until: effectiveAt })
    given(booking, confirmed, started, cancelled)
      .when(finalise, situation({ now: effectiveAt }))
      .thenNothing()
    given(booking, confirmed)
      .when(finalise, situation({ now: effectiveAt }))
      .thenRefused('INVALID_TRANSITION')
    given(booking).when(finalise, situation()).thenRefused('NOT_FOUND')
  })
  test('accepts only notes and payment reports while pending', () => {
    const notes = { type: 'AddBookingNote', data: { text: 'Called', visibility: 'host' } } as const
    given(booking, confirmed, started).when(notes, situation()).thenEvents({ type: 'BookingNoteAdded' })
    given(booking, confirmed, started)
      .when({ type: 'RecordChargeback', data: { amountMinor: 1, ref: 'r' } }, situation())
      .thenEvents({ type: 'ChargebackReceived' })
    given(booking, confirmed, started)
      .when({ type: 'CancelBookingByGuest', data: { quote: null } }, situation())
      .thenRefused('INVALID_TRANSITION')
    given(booking, confirmed, started)
      .when({ type: 'IssueGoodwillRefund', data: { amountMinor: 1, reason: 'r' } }, situation())
      .thenRefused('INVALID_TRANSITION')
  })
})
