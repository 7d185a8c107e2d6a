import { Route, Routes } from 'react-router-dom'
import type { RequestNumbers } from '@hearth/contracts/performance'
import type { RequestPreview } from '@hearth/contracts/request'
import type { RequestRecord } from '../../data/records/records.ts'
import { fakeApi, list, type Handler } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import RequestPage from '../detail/RequestPage.tsx'

export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

export const request: RequestRecord = {
  id: 'r1',
  tenantId: 'a1',
  revision: 0,
  code: 'RQ-7K2M9QXD',
  kind: 'booking_request',
  status: 'open',
  listingId: 'l1',
  hostAccountId: 'a1',
  guestRef: 'g1',
  guestName: 'Priya N.',
  subject: null,
  body: 'We would love to come for our anniversary.',
  ifNotDone: null,
  bids: [],
  vendor: null,
  refundReason: null,
  declineReason: null,
  answer: null,
  serviceRequestId: null,
  bookingId: null,
  awaiting: 'host',
  dueAt: inHours(10.5),
  openedBy: 'gateway',
  openedAt: inHours(-13.5),
  movedBy: 'gateway',
  movedAt: inHours(-13.5),
  serviceType: null,
  urgency: null,
  emergency: false,
  preferredSlots: [],
  startsAt: null,
  checkIn: '2026-12-06',
  checkOut: '2026-12-10',
  guests: 2,
  before: null,
  byHost: false,
  linkedId: null,
  failure: null,
  fileIds: [],
  resultFileIds: [],
  acknowledgedInTime: null,
  amountMinor: 104_500,
  spendableMinor: null,
  actualMinor: null,
  currency: 'USD',
}
export const expense: RequestRecord = {
  ...request,
  id: 'r2',
  code: 'RQ-6C3RW8YK',
  kind: 'expense_approval',
  guestRef: null,
  guestName: null,
  subject: 'A new boiler',
  body: null,
  ifNotDone: 'There is no hot water for guests.',
  bids: [{ vendor: 'Hudson Plumbing', amountMinor: 38_500 }],
  checkIn: null,
  checkOut: null,
  guests: null,
  amountMinor: 38_500,
}

export const alteration: RequestRecord = {
  ...request,
  id: 'r3',
  kind: 'alteration',
  bookingId: 'b1',
  before: { checkIn: '2026-12-08', checkOut: '2026-12-10', guests: 1 },
  checkIn: '2026-12-07',
  checkOut: '2026-12-11',
  guests: 3,
  amountMinor: 38_025,
}

export const refund: RequestRecord = {
  ...request,
  id: 'r4',
  kind: 'refund_waiver',
  guestName: 'Paula V.',
  body: 'The heating was off for one evening.',
  refundReason: 'broken',
  bookingId: 'b1',
  checkIn: null,
  checkOut: null,
  guests: null,
  amountMinor: 15_000,
}

export const preview = (decision: 'accept' | 'decline'): RequestPreview => ({
  requestId: 'r1',
  revision: 0,
  decision,
  currency: 'USD',
  lines: [
    { code: 'nights', beforeMinor: 0, afterMinor: 90_000 },
    { code: 'tax:lodging', beforeMinor: 0, afterMinor: 9_500 },
    { code: 'platform_fee', beforeMinor: 0, afterMinor: -14_000 },
    { code: 'remitted', beforeMinor: 0, afterMinor: -9_500 },
  ],
  guestTotal: { beforeMinor: 0, afterMinor: 99_500 },
  hostPayout: { beforeMinor: 0, afterMinor: 76_000 },
  nights: { start: '2026-12-06', end: '2026-12-10', before: 'held', after: 'booked', instead: null },
  counts: { acceptance: decision === 'accept' ? 'accepted' : 'declined' },
  computedAt: inHours(0),
  validUntil: inHours(0.25),
  token: `token-${decision}`,
})

export const capabilities = [
  ...session.capabilities,
  'request.read',
  'request.decide',
  'request.service',
  'request.approve-expense',
  'thread.read',
] as const

const numbers: RequestNumbers = {
  month: '2026-12',
  numbers: [
    {
      code: 'occupancy',
      now: { hits: 16, count: 31 },
      ifAccepted: { hits: 18, count: 31 },
      ifDeclined: { hits: 16, count: 31 },
    },
    {
      code: 'acceptance',
      now: { hits: 3, count: 4 },
      ifAccepted: { hits: 4, count: 5 },
      ifDeclined: { hits: 3, count: 5 },
    },
    {
      code: 'response',
      now: { hits: 24, count: 25 },
      ifAccepted: { hits: 25, count: 26 },
      ifDeclined: { hits: 25, count: 26 },
    },
  ],
  answerInTimeUntil: null,
}

/** The API with these requests; `more` answers what else is asked. */
export const open = (rows: readonly RequestRecord[], more: Readonly<Record<string, Handler>> = {}) =>
  fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities } }),
    'GET /api/requests': () => list(rows),
    'GET /api/listings': () => list([]),
    'GET /api/rules': () => list([]),
    ...Object.fromEntries(
      rows.flatMap((row) => [
        [`GET /api/requests/${row.id}`, () => ({ body: row })],
        [`GET /api/requests/${row.id}/history`, () => ({ body: { entries: [] } })],
        [`GET /api/requests/${row.id}/numbers`, () => ({ body: numbers })],
        [
          `POST /api/requests/${row.id}/preview`,
          ({ body }: { body: unknown }) => ({
            body: preview((body as { decision: 'accept' | 'decline' }).decision),
          }),
        ],
      ]),
    ),
    ...more,
  })
export const show = (id: string) =>
  renderAt(
    `/requests/${id}`,
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>,
  )
