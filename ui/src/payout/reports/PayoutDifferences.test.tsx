import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import '../../ledger/texts.ts'
import { PayoutDifferences } from './PayoutDifferences.tsx'

const foundAt = '2026-07-15T02:00:09.000Z'

it('shows amounts as money and states in words', async () => {
  fakeApi({ 'GET /api/session': () => ({ body: session }) })
  renderAt(
    '/internal/reports',
    <PayoutDifferences
      row={{
        currency: 'EUR',
        differences: [
          { field: 'amount', expected: '181640', actual: '181604', foundAt },
          { field: 'state', expected: 'paid', actual: 'failed', foundAt },
          { field: 'reference', expected: 'tr_1', actual: '2002', foundAt },
        ],
      }}
    />,
  )
  const rows = await screen.findAllByRole('row')
  const texts = rows.slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(texts).toEqual([
    ['1,816.40 EUR', '1,816.04 EUR'],
    ['Paid', 'Failed'],
    ['tr_1', '2002'],
  ])
  expect(screen.getByRole('rowheader', { name: /^Amount.*Found/ })).toBeVisible()
})

it('shows nothing without differences', () => {
  fakeApi({ 'GET /api/session': () => ({ body: session }) })
  renderAt('/internal/reports', <PayoutDifferences row={{ currency: 'EUR', differences: [] }} />)
  expect(screen.queryByRole('table')).toBeNull()
})
