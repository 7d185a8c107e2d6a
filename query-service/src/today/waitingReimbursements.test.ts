import { expect, test } from 'vitest'
import { toWaitingClaim } from './waitingReimbursements.ts'

const draft: Parameters<typeof toWaitingClaim>[0] = {
  id: 'c1',
  code: 'CL-7W2KD4XN',
  kind: 'damage',
  status: 'draft',
  outcome: null,
  listingId: 'l1',
  hostAccountId: 'a1',
  incidentId: null,
  bookingId: 'b1',
  bookingCode: 'HB-7K2M9QXD',
  guestRef: 'g1',
  guestName: 'Grace A.',
  checkIn: '2026-11-05',
  checkOut: '2026-11-12',
  checkOutInstant: '2026-11-12T16:00:00.000Z',
  cleaningMinor: 9_500,
  currency: 'USD',
  titles: ['Television', 'Extra cleaning'],
  claimedMinor: 72_000,
  mostMinor: 57_000,
  approvedMinor: null,
  paidMinor: 0,
  fundedBy: null,
  awaiting: 'host',
  dueAt: '2026-11-26T16:00:00.000Z',
  otherwise: 'expires',
  openedBy: 'u1',
  openedAt: '2026-11-13T10:00:00.000Z',
  closesAt: '2026-11-26T16:00:00.000Z',
  submittedAt: null,
  flags: [],
  guestBy: null,
  firstActionBy: null,
  firstActionAt: null,
  decisionBy: null,
  decidedAt: null,
  appealBy: null,
  appealedAt: null,
  endedAt: null,
  reviewerId: null,
  missed: [],
}

test('a claim that is not sent waits for the host until its window closes', () =>
  expect(toWaitingClaim(draft)).toMatchObject({
    kind: 'reimbursement_draft',
    dueAt: draft.closesAt,
    text: 'Not sent yet, with 2 items.',
    start: '2026-11-05',
    amountMinor: 72_000,
    route: '/reimbursements/c1',
  }))

test('questions about a claim wait for the host until they are due', () => {
  const asked = { ...draft, status: 'info_requested', dueAt: '2026-11-30T10:00:00.000Z' } as const
  expect(toWaitingClaim(asked)).toMatchObject({ kind: 'reimbursement_info', dueAt: asked.dueAt })
})

test('an expense without a stay is shown at the day on which it was begun', () =>
  expect(toWaitingClaim({ ...draft, checkIn: null, checkOut: null })).toMatchObject({
    start: '2026-11-13',
    end: '2026-11-13',
  }))
