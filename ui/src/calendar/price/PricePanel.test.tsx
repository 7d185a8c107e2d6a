import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../../test/fixtures.ts'
import { listing, night, openCalendar } from '../testing/openCalendar.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-16T14:00:00.000Z') })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey })
const type = (panel: HTMLElement, label: RegExp, value: string) =>
  fireEvent.change(within(panel).getByLabelText(label), { target: { value } })

/** Selects Fri 24 and Sat 25 July and opens their prices by keyboard. */
const openPrice = async () => {
  const [cell] = screen.getAllByLabelText(/^Fri 24 Jul/)
  act(() => cell?.focus())
  press('ArrowRight', true)
  press('p')
  return screen.findByRole('dialog', { name: /Juniper Cabin, .*2 nights/ })
}
const PRICER = [...session.capabilities, 'listing.write' as const]
const ok = (id: string) => ({
  body: { id, revision: 5, events: ['NightOverridesChanged'] },
  headers: { 'X-Position': 'c0.9' },
})
const second = { ...listing, id: 'l2', title: 'Mill Street Flat' }

describe('pricing nights', () => {
  it('keeps a price that waits for the network, until it is sent', async () => {
    const api = await openCalendar(PRICER, {
      replies: { 'POST /api/listings/l1/override-nights': () => ok('l1') },
    })
    const names = () => Object.keys(localStorage).filter((name) => name.startsWith('hearth.command/'))
    const panel = await openPrice()
    await waitFor(() => expect(within(panel).getByLabelText(/Per night/)).toHaveFocus())
    type(panel, /Per night/, '300')
    onlineManager.setOnline(false)
    try {
      fireEvent.click(within(panel).getByRole('button', { name: 'Save price' }))
      await waitFor(() => expect(names()).toHaveLength(1))
      expect(api.sent()).toEqual([])
    } finally {
      onlineManager.setOnline(true)
    }
    await waitFor(() => expect(api.sent()).toHaveLength(1))
    await waitFor(() => expect(names()).toEqual([]))
  })

  it('opens with P, shows what guests will pay, saves and offers to undo', async () => {
    const api = await openCalendar(PRICER, {
      replies: {
        'POST /api/listings/l1/override-nights': () => ok('l1'),
        'POST /api/listings/l1/undo-night-overrides': () => ok('l1'),
      },
    })
    const panel = await openPrice()
    expect(within(panel).getByRole('tab', { name: 'Price' })).toHaveAttribute('aria-selected', 'true')
    await waitFor(() => expect(within(panel).getByLabelText(/Per night/)).toHaveFocus())
    type(panel, /Per night/, '300')
    expect(panel).toHaveTextContent(/Guests pay now \(2 nights\)514.00/)
    expect(panel).toHaveTextContent(/Guests will pay600.00/)
    type(panel, /Minimum stay/, '2')
    fireEvent.click(within(panel).getByLabelText('No check-out'))
    fireEvent.click(within(panel).getByRole('button', { name: 'Save price' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone at Juniper Cabin.')).toBeInTheDocument()
    const [saved, undone] = api.sent()
    expect(saved).toEqual({
      path: '/api/listings/l1/override-nights',
      body: {
        start: '2026-07-24',
        end: '2026-07-26',
        weekdays: [],
        change: {
          price: { kind: 'amount', amountMinor: 30_000 },
          minNights: 2,
          closedToDeparture: true,
        },
      },
    })
    expect(undone).toMatchObject({
      path: '/api/listings/l1/undo-night-overrides',
      body: { changeId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
  })

  it('changes several listings, says the result of each, and sends again only what was refused', async () => {
    let refusals = 1
    const api = await openCalendar(PRICER, {
      listings: [listing, second],
      replies: {
        'POST /api/listings/l1/override-nights': () => ok('l1'),
        'POST /api/listings/l2/override-nights': () =>
          refusals-- > 0
            ? {
                status: 409,
                body: {
                  type: 'about:blank',
                  title: 'No',
                  status: 409,
                  code: 'INVALID_TRANSITION',
                  detail: 'This listing has been removed.',
                  instance: '/',
                  correlationId: 'c',
                },
              }
            : ok('l2'),
      },
    })
    const panel = await openPrice()
    fireEvent.change(within(panel).getByRole('combobox', { name: 'Price' }), { target: { value: 'percent' } })
    type(panel, /Percent/, '20')
    fireEvent.click(within(panel).getByText(/Also change other listings/))
    fireEvent.click(within(panel).getByLabelText('Mill Street Flat'))
    fireEvent.click(within(panel).getByRole('button', { name: 'Save price' }))
    const results = await within(panel).findByRole('alert')
    expect(results).toHaveTextContent('Juniper Cabin: saved')
    expect(results).toHaveTextContent('Mill Street Flat: not saved. This listing has been removed.')
    fireEvent.click(within(panel).getByRole('button', { name: 'Save price' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.sent().map(({ path }) => path)).toEqual([
      '/api/listings/l1/override-nights',
      '/api/listings/l2/override-nights',
      '/api/listings/l2/override-nights',
    ])
  })

  it('says at the field what is wrong and sends nothing', async () => {
    const api = await openCalendar(PRICER)
    const panel = await openPrice()
    type(panel, /Per night/, '0')
    expect(within(panel).getByRole('alert')).toHaveTextContent('Enter an amount of more than 0.')
    expect(within(panel).getByRole('button', { name: 'Save price' })).toBeDisabled()
    expect(api.sent()).toEqual([])
  })

  it('changes the tab by arrow keys', async () => {
    await openCalendar(PRICER)
    const panel = await openPrice()
    act(() => within(panel).getByRole('tab', { name: 'Price' }).focus())
    press('ArrowLeft')
    expect(within(panel).getByRole('tab', { name: 'Block' })).toHaveAttribute('aria-selected', 'true')
    expect(await within(panel).findByLabelText('Reason')).toBeInTheDocument()
  })

  it('is for those who may change prices', async () => {
    await openCalendar(session.capabilities)
    const panel = await openPrice()
    expect(within(panel).queryByRole('button', { name: 'Save price' })).toBeNull()
  })

  it('shows the price and rules of a night that has its own', async () => {
    await openCalendar(PRICER, {
      overrides: [
        {
          id: 'l1/2026-07-24',
          tenantId: 't1',
          revision: 1,
          listingId: 'l1',
          date: '2026-07-24',
          price: { kind: 'amount', amountMinor: 31_000 },
          minNights: 3,
          closedToArrival: true,
          closedToDeparture: null,
          changedBy: 'u1',
          changedAt: '2026-07-01T00:00:00.000Z',
        },
      ],
    })
    await waitFor(() =>
      expect(night('Fri 24 Jul')).toHaveAccessibleName(/310.00.*minimum stay 3 nights, no check-in/),
    )
  })
})
