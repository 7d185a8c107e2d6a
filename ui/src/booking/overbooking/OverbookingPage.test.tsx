import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cancellationQuote, readQuotedBooking } from '@hearth/contracts/booking'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Booking } from '../../data/records/records.ts'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { booking, listedBooking, session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import OverbookingPage from './OverbookingPage.tsx'

const quoted = readQuotedBooking(booking)
if (quoted === undefined) throw new Error('the fixture has money')
const NOW = '2026-06-20T12:00:00.000Z'
const quote = {
  ...cancellationQuote(quoted, 'host', NOW),
  validUntil: '2026-06-20T12:15:00.000Z',
  quote: 'token',
}
const other = { ...listedBooking, id: 'b2', guestName: 'Renata C.', source: 'vrbo' as const }

let shown: Booking
let rivals: readonly object[]
let calls: ReturnType<typeof fakeApi>['calls']
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
  shown = { ...booking, status: 'overbooked' }
  rivals = [{ ...listedBooking, status: 'overbooked' }, other]
  ;({ calls } = fakeApi({
    'GET /api/session': () => ({ body: session }),
    'GET /api/listings': () => list([{ id: 'l1', title: 'Cedar House', place: 'Kingston, NY' }]),
    'GET /api/bookings': () => list(rivals),
    'GET /api/claims': () => list([]),
    'GET /api/bookings/b1': () => ({ body: shown }),
    'GET /api/bookings/b1/cancellation-quote': () => ({ body: quote }),
    'GET /api/bookings/b2/cancellation-quote': () => ({ body: quote }),
    'POST /api/bookings/b1/accept-overbooking': () => {
      shown = { ...booking, status: 'confirmed', revision: 5 }
      return { body: { id: 'b1', revision: 5, events: ['OverbookingResolved'] } }
    },
  }))
})
afterEach(() => vi.useRealTimers())
const open = () =>
  renderAt(
    '/bookings/b1/overbooking',
    <Routes>
      <Route path="/bookings/:id/overbooking" element={<OverbookingPage />} />
    </Routes>,
  )
const cardOf = async (guest: string) => {
  const heading = await screen.findByRole('heading', { name: guest })
  const card = heading.closest('section')
  if (card === null) throw new Error(`no card of ${guest}`)
  return within(card)
}

it('shows both stays with what the cancellation of each costs, and offers either', async () => {
  open()
  for (const [guest, id] of [
    ['Daniel W.', 'b1'],
    ['Renata C.', 'b2'],
  ] as const) {
    const card = await cardOf(guest)
    expect(await card.findByText('Cancelling costs you')).toBeVisible()
    expect(card.getByText(/^fee /)).toBeVisible()
    expect(card.getByRole('link', { name: /^Cancel .* stay$/ })).toHaveAttribute(
      'href',
      `/bookings/${id}/cancel`,
    )
  }
  expect((await cardOf('Daniel W.')).getByText('Waiting for the nights')).toBeVisible()
  expect((await cardOf('Renata C.')).getByText('Has the nights')).toBeVisible()
})

it('keeps both stays with a reason, and then says that it is resolved', async () => {
  open()
  const keep = await screen.findByRole('button', { name: 'Keep both bookings' })
  expect(keep).toBeDisabled()
  await userEvent.click(screen.getByRole('radio', { name: 'The guests have separate rooms' }))
  await userEvent.click(keep)
  expect(await screen.findByRole('heading', { name: 'This double booking is resolved' })).toBeVisible()
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ reason: 'separate_rooms' })
  expect(sent?.headers.get('if-match')).toBe('"4"')
})

it('says what else can be missing when no other stay and no block has the nights', async () => {
  rivals = [{ ...listedBooking, status: 'overbooked' }]
  open()
  expect(await screen.findByText(/Nothing else has these nights/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Renata C.' })).toBeNull())
})
