import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Today } from '@hearth/contracts/today'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import { WaitingList } from './WaitingList.tsx'

const today = (listings: number): Today => ({
  date: '2026-07-16',
  timezone: 'America/New_York',
  arrivals: { count: 0, items: [] },
  departures: { count: 0, late: 0, items: [] },
  inHouse: { count: 0, listings },
  occupancy: { bps: 0, nights: [{ date: '2026-07-16', listings, occupied: 0 }] },
  waiting: [],
})
const open = (capabilities: readonly string[], listings: number, drafts: readonly object[] = []) => {
  fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities } }),
    'GET /api/listings': () => list(drafts),
  })
  renderAt('/', <WaitingList today={today(listings)} />)
}

it('invites a host without a live listing to start one', async () => {
  open(['listing.write'], 0)
  expect(await screen.findByRole('link', { name: 'Start a listing' })).toHaveAttribute(
    'href',
    '/listings/start',
  )
})

it('leads a host without a live listing to the draft that was started', async () => {
  open(['listing.write'], 0, [{ id: 'l9', title: 'Lisbon Loft' }])
  expect(await screen.findByRole('heading', { name: 'Lisbon Loft isn’t live yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Continue the draft' })).toHaveAttribute('href', '/listings/l9')
})

it.each([
  ['a host with listings', ['listing.write'], 2],
  ['a role that may not start one', [], 0],
] as const)('shows %s that nothing waits', async (_, capabilities, listings) => {
  open(capabilities, listings)
  expect(await screen.findByRole('heading', { name: 'You’re all caught up' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Start a listing' })).toBeNull()
})
