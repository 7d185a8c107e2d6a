import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useNavigate } from 'react-router-dom'
import { expect, it } from 'vitest'
import {
  sumBreakdown,
  checkBridge,
  checkBreakdown,
  type BreakdownCell,
  type PayoutsBreakdown,
} from '@hearth/contracts/ledger'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { listedBooking, session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import BreakdownPage from './BreakdownPage.tsx'

const cells: readonly BreakdownCell[] = [
  { key: '2026-07', part: 'gross', stage: 'paid', amountMinor: 112_000, entries: 1 },
  { key: '2026-07', part: 'platform_fee', stage: 'paid', amountMinor: -17_360, entries: 0 },
  { key: '2026-07', part: 'adjustments', stage: 'available', amountMinor: -28_000, entries: 1 },
]
const total = sumBreakdown(cells)
const breakdown: PayoutsBreakdown = {
  currency: 'USD',
  currencies: ['USD'],
  timezone: 'America/New_York',
  asOf: '2026-07-16T13:30:00.000Z',
  total,
  adjustments: [{ kind: 'host_cancellation_fee', amountMinor: -28_000 }],
  groups: [{ key: '2026-07', label: 'July 2026', detail: null, ...total }],
  groupCount: 1,
  bridge: checkBridge(
    { earnedMinor: 66_640, notPaidMinor: -28_000, paidForOthersMinor: 0, paidMinor: 94_640 },
    'USD',
  ),
  check: checkBreakdown(total, total.netMinor, 'USD'),
  expected: { amountMinor: 64_000, stays: 2 },
}
const others = { 'GET /api/session': () => ({ body: session }), 'GET /api/payout-holds': () => list([]) }

it('shows the steps from gross to net with their sum, and opens a step by its address', async () => {
  fakeApi({ ...others, 'GET /api/payouts-breakdown': () => ({ body: breakdown }) })
  renderAt('/performance/payouts-breakdown?period=all', <BreakdownPage />)
  expect(await screen.findByText('1,120.00 − 173.60 − 280.00 = 666.40 USD')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Hearth fee/ }))
  expect(screen.getByTestId('address')).toHaveTextContent('part=platform_fee')
})

it('says that a month which has not begun has the money of cancelled stays', async () => {
  const groups = [...breakdown.groups, { key: '2099-12', label: 'December 2099', detail: null, ...total }]
  fakeApi({ ...others, 'GET /api/payouts-breakdown': () => ({ body: { ...breakdown, groups } }) })
  renderAt('/performance/payouts-breakdown?period=all', <BreakdownPage />)
  expect(
    await screen.findByRole('rowheader', { name: /^December 2099.*from cancelled stays$/ }),
  ).toBeVisible()
  expect(screen.getByRole('rowheader', { name: 'July 2026' })).toBeVisible()
})

it('goes back to the page when Esc closes a drawer, and adds no step to the history', async () => {
  fakeApi({
    ...others,
    'GET /api/payouts-breakdown': () => ({ body: breakdown }),
    'GET /api/payouts-breakdown/entries': () => ({ body: { entries: [], count: 0, check: breakdown.check } }),
  })
  const Back = () => {
    const navigate = useNavigate()
    return (
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    )
  }
  renderAt(
    '/bookings',
    <>
      <Link to="/performance/payouts-breakdown">Payouts</Link>
      <Back />
      <BreakdownPage />
    </>,
  )
  await userEvent.click(screen.getByRole('link', { name: 'Payouts' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Hearth fee/ }))
  const address = screen.getByTestId('address')
  expect(address).toHaveTextContent('part=platform_fee')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(address).toHaveTextContent(/^\/performance\/payouts-breakdown$/))
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(address).toHaveTextContent('/bookings')
})

const disruption = {
  disruptionId: 'd1',
  title: 'Storm Ana',
  start: '2026-07-10',
  end: '2026-07-20',
  evidenceUntil: '2026-07-15T10:00:00.000Z',
}

it('opens the stays that are still to be earned, with what each is to bring', async () => {
  const { calls } = fakeApi({
    ...others,
    'GET /api/session': () => ({
      body: { ...session, capabilities: [...session.capabilities, 'ledger.read'] },
    }),
    'GET /api/payouts-breakdown': () => ({ body: breakdown }),
    'GET /api/listings': () => list([{ id: 'l1', title: 'Cedar House', place: 'Kingston, NY' }]),
    'GET /api/bookings': () => list([{ ...listedBooking, hostPayoutMinor: 40_000, disruption }]),
  })
  renderAt('/performance/payouts-breakdown?from=2026-07-01&to=2026-07-31', <BreakdownPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Upcoming\s*640\.00/ }))
  expect(
    await screen.findByRole('link', { name: /^Daniel\sW\..*Cedar\sHouse,\s.*16.*Jul\s2026.*400\.00/ }),
  ).toBeVisible()
  expect(screen.getByText('Declared event: Storm Ana')).toBeVisible()
  expect(
    screen.getByText(/^A declared event covers 1 of these stays\. .* you earn nothing for it/),
  ).toBeVisible()
  expect(screen.getByText('1 more stay').parentElement).toHaveTextContent('240.00')
  const asked = calls.find(({ path }) => path === '/api/bookings')?.query
  expect(JSON.parse(asked?.get('filter') ?? '{}')).toEqual({
    status: ['confirmed', 'overbooked'],
    currency: 'USD',
    checkIn_gte: '2026-07-01',
    checkIn_lte: '2026-07-31',
  })
})

it('says how much of the money that waits is from other dates', async () => {
  const item = {
    kind: 'no_bank_account',
    currency: 'USD',
    amountMinor: 72_000,
    title: '720.00 USD can’t be paid out',
    text: 'Add a bank account that receives USD.',
  }
  const total = sumBreakdown([{ ...cells[0]!, stage: 'available', amountMinor: 50_000 }])
  fakeApi({
    ...others,
    'GET /api/session': () => ({
      body: { ...session, capabilities: [...session.capabilities, 'booking.read'] },
    }),
    'GET /api/payouts-breakdown': () => ({ body: { ...breakdown, total } }),
    'GET /api/today': () => ({ body: { waiting: [item] } }),
  })
  renderAt('/performance/payouts-breakdown', <BreakdownPage />)
  expect(
    await screen.findByText(/receives USD\. 220\.00 USD of it is from dates that aren’t shown here\./),
  ).toBeVisible()
})

it('explains when money arrives, before anything was earned', async () => {
  fakeApi({
    ...others,
    'GET /api/payouts-breakdown': () => ({ body: { ...breakdown, currency: null, currencies: [] } }),
  })
  renderAt('/performance/payouts-breakdown', <BreakdownPage />)
  expect(await screen.findByText('No earnings yet')).toBeVisible()
})

it('explains a sum that is wrong', async () => {
  fakeApi({
    ...others,
    'GET /api/payouts-breakdown': () => ({
      body: { ...breakdown, check: { ...breakdown.check, holds: false } },
    }),
  })
  renderAt('/performance/payouts-breakdown?period=all', <BreakdownPage />)
  expect(await screen.findByText(/The totals don’t match/)).toBeVisible()
})

it('offers to retry a page that failed to load', async () => {
  fakeApi({
    ...others,
    'GET /api/payouts-breakdown': () => ({
      status: 500,
      body: { type: 'urn:problem:internal', title: 'Broken', status: 500, code: 'INTERNAL' },
    }),
  })
  renderAt('/performance/payouts-breakdown', <BreakdownPage />)
  expect(await screen.findByText('Couldn’t load your payouts')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

it.for([
  // The clocks went forward on the last day.
  ['earned', { scheduledFor_gte: '2026-03-01T05:00:00.000Z', scheduledFor_lte: '2026-03-09T03:59:59.999Z' }],
  ['paid', { paidOn_gte: '2026-03-01', paidOn_lte: '2026-03-08' }],
] as const)('lists the payouts of the same days as the sums beside them: %s', async ([when, days]) => {
  const { calls } = fakeApi({
    ...others,
    'GET /api/payouts-breakdown': () => ({ body: breakdown }),
    'GET /api/payouts': () => list([]),
  })
  renderAt(
    `/performance/payouts-breakdown?view=payouts&when=${when}&from=2026-03-01&to=2026-03-08`,
    <BreakdownPage />,
  )
  await screen.findByText('No payouts in this period')
  const query = calls.find(({ path }) => path === '/api/payouts')?.query
  expect(JSON.parse(query?.get('filter') ?? '{}')).toEqual({ currency: 'USD', ...days })
})

it('shows the bank’s own day, which began the evening before in the zone of the account', async () => {
  const row = {
    id: 'p1',
    code: 'PO-00000001',
    state: 'paid',
    currency: 'USD',
    amountMinor: 81_640,
    entryIds: ['e1'],
    scheduledFor: '2026-03-02T09:00:00.000Z',
    paidAt: '2026-03-05T00:00:00.000Z',
    paidOn: '2026-03-05',
    expectedArrival: null,
    explanation: null,
  }
  fakeApi({
    ...others,
    'GET /api/payouts-breakdown': () => ({ body: breakdown }),
    'GET /api/payouts': () => list([row]),
  })
  renderAt('/performance/payouts-breakdown?view=payouts', <BreakdownPage />)
  expect(await screen.findByRole('cell', { name: /5 Mar/ })).toBeVisible()
})
