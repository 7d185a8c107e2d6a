import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { DisruptedStays, DisruptionRow } from '@hearth/contracts/disruption'
import type { Session } from '../session/session.ts'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import DisruptionsReport from './DisruptionsReport.tsx'

const declared: DisruptionRow = {
  id: 'd1',
  state: 'declared',
  title: 'Storm Ana',
  area: { country: 'PT', region: null, circle: { center: { lat: 38.7, lng: -9.1 }, radiusKm: 60 } },
  start: '2026-11-10',
  end: '2026-11-14',
  reason: 'The coast was evacuated by the civil protection.',
  declaredBy: 'colleague',
  declaredAt: '2026-11-08T06:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  rejectedReason: null,
}
const stays: DisruptedStays = {
  totals: [{ currency: 'EUR', stays: 1, guestTotalMinor: 81_640, hostPayoutMinor: 60_000, refundedMinor: 0 }],
  stays: [
    {
      bookingId: 'b1',
      hostAccountId: 'a1',
      hostName: 'Lisboa Casas',
      listingId: 'l1',
      listingTitle: 'Alfama Loft',
      code: 'HB-7W2KD4',
      checkIn: '2026-11-10',
      checkOut: '2026-11-12',
      status: 'confirmed',
      currency: 'EUR',
      guestTotalMinor: 81_640,
      hostPayoutMinor: 60_000,
      refundedMinor: 0,
    },
  ],
}
const admin: Session = {
  ...session,
  role: 'admin',
  capabilities: ['disruption.read', 'disruption.declare', 'disruption.approve'],
}
const evidence = {
  id: 'b1',
  disruptionId: 'd1',
  listingId: 'l1',
  text: 'The road is open, and the house has power and water.',
  fileIds: ['f1'],
  sentBy: 'u1',
  sentAt: '2026-11-09T10:00:00.000Z',
  code: 'HB-7W2KD4',
  state: 'sent',
  answerBy: '2026-11-12T10:00:00.000Z',
  takenBy: admin.user.id,
  answer: null,
  answeredAt: null,
}

const show = (rows: readonly DisruptionRow[], who: Session = admin, query = '') => {
  const api = fakeApi({
    'GET /api/session': () => ({ body: who }),
    'GET /api/disruptions': () => list([...rows]),
    'GET /api/disruptions/d1/stays': () => ({ body: stays }),
    'GET /api/disruption-evidence': () => list([evidence]),
    'GET /api/disruption-evidence/b1': () => ({ body: evidence }),
    'POST /api/bookings/b1/answer-disruption-evidence': () => ({
      body: { id: 'b1', revision: 5, events: [] },
    }),
  })
  renderAt(`/internal/reports?report=disruptions${query}`, <DisruptionsReport />)
  return api
}

it('shows which stays an event would cover, with totals, beside the approval', async () => {
  show([declared])
  const line = await screen.findByRole('listitem')
  expect(line).toHaveTextContent('10 Nov 2026 to Fri 13 Nov 2026')
  expect(line).toHaveTextContent('Portugal, within 60 km of 38.7, -9.1')
  const table = await within(line).findByRole('table', { name: 'It would cover these stays' })
  expect(table).toHaveTextContent('Alfama Loft')
  expect(within(table).getByRole('row', { name: /1 stay/ })).toHaveTextContent('816.40')
  expect(within(line).getByRole('button', { name: 'Approve' })).toBeVisible()
})

it('lets another admin approve, and not the person who declared it', async () => {
  show([{ ...declared, declaredBy: admin.user.id }])
  const line = await screen.findByRole('listitem')
  expect(within(line).queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(line).toHaveTextContent('another admin has to approve it')
  expect(within(line).getByRole('button', { name: 'Reject' })).toBeVisible()
})

it('shows what hosts sent about an event in effect, and answers it', async () => {
  const { calls } = show([{ ...declared, state: 'applied', decidedBy: 'x', decidedAt: declared.declaredAt }])
  fireEvent.click(await screen.findByRole('button', { name: 'Show the stays' }))
  expect(await screen.findByText(/^Evidence from HB-7W2KD4, Alfama Loft, /)).toBeVisible()
  expect(screen.getByRole('link', { name: 'File 1' })).toHaveAttribute('href', '/api/files/f1/full')
  fireEvent.click(screen.getByRole('button', { name: 'Answer: HB-7W2KD4, Alfama Loft' }))
  const answer = 'Thank you. We have read it and added it to the record.'
  fireEvent.change(await screen.findByLabelText('Your answer to the host'), { target: { value: answer } })
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/answer-disruption-evidence'))?.body).toEqual({ answer }),
  )
})

it('opens the event of the stay in the address, and says by when and who answers its host', async () => {
  show([{ ...declared, state: 'applied', decidedBy: 'x', decidedAt: declared.declaredAt }], admin, '&stay=b1')
  expect(await screen.findByText(/^To be answered by .* It’s assigned to you\.$/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Hide the stays' })).toBeVisible()
})

it('declares an event for the nights and the area that were typed', async () => {
  const { calls } = show([])
  const type = (name: string, value: string) => {
    const field = screen.getByLabelText(name)
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  }
  await screen.findByText('No event has been declared.')
  type('What happened', 'Storm Ana')
  type('Region', 'Lisboa')
  type('Latitude', '38.7')
  type('Longitude', '-9.1')
  type('Radius in km', '60')
  type('First night', '2026-11-10')
  type('Last night', '2026-11-13')
  type('Why', declared.reason)
  fireEvent.click(screen.getByRole('button', { name: 'Declare event' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      title: 'Storm Ana',
      area: { ...declared.area, region: 'Lisboa' },
      start: '2026-11-10',
      end: '2026-11-14',
      reason: declared.reason,
    }),
  )
})
