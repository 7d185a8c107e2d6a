import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { RequestNumbers } from '@hearth/contracts/performance'
import type { RequestPreview } from '@hearth/contracts/request'
import type { RequestRecord } from '../data/records/records.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { fakeApi, list, type Handler } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import RequestPage from './detail/RequestPage.tsx'
import RequestListPage from './list/RequestListPage.tsx'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const request: RequestRecord = {
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
const expense: RequestRecord = {
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

const alteration: RequestRecord = {
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

const refund: RequestRecord = {
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

const preview = (decision: 'accept' | 'decline'): RequestPreview => ({
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

const capabilities = [
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
const open = (rows: readonly RequestRecord[], more: Readonly<Record<string, Handler>> = {}) =>
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
const show = (id: string) =>
  renderAt(
    `/requests/${id}`,
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>,
  )
afterEach(() => queryClient.clear())

it('shows what accepting does, adds it up, and accepts with one key', async () => {
  const { calls } = open([request], {
    'POST /api/requests/r1/accept': () => ({
      body: { id: 'r1', revision: 1, events: ['RequestAccepted'] },
    }),
  })
  show('r1')
  expect(await screen.findByRole('heading', { name: 'Priya N. asks to book', level: 1 })).toBeVisible()
  expect(await screen.findByText('Totals match')).toBeVisible()
  const money = screen.getByRole('table')
  expect(within(money).getByRole('row', { name: /You receive 0.00 760.00/ })).toBeVisible()
  expect(screen.getByText('We would love to come for our anniversary.')).toBeVisible()

  await userEvent.keyboard('a')
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/requests/r1/accept')).toBe(true))
  expect(calls.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({
    previewToken: 'token-accept',
    note: null,
  })
})

const alterationPreview = ({ body }: { body: unknown }) => {
  const { decision } = body as { decision: 'accept' | 'decline' }
  return {
    body: {
      ...preview(decision),
      requestId: 'r3',
      lines: [
        { code: 'nights', beforeMinor: 45_000, afterMinor: 90_000 },
        { code: 'platform_fee', beforeMinor: -6_975, afterMinor: -13_950 },
      ],
      guestTotal: { beforeMinor: 45_000, afterMinor: 90_000 },
      hostPayout: { beforeMinor: 38_025, afterMinor: 76_050 },
      nights: {
        start: '2026-12-07',
        end: '2026-12-11',
        before: 'free',
        after: 'booked',
        instead: { start: '2026-12-08', end: '2026-12-10' },
      },
    },
  }
}

it('compares both stays of an alteration, and accepts it for what it brings more', async () => {
  const { calls } = open([alteration], {
    'POST /api/requests/r3/preview': alterationPreview,
    'POST /api/requests/r3/accept': () => ({
      body: { id: 'r3', revision: 1, events: ['RequestAccepted'] },
    }),
  })
  show('r3')
  expect(
    await screen.findByRole('heading', { name: 'Priya N. asks for other dates', level: 1 }),
  ).toBeVisible()
  expect(
    screen.getByRole('row', { name: /^Stay Tue\s8 .*10\sDec\s2026 Mon\s7 .*11\sDec\s2026$/ }),
  ).toBeVisible()
  expect(screen.getByRole('row', { name: 'Guests 1 3' })).toBeVisible()
  expect(await screen.findByText('Asked for, 4 nights')).toBeVisible()
  expect(screen.getByText(/^The guest is charged 450.00 USD now/)).toBeVisible()
  expect(screen.getByText(/^The booking stays as it is: Tue 8 – Thu 10 Dec 2026/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Accept, \+380.25/ }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({
      previewToken: 'token-accept',
      note: null,
    }),
  )
})

/** Of a refund of this much, at a fee of 15.5 %. */
const refundPreview = ({ body }: { body: unknown }) => {
  const { decision, amountMinor = 0 } = body as { decision: 'accept' | 'decline'; amountMinor?: number }
  const fee = Math.round(amountMinor * 0.155)
  return {
    body: {
      ...preview(decision),
      requestId: 'r4',
      lines: [
        { code: 'of_stay', beforeMinor: 84_000, afterMinor: 84_000 },
        { code: 'refund', beforeMinor: 0, afterMinor: -amountMinor },
        { code: 'fee_returned', beforeMinor: 0, afterMinor: fee },
      ],
      guestTotal: { beforeMinor: 99_500, afterMinor: 99_500 - amountMinor },
      hostPayout: { beforeMinor: 84_000, afterMinor: 84_000 - amountMinor + fee },
      nights: null,
      counts: { acceptance: 'none' },
      token: `token-${decision}-${amountMinor}`,
    },
  }
}

it('gives back a part of what a guest asks for, after it showed what that costs', async () => {
  const { calls } = open([refund], {
    'POST /api/requests/r4/preview': refundPreview,
    'POST /api/requests/r4/grant': () => ({
      body: { id: 'r4', revision: 1, events: ['RefundWaiverGranted'] },
    }),
  })
  show('r4')
  expect(await screen.findByRole('heading', { name: 'Paula V. asks for a refund', level: 1 })).toBeVisible()
  expect(screen.getByText('Something was broken or missing')).toBeVisible()
  expect(await screen.findByText(/^It costs you 126.75 USD/)).toBeVisible()
  const amount = screen.getByLabelText('Give back')
  await userEvent.clear(amount)
  expect(screen.getByText('Enter an amount up to what the guest asks for.')).toBeVisible()
  await userEvent.type(amount, '100')
  await userEvent.click(await screen.findByRole('button', { name: /^Give back 100.00/ }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/grant'))?.body).toEqual({
      previewToken: 'token-accept-10000',
      amountMinor: 10_000,
      note: null,
    }),
  )
})

it('shows what each answer does to the figures, and where there are too few', async () => {
  open([request])
  show('r1')
  expect(await screen.findByText('What it does to your numbers')).toBeVisible()
  expect(screen.getByRole('row', { name: /December 2026 51.61% 58.06% 51.61%$/ })).toBeVisible()
  expect(screen.getByRole('row', { name: 'Nights sold 16 of 31 18 of 31 16 of 31' })).toBeVisible()
  expect(
    screen.getByRole('row', { name: 'Booking requests accepted Too few (4) Too few (5) Too few (5)' }),
  ).toBeVisible()
  expect(screen.getByRole('row', { name: 'Answered in time 96% 96.15% 96.15%' })).toBeVisible()
})

it('offers something else than a guest asks for, after it showed what that does', async () => {
  const party = { adults: 1, children: 0, infants: 0, pets: 0 }
  const booking = { id: 'b1', listingId: 'l1', checkIn: '2026-12-08', checkOut: '2026-12-10' }
  const { calls } = open([alteration], {
    'POST /api/requests/r3/preview': alterationPreview,
    'GET /api/bookings/b1': () => ({ body: { ...booking, currency: 'USD', party } }),
    'POST /api/bookings/b1/offer-preview': () => ({
      body: {
        ...alterationPreview({ body: { decision: 'accept' } }).body,
        decision: 'offer',
        answerBy: inHours(72),
        token: 'token-offer',
      },
    }),
    'POST /api/requests/r3/counter': () => ({
      body: { id: 'r3', revision: 1, events: ['RequestCountered'] },
    }),
  })
  show('r3')
  await userEvent.click(await screen.findByRole('button', { name: 'Offer other dates or price' }))
  const dialog = await screen.findByRole('dialog', { name: 'Offer other dates or price' })
  const send = within(dialog).getByRole('button', { name: 'Send offer' })
  expect(send).toBeDisabled()
  await userEvent.type(within(dialog).getByLabelText(/^Price of all nights/), '400')
  expect(await within(dialog).findByText('Totals match')).toBeVisible()
  await userEvent.click(send)
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/counter'))?.body).toEqual({
      checkIn: null,
      checkOut: null,
      party: null,
      nightsMinor: 40_000,
      message: '',
      previewToken: 'token-offer',
    }),
  )
})

it('shows what the host offered while the guest decides, and lets the host withdraw it', async () => {
  open([{ ...alteration, status: 'offered', awaiting: 'guest', byHost: true, linkedId: 'r9' }], {
    'POST /api/requests/r3/preview': alterationPreview,
  })
  show('r3')
  expect(
    await screen.findByRole('heading', { name: 'You offered Priya N. another stay', level: 1 }),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'See what the guest asked for' })).toHaveAttribute(
    'href',
    '/requests/r9',
  )
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
  expect(screen.getByRole('columnheader', { name: 'Offered' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Your message to the guest' })).toBeVisible()
  expect(await screen.findByRole('columnheader', { name: 'If the guest accepts' })).toBeVisible()
  expect(screen.getByText('Offered, 4 nights')).toBeVisible()
  expect(screen.getByText('Totals match')).toBeVisible()
})

it('says why an accepted alteration was not made', async () => {
  open([{ ...alteration, status: 'failed', awaiting: null, dueAt: null, failure: 'charge_failed' }])
  show('r3')
  expect(await screen.findByText('The guest’s payment failed, so the booking is as it was.')).toBeVisible()
  expect(screen.getAllByText('Couldn’t be changed')).not.toHaveLength(0)
})

it('declines with a reason, which some must explain', async () => {
  const { calls } = open([request], {
    'POST /api/requests/r1/decline': () => ({
      body: { id: 'r1', revision: 1, events: ['RequestDeclined'] },
    }),
  })
  show('r1')
  await screen.findByText('Totals match')
  await waitFor(() => expect(screen.getByRole('button', { name: /^Decline/ })).toBeEnabled())
  await userEvent.keyboard('d')
  const dialog = await screen.findByRole('dialog', { name: 'Decline this request?' })
  const send = within(dialog).getByRole('button', { name: 'Decline' })
  expect(send).toBeDisabled()
  await userEvent.selectOptions(within(dialog).getByLabelText('Reason'), 'other')
  expect(send).toBeDisabled()
  await userEvent.type(within(dialog).getByLabelText(/Message to the guest/), 'We renovate in December.')
  await userEvent.click(send)
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/decline'))).toBe(true))
  expect(calls.find(({ path }) => path.endsWith('/decline'))?.body).toEqual({
    previewToken: 'token-decline',
    reason: 'other',
    text: 'We renovate in December.',
  })
})

it('says who decided first, and when', async () => {
  const decidedAt = new Date().toISOString()
  open([request], {
    'POST /api/requests/r1/accept': () => ({
      status: 409,
      body: {
        type: 'urn:problem:already-decided',
        title: 'Already decided',
        status: 409,
        code: 'ALREADY_DECIDED',
        requestStatus: 'declined',
        decidedBy: 'u2',
        decidedByName: 'Ben Cole',
        decidedAt,
      },
    }),
  })
  show('r1')
  await screen.findByText('Totals match')
  await userEvent.keyboard('a')
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Ben Cole declined this at \d/)
})

it('approves an expense of at most the estimate', async () => {
  const { calls } = open([expense], {
    'POST /api/requests/r2/approve-expense': () => ({
      body: { id: 'r2', revision: 1, events: ['ExpenseApproved'] },
    }),
  })
  show('r2')
  const amount = await screen.findByLabelText(/Approve up to/)
  expect(screen.getByText('There is no hot water for guests.')).toBeVisible()
  await userEvent.clear(amount)
  await userEvent.type(amount, '400.00')
  expect(screen.getByRole('button', { name: /^Approve/ })).toBeDisabled()
  await userEvent.clear(amount)
  await userEvent.type(amount, '300.00')
  await userEvent.click(screen.getByRole('button', { name: /^Approve/ }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/approve-expense'))?.body).toEqual({ capMinor: 30_000 }),
  )
})

const service: RequestRecord = {
  ...expense,
  id: 'r3',
  code: 'RQ-5B2QV7XJ',
  kind: 'service',
  subject: 'The tap drips',
  ifNotDone: null,
  bids: [],
  awaiting: 'operations',
  dueAt: inHours(7.5),
  serviceType: 'maintenance',
  urgency: 'high',
  amountMinor: null,
  currency: null,
}
const home = { id: 'l1', title: 'Cedar House', timezone: 'America/New_York', currency: 'USD' }
const staffCapabilities = [
  'request.read',
  'request.work',
  'request.service',
  'request.expense',
  'thread.read',
  'booking.money',
]
const openAsStaff = (row: RequestRecord, verbs: readonly string[]) => {
  const { calls } = open([row], {
    'GET /api/session': () => ({
      body: { ...session, role: 'support', account: null, accounts: [], capabilities: staffCapabilities },
    }),
    'GET /api/accounts': () => list([]),
    'GET /api/listings': () => list([home]),
    'POST /api/uploads': () => ({
      body: { id: '0197a9c3-1a2b-5c3d-8e4f-5a6b7c8d9e0f', name: 'invoice.pdf', state: 'clean' },
    }),
    ...Object.fromEntries(
      verbs.map((path) => [
        `POST /api/${path}`,
        () => ({ body: { id: row.id, revision: 1, events: ['ServiceAcknowledged'] } }),
      ]),
    ),
  })
  const sent = (path: string) => calls.find((call) => call.method === 'POST' && call.path === `/api/${path}`)
  return { calls, sent }
}

it('is acknowledged by staff within its deadline, and scheduled on the clock of the home', async () => {
  const acknowledged = openAsStaff(service, ['requests/r3/acknowledge'])
  const { unmount } = show('r3')
  expect(await screen.findByText(/^Acknowledge within 7 h/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  await waitFor(() => expect(acknowledged.sent('requests/r3/acknowledge')).toBeDefined())
  unmount()
  queryClient.clear()

  const late = { ...service, status: 'acknowledged', dueAt: null, acknowledgedInTime: false } as const
  const preferred = { startsAt: '2036-12-03T15:00:00.000Z', endsAt: '2036-12-03T17:00:00.000Z' }
  const scheduled = openAsStaff({ ...late, preferredSlots: [preferred] }, ['requests/r3/schedule'])
  show('r3')
  expect(await screen.findByText('Acknowledged late')).toBeVisible()
  await waitFor(() => expect(screen.getByText(/Cedar House/)).toBeVisible())
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  const dialog = await screen.findByRole('dialog', { name: 'Schedule the work' })
  expect(within(dialog).getByText('Local time at the listing: New York.')).toBeVisible()
  await userEvent.type(within(dialog).getByLabelText(/Assigned to/), 'Hudson Plumbing')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }))
  await waitFor(() =>
    expect(scheduled.sent('requests/r3/schedule')?.body).toEqual({
      startsAt: '2036-12-03T15:00:00.000Z',
      minutes: 120,
      vendor: 'Hudson Plumbing',
    }),
  )
})

it('lets staff ask the owner to pay, with bids', async () => {
  const { sent } = openAsStaff({ ...service, status: 'in_progress', dueAt: null }, ['expense-requests'])
  show('r3')
  await userEvent.click(await screen.findByRole('button', { name: 'Ask the owner to pay' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ask the owner to approve an expense' })
  const field = (name: RegExp | string) => within(dialog).getByLabelText(name)
  const send = within(dialog).getByRole('button', { name: 'Ask the owner to pay' })
  expect(field('Subject')).toHaveValue('The tap drips')
  await userEvent.type(field(/^Estimate/), '385')
  await userEvent.type(field(/^Bid 1 from/), 'Hudson Plumbing')
  expect(send).toBeDisabled()
  await userEvent.type(field(/^Bid 1(?! from)/), '385')
  await userEvent.type(field('If it isn’t done'), 'Water damages the floor.')
  await userEvent.click(send)
  await waitFor(() =>
    expect(sent('expense-requests')?.body).toEqual({
      listingId: 'l1',
      bookingId: null,
      serviceRequestId: 'r3',
      subject: 'The tap drips',
      estimateMinor: 38_500,
      bids: [{ vendor: 'Hudson Plumbing', amountMinor: 38_500 }],
      ifNotDone: 'Water damages the floor.',
      emergency: false,
    }),
  )
})

it('lets staff record what an approved expense cost, with its invoice', async () => {
  const approved = { ...expense, status: 'approved', awaiting: 'operations', dueAt: null } as const
  const { sent } = openAsStaff({ ...approved, spendableMinor: 42_350 }, ['requests/r2/record-expense'])
  show('r2')
  await userEvent.click(await screen.findByRole('button', { name: 'Record the cost' }))
  const dialog = await screen.findByRole('dialog', { name: 'Record the cost' })
  expect(within(dialog).getByText(/^The approval covers up to /)).toBeVisible()
  await userEvent.type(within(dialog).getByLabelText(/^Cost/), '400')
  const send = within(dialog).getByRole('button', { name: 'Record the cost' })
  expect(send).toBeDisabled()
  const invoice = new File(['%PDF'], 'invoice.pdf', { type: 'application/pdf' })
  await userEvent.upload(within(dialog).getByLabelText('Add a file: Invoice', { selector: 'input' }), invoice)
  expect(await within(dialog).findByText('invoice.pdf')).toBeVisible()
  await userEvent.click(send)
  await waitFor(() =>
    expect(sent('requests/r2/record-expense')?.body).toEqual({
      actualMinor: 40_000,
      invoiceFileId: '0197a9c3-1a2b-5c3d-8e4f-5a6b7c8d9e0f',
    }),
  )
})

it('asks Hearth for service, with a time that suits on the clock of the home', async () => {
  const { calls } = open([request, service], {
    'GET /api/listings': () => list([home]),
    'POST /api/service-requests': () => ({
      body: { id: 'r3', revision: 0, events: ['ServiceRequested'] },
    }),
  })
  renderAt('/requests', <RequestListPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Ask Hearth' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ask Hearth for service' })
  await waitFor(() => expect(within(dialog).getByLabelText('Listing')).toHaveTextContent('Cedar House'))
  await userEvent.selectOptions(within(dialog).getByLabelText('Listing'), 'l1')
  await userEvent.type(within(dialog).getByLabelText('Subject'), 'The tap drips')
  await userEvent.type(within(dialog).getByLabelText('Date 1'), '2036-12-03')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send request' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path === '/api/service-requests')?.body).toEqual({
      listingId: 'l1',
      type: 'maintenance',
      urgency: 'normal',
      subject: 'The tap drips',
      body: '',
      fileIds: [],
      preferredSlots: [{ startsAt: '2036-12-03T15:00:00.000Z', endsAt: '2036-12-03T17:00:00.000Z' }],
    }),
  )
})

it('says what was done, and not that the decision waits', async () => {
  open([{ ...service, status: 'completed', awaiting: 'host', dueAt: inHours(100), answer: 'A new washer.' }])
  show('r3')
  const last = (await screen.findByRole('heading', { name: 'Last step' })).closest('section')
  expect(last).toHaveTextContent('Completed')
  expect(last).toHaveTextContent('A new washer.')
  expect(last).not.toHaveTextContent('Waiting for you')
})

it('lists what waits with the time that is left, and says when nothing does', async () => {
  open([request, expense])
  const { unmount } = renderAt('/requests', <RequestListPage />)
  expect(await screen.findByRole('link', { name: /Priya N/ })).toHaveAttribute('href', '/requests/r1')
  expect(screen.getAllByText(/^10 h, until /)).toHaveLength(2)
  unmount()
  queryClient.clear()
  open([])
  renderAt('/requests', <RequestListPage />)
  expect(await screen.findByText('No request waits for you')).toBeVisible()
})

it('shows an unknown request as such, and an error with a way to try again', async () => {
  open([])
  const { unmount } = show('r9')
  expect(await screen.findByRole('heading', { name: 'No such request' })).toBeVisible()
  unmount()
  open([], {
    'GET /api/requests/r9': () => ({
      status: 503,
      body: { type: 'x', title: 'Too busy; try again shortly', status: 503, code: 'OVERLOADED' },
    }),
  })
  show('r9')
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})
