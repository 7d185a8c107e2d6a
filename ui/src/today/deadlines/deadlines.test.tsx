import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { DeadlineItem, Deadlines } from '@hearth/contracts/today'
import { fakeApi } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import DeadlinesPage from './DeadlinesPage.tsx'
import { findGroup } from './groupDeadlines.ts'

const MINUTE_MS = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
const late: DeadlineItem = {
  kind: 'reimbursement',
  id: 'c1',
  code: 'CL-1R6ZB8KQ',
  accountId: 'a1',
  accountName: 'Lisboa Casas',
  listingId: 'l1',
  subject: 'Bica Studio',
  since: inMinutes(-5_000),
  dueAt: inMinutes(-3_030),
  step: 'act_first',
  responsibleId: null,
  responsibleName: null,
  amountMinor: 42_000,
  currency: 'EUR',
}
const taken: DeadlineItem = {
  ...late,
  id: 'c2',
  code: 'CL-4D2YN7HM',
  dueAt: inMinutes(5_000),
  step: 'decide',
  responsibleId: session.user.id,
  responsibleName: 'Ada Admin',
}
const board: Deadlines = { total: 2, late: 1, items: [late, taken], kept: 206, promised: 210 }

const open = (path = '/internal/deadlines') => {
  const api = fakeApi({
    'GET /api/session': () => ({ body: { ...session, account: null, capabilities: ['queue.read'] } }),
    'GET /api/deadlines': () => ({ body: board }),
    'POST /api/reimbursements/c1/start-review': () => ({ body: { id: 'c1', revision: 2, events: [] } }),
  })
  renderAt(path, <DeadlinesPage />)
  return api
}

it('says what is late, what has to be done, and who works on it', async () => {
  open()
  const first = within(await screen.findByRole('region', { name: 'Late' }))
  expect(first.getByText('2 d 2 h late')).toBeVisible()
  expect(first.getByText('Claim: start the review')).toBeVisible()
  expect(first.getByText('Not assigned')).toBeVisible()
  const later = within(screen.getByRole('region', { name: 'Later' }))
  expect(await later.findByText('You')).toBeVisible()
  expect(later.getByRole('link', { name: 'Open: CL-4D2YN7HM' })).toHaveAttribute('href', '/reimbursements/c2')
  expect(screen.getByText('98.1%')).toBeVisible()
})

it('offers the board as a file', async () => {
  open()
  expect(await screen.findByRole('button', { name: 'Export 2 rows' })).toBeEnabled()
})

it('takes what no one works on', async () => {
  const { calls } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Take it: CL-1R6ZB8KQ' }))
  await waitFor(() =>
    expect(calls.some(({ path }) => path === '/api/reimbursements/c1/start-review')).toBe(true),
  )
})

it('shows only what is yours, or what no one works on', async () => {
  open('/internal/deadlines?show=none')
  expect(await screen.findByText('CL-1R6ZB8KQ')).toBeVisible()
  expect(screen.queryByText('CL-4D2YN7HM')).toBeNull()
  expect(screen.getByRole('link', { name: /Assigned to you/ })).toHaveAttribute(
    'href',
    '/internal/deadlines?show=mine',
  )
})

it('counts a deadline as late from its instant on, and as today by the clock of the reader', () => {
  const due = '2026-11-25T23:30:00.000Z'
  const at = (instant: string) => findGroup(due, Date.parse(instant), 'America/New_York')
  expect(at('2026-11-25T23:30:00.000Z')).toBe('late')
  expect(at('2026-11-25T23:29:59.999Z')).toBe('today')
  expect(at('2026-11-25T04:59:59.999Z')).toBe('later')
})
