import type { OpenedQuote } from './openQuote.ts'
import {
  quoteHash,
  computeCancellation,
  type BookingCommand,
  type BookingEvent,
  type BookingPrice,
} from '@hearth/contracts/booking'
import { addHours, addMinutes } from '@hearth/contracts/kernel/dates'
import { deriveId, deriveRefundId } from '@hearth/contracts/kernel/ids'
import type { OfType } from '@hearth/contracts/kernel/message'
import { zAvailabilityRules, zPricing } from '@hearth/contracts/listing'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { bookingX, confirmedStay, receivedBooking } from '@hearth/contracts/testing'
import { describe, expect, test } from 'vitest'
import type { StartedListing } from '../listing/listing.state.ts'
import {
  ADMIN,
  GATEWAY,
  given,
  IMPORTER,
  NOW,
  OWNER,
  SCHEDULER,
  stateAfter,
  type Situation,
} from '../testing/given.ts'
import { booking } from './booking.decider.ts'
import type { BookingFacts, HoldFact } from './booking.facts.ts'

const ID = deriveId('test', 'booking')
const X = bookingX('moderate')
const { money, snapshot } = X
const CONFIRMED_AT = X.confirmedAt
const CHECK_IN = snapshot.checkInInstant
const ids = { bookingId: ID, listingId: 'l' }
const listing: StartedListing = {
  status: 'live',
  openUntil: null,
  hostAccountId: 'tenant',
  timezone: 'America/New_York',
  currency: 'USD',
  maxGuests: 4,
  checkInTime: '15:00',
  checkOutTime: '11:00',
  feeModel: 'self_managed',
  cancellationPolicyCode: 'moderate',
  longTermPolicyCode: 'long_term_firm',
  pricing: zPricing.parse({ baseNightMinor: 100 }),
  rules: zAvailabilityRules.parse({}),
}
const {
  hostSubtotalMinor: _h,
  platformFeeMinor: _p,
  cleaningRetainedMinor: _c,
  hostTaxPassThroughMinor: _t,
  hostPayoutMinor: _o,
  ...price
} = money
const none: BookingFacts = { receive: null, quote: null }
const situation = (change: Partial<Situation<BookingFacts>> = {}): Situation<BookingFacts> => ({
  id: ID,
  now: NOW,
  facts: none,
  ...change,
})

const stay = confirmedStay({
  ...ids,
  hostAccountId: 'tenant',
  code: 'HB-00000000',
  source: 'direct',
  externalRef: null,
  guestRef: 'g',
  guestName: 'Daniel W.',
  party: { adults: 2, children: 1, infants: 0, pets: 0 },
  checkIn: '2026-07-10',
  checkOut: '2026-07-15',
  money,
  snapshot,
})
type Happened = BookingEvent & { at?: string }
const confirmed: Happened = { type: 'BookingConfirmed', data: stay, at: CONFIRMED_AT }
const checkedIn: Happened = { type: 'BookingCheckedIn', data: { ...ids, at: CHECK_IN, by: 'scheduler' } }
const checkedOut: Happened = { type: 'BookingCheckedOut', data: { ...ids, at: snapshot.checkOutInstant } }
const outcomeAt = (at: string, by: 'guest' | 'host') =>
  computeCancellation(money, snapshot, at, by, CONFIRMED_AT)
const effectiveAt = addMinutes(NOW, 10)
const started: Happened = {
  type: 'BookingCancellationStarted',
  data: {
    ...ids,
    reason: 'owner_use',
    outcome: outcomeAt(NOW, 'host'),
    guestRef: 'g',
    message: 'I am very sorry, the roof leaks.',
    effectiveAt,
    quoteHash: 'h',
  },
}
const cancelled: Happened = {
  type: 'BookingCancelled',
  data: { ...ids, reason: 'guest', outcome: outcomeAt(NOW, 'guest') },
}
const quoted = (at: string, by: 'guest' | 'host', change: object = {}): OpenedQuote => ({
  ok: true,
  payload: {
    kind: 'cancellation',
    bookingId: ID,
    revision: 0,
    initiator: by,
    policies: '',
    resultHash: quoteHash(outcomeAt(at, by)),
    computedAt: at,
    validUntil: addMinutes(at, 15),
    ...change,
  },
})
const withQuote = (quote: OpenedQuote | null, change: Partial<Situation<BookingFacts>> = {}) =>
  situation({ facts: { receive: null, quote }, ...change })

describe('receiving', () => {
  const held: HoldFact = { held: true, conflicts: [] }
  const taken: HoldFact = {
    held: false,
    conflicts: [{ kind: 'booking', start: '2026-07-09', end: '2026-07-11' }],
  }
  const facing = (hold: HoldFact, change: Partial<Situation<BookingFacts>> = {}) =>
    situation({
      actor: GATEWAY,
      facts: { receive: { listing, policies: FIRST_POLICIES, hold }, quote: null },
      ...change,
    })
  const receive = (change: Partial<OfType<BookingCommand, 'ReceiveBooking'>['data']> = {}) =>
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

  test('confirms with money and snapshot worked out', () => {
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
  test('told over an hour late the caller keeps the clock', () => {
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
  test('free nights that nobody holds must be held first', () =>
    given(booking)
      .when(receive({ source: 'airbnb' }), facing({ held: false, conflicts: [] }))
      .thenRefused('PRECONDITION_FAILED', { rule: 'nights_held' }))
  test('a known one is a duplicate', () =>
    given(booking, confirmed).when(receive(), facing(held)).thenRefused('DUPLICATE'))
  test('no listing, no booking', () => given(booking).when(receive(), situation()).thenRefused('NOT_FOUND'))
  test('too many guests; infants do not count', () => {
    given(booking)
      .when(receive({ party: { ...stay.party, adults: 4 } }), facing(held))
      .thenRefused('LIMIT_EXCEEDED', { rule: 'capacity' })
    given(booking)
      .when(receive({ party: { adults: 2, children: 2, infants: 3, pets: 1 } }), facing(held))
      .thenEvents({ type: 'BookingConfirmed' })
  })
  test('another currency', () =>
    given(booking)
      .when(wrong({ currency: 'EUR' }), facing(held))
      .thenRefused('CURRENCY_MISMATCH'))
  test('a total that does not add up', () =>
    given(booking)
      .when(wrong({ guestTotalMinor: 1 }), facing(held))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/price/guestTotalMinor' }] }))
  test('other nights', () =>
    given(booking)
      .when(wrong({ nightly: price.nightly.slice(1) }), facing(held))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/price/nightly' }] }))
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
  test('is given up while the booking does not exist', () =>
    given(booking)
      .when(abandon, situation({ actor: SCHEDULER }))
      .thenEvents({ type: 'BookingHoldAbandoned', data: { start: stay.checkIn } }))
  test('is not, once it does', () =>
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

  test('checks in at the instant, however late it strikes', () =>
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
  test('never too soon', () => {
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
  test('twice is once', () => {
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
  test('is the caller’s where the caller keeps it', () => {
    const told: Happened = { type: 'BookingConfirmed', data: { ...stay, clock: 'caller' }, at: CONFIRMED_AT }
    given(booking, told).when(checkIn, byScheduler(CHECK_IN)).thenRefused('INVALID_TRANSITION')
    given(booking, told)
      .when(checkIn, situation({ actor: IMPORTER, now: CHECK_IN }))
      .thenEvents({ type: 'BookingCheckedIn', data: { by: 'importer' } })
  })
  test('of nothing', () => {
    for (const command of [checkIn, checkOut, complete])
      given(booking).when(command, byScheduler(OUT)).thenRefused('NOT_FOUND')
  })
})

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
  test('shortly before check-in only until then', () => {
    const now = addMinutes(CHECK_IN, -4)
    given(booking, confirmed)
      .when(cancel, withQuote(quoted(now, 'host'), { now }))
      .thenEvents({ type: 'BookingCancellationStarted', data: { effectiveAt: CHECK_IN } })
  })
  test('with a quote that is some minutes old', () =>
    given(booking, confirmed)
      .when(cancel, withQuote(quoted(addMinutes(NOW, -14), 'host')))
      .thenEvents({ type: 'BookingCancellationStarted' }))
  test('not with a quote of other amounts, another side, another booking, too old or forged', () => {
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
  test('not after check-in, not twice, not nothing', () => {
    given(booking, confirmed)
      .when(cancel, withQuote(quoted(CHECK_IN, 'host'), { now: CHECK_IN }))
      .thenRefused('INVALID_TRANSITION')
    given(booking, confirmed, started)
      .when(cancel, withQuote(quoted(NOW, 'host')))
      .thenRefused('INVALID_TRANSITION', { bookingStatus: 'cancelling' })
    given(booking).when(cancel, withQuote(null)).thenRefused('NOT_FOUND')
  })
  test('undoing leads back', () => {
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
  test('too late to undo', () => {
    given(booking, confirmed, started)
      .when(revoke, situation({ now: effectiveAt }))
      .thenRefused('UNDO_EXPIRED')
    given(booking, confirmed, started, cancelled)
      .when(revoke, situation({ now: effectiveAt }))
      .thenRefused('UNDO_EXPIRED')
  })
  test('nothing to undo', () => {
    given(booking, confirmed).when(revoke, situation()).thenRefused('INVALID_TRANSITION')
    given(booking).when(revoke, situation()).thenRefused('NOT_FOUND')
  })
  test('the end applies what was quoted, with the refund in the same append', () =>
    given(booking, confirmed, started)
      .when(finalise, situation({ actor: SCHEDULER, now: addHours(NOW, 700) }))
      .thenEvents(
        { type: 'BookingCancelled', data: { reason: 'owner_use', outcome: outcomeAt(NOW, 'host') } },
        {
          type: 'RefundRequested',
          data: { refundId: deriveRefundId(ID, 'cancellation'), amountMinor: 123_200, cause: 'cancellation' },
        },
      ))
  test('not before its time, once, and only when it runs', () => {
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
  test('while it runs only notes, and what the payment side reports', () => {
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
  test('the same goodwill again is no event', () => {
    const commandId = deriveId('test', 'goodwill')
    given(booking, confirmed, requested(100, `goodwill:${commandId}`))
      .when(goodwill(100), situation({ actor: ADMIN, commandId }))
      .thenNothing()
  })
  test('all together never exceed what was paid', () => {
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
  test('are taken in every state, up to what was paid', () => {
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
  test('are kept with their author', () =>
    given(booking, confirmed, cancelled)
      .when(note('host'), situation({ actor: OWNER }))
      .thenEvents({ type: 'BookingNoteAdded', data: { by: 'owner', guestRef: 'g' } }))
  test('Hearth’s own are Hearth’s', () => {
    given(booking, confirmed)
      .when(note('staff'), situation({ actor: OWNER }))
      .thenRefused('FORBIDDEN')
    given(booking, confirmed)
      .when(note('staff'), situation({ actor: ADMIN }))
      .thenEvents({ type: 'BookingNoteAdded' })
    given(booking).when(note('host'), situation()).thenRefused('NOT_FOUND')
  })
})
