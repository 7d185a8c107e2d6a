import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERASED } from '../kernel/erased.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { requestProjection } from './projections.ts'
import type { RequestRow } from './resource.ts'

/** Types whose newest version has what rows are made of. */
const VERSIONS: Readonly<Record<string, number>> = { BookingRequested: 4 }
const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(
    readFileSync(new URL(`../../fixtures/${type}.v${VERSIONS[type] ?? 1}.json`, import.meta.url), 'utf8'),
  )

/** The row after events with the data of their fixtures, one hour apart. */
const rowAfter = (...types: readonly string[]) =>
  types.reduce<RequestRow | undefined>((row, type, index) => {
    const at = `2026-06-12T${10 + index}:00:00.000Z`
    const event: RecordedEvent = {
      id: `e${index}`,
      stream: 'request-x',
      revision: BigInt(index),
      type,
      data: fixture(type),
      metadata: { occurredAt: at, actorId: `u${index}`, tenantId: 't' },
      position: { commit: BigInt(index), prepare: BigInt(index) },
      recordedAt: at,
    }
    return requestProjection.fold(row, event, 'x')
  }, undefined)

test.for([
  [
    ['BookingRequested'],
    {
      status: 'open',
      awaiting: 'host',
      dueAt: '2026-05-02T12:00:00.000Z',
      guests: 3,
      // What the host receives, not the 1,232.00 that the guest pays.
      amountMinor: 96_320,
    },
  ],
  [
    ['BookingRequested', 'RequestAccepted'],
    { status: 'accepted', awaiting: null, dueAt: null, bookingId: 'x' },
  ],
  [['BookingRequested', 'RequestDeclined'], { status: 'declined', awaiting: null, bookingId: null }],
  [['BookingRequested', 'RequestExpired'], { status: 'expired', movedBy: 'u1' }],
  [['BookingRequested', 'RequestWithdrawn'], { status: 'withdrawn', movedAt: '2026-06-12T11:00:00.000Z' }],
  [
    ['AlterationRequested'],
    {
      status: 'open',
      awaiting: 'host',
      before: { checkIn: '2026-07-10', checkOut: '2026-07-15', guests: 3 },
      checkOut: '2026-07-16',
      amountMinor: 18_590,
      bookingId: '45876d92-0ba5-5eca-8b94-403f8877b05a',
    },
  ],
  [
    ['AlterationRequested', 'RequestAccepted', 'AlterationNotMade'],
    { status: 'failed', awaiting: null, failure: 'charge_failed', answer: 'You are welcome.' },
  ],
  [
    ['AlterationRequested', 'RequestSuperseded'],
    { status: 'superseded', bookingId: '45876d92-0ba5-5eca-8b94-403f8877b05a' },
  ],
  [['ServiceRequested'], { status: 'open', awaiting: 'operations', dueAt: '2026-06-12T21:42:00.000Z' }],
  [
    ['ServiceRequested', 'ServiceAcknowledged'],
    { status: 'acknowledged', awaiting: 'operations', dueAt: null, acknowledgedInTime: true },
  ],
  [
    ['ServiceRequested', 'ServiceAcknowledged', 'ServiceScheduled', 'ServiceStarted', 'ServiceCompleted'],
    { status: 'completed', awaiting: 'host', dueAt: '2026-06-22T11:00:00.000Z', actualMinor: 8_500 },
  ],
  [['ServiceRequested', 'RequestWithdrawn'], { status: 'cancelled', awaiting: null }],
  [['ExpenseApprovalRequested', 'ExpenseEscalated'], { status: 'escalated', awaiting: 'host', dueAt: null }],
  [
    ['ExpenseApprovalRequested', 'ExpenseApproved', 'ExpenseIncurred'],
    {
      status: 'incurred',
      awaiting: null,
      amountMinor: 120_000,
      spendableMinor: 132_000,
      actualMinor: 118_050,
    },
  ],
  [
    ['ExpenseApprovalRequested', 'ExpenseAutoApprovedEmergency'],
    { status: 'approved', awaiting: 'operations', spendableMinor: 44_000, emergency: true },
  ],
  [
    ['AlterationOffered'],
    { kind: 'alteration', status: 'offered', awaiting: 'guest', byHost: true, linkedId: null },
  ],
  [['AlterationOffered', 'OfferAccepted'], { status: 'accepted', awaiting: null, dueAt: null }],
  [['AlterationOffered', 'OfferDeclined'], { status: 'declined', awaiting: null }],
  [
    ['AlterationRequested', 'RequestCountered'],
    {
      status: 'countered',
      awaiting: null,
      linkedId: '0d3a6a5e-8e65-5f1f-9b1c-6a2f5a4b7c01',
      answer: 'These nights are taken. Would a day later suit you?',
    },
  ],
  [
    ['RefundWaiverRequested'],
    { kind: 'refund_waiver', status: 'open', awaiting: 'host', amountMinor: 15_000, refundReason: 'broken' },
  ],
  [
    ['RefundWaiverRequested', 'RefundWaiverGranted'],
    { status: 'accepted', awaiting: null, actualMinor: 15_000, answer: 'Sorry about the cold evening.' },
  ],
  [
    ['RefundWaiverRequested', 'RefundWaiverGranted', 'RefundWaiverNotMade'],
    { status: 'failed', awaiting: null, actualMinor: null },
  ],
] as const)('after %s, the row of a request', ([types, row]) => {
  expect(rowAfter(...types)).toMatchObject(row)
  expect(requestProjection.row.safeParse(rowAfter(...types)).error).toBeUndefined()
})

test('a row has what people wrote, until it is erased', () => {
  const asked = rowAfter('BookingRequested', 'RequestDeclined')
  expect(asked).toMatchObject({
    answer: 'The roof is being repaired that week.',
    declineReason: 'maintenance',
  })
  const withoutGuest = rowAfter('BookingRequested', 'RequestDeclined', 'RequestGuestErased')
  expect(withoutGuest).toMatchObject({ guestName: ERASED, body: ERASED, answer: ERASED, status: 'declined' })

  const expense = rowAfter('ExpenseApprovalRequested', 'ExpenseDeclined')
  expect(expense).toMatchObject({ answer: 'My own plumber does this for less.' })
  expect(expense?.bids).not.toEqual([])
  const erasure: RecordedEvent = {
    id: 'e9',
    stream: 'hostAccount-t',
    revision: 9n,
    type: 'AccountTextsErased',
    data: { table: 'request', ids: ['x'] },
    metadata: {},
    position: { commit: 9n, prepare: 9n },
    recordedAt: '2026-07-01T00:00:00.000Z',
  }
  expect(requestProjection.keys(erasure)).toEqual(['x'])
  expect(requestProjection.fold(expense, erasure, 'x')).toMatchObject({
    subject: ERASED,
    ifNotDone: ERASED,
    answer: ERASED,
    bids: expense?.bids.map((bid) => ({ ...bid, vendor: ERASED })),
  })
})
