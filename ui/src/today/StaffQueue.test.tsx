import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { QueueItem } from '@hearth/contracts/today'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import TodayPage from './TodayPage.tsx'

const staff = { ...session, role: 'finance', account: null, accounts: [], capabilities: ['queue.read'] }
const payout: QueueItem = {
  kind: 'payout_approval',
  id: 'p1',
  accountId: 'a1',
  accountName: 'Vale Stays',
  listingId: null,
  subject: 'PO-4T8X2NQA',
  since: '2026-07-15T09:00:00.000Z',
  dueAt: null,
  amountMinor: 3_149_639,
  currency: 'EUR',
}
const line: QueueItem = {
  ...payout,
  kind: 'bank_line',
  id: 'l1',
  accountId: null,
  accountName: null,
  subject: 'Rent July',
  amountMinor: 12_000,
}

const open = (answer: Readonly<{ status?: number; body: unknown }>) => {
  fakeApi({
    'GET /api/session': () => ({ body: staff }),
    'GET /api/accounts': () => list([]),
    'GET /api/staff-queue': () => answer,
  })
  renderAt('/', <TodayPage />)
}

it('says what waits for staff, whose it is, since when, and where it is decided', async () => {
  open({ body: { total: 3, items: [payout, line] } })
  const [first, second] = await screen.findAllByRole('listitem')
  const inFirst = within(first as HTMLElement)
  expect(first).toHaveTextContent(/Payout to approve PO-4T8X2NQA/)
  expect(first).toHaveTextContent(/since Wed 15 Jul 2026/)
  expect(first).toHaveTextContent(/31,496\.39/)
  expect(inFirst.getByRole('link', { name: 'Vale Stays' })).toHaveAttribute('href', '/?hostAccountId=a1')
  expect(inFirst.getByRole('link', { name: /^Review/ })).toHaveAttribute(
    'href',
    '/internal/reports?report=payouts&show=approval',
  )
  expect(within(second as HTMLElement).getByRole('link', { name: /^Review/ })).toHaveAttribute(
    'href',
    '/internal/reports?report=bankLines',
  )
  expect(screen.getByText('1 more isn’t listed here.')).toBeVisible()
  expect(screen.getByText('Choose an account')).toBeVisible()
})

it('says how late what has a deadline is', async () => {
  const late = { ...payout, kind: 'service_request', dueAt: '2026-07-15T12:00:00.000Z' }
  open({ body: { total: 1, items: [late] } })
  const [first] = await screen.findAllByRole('listitem')
  expect(first).toHaveTextContent(/ late/)
  expect(first).not.toHaveTextContent(/since/)
})

it('says that nothing waits', async () => {
  open({ body: { total: 0, items: [] } })
  expect(await screen.findByText('You’re all caught up')).toBeVisible()
})

it('offers to try again when it could not be read', async () => {
  open({ status: 503, body: { code: 'DEPENDENCY_UNAVAILABLE', title: 'Unavailable', status: 503 } })
  expect(await screen.findByText('Couldn’t load what needs your attention')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})
