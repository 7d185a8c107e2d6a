import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { checkBreakdown, checkBridge, sumBreakdown, type PayoutsBreakdown } from '@hearth/contracts/ledger'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import PhonePayoutsPage from './PhonePayoutsPage.tsx'

const total = sumBreakdown([
  { key: '2026-06', part: 'gross', stage: 'paid', amountMinor: 112_000, entries: 1 },
  { key: '2026-06', part: 'platform_fee', stage: 'paid', amountMinor: -17_360, entries: 0 },
])
const breakdown: PayoutsBreakdown = {
  currency: 'USD',
  currencies: ['USD', 'EUR'],
  timezone: 'America/New_York',
  asOf: '2026-07-16T13:30:00.000Z',
  total,
  adjustments: [],
  groups: [{ key: '2026-06', label: 'June 2026', detail: null, ...total }],
  groupCount: 1,
  bridge: checkBridge(
    { earnedMinor: 94_640, notPaidMinor: 0, paidForOthersMinor: 0, paidMinor: 94_640 },
    'USD',
  ),
  check: checkBreakdown(total, total.netMinor, 'USD'),
  expected: null,
}
const payout = (id: string, code: string) => ({
  id,
  code,
  state: 'paid',
  currency: 'USD',
  amountMinor: 94_640,
  entryIds: ['e1'],
  scheduledFor: '2026-06-20T13:00:00.000Z',
  paidOn: '2026-06-22',
})
const others = {
  'GET /api/session': () => ({
    body: { ...session, capabilities: [...session.capabilities, 'ledger.read', 'payout.read'] },
  }),
  'GET /api/payouts-breakdown': () => ({ body: breakdown }),
}

it('steps from month to month, and shows each from gross to net with its sum', async () => {
  const { calls } = fakeApi({ ...others, 'GET /api/payouts': () => list([]) })
  renderAt('/mobile/performance/payouts-breakdown?from=2026-06-01&to=2026-06-30', <PhonePayoutsPage />)
  expect(await screen.findByText('1,120.00 − 173.60 = 946.40 USD')).toBeVisible()
  expect(screen.getByText('June 2026')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(await screen.findByText('May 2026')).toBeVisible()
  expect(screen.getByTestId('address')).toHaveTextContent('from=2026-05-01&to=2026-05-31')
  expect(
    calls
      .filter(({ path }) => path === '/api/payouts-breakdown')
      .at(-1)
      ?.query.get('to'),
  ).toBe('2026-05-31')
})

it('opens the newest payout, and lists the others', async () => {
  fakeApi({
    ...others,
    'GET /api/payouts': () => list([payout('p2', 'PO-00000002'), payout('p1', 'PO-00000001')]),
    'GET /api/payouts/p2/explain': () => ({
      body: {
        code: 'PO-00000002',
        amountMinor: 94_640,
        currency: 'USD',
        entries: [],
        check: breakdown.check,
      },
    }),
  })
  renderAt('/mobile/performance/payouts-breakdown?from=2026-06-01&to=2026-06-30', <PhonePayoutsPage />)
  expect(await screen.findByRole('heading', { name: 'PO-00000002' })).toBeVisible()
  expect(screen.getByRole('button', { name: /PO-00000001/ })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'EUR' }))
  expect(screen.getByTestId('address')).toHaveTextContent('currency=EUR')
})
