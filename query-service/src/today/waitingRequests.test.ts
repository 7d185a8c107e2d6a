import { expect, test } from 'vitest'
import { toWaitingItems } from './waitingRequests.ts'

const open: Parameters<typeof toWaitingItems>[0] = {
  id: 'r1',
  code: 'RQ-7K2M9QXD',
  kind: 'booking_request',
  status: 'open',
  listingId: 'l1',
  hostAccountId: 'a1',
  guestRef: 'g1',
  guestName: 'Priya N.',
  subject: null,
  refundReason: null,
  declineReason: null,
  serviceRequestId: null,
  bookingId: null,
  awaiting: 'host',
  dueAt: '2026-12-02T12:00:00.000Z',
  openedBy: 'gateway',
  openedAt: '2026-12-01T12:00:00.000Z',
  movedBy: 'gateway',
  movedAt: '2026-12-01T12:00:00.000Z',
  serviceType: null,
  urgency: null,
  emergency: false,
  startsAt: null,
  checkIn: '2026-12-06',
  checkOut: '2026-12-10',
  guests: 2,
  before: null,
  byHost: false,
  linkedId: null,
  failure: null,
  fileIds: [],
  acknowledgedInTime: null,
  amountMinor: 104_500,
  spendableMinor: null,
  actualMinor: null,
  currency: 'USD',
}

test('a booking request and an expense are decisions with their deadline and page, a service request is not', () => {
  expect(toWaitingItems(open)).toMatchObject([
    {
      kind: 'booking_request',
      dueAt: open.dueAt,
      start: '2026-12-06',
      text: 'Sun 6 – Thu 10 Dec 2026, 4 nights, 2 guests.',
      route: '/requests/r1',
      amountMinor: 104_500,
    },
  ])
  const expense = {
    ...open,
    kind: 'expense_approval',
    subject: 'A new boiler',
    checkIn: null,
    checkOut: null,
  } as const
  expect(toWaitingItems(expense)).toMatchObject([
    { kind: 'expense_approval', text: 'A new boiler', start: '2026-12-01', amountMinor: -104_500 },
  ])
  expect(toWaitingItems({ ...open, kind: 'service' })).toEqual([])
})

test.for([
  [{ checkIn: '2026-12-07', checkOut: '2026-12-10' }, 'Sun 6 – Thu 10 Dec 2026, 4 nights instead of 3.'],
  [
    { checkIn: '2026-12-05', checkOut: '2026-12-09' },
    'Sun 6 – Thu 10 Dec 2026, 4 nights instead of Sat 5 – Wed 9 Dec 2026.',
  ],
  [{ checkIn: '2026-12-06', checkOut: '2026-12-10' }, '2 guests instead of 3.'],
] as const)('an alteration is a decision with what it changes: %j', ([before, text]) =>
  expect(
    toWaitingItems({ ...open, kind: 'alteration', before: { ...before, guests: 3 }, amountMinor: -2_000 }),
  ).toMatchObject([{ kind: 'alteration', text, amountMinor: -2_000, route: '/requests/r1' }]),
)

test('a guest without a name for the reader is a guest', () => {
  expect(toWaitingItems({ ...open, guestName: null })[0]?.title).toBe('A guest asks to book')
})
