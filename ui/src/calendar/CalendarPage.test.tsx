import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Problem } from '@hearth/contracts/kernel/problem'
import { Notification } from 'react-admin'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../data/records/queryClient.ts'
import type { Claim } from '../data/records/records.ts'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import CalendarPage from './CalendarPage.tsx'

const NOW = '2026-07-16T14:00:00.000Z'
const claim = (id: string, start: string, end: string, change: Partial<Claim> = {}): Claim => ({
  id,
  listingId: 'l1',
  kind: 'booking',
  start,
  end,
  nights: (Date.parse(end) - Date.parse(start)) / 86_400_000,
  state: 'committed',
  holdExpiresAt: null,
  note: null,
  ownerStay: null,
  createdBy: 'gateway',
  createdAt: '2026-01-01T00:00:00.000Z',
  releasedAt: null,
  restorableUntil: null,
  removedStart: null,
  removedEnd: null,
  feedId: null,
  importKind: null,
  reference: null,
  tenantId: 't1',
  revision: 3,
  ...change,
})
const listing = {
  id: 'l1',
  tenantId: 't1',
  revision: 1,
  hostAccountId: 't1',
  title: 'Juniper Cabin',
  place: 'Woodstock, NY',
  status: 'live',
  timezone: 'America/New_York',
  currency: 'USD',
  maxGuests: 2,
  pricing: { baseNightMinor: 21_400, weekendNightMinor: 25_700, weekdayOverrides: [], dateOverrides: [] },
  rules: { minNights: 2 },
}
const guest = {
  id: 'b1',
  listingId: 'l1',
  guestName: 'Omar S.',
  status: 'confirmed',
  source: 'direct',
  checkIn: '2026-07-17',
  checkOut: '2026-07-22',
  nights: 5,
  confirmedAt: '2026-01-01T00:00:00.000Z',
}
type Reply = Readonly<{ status?: number; body: unknown; headers?: Record<string, string> }>

/** The calendar at its address. A command waits for `accept` or `refuse`. */
const open = async (capabilities = session.capabilities) => {
  const claims: Claim[] = [claim('b1', '2026-07-17', '2026-07-22')]
  let settle: (reply: Reply) => void = () => undefined
  const command = () => new Promise<Reply>((resolve) => (settle = resolve))
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities } }),
    'GET /api/listings': () => list([listing]),
    'GET /api/bookings': () => list([guest]),
    'GET /api/claims': ({ query }) => list(query.get('filter')?.includes('owner_stay') ? [] : claims),
    'GET /api/listings/l1/calendar/2026-07-18/explain': () => ({
      body: {
        date: '2026-07-18',
        bookable: false,
        reasons: [
          { code: 'min_nights', text: 'The gap is shorter than 2 nights.', fixRoute: '/listings/l1' },
        ],
      },
    }),
    'GET /api/agreements': ({ query }) =>
      list(
        query.get('filter') === '{"listingId":"l1","status":["active","terminating"]}'
          ? [{ id: 'g1', revision: 2, terms: { ownerNightsPerYear: 45 } }]
          : [],
      ),
    'POST /api/blocks': command,
    'POST /api/blocks/k1/remove': command,
  })
  renderAt(
    '/calendar?from=2026-07-14&nights=14',
    <>
      <Routes>
        <Route path="/calendar" element={<CalendarPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Notification />
    </>,
  )
  await screen.findByTitle(/^Omar S\., confirmed/)
  return {
    claims,
    sent: () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body })),
    accept: (id: string) =>
      act(async () =>
        settle({ body: { id, revision: 4, events: ['BlockCreated'] }, headers: { 'X-Position': 'c0.9' } }),
      ),
    refuse: (body: Problem) => act(async () => settle({ status: body.status, body })),
  }
}
const night = (day: string) => screen.getByLabelText(new RegExp(`^${day}`))
const drag = (from: string, to: string) => {
  fireEvent.pointerDown(night(from), { button: 0, pointerType: 'mouse' })
  fireEvent.pointerMove(night(to), { pointerType: 'mouse' })
  fireEvent.pointerUp(window)
}
const blockBar = () => screen.queryByTitle(/Boiler, blocked, Fri 24 – Mon 27 Jul 2026/)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('blocking nights', () => {
  it('sends the dragged nights and shows the bar immediately, also while the read side is behind', async () => {
    const api = await open()
    drag('Fri 24 Jul', 'Sun 26 Jul')
    const panel = within(
      await screen.findByRole('dialog', { name: 'Juniper Cabin, Fri 24 – Mon 27 Jul 2026, 3 nights' }),
    )
    expect(panel.getByText('728.00')).toBeVisible()
    fireEvent.change(panel.getByLabelText('Reason'), { target: { value: 'maintenance' } })
    fireEvent.change(panel.getByLabelText(/^Note/), { target: { value: 'Boiler' } })
    fireEvent.click(panel.getByRole('button', { name: 'Block 3 nights' }))

    await waitFor(() =>
      expect(api.sent()).toEqual([
        {
          path: '/api/blocks',
          body: {
            listingId: 'l1',
            kind: 'maintenance',
            start: '2026-07-24',
            end: '2026-07-27',
            note: 'Boiler',
            ownerStay: null,
          },
        },
      ]),
    )
    expect(blockBar()).toBeVisible()

    // The claims read after the answer do not have it yet: the bar stays.
    await api.accept('k1')
    await screen.findByText('Saved. Fri 24 – Mon 27 Jul 2026 blocked at Juniper Cabin.')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(blockBar()).toHaveAttribute('href', '/blocks/k1')
    expect(screen.queryByRole('dialog')).toBeNull()

    // Once it is read, there is one bar, not two.
    api.claims.push(
      claim('k1', '2026-07-24', '2026-07-27', { kind: 'maintenance', note: 'Boiler', revision: 4 }),
    )
    await act(() => queryClient.invalidateQueries({ queryKey: ['claims'] }))
    expect(screen.getAllByTitle(/Boiler, blocked/)).toHaveLength(1)

    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(api.sent().at(-1)).toEqual({ path: '/api/blocks/k1/remove', body: { listingId: 'l1' } }),
    )
    expect(blockBar()).toBeNull()
  })

  it('takes the bar back and says why when the nights are taken', async () => {
    const api = await open()
    drag('Fri 24 Jul', 'Sun 26 Jul')
    fireEvent.change(await screen.findByLabelText(/^Note/), { target: { value: 'Boiler' } })
    fireEvent.click(screen.getByRole('button', { name: 'Block 3 nights' }))
    await waitFor(() => expect(api.sent()).toHaveLength(1))
    await api.refuse({
      type: 'urn:problem:nights-unavailable',
      title: 'These nights aren’t available',
      status: 409,
      code: 'NIGHTS_UNAVAILABLE',
      detail: 'These nights are booked. Choose other nights, or cancel the booking first.',
      conflicts: [{ kind: 'booking', start: '2026-07-25', end: '2026-07-28' }],
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('or cancel the booking first')
    expect(alert).toHaveTextContent('Booking, Sat 25 – Tue 28 Jul 2026')
    expect(screen.queryByTitle(/Boiler/)).toBeNull()
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  it('counts the owner’s nights against what the agreement in force allows', async () => {
    await open([...session.capabilities, 'agreement.read'])
    drag('Fri 24 Jul', 'Sun 26 Jul')
    expect(await screen.findByText('3 of 45 after this (now 0)')).toBeVisible()
  })

  it('counts the owner’s nights without a number for roles that may not see the agreement', async () => {
    await open()
    drag('Fri 24 Jul', 'Sun 26 Jul')
    expect(await screen.findByText('3 after this (now 0)')).toBeVisible()
  })

  it('offers nothing to roles that may only look, and says so', async () => {
    await open(['calendar.read', 'booking.read', 'listing.read'])
    drag('Fri 24 Jul', 'Fri 24 Jul')
    const panel = within(await screen.findByRole('dialog'))
    expect(panel.getByRole('button', { name: 'Block 1 night' })).toBeDisabled()
    expect(panel.getByText(/can view the calendar but not block nights/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Block nights' })).toBeNull()
  })
})

describe('the keyboard', () => {
  const press = (key: string, shiftKey = false) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey })

  it('starts at today, selects with Shift, blocks with B and gives the focus back', async () => {
    const api = await open()
    const [start] = screen.getAllByLabelText(/ Jul 2026/).filter((cell) => cell.tabIndex === 0)
    expect(start).toHaveAccessibleName(/^Thu 16 Jul 2026, available/)
    act(() => start?.focus())
    for (let step = 0; step < 8; step += 1) press('ArrowRight')
    expect(document.activeElement).toBe(night('Fri 24 Jul'))
    press('ArrowRight', true)
    expect(
      screen.getByText('2 nights of Juniper Cabin selected, Fri 24 – Sun 26 Jul 2026'),
    ).toBeInTheDocument()
    press('b')
    const panel = await screen.findByRole('dialog', { name: /2 nights/ })
    await waitFor(() => expect(within(panel).getByLabelText('Reason')).toHaveFocus())
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(night('Sat 25 Jul'))
    expect(api.sent()).toEqual([])
  })

  it('explains a night with E and opens a bar with Enter', async () => {
    await open()
    act(() => night('Sat 18 Jul').focus())
    press('e')
    expect(await screen.findByText(/The gap is shorter than 2 nights/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Change' })).toHaveAttribute('href', '/listings/l1')
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('Enter')
    expect(screen.getByTestId('address')).toHaveTextContent('/bookings/b1')
  })
})
