import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import '../../ledger/texts.ts'
import type { Session } from '../../session/session.ts'
import type { Payout } from '../payoutState.tsx'
import { PayoutActions } from './PayoutActions.tsx'

const finance: Session = { ...session, role: 'finance', capabilities: ['payout.approve'] }
const paid: Payout = {
  id: 'p1',
  tenantId: 'a1',
  revision: 8,
  code: 'PO-00000001',
  hostAccountId: 'a1',
  state: 'paid',
  currency: 'EUR',
  amountMinor: 81_640,
  entryIds: ['e1'],
  listingIds: [null],
  scheduledFor: '2026-07-13T09:00:00.000Z',
  methodId: 'm1',
  methodType: 'sepa',
  methodLast4: '3000',
  approvalRule: null,
  approvedBy: [],
  attempt: 1,
  attemptKey: 'p1-1',
  providerRef: 'tr_1',
  expectedArrival: null,
  submittedAt: '2026-07-13T09:00:01.000Z',
  paidAt: '2026-07-14T00:00:00.000Z',
  paidOn: '2026-07-14',
  returnedAt: null,
  returnedOn: null,
  failureCode: null,
  heldReason: null,
  explanation: null,
  differences: [],
  reportedReturnMinor: null,
  returnState: 'none',
  returnProposedBy: null,
  returnReason: null,
  dueAt: null,
  work: 'none',
}
const reported: Payout = { ...paid, returnState: 'reported', reportedReturnMinor: 81_500 }
const show = (row: Payout) => {
  const api = fakeApi({
    'GET /api/session': () => ({ body: finance }),
    'POST /api/payouts/p1/propose-return': () => ({ body: { aggregateId: 'p1', revision: 9, events: [] } }),
  })
  renderAt('/internal/reports?report=payouts', <PayoutActions row={row} account="Casa Sol" />)
  return api
}

it('proposes a return of what the bank has reported, with a reason', async () => {
  const { calls } = show(reported)
  fireEvent.click(await screen.findByRole('button', { name: 'Record return' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/815\.00 EUR of 816\.40 EUR came back/)).toBeVisible()
  const reason = 'The bank kept a charge for the return.'
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/ }), { target: { value: reason } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record return' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ path }) => path === '/api/payouts/p1/propose-return')?.body).toEqual({
    returnedMinor: 81_500,
    reason,
  })
})

it('lets another person decide about a return, and never the one who proposed it', async () => {
  const proposal = { ...reported, returnState: 'proposed', returnReason: 'A charge was kept.' } as const
  show({ ...proposal, returnProposedBy: finance.user.id })
  expect(await screen.findByText('You proposed this, so someone else has to decide.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Approve return' })).toBeNull()
})

it('offers the decision about a return to a colleague', async () => {
  show({ ...reported, returnState: 'proposed', returnProposedBy: 'u2', returnReason: 'A charge was kept.' })
  expect(await screen.findByRole('button', { name: 'Approve return' })).toBeVisible()
})
