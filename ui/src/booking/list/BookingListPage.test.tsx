import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { listedBooking, session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import BookingListPage from './BookingListPage.tsx'

const rows = [listedBooking, { ...listedBooking, id: 'b2', code: 'HB-1C6VZ9AA', guestName: 'Omar S.' }]
const address = () => {
  const url = new URL(screen.getByTestId('address').textContent ?? '', 'http://hearth.test')
  return {
    filter: JSON.parse(url.searchParams.get('filter') ?? 'null') as Record<string, unknown> | null,
    sort: url.searchParams.get('sort'),
    order: url.searchParams.get('order'),
  }
}
const readFilter = (query: URLSearchParams) =>
  JSON.parse(query.get('filter') ?? '{}') as Record<string, unknown>

describe('the bookings list', () => {
  let calls: ReturnType<typeof fakeApi>['calls']
  beforeEach(() => {
    ;({ calls } = fakeApi({
      'GET /api/session': () => ({ body: session }),
      'GET /api/listings': () => list([{ id: 'l1', title: 'Cedar House', place: 'Kingston, NY' }]),
      'GET /api/bookings': ({ query }) => (readFilter(query)['q'] === 'nobody' ? list([]) : list(rows, 64)),
    }))
  })
  const asked = () =>
    calls
      .filter(({ path, query }) => path === '/api/bookings' && query.get('range') === '[0,24]')
      .map(({ query }) => readFilter(query))

  it('opens on the next 30 days, with a named checkbox and a real link in each row', async () => {
    renderAt('/bookings', <BookingListPage />)
    expect(await screen.findByRole('link', { name: 'HB-7K2M9QXD' })).toHaveAttribute('href', '/bookings/b1')
    expect(screen.getByRole('checkbox', { name: 'Select HB-1C6VZ9AA' })).not.toBeChecked()
    expect(Object.keys(asked()[0] ?? {})).toEqual(['stay', 'status'])
    expect(screen.getByRole('link', { name: /Next 30 days/ })).toHaveAttribute('aria-current', 'true')
  })

  it('reads its whole state from the address', async () => {
    renderAt(
      `/bookings?filter=${encodeURIComponent('{"status":["cancelled"],"q":"Dan"}')}` +
        '&sort=guestName&order=DESC',
      <BookingListPage />,
    )
    await screen.findByRole('link', { name: 'HB-7K2M9QXD' })
    expect(asked()).toEqual([{ status: ['cancelled'], q: 'Dan' }])
    expect(screen.getByRole('columnheader', { name: 'Guest' })).toHaveAttribute('aria-sort', 'descending')
    expect(screen.getByRole('button', { name: /Status: cancelled/ })).toBeVisible()
  })

  it('writes every change to the address', async () => {
    renderAt('/bookings', <BookingListPage />)
    await screen.findByRole('link', { name: 'HB-7K2M9QXD' })
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Stay' }))
    await waitFor(() => expect(Object.keys(address().filter ?? {})).toEqual(['status']))
    await userEvent.click(screen.getByRole('button', { name: 'Guest' }))
    await waitFor(() => expect(address()).toMatchObject({ sort: 'guestName', order: 'ASC' }))
  })

  it('shows the sum of one currency in the bar that replaces the footer', async () => {
    renderAt('/bookings', <BookingListPage />)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    expect(await screen.findByRole('toolbar')).toHaveTextContent('2 selected')
    expect(screen.getByRole('toolbar')).toHaveTextContent('Total 1,284.40 USD')
    await userEvent.click(screen.getByRole('button', { name: 'Export 2 rows' }))
    for (const [name, path] of [
      ['Excel (.xlsx)', '/api/bookings.xlsx?filter='],
      ['CSV (.csv)', '/api/bookings.csv?filter='],
    ] as const)
      expect(screen.getByRole('menuitem', { name })).toHaveAttribute('href', expect.stringContaining(path))
  })

  it('shows the first use, not its filters, to an account without bookings', async () => {
    fakeApi({
      'GET /api/session': () => ({ body: session }),
      'GET /api/listings': () => list([]),
      'GET /api/bookings': () => list([]),
    })
    renderAt('/bookings', <BookingListPage />)
    expect(await screen.findByRole('heading', { name: 'No bookings yet' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'No results' })).toBeNull()
  })

  it('offers to remove a filter when nothing matches', async () => {
    renderAt(`/bookings?filter=${encodeURIComponent('{"q":"nobody"}')}`, <BookingListPage />)
    expect(await screen.findByText('No results')).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Remove “nobody”' }))
    expect(await screen.findByRole('link', { name: 'HB-7K2M9QXD' })).toBeVisible()
  })
})

describe('the bookings list of a calendar co-host', () => {
  beforeEach(
    () =>
      void fakeApi({
        'GET /api/session': () => ({
          body: { ...session, role: 'cohost_calendar', capabilities: ['booking.read', 'listing.read'] },
        }),
        'GET /api/listings': () => list([{ id: 'l1', title: 'Cedar House', place: 'Kingston, NY' }]),
        'GET /api/bookings': () =>
          list([{ ...listedBooking, code: null, guestName: null, guests: null, hostPayoutMinor: null }]),
      }),
  )

  it('has no column, filter or export of what the role does not see, and says so once', async () => {
    renderAt('/bookings', <BookingListPage />)
    const link = within(await screen.findByRole('table')).getByRole('link')
    expect(link).toHaveAttribute('href', '/bookings/b1')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Stay',
      'Listing',
      'Nights',
      'Status',
    ])
    expect(screen.getByText('Your role doesn’t show guests or amounts.')).toBeVisible()
    expect(screen.queryByText('hidden')).toBeNull()
    for (const name of [/^Export/, /Guest or code/, /Paid out from/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    expect(screen.queryByRole('checkbox', { name: 'Guest' })).toBeNull()
    expect(screen.getByRole('checkbox', { name: 'Nights' })).toBeChecked()
  })
})

describe('the bookings list of staff', () => {
  it('says whose booking each one is', async () => {
    fakeApi({
      'GET /api/session': () => ({ body: { ...session, role: 'support', account: null, accounts: [] } }),
      'GET /api/listings': () => list([{ id: 'l1', title: 'Cedar House', place: 'Kingston, NY' }]),
      'GET /api/accounts': () => list([{ id: listedBooking.hostAccountId, displayName: 'Vale Stays' }]),
      'GET /api/bookings': () => list([listedBooking]),
    })
    renderAt('/bookings', <BookingListPage />)
    expect(await screen.findByRole('cell', { name: 'Vale Stays' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Account' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Host earns' })).toBeVisible()
  })
})
