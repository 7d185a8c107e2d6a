import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { can, CAPABILITIES, type Capability } from '@hearth/contracts/kernel/access'
import type { Session } from '../../session/session.ts'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import CommandPalette from './CommandPalette.tsx'

const OWNER = (Object.keys(CAPABILITIES) as Capability[]).filter((one) => can('owner', one))
const cedar = { id: 'l1', title: 'Cedar House', place: 'Camden, Maine' }
const stay = {
  id: 'b1',
  code: 'HB-7NKM8BJ9',
  guestName: 'Amara Okafor',
  listingTitle: 'Cedar House',
  place: 'Camden, Maine',
  checkIn: '2026-07-16',
  checkOut: '2026-07-19',
  status: 'confirmed',
}
afterEach(() => vi.unstubAllGlobals())

// jsdom has no layout.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})

const openPalette = (who: Partial<Session> = {}, found = { bookings: [stay], listings: [cedar] }) => {
  const onClose = vi.fn()
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: OWNER, ...who } }),
    'GET /api/today': () => ({ body: { waiting: [] } }),
    'GET /api/listings': () => list([cedar]),
    'GET /api/bookings': () => list([{ ...stay, listingId: 'l1' }]),
    'GET /api/search': () => ({ body: found }),
  })
  renderAt('/', <CommandPalette onClose={onClose} />)
  return { onClose, calls }
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent?.trim())
const type = async (text: string) => {
  await screen.findByRole('option', { name: 'Today' })
  await userEvent.type(screen.getByRole('combobox'), text)
}
const nothing = { bookings: [], listings: [] }

describe('the command palette', () => {
  it.each([
    ['block', 'Block nights'],
    ['cancel', 'Cancel a booking'],
    ['dark', 'Switch to dark theme'],
    ['invite', 'Invite someone'],
    ['bank', 'Add a bank account'],
    ['tax', 'Profile Account'],
    ['team', 'Team Account'],
    ['notificatoins', 'Notifications Account'],
    ['calandar', 'Calendar'],
  ])('finds something for “%s”: %s', async (typed, title) => {
    openPalette({}, nothing)
    await type(typed)
    await waitFor(() => expect(options()).toContain(title))
    expect(options().filter((text) => text?.includes('app.'))).toEqual([])
  })

  it('blocks nights at a listing', async () => {
    const { onClose } = openPalette({}, nothing)
    await type('block cedar')
    await userEvent.click(await screen.findByRole('option', { name: /^Block nights at Cedar House/ }))
    expect(screen.getByTestId('address')).toHaveTextContent('/calendar?listing=l1&new=block')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('asks which stay to cancel, and opens its cancellation', async () => {
    const { calls } = openPalette({}, nothing)
    await userEvent.click(await screen.findByRole('option', { name: 'Cancel a booking' }))
    expect(screen.getByRole('combobox')).toHaveValue('Cancel')
    const option = await screen.findByRole('option', {
      name: /^Cancel Amara Okafor’s stay, Cedar House/,
    })
    expect(screen.queryByRole('option', { name: 'Cancel a booking' })).toBeNull()
    await userEvent.click(option)
    expect(screen.getByTestId('address')).toHaveTextContent('/bookings/b1/cancel')
    const filters = calls
      .filter(({ path }) => path === '/api/bookings')
      .map(({ query }) => JSON.parse(query.get('filter') ?? '{}'))
    expect(filters.at(-1)).toEqual({ status: ['confirmed', 'overbooked'] })
  })

  it('finds the stay to cancel by the other words', async () => {
    const { calls } = openPalette({}, nothing)
    await type('cancel amara')
    await screen.findByRole('option', { name: /^Cancel Amara Okafor’s stay/ })
    const filters = calls
      .filter(({ path }) => path === '/api/bookings')
      .map(({ query }) => JSON.parse(query.get('filter') ?? '{}'))
    expect(filters.at(-1)).toEqual({ status: ['confirmed', 'overbooked'], q: 'amara' })
  })

  it('shows guest, place, code and dates of a stay below listings, and marks what was typed', async () => {
    openPalette()
    await type('hb7nkm')
    const bookings = await screen.findByRole('group', { name: 'Bookings' })
    const [option] = within(bookings).getAllByRole('option')
    expect(option).toHaveTextContent(
      /Amara Okafor Cedar House, Camden, Maine, HB-7NKM8BJ9 Thu 16 – Sun 19 Jul 2026/,
    )
    expect(option?.querySelector('mark')).toHaveTextContent('HB-7NKM')
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Listings',
      'Bookings',
    ])
  })

  it('is worked with the keyboard; the field names the chosen option', async () => {
    openPalette()
    await type('amara')
    await screen.findByRole('option', { name: /Amara/ })
    const field = screen.getByRole('combobox')
    const chosen = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
    expect(chosen()).toHaveTextContent('Cedar House')
    await userEvent.keyboard('{ArrowDown}')
    expect(chosen()).toHaveTextContent('Amara')
    expect(chosen()).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    expect(screen.getByTestId('address')).toHaveTextContent('/bookings/b1')
  })

  it('opens what matches the text of the moment when Enter follows immediately', async () => {
    openPalette({}, nothing)
    await screen.findByRole('option', { name: 'Today' })
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'calendar' } })
    const isLeftToTheBrowser = fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
    expect(isLeftToTheBrowser).toBe(false)
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/calendar$/)
  })

  it('offers only what the role opens', async () => {
    openPalette({ capabilities: ['booking.read', 'listing.read', 'calendar.read'] }, nothing)
    await screen.findByRole('option', { name: 'Calendar' })
    expect(options()).not.toContain('Block nights')
    expect(options()).not.toContain('Payout settings')
    expect(options()).not.toContain('Start a listing')
    await userEvent.type(screen.getByRole('combobox'), 'export')
    await waitFor(() => expect(screen.getByText('No results for “export”')).toBeVisible())
  })

  it('asks the server once for a text, and says when the search fails', async () => {
    const { calls } = openPalette()
    await type('am')
    await screen.findByRole('option', { name: /Amara/ })
    expect(calls.filter(({ path }) => path === '/api/search').map(({ query }) => query.get('q'))).toEqual([
      'am',
    ])
  })
})
