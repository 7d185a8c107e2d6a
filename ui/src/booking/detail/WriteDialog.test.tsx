import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeApi } from '../../test/fakeApi.ts'
import { booking, session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { isOpen } from '../../data/records/records.ts'
import { useSession } from '../../session/session.ts'
import WriteDialog from './WriteDialog.tsx'

const Page = () =>
  useSession() !== undefined && isOpen(booking) ? (
    <WriteDialog booking={booking} onClose={() => undefined} />
  ) : null

it('sends files with the first message, and says that a guest can’t open a PDF that wasn’t checked', async () => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: session }),
    'POST /api/first-attachments': ({ query }) => {
      const isPdf = query.get('name') === 'arrival.pdf'
      return { status: 201, body: { id: isPdf ? 'f2' : 'f1', state: isPdf ? 'unscanned' : 'clean' } }
    },
    'POST /api/first-messages': () => ({ body: { id: 't1', revision: 0, events: [] } }),
  })
  renderAt(`/bookings/${booking.id}`, <Page />)
  const send = await screen.findByRole('button', { name: 'Send' })
  expect(send).toBeDisabled()
  await userEvent.upload(screen.getByLabelText('Attach files', { selector: 'input' }), [
    new File(['a'], 'door.jpg', { type: 'image/jpeg' }),
    new File(['b'], 'arrival.pdf', { type: 'application/pdf' }),
  ])
  expect(await screen.findByText(/^Your guest can’t open this PDF/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Remove arrival.pdf' }))
  await waitFor(() => expect(send).toBeEnabled())
  await userEvent.click(send)
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/inbox/t1'))
  const { listingId, guestRef, id: bookingId } = booking
  expect(calls.find(({ path }) => path === '/api/first-messages')?.body).toEqual({
    listingId,
    guest: { guestRef },
    bookingId,
    body: '',
    attachments: ['f1'],
  })
  expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull()
})
