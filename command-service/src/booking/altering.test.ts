import { alterationCause, computeCancellation } from '@hearth/contracts/booking'
import { deriveId, deriveRefundId } from '@hearth/contracts/kernel/ids'
import { createPrice } from '@hearth/contracts/testing'
import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '../testing/given.ts'
import { alterStay } from './altering.ts'
import { booking } from './booking.decider.ts'
import { NO_FACTS } from './booking.facts.ts'
import {
  cancelled,
  checkedIn,
  CHECK_IN,
  confirmed,
  ID,
  ids,
  situation,
  stay,
  type Happened,
} from './testing/bookingHistory.ts'

const requestId = deriveId('test', 'alteration')
const LISTING = 'l'
const { taxes } = stay.money
const priceFor = (nights: number, taxMinor: number) =>
  createPrice(
    '2026-07-10',
    Array.from({ length: nights }, () => 20_000),
    { cleaningMinor: 12_000, taxes: taxes.map((tax) => ({ ...tax, amountMinor: taxMinor })) },
  )
const alter = (checkOut: string, price: ReturnType<typeof priceFor>) =>
  ({
    type: 'AlterBooking',
    data: { requestId, listingId: LISTING, party: stay.party, checkIn: '2026-07-10', checkOut, price },
  }) as const
const longer = alter('2026-07-16', priceFor(6, 13_200))
const shorter = alter('2026-07-13', priceFor(3, 7_200))
const moved = situation({
  facts: { ...NO_FACTS, nightsHeld: true },
})
const paid: Happened = {
  type: 'AlterationCharged',
  data: { ...ids, requestId, amountMinor: 22_000, providerRef: 'p' },
}
const agreed = {
  party: stay.party,
  checkIn: stay.checkIn,
  checkOut: stay.checkOut,
  money: stay.money,
  snapshot: stay.snapshot,
}
const altered = ({ data }: typeof longer): Happened => ({
  type: 'BookingAltered',
  data: {
    ...ids,
    requestId,
    hostAccountId: stay.hostAccountId,
    code: stay.code,
    before: agreed,
    after: alterStay(agreed, data),
  },
})

describe('an alteration', () => {
  test('that costs more is paid before it changes anything', () => {
    given(booking, confirmed).when(longer, moved).thenRefused('PRECONDITION_FAILED', { rule: 'charged' })
    given(booking, confirmed, paid)
      .when(longer, moved)
      .thenEvents({
        type: 'BookingAltered',
        data: {
          before: { checkOut: '2026-07-15' },
          after: {
            checkOut: '2026-07-16',
            money: { guestTotalMinor: 145_200, hostPayoutMinor: 111_540 },
            snapshot: { checkOutInstant: '2026-07-16T15:00:00.000Z', cancellation: { code: 'moderate' } },
          },
        },
      })
  })
  test('that costs less is refunded in the same append', () =>
    void given(booking, confirmed)
      .when(shorter, moved)
      .thenEvents(
        { type: 'BookingAltered', data: { after: { money: { guestTotalMinor: 79_200 } } } },
        {
          type: 'RefundRequested',
          data: {
            amountMinor: 44_000,
            refundId: deriveRefundId(ID, alterationCause(requestId)),
            lines: [{ code: 'alteration', amountMinor: 44_000 }],
          },
        },
      ))
  test('comes after its nights, and once', () => {
    given(booking, confirmed, paid)
      .when(longer, situation())
      .thenRefused('PRECONDITION_FAILED', { rule: 'nights_held' })
    given(booking, confirmed, paid, altered(longer)).when(longer, moved).thenNothing()
  })
  test.for([
    ['started', [confirmed, checkedIn]],
    ['was cancelled', [confirmed, cancelled]],
  ] as const)(
    'is not possible once the stay %s',
    ([, history]) =>
      void given(booking, ...history)
        .when(shorter, moved)
        .thenRefused('INVALID_TRANSITION'),
  )
  test('is not possible from the check-in instant on', () =>
    void given(booking, confirmed)
      .when(shorter, { ...moved, now: CHECK_IN })
      .thenRefused('INVALID_TRANSITION'))
  test('needs a price that adds up', () => {
    const price = { ...priceFor(3, 7_200), guestTotalMinor: 1 }
    given(booking, confirmed).when(alter('2026-07-13', price), moved).thenRefused('VALIDATION_FAILED')
  })
})

describe('an alteration that fails', () => {
  const fail = { type: 'FailAlteration', data: { requestId, reason: 'nights_unavailable' } } as const
  const failed: Happened = { type: 'AlterationFailed', data: { ...ids, ...fail.data } }
  test('leaves the stay as it was, and refunds what was paid for it', () => {
    given(booking, confirmed).when(fail, situation()).thenEvents({ type: 'AlterationFailed' })
    given(booking, confirmed, paid)
      .when(fail, situation())
      .thenEvents(
        { type: 'AlterationFailed', data: { reason: 'nights_unavailable' } },
        { type: 'RefundRequested', data: { amountMinor: 22_000 } },
      )
    given(booking, confirmed, paid, failed).when(fail, situation()).thenNothing()
    given(booking, confirmed, paid, failed).when(longer, moved).thenRefused('INVALID_TRANSITION')
    given(booking, confirmed, paid, altered(longer)).when(fail, situation()).thenNothing()
  })
  test('is charged once', () => {
    const charge = {
      type: 'RecordAlterationCharge',
      data: { requestId, amountMinor: 22_000, providerRef: 'p' },
    } as const
    given(booking, confirmed).when(charge, situation()).thenEvents({ type: 'AlterationCharged' })
    given(booking, confirmed, paid).when(charge, situation()).thenNothing()
  })
})

test('a cancelled stay refunds what its guest paid for it, not what an alteration gave back', () => {
  const refund: Happened = {
    type: 'RefundRequested',
    data: {
      ...ids,
      refundId: deriveRefundId(ID, alterationCause(requestId)),
      amountMinor: 44_000,
      currency: 'USD',
      lines: [{ code: 'alteration', amountMinor: 44_000 }],
      cause: alterationCause(requestId),
    },
  }
  const state = stateAfter(booking, [confirmed, altered(shorter), refund])
  if (state.status === 'none') throw new Error('No booking')
  const now = situation().now ?? ''
  const { money, snapshot, confirmedAt } = state
  const { refundTotalMinor } = computeCancellation(money, snapshot, now, 'guest', confirmedAt)
  expect(refundTotalMinor).toBeGreaterThan(79_200 - 44_000)
  given(booking, confirmed, altered(shorter), refund)
    .when({ type: 'CancelBookingByGuest', data: { quote: null } }, situation())
    .thenEvents(
      { type: 'BookingCancelled' },
      { type: 'RefundRequested', data: { cause: 'cancellation', amountMinor: refundTotalMinor } },
    )
})
