import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Listing } from '../data/records/records.ts'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import Feeds from './Feeds.tsx'

const listing = { id: 'l1', revision: 1, title: 'Alfama terrace rooms', timezone: 'Europe/Lisbon' } as Listing
const AT = '2026-06-12T13:42:00.000Z'
const feed = {
  id: 'f1',
  revision: 3,
  listingId: 'l1',
  name: 'Airbnb',
  source: 'www.airbnb.com',
  health: 'quarantined',
  healthSince: AT,
  problem: 'not_a_calendar',
  attempts: 0,
  entries: 4,
  unread: 0,
  total: 4,
  unreadEntries: [],
  addedAt: AT,
  changedAt: AT,
  checkedAt: AT,
}
const conflict = {
  id: 'k1',
  revision: 9,
  listingId: 'l1',
  feedId: 'f1',
  claimId: 'c1',
  start: '2026-08-14',
  end: '2026-08-17',
  overlapping: [{ claimId: 'b1', kind: 'booking', start: '2026-08-15', end: '2026-08-18' }],
  state: 'open',
  resolution: null,
  detectedAt: AT,
  resolvedAt: null,
}
const given = {
  id: 'l1',
  revision: 2,
  listingId: 'l1',
  tokenId: 't',
  url: 'https://hearth.example/ical/l1/abc.ics',
  rotatedAt: AT,
}

const open = (
  capabilities: readonly string[],
  rows: { feeds?: readonly unknown[]; conflicts?: readonly unknown[]; exports?: readonly unknown[] },
  more: Parameters<typeof fakeApi>[0] = {},
) => {
  const { feeds = [], conflicts = [], exports = [] } = rows
  const api = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities } }),
    'GET /api/ical-feeds': () => list(feeds),
    'GET /api/import-conflicts': () => list(conflicts),
    'GET /api/ical-exports': () => list(exports),
    ...more,
  })
  renderAt('/listing-details/availability', <Feeds listing={listing} />)
  return api
}

afterEach(() => vi.unstubAllGlobals())

it('shows why a calendar is suspect, which nights conflict, and the export address', async () => {
  const { calls } = open(
    ['feed.write'],
    { feeds: [feed], conflicts: [conflict], exports: [given] },
    {
      'POST /api/import-conflicts/k1/resolve': () => ({
        body: { id: 'k1', revision: 10, events: ['ImportConflictResolved'] },
      }),
    },
  )
  const row = await screen.findByRole('list', { name: 'Imported calendars' })
  expect(row).toHaveTextContent(
    /Airbnb www\.airbnb\.com.*Last checked.*The link leads to a web page, not a calendar\..*Needs checking/,
  )
  const conflicts = screen.getByRole('list', { name: 'Two bookings for the same nights' })
  expect(within(conflicts).getByText(/A booking, .*15/)).toBeVisible()
  expect(within(conflicts).getByRole('link', { name: 'View booking' })).toHaveAttribute(
    'href',
    '/bookings/b1',
  )
  expect(await screen.findByText(given.url)).toBeVisible()
  fireEvent.click(within(conflicts).getByRole('button', { name: 'Both are correct' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      listingId: 'l1',
      resolution: 'keep_both',
    }),
  )
})

const partial = {
  ...feed,
  health: 'ok',
  problem: null,
  unread: 3,
  total: 41,
  unreadEntries: [
    { title: 'Family Moreau', date: '2027-06-10', problem: 'time_zone' },
    { title: null, date: null, problem: 'repetition' },
  ],
}

it('names the entries that are not understood, with their dates and what is wrong', async () => {
  open(['calendar.read'], { feeds: [partial] })
  const entries = await screen.findByRole('list', { name: '3 of 41 entries not understood.' })
  const rows = within(entries).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Family Moreau, Thu 10 Jun 2027. Its time zone is unknown.',
    'Untitled entry. We can’t follow how it repeats.',
  ])
  expect(screen.getByText('And 1 more.')).toBeVisible()
  expect(screen.getByText('Partly imported')).toBeVisible()
})

it('shows how many entries are not understood to those who do not see guests', async () => {
  open(['calendar.read'], { feeds: [{ ...partial, unreadEntries: null }] })
  expect(await screen.findByText('3 of 41 entries not understood.')).toBeVisible()
  expect(screen.queryByText('And 1 more.')).toBeNull()
})

it('shows an error when the conflicts could not be loaded', async () => {
  open(
    ['feed.write'],
    {},
    {
      'GET /api/import-conflicts': () => ({
        status: 403,
        body: {
          type: 'urn:problem:forbidden',
          title: 'You don’t have access to this',
          status: 403,
          code: 'FORBIDDEN',
        },
      }),
    },
  )
  expect(await screen.findByText('Couldn’t check for conflicting bookings')).toBeVisible()
})

it('keeps the input and explains at the field why an address is rejected', async () => {
  const problem = {
    type: 'urn:problem:validation-failed',
    title: 'Some fields need correcting',
    status: 422,
    code: 'VALIDATION_FAILED',
    errors: [{ pointer: '/url', detail: 'must be a calendar link' }],
  }
  open(['feed.write'], {}, { 'POST /api/ical-feeds': () => ({ status: 422, body: problem }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Add a calendar' }))
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Airbnb' } })
  fireEvent.change(screen.getByLabelText('Calendar link'), { target: { value: 'http://calendar' } })
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('The link must be a calendar link.')).toBeVisible()
  expect(screen.getByLabelText('Calendar link')).toHaveValue('http://calendar')
})

it('shows the calendars without the export address to a role that may not change imported calendars', async () => {
  const { calls } = open(['calendar.read'], { feeds: [{ ...feed, health: 'ok', problem: null }] })
  expect(await screen.findByText('Up to date')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText('Export calendar')).toBeNull()
  expect(calls.map(({ path }) => path)).not.toContain('/api/ical-exports')
})
