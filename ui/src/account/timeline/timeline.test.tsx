import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Timeline, TimelineEntry } from '@hearth/contracts/account/timeline'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { renderAt } from '../../test/renderAt.tsx'
import TimelineReport from './TimelineReport.tsx'

const booked: TimelineEntry = {
  id: 'e2',
  at: '2026-07-16T09:42:00.000Z',
  kind: 'bookings',
  type: 'BookingConfirmed',
  stream: 'booking-b1',
  text: 'Booked 3 nights.',
  who: { id: 'gateway', name: 'Guest', kind: 'guest' },
  amountMinor: 83_600,
  currency: 'USD',
}
const opened: TimelineEntry = {
  ...booked,
  id: 'e1',
  at: '2026-07-15T09:42:00.000Z',
  kind: 'accesses',
  type: 'StaffLooked',
  stream: 'audit-a1',
  text: 'Staff opened bookings.',
  amountMinor: null,
  currency: null,
}
const account = { id: 'a1', displayName: 'Vale Stays', country: 'US', timezone: 'America/New_York' }

const show = (path: string) => {
  const api = fakeApi({
    'GET /api/accounts': () => list([account]),
    'GET /api/accounts/a1/timeline': ({ query }): { body: Timeline } => ({
      body:
        query.get('before') === null
          ? { entries: [booked], next: 'cursor' }
          : { entries: [opened], next: null },
    }),
  })
  renderAt(path, <TimelineReport />)
  return api
}

it('shows an account by day, with the record of each entry, and goes on to older ones', async () => {
  const { calls } = show('/internal/reports?report=host&account=a1&from=2026-07-01&to=2026-07-31')
  const day = within(await screen.findByRole('region', { name: 'Thu 16 Jul 2026' }))
  expect(day.getByRole('link', { name: 'Booked 3 nights.' })).toHaveAttribute('href', '/bookings/b1')
  expect(day.getByText('836.00')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show older entries' }))
  expect(await screen.findByRole('link', { name: 'Staff opened bookings.' })).toHaveAttribute(
    'href',
    '/internal/reports?report=events&stream=audit-a1&id=e1',
  )
  expect(calls.at(-1)?.query.get('before')).toBe('cursor')
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull()
})

it('asks for a host first', async () => {
  show('/internal/reports?report=host')
  await userEvent.click(await screen.findByRole('radio', { name: /Vale Stays/ }))
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('account=a1'))
})
