import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { ReconciliationOverview } from '@hearth/contracts/reconciliation/overview'
import { fakeApi } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import ReconciliationReport from './ReconciliationReport.tsx'

const agreeing = { differing: 0, differences: [], restMinor: 0 }
const overview: ReconciliationOverview = {
  from: '2026-07-01',
  to: '2026-07-31',
  currency: 'EUR',
  currencies: ['EUR', 'USD'],
  comparisons: [
    {
      code: 'bookings_ledger',
      records: 2,
      differing: 1,
      leftMinor: 50_000,
      rightMinor: 49_500,
      differences: [
        {
          id: 'b1',
          code: 'HB-WRONG',
          hostAccountId: 'a1',
          hostName: 'Vale Stays',
          leftMinor: 20_000,
          rightMinor: 19_500,
        },
      ],
      restMinor: 0,
      check: { holds: true, text: '500.00 − 5.00 = 495.00' },
    },
    {
      ...agreeing,
      code: 'ledger_payouts',
      records: 1,
      leftMinor: 49_500,
      rightMinor: 49_500,
      check: { holds: true, text: '495.00 = 495.00' },
    },
  ],
}
const row = { at: '2026-07-20T14:00:00.000Z', currency: 'EUR' } as const

const show = (answer: object = overview, status = 200) => {
  const api = fakeApi({
    'GET /api/session': () => ({ body: { ...session, account: null, capabilities: ['payout.review'] } }),
    'GET /api/reconciliation-overview': () => ({ status, body: answer }),
    'GET /api/reconciliation-overview/b1/rows': () => ({
      body: {
        left: [{ ...row, id: 'b1', what: 'completed', amountMinor: 20_000, stream: 'booking-b1' }],
        right: [{ ...row, id: 'e1', what: 'booking_earnings', amountMinor: 19_500, stream: 'hostLedger-a1' }],
      },
    }),
  })
  renderAt('/internal/reports?report=reconciliation', <ReconciliationReport />)
  return api
}

it('says which side differs, and opens a difference to the records of both', async () => {
  const { calls } = show()
  const card = within(await screen.findByRole('table', { name: 'Bookings and ledger' }))
  expect(screen.getByText('1 differs')).toBeVisible()
  expect(screen.getByText('Agrees')).toBeVisible()
  await userEvent.click(card.getByRole('button', { name: /HB-WRONG/ }))
  expect(await card.findByRole('link', { name: 'completed' })).toHaveAttribute(
    'href',
    '/internal/reports?report=events&stream=booking-b1',
  )
  expect(card.getByRole('link', { name: 'Earnings' })).toBeVisible()
  expect(calls.find(({ path }) => path.endsWith('/rows'))?.query.get('comparison')).toBe('bookings_ledger')
  expect(screen.getByTestId('address')).toHaveTextContent('open=bookings_ledger.b1')
})

it('says that nothing was compared, and why it is refused', async () => {
  show({ ...overview, currency: null, currencies: [], comparisons: [] })
  expect(await screen.findByText('Nothing to compare')).toBeVisible()
})

it('shows why a comparison is refused', async () => {
  const detail = 'At most 92 days are compared.'
  show({ type: 'urn:problem:limit', title: 'Too many', status: 422, code: 'LIMIT_EXCEEDED', detail }, 422)
  expect(await screen.findByText(detail)).toBeVisible()
})
