import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { RequestRecord } from '../data/records/records.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import RequestListPage from './list/RequestListPage.tsx'
import { inHours, request, expense, open, show } from './testing/openRequests.tsx'

afterEach(() => queryClient.clear())

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
