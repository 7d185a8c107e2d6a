import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { DeadlineItem, Deadlines } from '@hearth/contracts/today'
import { fakeApi } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import DeadlinesPage from './DeadlinesPage.tsx'
import { findHoliday } from './findHoliday.ts'
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
const asked: DeadlineItem = {
  ...taken,
  id: 'c3',
  code: 'CL-5D9RX3FP',
  accountId: 'a2',
  accountName: 'Vale Stays',
  step: 'host_answers',
}
const board: Deadlines = { total: 3, late: 1, items: [late, taken, asked], kept: 206, promised: 210 }

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
  expect((await later.findAllByText('You'))[0]).toBeVisible()
  expect(later.getByRole('link', { name: 'Open: CL-4D2YN7HM' })).toHaveAttribute('href', '/reimbursements/c2')
  expect(screen.getByText('98.1%')).toBeVisible()
})

it('offers the board as a file', async () => {
  open()
  expect(await screen.findByRole('button', { name: 'Export 3 rows' })).toBeEnabled()
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

it('shows what hosts were asked for, and narrows the board to one host', async () => {
  open('/internal/deadlines?show=host')
  expect(await screen.findByText('CL-5D9RX3FP')).toBeVisible()
  expect(screen.getByText('Host’s turn: answer our question')).toBeVisible()
  expect(screen.queryByText('CL-4D2YN7HM')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Host' }))
  await userEvent.click(within(screen.getByRole('dialog', { name: 'Host' })).getByLabelText('Lisboa Casas'))
  expect(await screen.findByText('Nothing here')).toBeVisible()
})

it('names the next day on which banks are closed, and by which calendar', () => {
  expect(findHoliday('2026-11-25')).toEqual({ date: '2026-11-26', closed: ['USD'] })
  expect(findHoliday('2026-11-27')).toBeUndefined()
  expect(findHoliday('2027-03-22')).toEqual({ date: '2027-03-26', closed: ['EUR'] })
  expect(findHoliday('2026-12-25')).toEqual({ date: '2026-12-25', closed: ['EUR', 'USD'] })
})

it('counts a deadline as late from its instant on, and as today by the clock of the reader', () => {
  const due = '2026-11-25T23:30:00.000Z'
  const at = (instant: string) => findGroup(due, Date.parse(instant), 'America/New_York')
  expect(at('2026-11-25T23:30:00.000Z')).toBe('late')
  expect(at('2026-11-25T23:29:59.999Z')).toBe('today')
  expect(at('2026-11-25T04:59:59.999Z')).toBe('later')
})
