import type { OpenedQuote } from '../openQuote.ts'
import { quoteHash, computeCancellation, type BookingEvent } from '@hearth/contracts/booking'
import { addMinutes } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { zAvailabilityRules, zPricing } from '@hearth/contracts/listing'
import { bookingX, confirmedStay } from '@hearth/contracts/testing'
import type { StartedListing } from '../../listing/listing.state.ts'
import { NOW, type Situation } from '../../testing/given.ts'
import { NO_FACTS, type BookingFacts } from '../booking.facts.ts'

export const ID = deriveId('test', 'booking')

const X = bookingX('moderate')

export const { money, snapshot } = X

export const CONFIRMED_AT = X.confirmedAt

export const CHECK_IN = snapshot.checkInInstant

export const ids = { bookingId: ID, listingId: 'l' }

export const listing: StartedListing = {
  status: 'live',
  openUntil: null,
  overrides: {},
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

export const {
  hostSubtotalMinor: _h,
  platformFeeMinor: _p,
  cleaningRetainedMinor: _c,
  hostTaxPassThroughMinor: _t,
  hostPayoutMinor: _o,
  ...price
} = money

export const situation = (change: Partial<Situation<BookingFacts>> = {}): Situation<BookingFacts> => ({
  id: ID,
  now: NOW,
  facts: NO_FACTS,
  ...change,
})

export const stay = confirmedStay({
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

export type Happened = BookingEvent & { at?: string }

export const confirmed: Happened = { type: 'BookingConfirmed', data: stay, at: CONFIRMED_AT }

export const overbooked: Happened = {
  type: 'OverbookingDetected',
  data: { ...stay, conflicts: [] },
  at: CONFIRMED_AT,
}

export const checkedIn: Happened = {
  type: 'BookingCheckedIn',
  data: { ...ids, at: CHECK_IN, by: 'scheduler' },
}

export const checkedOut: Happened = {
  type: 'BookingCheckedOut',
  data: { ...ids, at: snapshot.checkOutInstant },
}

export const outcomeAt = (at: string, by: 'guest' | 'host') =>
  computeCancellation(money, snapshot, at, by, CONFIRMED_AT)

export const effectiveAt = addMinutes(NOW, 10)

export const started: Happened = {
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

export const cancelled: Happened = {
  type: 'BookingCancelled',
  data: { ...ids, reason: 'guest', outcome: outcomeAt(NOW, 'guest') },
}

export const quoted = (at: string, by: 'guest' | 'host', change: object = {}): OpenedQuote => ({
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

export const withQuote = (quote: OpenedQuote | null, change: Partial<Situation<BookingFacts>> = {}) =>
  situation({
    facts: { ...NO_FACTS, quote },
    ...change,
  })
