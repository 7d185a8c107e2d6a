import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import type { StatementContent } from '@hearth/contracts/statement'
import { fakeApi, list, type Handler } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import StatementPage from './StatementPage.tsx'
import StatementsPage from './StatementsPage.tsx'
import type { Statement } from './useStatements.ts'

/** SHA-256 of the three bytes `abc`. */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const october: Statement = {
  id: 'a1-202610',
  tenantId: 'a1',
  revision: 3,
  hostAccountId: 'a1',
  month: '2026-10',
  timezone: 'America/New_York',
  state: 'locked',
  lockAt: '2026-11-03T14:00:00.000Z',
  lockedAt: '2026-11-03T14:00:00.000Z',
  previousMonth: '2026-09',
  ledgerRevision: 4_118,
  sha256: ABC,
  contentSha256: 'b'.repeat(64),
  totals: [
    {
      currency: 'USD',
      openingMinor: 291_862,
      movementMinor: 104_240,
      paidMinor: 291_862,
      closingMinor: 104_240,
    },
  ],
  adjustments: [],
}
const november: Statement = {
  ...october,
  id: 'a1-202611',
  month: '2026-11',
  adjustments: [{ month: '2026-10', currency: 'USD', entries: 1, amountMinor: 9_600 }],
}
const december: Statement = {
  ...october,
  id: 'a1-202612',
  month: '2026-12',
  state: 'draft',
  lockAt: '2027-01-03T14:00:00.000Z',
  lockedAt: null,
  sha256: null,
  totals: [],
}
const content: StatementContent = {
  hostAccountId: 'a1',
  month: '2026-10',
  timezone: 'America/New_York',
  previousMonth: '2026-09',
  ledgerRevision: 4_118,
  listings: { l1: 'Harbor Loft' },
  sections: [
    {
      currency: 'USD',
      openingMinor: 291_862,
      closingMinor: 104_240,
      entries: [
        {
          entryId: 'e1',
          kind: 'booking_earnings',
          bookingId: '45876d92-0ba5-5eca-8b94-403f8877b05a',
          listingId: 'l1',
          earnedOn: '2026-10-10',
          amountMinor: 94_640,
          parts: { gross: 112_000, platform_fee: -17_360 },
          priorMonth: null,
        },
        {
          entryId: 'e2',
          kind: 'reimbursement',
          bookingId: null,
          listingId: null,
          earnedOn: '2026-10-12',
          amountMinor: 9_600,
          parts: { adjustments: 9_600 },
          priorMonth: '2026-09',
        },
      ],
      payouts: [
        {
          payoutId: '0197f3a0-5a3e-7a10-8c44-9f20c1d2e301',
          paidOn: '2026-10-06',
          reference: 'TX-9',
          amountMinor: 291_862,
        },
      ],
    },
  ],
}

const open = (path: string, more: Record<string, Handler> = {}) => {
  fakeApi({
    'GET /api/session': () => ({
      body: { ...session, capabilities: [...session.capabilities, 'statement.read'] },
    }),
    'GET /api/statements': () => list([december, november, october]),
    'GET /api/statements/a1-202610': () => ({ body: october }),
    'GET /api/statements/a1-202612': () => ({ body: december }),
    'GET /api/statements/a1-202610/content': () => ({ body: content }),
    ...more,
  })
  renderAt(
    path,
    <Routes>
      <Route path="/reports/statements" element={<StatementsPage />} />
      <Route path="/reports/statements/:id" element={<StatementPage />} />
    </Routes>,
  )
}

describe('the list of statements', () => {
  it('shows each month with its sums, and when it was or will be locked', async () => {
    open('/reports/statements')
    const table = within(await screen.findByRole('table', { name: 'Statements' }))
    expect(table.getByRole('link', { name: 'October 2026' })).toHaveAttribute(
      'href',
      '/reports/statements/a1-202610',
    )
    expect(table.getAllByText('1,042.40')).not.toHaveLength(0)
    expect(table.getByText('Will be locked Sun 3 Jan 2027, 09:00')).toBeVisible()
  })

  it('explains when the first one comes', async () => {
    open('/reports/statements', { 'GET /api/statements': () => list([]) })
    expect(await screen.findByText('No statements yet')).toBeVisible()
  })
})

describe('a statement', () => {
  it('leads from the opening to the closing balance, and its parts add up', async () => {
    open('/reports/statements/a1-202610')
    expect(await screen.findByText('2,918.62 + 946.40 + 96.00 − 2,918.62 = 1,042.40 USD')).toBeVisible()
    const byListing = within(screen.getByRole('group', { name: 'By listing' }))
    expect(byListing.getByRole('row', { name: 'Harbor Loft 1 1,120.00 −173.60 0.00 946.40' })).toBeVisible()
    expect(screen.getByText('Bank reference TX-9')).toBeVisible()
    expect(screen.getByRole('link', { name: 'PDF' })).toHaveAttribute(
      'href',
      '/api/statements/a1-202610/document.pdf',
    )
  })

  it('links what it corrects, and what corrects it', async () => {
    open('/reports/statements/a1-202610')
    expect(await screen.findByRole('link', { name: 'of September 2026' })).toHaveAttribute(
      'href',
      '/reports/statements/a1-202609',
    )
    expect(await screen.findByRole('link', { name: 'in the statement of November 2026' })).toHaveAttribute(
      'href',
      '/reports/statements/a1-202611',
    )
  })

  it.for([
    ['abc', 'statement.pdf is this statement, unchanged.'],
    ['abd', 'statement.pdf isn’t this statement'],
  ] as const)('says of the file %s whether it is this one', async ([bytes, answer]) => {
    open('/reports/statements/a1-202610')
    const file = new File([bytes], 'statement.pdf', { type: 'application/pdf' })
    await userEvent.upload(await screen.findByLabelText('Check a file', { selector: 'input' }), file)
    expect(await screen.findByText(new RegExp(answer))).toBeVisible()
  })

  it('says when an open month will be locked', async () => {
    open('/reports/statements/a1-202612')
    expect(await screen.findByText('This month is still open')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'PDF' })).not.toBeInTheDocument()
  })

  it('does not exist for another account', async () => {
    open('/reports/statements/a1-202610', {
      'GET /api/statements/a1-202610': () => ({
        status: 404,
        body: { type: 'urn:problem:not-found', title: 'Not found', status: 404, code: 'NOT_FOUND' },
      }),
    })
    expect(await screen.findByRole('heading', { name: /doesn’t exist|not found/i })).toBeVisible()
  })
})
