import type { BookingEvent } from '@hearth/contracts/booking'
import { confirmedStay, createSnapshot } from '@hearth/contracts/testing'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { booking } from '../../booking/booking.decider.ts'
import type { KnownRule } from '../../message-rule/messageRule.state.ts'
import { stateAfter } from '../../testing/given.ts'
import type { MessagePlanFacts } from '../messagePlan.facts.ts'

export const BOOKING = 'booking'
export const LISTING = 'listing'
export const CONFIRMED_AT = '2026-06-01T12:00:00.000Z'
export const CHECK_IN_AT = '2026-07-10T19:00:00.000Z'

/** Four nights in New York from 10 July 2026. */
export const stay = confirmedStay({
  bookingId: BOOKING,
  listingId: LISTING,
  guestRef: 'g1',
  guestName: 'Ana P.',
  checkIn: '2026-07-10',
  checkOut: '2026-07-14',
  snapshot: createSnapshot(CHECK_IN_AT, 4, 'moderate'),
})

type Happened = BookingEvent & Readonly<{ at?: Instant }>
export const confirmed: Happened = { type: 'BookingConfirmed', data: stay, at: CONFIRMED_AT }

/** Three days before check-in at 10:00, for all stays, since long ago. */
export const rule: KnownRule = {
  ruleId: 'r1',
  templateId: 't1',
  trigger: 'checkin-3d',
  time: '10:00',
  minNights: 1,
  listingIds: null,
  isOn: true,
  removed: false,
  since: '2026-01-01T00:00:00.000Z',
}

/** The facts after this history of the stay. */
export const planFacts = (
  history: readonly Happened[] = [confirmed],
  more: Partial<MessagePlanFacts> = {},
): MessagePlanFacts => ({
  booking: stateAfter(booking, history),
  rules: [rule],
  bodies: new Map([['t1', 'Hello {{guestFirstName}}']]),
  values: { guestFirstName: 'Ana' },
  ...more,
})
