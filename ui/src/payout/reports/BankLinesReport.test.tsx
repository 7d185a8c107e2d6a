import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { BankLineRow } from '@hearth/contracts/bank-line'
import { fakeApi, list } from '../../test/fakeApi.ts'
import type { Session } from '../../session/session.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import '../../ledger/texts.ts'
import { BankLinesReport } from './BankLinesReport.tsx'

const open: BankLineRow = {
  id: 'l1',
  state: 'open',
  file: 's-1.xml',
  document: 'statement/DE1/S-1/2026',
  entry: '12',
  direction: 'out',
  amount: '816.40 EUR',
  amountMinor: 81_640,
  currency: 'EUR',
  day: '2026-07-14',
  text: 'Payout July',
  why: 'it isn’t one of our payments',
  foundAt: '2026-07-15T06:00:00.000Z',
  payoutId: null,
  reason: null,
  proposedBy: null,
  proposedAt: null,
  settledBy: null,
  settledAt: null,
  rejectedReason: null,
}
const unreadable: BankLineRow = {
  ...open,
  id: 'l2',
  amount: '12 XAU',
  amountMinor: null,
  currency: null,
  day: null,
}
const reason = 'Amount and day match this payout.'
const proposed = (by: string): BankLineRow => ({
  ...open,
  state: 'proposed',
  payoutId: '0197f3a0-5a3e-7a10-8c44-9f20c1d2e301',
  reason,
  proposedBy: by,
  proposedAt: '2026-07-15T07:00:00.000Z',
})
const finance: Session = {
  ...session,
  role: 'finance',
  capabilities: ['bank-line.read', 'bank-line.settle', 'payout.read'],
}

const show = async (rows: readonly BankLineRow[], who: Session = finance) => {
  const api = fakeApi({
    'GET /api/session': () => ({ body: who }),
    'GET /api/bank-lines': () => list([...rows]),
    'GET /api/payouts': () => list([]),
    'POST /api/bank-lines/l1/propose': () => ({ body: { aggregateId: 'l1', revision: 1, events: [] } }),
  })
  renderAt('/internal/reports?report=bankLines', <BankLinesReport />)
  return api
}

it('shows file, entry, amount, day and text, and what can be proposed', async () => {
  await show([open, unreadable])
  const [first, second] = await screen.findAllByRole('listitem')
  if (first === undefined || second === undefined) throw new Error('Two lines are shown')
  expect(within(first).getByText(/14 Jul/)).toBeVisible()
  expect(within(first).getByText('“Payout July”')).toBeVisible()
  expect(within(first).getByText('s-1.xml, entry 12: it isn’t one of our payments')).toBeVisible()
  expect(await within(first).findByRole('button', { name: 'Match to payout' })).toBeVisible()
  expect(within(second).getByText('12 XAU')).toBeVisible()
  expect(within(second).queryByRole('button', { name: 'Match to payout' })).toBeNull()
  expect(within(second).getByRole('button', { name: 'Set aside' })).toBeVisible()
})

it('proposes to set a line aside with a reason', async () => {
  const { calls } = await show([open])
  fireEvent.click(await screen.findByRole('button', { name: 'Set aside' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/ }), { target: { value: reason } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Set aside' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ path }) => path === '/api/bank-lines/l1/propose')?.body).toEqual({
    payoutId: null,
    reason,
  })
})

it('lets another person decide, and never the one who proposed', async () => {
  await show([proposed(finance.user.id)])
  expect(await screen.findByText('You proposed this, so someone else has to decide.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

it('offers the decision to a colleague', async () => {
  await show([proposed('somebody-else')])
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reject' })).toBeVisible()
})

it('asks the server for nothing where the role may not see it', async () => {
  const { calls } = await show([open], { ...finance, role: 'support', capabilities: ['payout.read'] })
  expect(await screen.findByText('Only finance and admins can view bank lines.')).toBeVisible()
  expect(calls.filter(({ path }) => path === '/api/bank-lines')).toEqual([])
})
