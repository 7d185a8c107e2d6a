import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ReconciliationRow } from '@hearth/contracts/reconciliation'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import '../../ledger/texts.ts'
import { ReconciliationCard } from './ReconciliationCard.tsx'

const clean: ReconciliationRow = {
  id: 'r1',
  completedAt: '2026-07-14T02:00:07.000Z',
  payouts: 1_204,
  movements: 3_612,
  differenceCount: 0,
  differences: [],
}
const found: ReconciliationRow = {
  ...clean,
  id: 'r2',
  completedAt: '2026-07-15T02:00:09.000Z',
  differenceCount: 1,
  differences: [
    {
      payoutId: 'p1',
      hostAccountId: null,
      what: 'unknown_transfer',
      expected: 'none',
      actual: '81640 EUR',
      foundAt: '2026-07-15T02:00:09.000Z',
    },
  ],
}

it('shows each nightly comparison and its differences', async () => {
  fakeApi({
    'GET /api/session': () => ({ body: session }),
    'GET /api/reconciliations': () => list([found, clean]),
  })
  renderAt('/internal/reports', <ReconciliationCard />)
  const [first, second] = await screen.findAllByRole('listitem')
  if (first === undefined || second === undefined) throw new Error('Two nights are shown')
  expect(within(first).getByText('1 discrepancy')).toBeVisible()
  expect(within(first).getByRole('rowheader', { name: 'no matching payout' })).toBeVisible()
  expect(within(first).getByRole('cell', { name: '816.40 EUR' })).toBeVisible()
  expect(within(second).getByText('No discrepancies')).toBeVisible()
  expect(within(second).queryByRole('table')).toBeNull()
})

it('shows when the first comparison runs', async () => {
  fakeApi({ 'GET /api/session': () => ({ body: session }), 'GET /api/reconciliations': () => list([]) })
  renderAt('/internal/reports', <ReconciliationCard />)
  expect(await screen.findByText(/every night after 02:00 UTC/)).toBeVisible()
})
