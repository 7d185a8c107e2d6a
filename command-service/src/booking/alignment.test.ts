import { describe, expect, it } from 'vitest'
import { alignment } from './alignment.ts'
import type { BookingState, KnownBooking } from './booking.state.ts'

const stay = { checkIn: '2026-07-10', checkOut: '2026-07-13', hostKeepsBlocked: false } as KnownBooking
const is = (status: KnownBooking['status'], more: Partial<KnownBooking> = {}): BookingState => ({
  ...stay,
  status,
  ...more,
})
const held = { state: 'held' } as const
const committed = { state: 'committed' } as const
const none: BookingState = { status: 'none' }

describe('the nights of a booking', () => {
  it.each([
    [
      'an abandoned one with a hold',
      none,
      held,
      { type: 'ReleaseClaim', reason: 'expired', hostHold: false },
    ],
    ['an abandoned one without', none, undefined, undefined],
    ['a confirmed one with a hold', is('confirmed'), held, { type: 'CommitClaim' }],
    ['a confirmed one with its nights', is('confirmed'), committed, undefined],
    [
      'a confirmed one without nights',
      is('confirmed'),
      undefined,
      { type: 'HoldAndCommit', start: '2026-07-10', end: '2026-07-13' },
    ],
    ['one that is being cancelled', is('cancelling'), committed, undefined],
    [
      'a cancelled one with nights',
      is('cancelled'),
      committed,
      { type: 'ReleaseClaim', reason: 'cancelled', hostHold: false },
    ],
    [
      'one that its host cancelled',
      is('cancelled', { hostKeepsBlocked: true }),
      held,
      { type: 'ReleaseClaim', reason: 'cancelled', hostHold: true },
    ],
    ['a cancelled one without', is('cancelled'), undefined, undefined],
    ['an overbooked one', is('overbooked'), undefined, undefined],
    [
      'an overbooked one that is being cancelled',
      is('cancelling', { statusBefore: 'overbooked' }),
      undefined,
      undefined,
    ],
    [
      'one that shares them',
      is('confirmed', { sharesNights: true }),
      undefined,
      { type: 'ShareNights', start: '2026-07-10', end: '2026-07-13' },
    ],
    ['a guest who never came', is('no_show'), committed, undefined],
  ] as const)('of %s', (_, booking, claim, step) => {
    expect(alignment(booking, claim)).toEqual(step)
  })
})
