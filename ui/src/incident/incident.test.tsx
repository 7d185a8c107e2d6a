import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import type { Incident } from '../data/records/records.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { fakeApi, list, type Handler } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import IncidentPage from './detail/IncidentPage.tsx'
import IncidentListPage from './list/IncidentListPage.tsx'
import ReportPage from './report/ReportPage.tsx'

const incident: Incident = {
  id: 'i1',
  tenantId: 'a1',
  revision: 0,
  code: 'IN-7K2M9QXD',
  listingId: 'l1',
  hostAccountId: 'a1',
  bookingId: null,
  category: 'fire_gas_water',
  severity: 1,
  status: 'reported',
  occurredAt: '2026-06-12T10:20:00.000Z',
  description: 'Water comes through the bathroom ceiling.',
  peopleHurt: false,
  police: false,
  fire: true,
  authorityReference: null,
  reportedBy: 'u1',
  reportedAt: '2026-06-12T10:42:00.000Z',
  acknowledgeBy: '2026-06-12T10:57:00.000Z',
  acknowledgedInTime: null,
  assignee: null,
  movedBy: 'u1',
  movedAt: '2026-06-12T10:42:00.000Z',
  evidence: [],
  entries: [],
  holds: [{ blockId: 'b1', start: '2026-06-12', end: '2026-06-15', bookingIds: [], lifted: false }],
  reimbursementIds: [],
  summary: null,
  reopenUntil: null,
}
const listing = {
  id: 'l1',
  title: 'Cedar House',
  place: 'Hudson, NY',
  timezone: 'UTC',
  hostAccountId: 'a1',
}
const policy = { id: 'p1', name: 'incident', version: 1, body: FIRST_POLICIES.incident.body }

const open = (more: Readonly<Record<string, Handler>> = {}, capabilities: readonly string[] = []) =>
  fakeApi({
    'GET /api/session': () => ({
      body: {
        ...session,
        capabilities: [
          ...session.capabilities,
          'incident.read',
          'incident.report',
          'listing.read',
          ...capabilities,
        ],
      },
    }),
    'GET /api/incidents': () => list([incident]),
    'GET /api/incidents/i1': () => ({ body: incident }),
    'GET /api/incidents/i1/history': () => ({ body: { entries: [] } }),
    'GET /api/listings': () => list([listing]),
    'GET /api/listing-contents/l1': () => ({
      body: {
        id: 'l1',
        sections: { location: { version: 1, values: {} } },
        personal: { location: { address: { country: 'US' } } },
      },
    }),
    'GET /api/bookings': () => list([]),
    'GET /api/rules': () => list([policy]),
    ...more,
  })
const show = (path: string) =>
  renderAt(
    path,
    <Routes>
      <Route path="/report-incident" element={<ReportPage />} />
      <Route path="/incidents" element={<IncidentListPage />} />
      <Route path="/incidents/:id" element={<IncidentPage />} />
    </Routes>,
  )
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
})

it('reads the country of one listing of each town before one is chosen', async () => {
  const listings = ['Basel', 'Basel', 'Lörrach'].map((place, at) => ({ ...listing, id: `l${at}`, place }))
  const { calls } = open({ 'GET /api/listings': () => list(listings) })
  show('/report-incident')
  await screen.findByRole('button', { name: 'Send report' })
  const asked = () => calls.filter(({ path }) => path.startsWith('/api/listing-contents'))
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(asked()[0]?.query.get('filter')).toBe('{"id":["l1","l2"]}')
})

it('shows whom to call first, sets the severity by the kind, and sends the report', async () => {
  const { calls } = open({
    'POST /api/incidents': () => ({
      status: 201,
      body: { id: 'i1', revision: 1, events: ['IncidentReported', 'SafetyHoldPlaced'] },
    }),
  })
  show('/report-incident')
  expect(await screen.findByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911')
  await userEvent.click(await screen.findByRole('radio', { name: 'Pests' }))
  await waitFor(() => expect(screen.getByRole('radio', { name: /3\s+Home affected/ })).toBeChecked())
  expect(screen.getByRole('radio', { name: /4\s+Minor/ })).toBeDisabled()
  await userEvent.click(screen.getByRole('radio', { name: 'Fire, gas or water' }))
  await waitFor(() => expect(screen.getByRole('radio', { name: /1\s+Danger/ })).toBeChecked())
  expect(await screen.findByText(/3 nights from today are blocked at Cedar House/)).toBeVisible()

  await userEvent.click(screen.getByRole('textbox', { name: 'What happened' }))
  await userEvent.paste('Water comes through the bathroom ceiling.')
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/incidents/i1'))
  expect(Object.keys(localStorage).filter((name) => name.includes('report-incident'))).toEqual([])
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    listingId: 'l1',
    bookingId: null,
    category: 'fire_gas_water',
    severity: 1,
    description: 'Water comes through the bathroom ceiling.',
    peopleHurt: false,
    authorities: { police: false, fire: false, reference: null },
    fileIds: [],
  })
})

it('keeps what was typed when the report is refused, and sends it as another command', async () => {
  const refusal = {
    status: 422,
    body: {
      type: 'urn:problem:validation-failed',
      title: 'Validation failed',
      status: 422,
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '/occurredAt', detail: 'is in the future' }],
    },
  }
  const { calls } = open({ 'POST /api/incidents': () => refusal })
  show('/report-incident')
  await userEvent.click(await screen.findByRole('radio', { name: 'Pests' }))
  await userEvent.click(screen.getByRole('textbox', { name: 'What happened' }))
  await userEvent.paste('There are ants in the kitchen cupboard.')
  const keys = () =>
    calls.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'))
  for (const sent of [1, 2]) {
    await userEvent.click(await screen.findByRole('button', { name: 'Send report' }))
    await waitFor(() => expect(keys()).toHaveLength(sent))
    expect(await screen.findByText(/in the future/)).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'What happened' })).toHaveValue(
      'There are ants in the kitchen cupboard.',
    )
    expect(screen.getByRole('radio', { name: 'Pests' })).toBeChecked()
  }
  expect(new Set(keys()).size).toBe(2)
})

it('lets the host wait for Hearth, and staff acknowledge', async () => {
  open()
  const { unmount } = show('/incidents/i1')
  expect(await screen.findByText('Waits for Hearth')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull()
  unmount()

  const { calls } = open(
    {
      'POST /api/incidents/i1/acknowledge': () => ({
        body: { id: 'i1', revision: 2, events: ['IncidentAcknowledged'] },
      }),
    },
    ['incident.work'],
  )
  show('/incidents/i1')
  await userEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }))
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/acknowledge'))).toBe(true))
})

it('lists the open incidents, the most severe first', async () => {
  const { calls } = open()
  show('/incidents')
  expect(await screen.findByText('Fire, gas or water')).toBeVisible()
  expect(calls.find(({ path }) => path === '/api/incidents')?.query.get('sort')).toBe('["severity","ASC"]')
})
