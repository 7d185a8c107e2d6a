import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { listedBooking, session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { useSession } from '../../session/session.ts'
import { MoveButton } from './MoveButton.tsx'

const booking = {
  ...listedBooking,
  status: 'overbooked' as const,
  checkInInstant: '2099-07-10T19:00:00.000Z',
}
const CABIN = '0f6a3b52-7c1d-5e0a-9b4f-3d2c1e0f4a55'
const home = (id: string, title: string, status = 'live') => ({ id, title, place: 'Kingston, NY', status })
const option = (listingId: string, usualMinor: number, code?: string) => ({
  listingId,
  refusal: code === undefined ? null : { code, detail: 'No.' },
  usualMinor,
})

/** What a person sees depends on their session, so it is known first. */
const Page = () => (useSession() === undefined ? null : <MoveButton booking={booking} />)

const open = async () => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: session }),
    'GET /api/listings': () =>
      list([
        home('l1', 'Cedar House'),
        home(CABIN, 'Juniper Cabin'),
        home('l3', 'Loft'),
        home('l4', 'Barn', 'paused'),
      ]),
    'POST /api/bookings/b1/move-preview': () => ({
      body: {
        bookingId: 'b1',
        currency: 'USD',
        agreedMinor: 112_000,
        options: [option('l3', 90_000, 'NIGHTS_UNAVAILABLE'), option(CABIN, 130_000)],
      },
    }),
    'POST /api/bookings/b1/move': () => ({ body: { id: 'b1', revision: 5, events: ['BookingMoved'] } }),
  })
  renderAt('/bookings/b1', <Page />)
  await userEvent.click(await screen.findByRole('button', { name: 'Move to another listing' }))
  return (path: string) => calls.find((call) => call.path === path)
}

it('asks about the other live listings, offers those that fit with what they usually cost, and folds the others', async () => {
  const find = await open()
  const only = await screen.findByRole('radio')
  expect(only).toHaveAccessibleName(/^Juniper Cabin ?Usually .*180\.00.* more than the guest pays$/)
  expect(only).toBeEnabled()
  expect(screen.getByText('Choose a listing. Then you can edit the message to Daniel.')).toBeVisible()
  expect(screen.queryByText(/^Loft/)).not.toBeVisible()
  await userEvent.click(screen.getByText('1 listing doesn’t fit this stay'))
  expect(screen.getByText('Loft: Not available on these nights')).toBeVisible()
  expect(find('/api/bookings/b1/move-preview')?.body).toEqual({ listingIds: [CABIN, 'l3'] })
})

it('moves the stay with a message that names the new home, and closes', async () => {
  const find = await open()
  await userEvent.click(await screen.findByRole('radio', { name: /^Juniper Cabin/ }))
  const message = await screen.findByRole('textbox', { name: /^Message to Daniel/ })
  expect(message).toHaveValue(
    'Hello Daniel, we’d like to host you at Juniper Cabin instead of Cedar House. Your dates and your price ' +
      'stay the same. Please write to us if you have any questions.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Move the stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(find('/api/bookings/b1/move')?.body).toMatchObject({ toListingId: CABIN })
})
