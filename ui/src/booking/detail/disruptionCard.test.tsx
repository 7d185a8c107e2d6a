import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { booking, session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { useSession } from '../../session/session.ts'
import DisruptionCard from './DisruptionCard.tsx'

const FILE = '7f1c2d3e-4b5a-4c6d-8e7f-9a0b1c2d3e4f'
const DAY_MS = 86_400_000
const TEXT = 'The road is open, and the house has power and water.'
const event = { disruptionId: 'd1', title: 'Storm Ana', start: '2026-11-10', end: '2026-11-14' }

const show = (evidence: readonly object[], endsInDays = 3) => {
  const evidenceUntil = new Date(Date.now() + endsInDays * DAY_MS).toISOString()
  const Page = () =>
    useSession() === undefined ? null : (
      <DisruptionCard booking={{ ...booking, disruption: { ...event, evidenceUntil } }} />
    )
  const api = fakeApi({
    'GET /api/session': () => ({ body: session }),
    'GET /api/disruption-evidence': () => list(evidence),
    [`POST /api/bookings/${booking.id}/send-disruption-evidence`]: () => ({
      body: { id: booking.id, revision: 5, events: [] },
    }),
    'POST /api/uploads': () => ({ status: 201, body: { id: FILE, name: 'road.jpg', state: 'clean' } }),
  })
  renderAt(`/bookings/${booking.id}`, <Page />)
  return api
}

describe('a stay that a declared event covers', () => {
  it('takes evidence from its host with files, once', async () => {
    const { calls } = show([])
    expect(await screen.findByText(/Storm Ana, for nights from .* to Fri 13 Nov/)).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Send evidence' }))
    await userEvent.type(await screen.findByLabelText('What is the situation at your home?'), TEXT)
    await userEvent.upload(
      screen.getByLabelText('Add a file: Photos and documents', { selector: 'input' }),
      new File(['a'], 'road.jpg', { type: 'image/jpeg' }),
    )
    await screen.findByText('road.jpg')
    const [send] = screen.getAllByRole('button', { name: 'Send evidence' }).slice(-1)
    await waitFor(() => expect(send).toBeEnabled())
    await userEvent.click(send!)
    await waitFor(() =>
      expect(calls.find(({ path }) => path.endsWith('/send-disruption-evidence'))?.body).toEqual({
        text: TEXT,
        fileIds: [FILE],
      }),
    )
  })

  it('says when the time for evidence ended', async () => {
    show([], -1)
    expect(await screen.findByText(/^The time to send evidence .* ended/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send evidence' })).toBeNull()
  })

  it('shows what was sent, and the answer', async () => {
    const at = '2026-11-09T10:00:00.000Z'
    show([
      {
        id: booking.id,
        disruptionId: 'd1',
        listingId: booking.listingId,
        text: TEXT,
        fileIds: ['f1'],
        sentBy: 'u1',
        sentAt: at,
        answer: 'Thank you. We have read it.',
        answeredAt: at,
      },
    ])
    expect(await screen.findByText(`“${TEXT}”`)).toBeVisible()
    expect(screen.getByRole('link', { name: 'File 1' })).toHaveAttribute('href', '/api/files/f1/full')
    expect(screen.getByText('“Thank you. We have read it.”')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send evidence' })).toBeNull()
  })
})
