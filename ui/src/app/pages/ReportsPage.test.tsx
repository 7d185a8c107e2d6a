import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProcessRow, ProjectionRow, RowDifferences } from '@hearth/contracts/projection'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { otherBuild, projectionRow } from '../../test/projections.ts'
import { renderAt } from '../../test/renderAt.tsx'
import ReportsPage from './ReportsPage.tsx'

const admin = {
  ...session,
  role: 'admin',
  account: null,
  accounts: [],
  capabilities: ['projection.read', 'projection.operate', 'event.read', 'event.personal'],
}
const auditor = { ...admin, role: 'auditor', capabilities: ['projection.read', 'event.read'] }
const difference = {
  serving: { build: 1, rows: 41_208 },
  other: { build: 2, rows: 41_208 },
  suspects: 1,
  rows: [{ tenantId: 't', id: 'b7', fields: ['payable_at'], only: null }],
}
const values: RowDifferences = {
  serving: 1,
  other: 2,
  total: 1,
  rows: [
    {
      tenantId: 't',
      id: 'b7',
      only: null,
      fields: [
        { field: 'payableAt', serving: '2026-07-20', other: '2026-07-21' },
        { field: 'guestName', serving: '•••', other: '•••' },
        { field: 'money', serving: { fee: 3, total: 9 }, other: { fee: 4, total: 9 } },
      ],
    },
  ],
}
const stay: ProcessRow = {
  id: 'stay',
  version: 1,
  state: 'live',
  position: '4118204',
  holder: 'host-1',
  leaseUntil: '2026-07-16T13:42:04.000Z',
  epoch: 3,
  stopped: 0,
  stoppedInstances: [],
  waiting: 3,
  oldestSeconds: 48,
  failing: 2,
  failure: { name: 'pay-refund', attempts: 4, error: 'the provider is not there' },
  nextAt: '2026-07-17T15:00:00.000Z',
}
const ready = projectionRow({ others: [otherBuild({ difference, verifiedAt: '2026-07-16T13:40:00.000Z' })] })
const parked = {
  id: 'claim.1.calendar-l1',
  projection: 'claim',
  build: 1,
  serving: true,
  stream: 'calendar-l1',
  accountId: 't',
  eventId: 'e1',
  eventType: 'NightsHeld',
  position: '9',
  error: 'No kind “linen”',
  attempts: 5,
  events: 3,
  parkedAt: '2026-07-16T13:30:07.000Z',
}
const bookingEvent = {
  id: 'e1',
  tenantId: 't',
  revision: 0,
  stream: 'booking-b1',
  streamRevision: 0,
  type: 'BookingConfirmed',
  data: { guestName: '•••', nights: 3 },
  metadata: { commandId: 'c1' },
  actorId: 'gateway',
  correlationId: 'r1',
  commit: '7',
  occurredAt: '2026-07-16T13:30:07.000Z',
  recordedAt: '2026-07-16T13:30:08.000Z',
}

describe('the internal reports', () => {
  let calls: ReturnType<typeof fakeApi>['calls']
  const serve = (
    who: object,
    projections: readonly ProjectionRow[],
    managers: readonly ProcessRow[] = [stay],
  ) => {
    ;({ calls } = fakeApi({
      'GET /api/session': () => ({ body: who }),
      'GET /api/projections': () => list(projections),
      'GET /api/parked-streams': () => list([parked]),
      'GET /api/projection-requests': () => list([]),
      'GET /api/process-managers': () => ({ body: managers }),
      'GET /api/projections/booking/difference': () => ({ body: values }),
      'POST /api/projections/booking/discard': () => ({
        status: 201,
        body: { id: 'r2', revision: 0, events: [] },
      }),
      'POST /api/projections/booking/cutover': () => ({
        status: 201,
        body: { id: 'r1', revision: 0, events: [] },
      }),
      'POST /api/parked-streams/claim.1.calendar-l1/unpark': () => ({
        status: 409,
        body: {
          type: 'urn:problem:x',
          title: 'No',
          status: 409,
          code: 'INVALID_TRANSITION',
          detail: 'It is not parked any more',
        },
      }),
      'POST /api/stopped-instances/stay.b1/unpark': () => ({
        status: 201,
        body: { id: 'r3', revision: 0, events: [] },
      }),
      'GET /api/events': () => list([bookingEvent]),
      'GET /api/events/e1': () => ({ body: bookingEvent }),
    }))
  }
  beforeEach(() => serve(admin, [ready, projectionRow({ id: 'claim', parkedStreams: 1 })]))
  const posted = () => calls.filter(({ method }) => method === 'POST')

  it('shows a rebuild as a checklist and cuts over after a confirmation', async () => {
    renderAt('/internal/reports', <ReportsPage />)
    expect(await screen.findByText('Ready, not serving', { selector: 'td *' })).toBeVisible()
    expect(screen.getByText('41,208 = 41,208')).toBeVisible()
    expect(screen.getByText('1 row differs. Intended?')).toBeVisible()
    expect(screen.getByRole('link', { name: 'b7' })).toHaveAttribute(
      'href',
      '/internal/reports?report=record&resource=bookings&id=b7',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Cut over to build 2' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cut over to build 2 of booking?' })
    expect(dialog).toHaveTextContent('Build 2 differs from what readers see now')
    expect(posted()).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cut over to build 2' }))
    await waitFor(() =>
      expect(posted().map(({ path }) => path)).toEqual(['/api/projections/booking/cutover']),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('compares each value of the serving table with the new one', async () => {
    renderAt('/internal/reports', <ReportsPage />)
    const row = (await screen.findByText('2026-07-20')).closest('li')
    expect(row).toHaveTextContent(
      'b7payableAt−2026-07-20+2026-07-21guestName•••, masked for your rolemoney.fee−3+4',
    )
  })

  it('discards the other table after a confirmation', async () => {
    renderAt('/internal/reports', <ReportsPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Discard build 2' }))
    const dialog = await screen.findByRole('dialog', { name: 'Discard build 2 of booking?' })
    expect(dialog).toHaveTextContent('Readers stay on build 1')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Discard build 2' }))
    await waitFor(() =>
      expect(posted().map(({ path }) => path)).toEqual(['/api/projections/booking/discard']),
    )
  })

  it('doesn’t offer to discard a build that changed code started', async () => {
    serve(admin, [projectionRow({ others: [otherBuild({ reason: 'version' })] })])
    renderAt('/internal/reports', <ReportsPage />)
    expect(await screen.findByRole('button', { name: 'Cut over to build 2' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Discard build 2' })).not.toBeInTheDocument()
  })

  it('shows the age of the outbox and which process managers fail', async () => {
    renderAt('/internal/reports', <ReportsPage />)
    expect(await screen.findByText('3 effects are due')).toBeVisible()
    const row = within(screen.getByRole('table', { name: 'Process managers and their outbox' })).getByRole(
      'row',
      { name: /^stay/ },
    )
    expect(row).toHaveTextContent('stayv12 effects failing348 s')
    expect(screen.getByText('pay-refund, 4 attempts: the provider is not there')).toBeVisible()
  })

  it('retries an instance that an event stopped', async () => {
    serve(
      admin,
      [ready],
      [{ ...stay, stopped: 1, stoppedInstances: [{ instance: 'b1', error: 'No such step', events: 2 }] }],
    )
    renderAt('/internal/reports', <ReportsPage />)
    const row = (await screen.findByText('b1: No such step. Stopped here, 2 events waiting')).closest('tr')
    await userEvent.click(within(row ?? document.body).getByRole('button', { name: 'Retry in order' }))
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Replay b1?' })).getByRole('button', {
        name: 'Retry in order',
      }),
    )
    await waitFor(() =>
      expect(posted().map(({ path }) => path)).toEqual(['/api/stopped-instances/stay.b1/unpark']),
    )
  })

  it('shows a parked stream with its error, and a refusal in the confirmation', async () => {
    renderAt('/internal/reports', <ReportsPage />)
    expect(await screen.findByText('No kind “linen”, at NightsHeld')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open event' })).toHaveAttribute(
      'href',
      '/internal/reports?report=events&id=e1&stream=calendar-l1',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Retry in order' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Retry in order' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('It is not parked any more')
  })

  it('disables operations for read-only roles, and explains why', async () => {
    serve(auditor, [ready])
    renderAt('/internal/reports?show=booking.2', <ReportsPage />)
    expect(await screen.findByRole('button', { name: 'Cut over to build 2' })).toBeDisabled()
    expect(screen.getByText('Your role can view this but not operate it. An admin can.')).toBeVisible()
  })

  it('opens an event of the log and marks masked fields', async () => {
    serve(auditor, [])
    renderAt('/internal/reports?report=events&stream=booking-b1', <ReportsPage />)
    await userEvent.click(await screen.findByRole('button', { name: /BookingConfirmed, no. 0/ }))
    expect(await screen.findByText('Personal fields are masked for your role.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Trace its request' })).toHaveAttribute(
      'href',
      '/internal/reports?report=trace&id=r1',
    )
    expect(screen.getByTestId('address')).toHaveTextContent('open=e1')
  })
})
