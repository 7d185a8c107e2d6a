import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cancellationQuote, readQuotedBooking, type CancellationQuote } from '@hearth/contracts/booking'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../data/records/queryClient.ts'
import type { Booking } from '../../data/records/records.ts'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { booking, session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import CancelPage from './CancelPage.tsx'

const quoted = readQuotedBooking(booking)
if (quoted === undefined) throw new Error('the fixture has money')
const quoteAt = (now: string): CancellationQuote => ({
  ...cancellationQuote(quoted, 'host', now),
  validUntil: new Date(Date.now() + 900_000).toISOString(),
  quote: `token-${now}`,
})
const page = () =>
  renderAt(
    '/bookings/b1/cancel',
    <Routes>
      <Route path="/bookings/:id/cancel" element={<CancelPage />} />
    </Routes>,
  )
const button = () => screen.findByRole('button', { name: 'Cancel the booking' })

describe('cancelling', () => {
  let calls: ReturnType<typeof fakeApi>['calls']
  let now: string
  let shown: Booking
  let entries: readonly object[]
  let answer: () => { status?: number; body: unknown }
  beforeEach(() => {
    now = '2026-06-20T12:00:00.000Z'
    shown = booking
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    entries = []
    answer = () => ({
      body: {
        id: 'b1',
        revision: 5,
        events: ['BookingCancellationStarted'],
        undo: { command: 'RevokeCancellation', expiresAt: '2026-06-20T12:10:00.000Z' },
      },
    })
    ;({ calls } = fakeApi({
      'GET /api/session': () => ({ body: session }),
      'GET /api/listings': () =>
        list([{ id: 'l1', title: 'Cedar House', place: 'Kingston, NY', maxGuests: 5 }]),
      'GET /api/bookings/b1': () => ({ body: shown }),
      'GET /api/bookings/b1/history': () => ({ body: { entries } }),
      'GET /api/bookings/b1/cancellation-quote': () => ({ body: quoteAt(now) }),
      'POST /api/bookings/b1/cancel': () => answer(),
      'POST /api/bookings/b1/send-cancellation-link': () => ({
        body: { id: 'b1', revision: 5, events: ['GuestCancellationLinkSent'] },
      }),
    }))
  })
  afterEach(() => vi.useRealTimers())
  const sent = (verb: string) => calls.filter(({ path }) => path.endsWith(verb))

  it('waits for the code, then sends quote, reason and message and shows the ten minutes', async () => {
    page()
    expect(await button()).toBeDisabled()
    for (const radio of screen.getAllByRole('radio', { name: /^(Not|Urgent|Price|Guest|I need|Other)/ }))
      expect(radio).not.toBeChecked()
    expect(screen.getByLabelText('Message to Daniel')).toHaveValue('')
    await userEvent.type(screen.getByPlaceholderText('HB-7K2M9QXD'), 'HB-7K2M9QX')
    expect(await button()).toBeDisabled()
    await userEvent.type(screen.getByPlaceholderText('HB-7K2M9QXD'), 'd')
    expect(await button()).toBeDisabled()
    expect(screen.getByText(/^Choose a reason to continue/)).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: 'Urgent repair' }))
    await userEvent.click(await button())
    expect(
      await screen.findByRole('heading', { name: 'Cancelling Daniel’s stay at Cedar House' }),
    ).toBeVisible()
    expect(sent('/cancel')[0]?.body).toMatchObject({
      quote: `token-${now}`,
      reason: 'emergency_repair',
      message: expect.stringContaining('Hello Daniel'),
    })
    expect(sent('/cancel')[0]?.headers.get('if-match')).toBe('"4"')
  })

  it('asks for a message of twenty characters', async () => {
    page()
    await userEvent.type(await screen.findByPlaceholderText('HB-7K2M9QXD'), 'HB-7K2M9QXD')
    await userEvent.click(screen.getByRole('radio', { name: 'Other' }))
    await userEvent.clear(screen.getByLabelText('Message to Daniel'))
    expect(await button()).toBeDisabled()
    expect(screen.getByText('Enter at least 20 characters.')).toBeVisible()
  })

  it('shows old and new numbers of a stale quote, and waits for another confirmation', async () => {
    answer = () => ({ status: 409, body: { status: 409, code: 'QUOTE_STALE', title: '', type: '' } })
    page()
    await userEvent.type(await screen.findByPlaceholderText('HB-7K2M9QXD'), 'HB-7K2M9QXD')
    await userEvent.click(screen.getByRole('radio', { name: 'I need it myself' }))
    now = '2026-07-15T12:00:00.000Z'
    await userEvent.click(await button())
    expect(await screen.findByText('The cost changed while this page was open')).toBeVisible()
    await waitFor(() =>
      expect(within(screen.getByRole('alert')).getByRole('row', { name: /^Fee/ })).toHaveTextContent(
        'Fee190.00380.00USD',
      ),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Use the new amounts' }))
    expect(await button()).toBeEnabled()
    expect(sent('/cancel')).toHaveLength(1)
  })

  it.each(['confirmed', 'in_stay'] as const)(
    'says of a stay that has started who can cancel it, before anything is filled in (%s)',
    async (status) => {
      vi.setSystemTime(new Date('2026-07-17T12:00:00.000Z'))
      shown = { ...booking, status }
      page()
      expect(
        await screen.findByRole('heading', { name: 'The stay has started, so only Hearth can cancel it' }),
      ).toBeVisible()
      expect(screen.queryByRole('radio')).toBeNull()
      expect(sent('/cancellation-quote')).toHaveLength(0)
    },
  )

  it('cancels an overbooked stay like any other', async () => {
    shown = { ...booking, status: 'overbooked' }
    page()
    expect(await button()).toBeDisabled()
    expect(await screen.findByText('Total cost to you')).toBeVisible()
  })

  it('sends a link and cancels nothing when the guest asked for the cancellation', async () => {
    page()
    await screen.findByRole('radio', { name: 'Ask Daniel' })
    await userEvent.click(screen.getByRole('radio', { name: 'Guest asked me' }))
    expect(screen.queryByRole('button', { name: 'Cancel the booking' })).toBeNull()
    expect(screen.getByRole('radio', { name: 'Ask Daniel' })).toBeChecked()
    await userEvent.click(screen.getByRole('button', { name: 'Send Daniel a link' }))
    expect(await screen.findByText('Link sent to Daniel')).toBeVisible()
    expect(sent('/send-cancellation-link')).toHaveLength(1)
    expect(sent('/cancel')).toHaveLength(0)
  })

  it.for([
    ['2026-06-20T12:00:00.000Z', 1],
    ['2026-07-16T12:00:00.000Z', 0],
  ] as const)('offers to cancel later only before check-in: at %s', async ([at, offered]) => {
    now = at
    page()
    expect(await screen.findByRole('radio', { name: 'Cancel now' })).toBeChecked()
    expect(screen.queryAllByRole('radio', { name: 'Cancel later' })).toHaveLength(offered)
  })

  it('says who kept a stay in another window, and offers the form again', async () => {
    shown = { ...booking, status: 'cancelling', effectiveAt: new Date(Date.now() + 600_000).toISOString() }
    page()
    expect(await screen.findByRole('heading', { name: /^Cancelling Daniel/ })).toBeVisible()
    shown = booking
    entries = [
      {
        id: 'e1',
        type: 'BookingCancellationRevoked',
        revision: 5,
        at: '2026-06-20T12:03:00.000Z',
        recordedAt: '2026-06-20T12:03:00.000Z',
        text: 'The cancellation was undone.',
        who: { id: 'u2', name: 'Ana Vale', kind: 'host' },
        amountMinor: null,
        currency: null,
      },
    ]
    await queryClient.invalidateQueries()
    expect(await screen.findByText('Ana Vale kept this booking')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel it again' }))
    expect(await button()).toBeDisabled()
  })
})
