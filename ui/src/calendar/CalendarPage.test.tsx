import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatRange } from '../components/dates/localDate.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { session } from '../test/fixtures.ts'
import { claim, listing, night, openCalendar } from './testing/openCalendar.tsx'

const NOW = '2026-07-16T14:00:00.000Z'
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
  it('sends the dragged nights and shows the bar immediately, before the read model has it', async () => {
    const api = await openCalendar()
    drag('Fri 24 Jul', 'Sun 26 Jul')
    const panel = within(
      await screen.findByRole('dialog', {
        name: `Juniper Cabin, ${formatRange('2026-07-24', '2026-07-27')}, 3 nights`,
      }),
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

    // The claims that are read after the answer do not include the block yet: the bar stays.
    await api.accept('k1')
    await screen.findByText('Saved. Fri 24 – Mon 27 Jul 2026 blocked at Juniper Cabin.')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(blockBar()).toHaveAttribute('href', '/blocks/k1')
    expect(screen.queryByRole('dialog')).toBeNull()

    // Once the block is read, there is one bar, not two.
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

  it('removes the bar and says why when the nights are taken', async () => {
    const api = await openCalendar()
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

  it('counts the owner’s nights against the limit of the active agreement', async () => {
    await openCalendar([...session.capabilities, 'agreement.read'])
    drag('Fri 24 Jul', 'Sun 26 Jul')
    expect(await screen.findByText('0 of 45, then 3')).toBeVisible()
  })

  it('counts the owner’s nights without a number for roles that cannot see the agreement', async () => {
    await openCalendar()
    drag('Fri 24 Jul', 'Sun 26 Jul')
    expect(await screen.findByText('0, then 3')).toBeVisible()
  })

  it('lets a calendar co-host block, without any price', async () => {
    const api = await openCalendar(['calendar.read', 'booking.read', 'listing.read', 'block.write'], {
      listings: [{ ...listing, pricing: null }],
    })
    expect(screen.getByText('Your role doesn’t show guests or prices.')).toBeVisible()
    expect(night('Fri 24 Jul')).toHaveAccessibleName('Fri 24 Jul 2026, available')
    drag('Fri 24 Jul', 'Sun 26 Jul')
    const panel = within(await screen.findByRole('dialog'))
    expect(panel.queryByRole('tab')).toBeNull()
    expect(panel.queryByText(/USD|Value of these nights/)).toBeNull()
    fireEvent.click(panel.getByRole('button', { name: 'Block 3 nights' }))
    await waitFor(() => expect(api.sent().map(({ path }) => path)).toEqual(['/api/blocks']))
  })

  it('offers no blocking to roles that can only read, and says so', async () => {
    await openCalendar(['calendar.read', 'booking.read', 'listing.read'])
    drag('Fri 24 Jul', 'Fri 24 Jul')
    const panel = within(await screen.findByRole('dialog'))
    expect(panel.getByRole('button', { name: 'Block 1 night' })).toBeDisabled()
    expect(panel.getByText(/can view the calendar but not block nights/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Block nights' })).toBeNull()
  })
})
