import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type {
  ReportDifference,
  ReportFileRow,
  ReportScheduleRow,
  ReportPreview,
  ReportSum,
} from '@hearth/contracts/report'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import ReportsPage from './ReportsPage.tsx'

const sum = (quantity: number, amountMinor: number): ReportSum => ({
  rows: quantity,
  quantity,
  amounts: [{ currency: 'USD', amountMinor }],
})
const preview: ReportPreview = {
  type: 'nights',
  timezone: 'America/New_York',
  asOf: '2026-10-01T04:00:00.000Z',
  columns: [
    { title: 'Night', kind: 'date' },
    { title: 'Guest', kind: 'text' },
    { title: 'Price after discounts', kind: 'amount' },
  ],
  rows: [['2026-10-10', 'Dana F.', { number: '257.00' }]],
  sum: sum(101, 2_448_100),
  now: { at: '2026-11-25T15:42:00.000Z', sum: sum(99, 2_449_000) },
}
const nothing: ReportSum = { rows: 0, quantity: 0, amounts: [] }
const difference: ReportDifference = {
  type: 'nights',
  timezone: 'America/New_York',
  asOf: preview.asOf,
  until: preview.now.at,
  before: preview.sum,
  after: preview.now.sum,
  equal: { ...sum(94, 2_289_700), records: 17 },
  changed: 2,
  changes: [
    {
      key: 'b1',
      label: 'Daniel W., HB-YK3EYNYA, Juniper Cabin',
      bookingId: 'b1',
      before: sum(7, 158_400),
      after: nothing,
      because: { type: 'BookingCancelled', at: '2026-10-03T19:00:00.000Z' },
    },
    {
      key: 'b2',
      label: 'Jack N., HB-FSW1E6GW, The Boathouse',
      bookingId: 'b2',
      before: nothing,
      after: sum(5, 159_300),
      because: { type: 'BookingConfirmed', at: '2026-10-20T14:00:00.000Z' },
    },
  ],
}

const file: ReportFileRow = {
  id: 'r1',
  hostAccountId: 'a1',
  state: 'ready',
  requestedBy: 'u1',
  requestedAt: '2026-11-25T15:42:00.000Z',
  type: 'nights',
  format: 'csv',
  from: '2026-10-01',
  to: '2026-10-31',
  listingId: null,
  currency: null,
  asOf: '2026-11-25T15:42:00.000Z',
  rows: 101,
  bytes: 8_402,
  fileId: 'f1',
  parts: 1,
  sha256: 'ab'.repeat(32),
  expiresAt: '2026-12-25T15:42:00.000Z',
  failure: null,
  downloads: [{ id: 'd1', by: 'u2', at: '2026-11-26T15:42:00.000Z' }],
  hidden: [],
  listingIds: ['*'],
  needs: ['booking.read'],
  shared: true,
}
const files = [
  file,
  { ...file, id: 'r2', state: 'making', rows: 5_000, downloads: [] },
  { ...file, id: 'r3', state: 'failed', downloads: [] },
  { ...file, id: 'r4', state: 'waiting', requestedAt: new Date().toISOString(), rows: 0, downloads: [] },
]

const schedule: ReportScheduleRow = {
  id: 's1',
  hostAccountId: 'a1',
  state: 'running',
  pausedFor: null,
  scheduledBy: 'u1',
  type: 'nights',
  format: 'csv',
  listingId: null,
  currency: null,
  month: '2026-11',
  at: '2026-12-03T14:00:00.000Z',
  listingIds: ['*'],
  needs: ['booking.read'],
  shared: true,
}
const schedules = [
  schedule,
  { ...schedule, id: 's2', type: 'payouts', state: 'paused', pausedFor: 'lost_access' },
]

const open = (path: string, more: readonly string[] = []) => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({
      body: { ...session, capabilities: [...session.capabilities, 'report.run', 'booking.money', ...more] },
    }),
    'GET /api/listings': () => list([{ id: 'l1', title: 'Cedar House', place: 'Kingston, NY' }]),
    'GET /api/reports/preview': () => ({ body: preview }),
    'GET /api/report-files': () => list(files),
    'GET /api/report-schedules': () => list(schedules),
    'POST /api/reports/a1/schedule': () => ({ body: { id: 'a1', revision: 1, events: [] } }),
    'POST /api/reports/a1/pause-schedule': () => ({ body: { id: 'a1', revision: 2, events: [] } }),
    'POST /api/reports/a1/request': () => ({ body: { id: 'a1', revision: 1, events: [] } }),
    'GET /api/reports/difference': () => ({ body: difference }),
  })
  renderAt(path, <ReportsPage />)
  return calls
}
const OCTOBER = '/reports?report=nights&from=2026-10-01&to=2026-10-31'

describe('the page of reports', () => {
  it('shows the sums of the report then and now, its first rows and its files', async () => {
    const calls = open(`${OCTOBER}&asOf=2026-10-01`)
    expect(await screen.findByText('101 nights')).toBeVisible()
    expect(screen.getByText('99 nights')).toBeVisible()
    expect(await screen.findByRole('cell', { name: 'Dana F.' })).toBeVisible()
    const asked = calls.findLast(({ path }) => path === '/api/reports/preview')?.query
    expect(asked?.get('asOf')).toBe('2026-10-01T04:00:00.000Z')
  })

  it('asks for a file of what the page shows', async () => {
    const calls = open(`${OCTOBER}&asOf=2026-10-01`, ['report.keep'])
    await userEvent.click(await screen.findByRole('button', { name: 'Create CSV, 101 rows' }))
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/reports/a1/request')?.body).toEqual({
        type: 'nights',
        format: 'csv',
        from: '2026-10-01',
        to: '2026-10-31',
        asOf: '2026-10-01T04:00:00.000Z',
      }),
    )
  })

  it('lists files with their state, who asked and who downloaded them', async () => {
    open(OCTOBER, ['report.keep'])
    const files = within(await screen.findByRole('region', { name: 'Files' }))
    expect(await files.findAllByText(/^requested by you, Wed 25 Nov 2026, 10:42/)).toHaveLength(3)
    expect(files.getByText(/^101 rows, 8 kB, until Fri 25 Dec 2026/)).toBeVisible()
    expect(files.getByText(/^downloaded by a teammate/)).toBeVisible()
    expect(files.getByText('5000 rows so far')).toBeVisible()
    expect(files.getByText('Couldn’t be made')).toBeVisible()
  })

  it('says that a file is late, and not that a new one is', async () => {
    open(OCTOBER, ['report.keep'])
    const late = await screen.findByText(/^This is taking longer than usual/)
    expect(late.closest('li')).toHaveTextContent('5000 rows so far')
    expect(screen.getByText('Starting')).toBeVisible()
  })

  it('repeats a report every month, and pauses or deletes it', async () => {
    const calls = open(OCTOBER, ['report.keep'])
    await userEvent.click(await screen.findByRole('button', { name: 'Repeat every month' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Email “Earned by night” every month?' }))
    expect(dialog.getByText(/On the 3rd of every month .* for all listings/)).toBeVisible()
    expect(calls.some(({ path }) => path === '/api/reports/a1/schedule')).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Repeat every month' }))
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/reports/a1/schedule')?.body).toEqual({
        type: 'nights',
        format: 'csv',
      }),
    )
    const monthly = within(await screen.findByRole('region', { name: 'Every month' }))
    expect(monthly.getByText('November 2026 on Thu 3 Dec 2026, 09:00, to you')).toBeVisible()
    await userEvent.click(monthly.getByRole('button', { name: 'Pause: Earned by night' }))
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/reports/a1/pause-schedule')?.body).toEqual({
        scheduleId: 's1',
      }),
    )
    expect(monthly.getByText('Paused: no access any more')).toBeVisible()
    expect(monthly.getByRole('button', { name: 'Resume: Payouts' })).toBeVisible()
  })

  it('offers no file to those who may not keep reports', async () => {
    open(OCTOBER)
    expect(await screen.findByText('99 nights')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Create CSV/ })).not.toBeInTheDocument()
  })

  it('shows what differs, record by record, with what happened in between', async () => {
    open(`${OCTOBER}&asOf=2026-10-01`)
    await userEvent.click(await screen.findByRole('button', { name: 'Show the difference' }))
    const table = within(await screen.findByRole('group', { name: 'Difference' }))
    const row = within(table.getByRole('row', { name: /Daniel W/ }))
    expect(row.getByText('−7 nights')).toBeVisible()
    expect(row.getByText('−1,584.00')).toBeVisible()
    expect(row.getByText(/^cancelled, Sat 3 Oct 2026/)).toBeVisible()
    expect(
      within(table.getByRole('row', { name: /^17 equal records/ })).getAllByText('94 nights'),
    ).toHaveLength(2)
    expect(within(table.getByRole('row', { name: /^Total/ })).getByText('+9.00')).toBeVisible()
  })

  it('chooses another report, and offers only those that the session may open', async () => {
    open(OCTOBER, ['calendar.read'])
    await userEvent.click(await screen.findByRole('button', { name: /^Occupancy/ }))
    expect(screen.getByTestId('address')).toHaveTextContent('report=occupancy')
    expect(screen.queryByRole('button', { name: /^Claims/ })).not.toBeInTheDocument()
  })
})
