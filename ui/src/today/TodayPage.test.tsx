import type { ReactNode } from 'react'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Move, Today, Waiting } from '@hearth/contracts/today'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import { DayStrip } from './DayStrip.tsx'
import { Moves } from './Moves.tsx'
import { WaitingList } from './WaitingList.tsx'

const arrival = (more: Partial<Move> = {}): Move => ({
  bookingId: 'b1',
  code: null,
  listingId: 'l1',
  listingTitle: 'Cedar House',
  guestName: 'Daniel W.',
  guests: null,
  checkIn: '2026-07-16',
  checkOut: '2026-07-19',
  nights: 3,
  time: '15:00',
  timezone: 'America/New_York',
  status: 'confirmed',
  late: false,
  ...more,
})
const day = (items: readonly Move[], waiting: readonly Waiting[] = []): Today => ({
  date: '2026-07-16',
  timezone: 'America/New_York',
  arrivals: { count: items.length, items: [...items] },
  departures: { count: 0, late: 0, items: [] },
  inHouse: { count: 0, listings: 2 },
  occupancy: { bps: 0, nights: [{ date: '2026-07-16', listings: 2, occupied: 0 }] },
  waiting: [...waiting],
})
const open = (page: ReactNode, capabilities: readonly string[] = []) => {
  fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities } }),
    'GET /api/listings': () => list([]),
  })
  renderAt('/', <>{page}</>)
}

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-07-16T14:00:00.000Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

it.each([
  ['when the first guest can arrive', '14:00', [arrival()], 'first at 15:00'],
  ['whose clock it is', '03:00', [arrival({ timezone: 'Asia/Tokyo' })], 'first at 15:00 in Tokyo'],
  ['who is still expected after that', '22:00', [arrival()], '1 still to arrive'],
  ['who is still expected', '14:00', [arrival({ status: 'in_stay' }), arrival()], '1 still to arrive'],
  ['that all are here', '22:00', [arrival({ status: 'in_stay' })], 'all arrived'],
] as const)('says %s', async (_, utc, items, text) => {
  vi.setSystemTime(Date.parse(`2026-07-16T${utc}:00.000Z`))
  open(<DayStrip today={day(items)} />)
  expect(await screen.findByText(text)).toBeVisible()
})

it('leads with the listing where the role does not see guests', async () => {
  open(<Moves today={day([arrival({ guestName: null, timezone: 'Asia/Tokyo' })])} />)
  const row = within((await screen.findAllByRole('listitem'))[0] as HTMLElement)
  expect(row.getByRole('link', { name: 'Cedar House' })).toHaveAttribute('href', '/bookings/b1')
  expect(row.getByText('Tokyo time')).toBeVisible()
})

const overbooking: Waiting = {
  kind: 'overbooking',
  id: 'b1',
  dueAt: null,
  title: 'Overbooked',
  text: 'A channel sold nights that were already booked.',
  bookingId: 'b1',
  listingId: 'l1',
  listingTitle: 'Cedar House',
  guestName: null,
  start: '2026-12-12',
  end: '2026-12-16',
  amountMinor: null,
  currency: null,
  route: '/bookings/b1/overbooking',
}
const unpaid: Waiting = {
  ...overbooking,
  kind: 'no_bank_account',
  bookingId: null,
  listingId: null,
  listingTitle: '',
  title: '5.00 GBP can’t be paid out',
  route: '/payout-settings',
}

it('promises no decision that the role cannot take', async () => {
  open(<WaitingList today={day([], [overbooking])} />)
  expect(await screen.findByText(/Your role can’t decide it, but an owner can/)).toBeVisible()
  expect(screen.queryByText(/cancel one or keep both/)).toBeNull()
  expect(screen.getByText('Check-in Sat 12 Dec 2026')).toBeVisible()
})

it('shows no date beside money that waits without a deadline', async () => {
  open(<WaitingList today={day([], [unpaid])} />)
  expect(await screen.findByText('No deadline')).toBeVisible()
  expect(screen.queryByText(/Dec 2026/)).toBeNull()
})

it.each([
  ['booking_request', 'if you accept'],
  ['expense_approval', 'if you approve'],
  ['overbooking', 'at stake for you'],
] as const)('says what the amount of %s is: %s', async (kind, text) => {
  open(<WaitingList today={day([], [{ ...overbooking, kind, amountMinor: 54_164, currency: 'USD' }])} />)
  expect(await screen.findByText(text)).toBeVisible()
})
