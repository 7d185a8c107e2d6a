import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../data/records/queryClient.ts'
import type { Readiness } from '@hearth/contracts/listing'
import type { Listing } from '../../data/records/records.ts'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { LifecycleActions } from '../details/LifecycleActions.tsx'
import { StatusActions } from './StatusActions.tsx'

const listing = {
  id: 'l1',
  revision: 3,
  title: 'Juniper Cabin',
  status: 'live',
  timezone: 'America/New_York',
  drafted: false,
} as Listing

const open = (shown: Listing = listing, conditions: Readiness['conditions'] = []) => {
  const accept = () => ({ body: { id: 'l1', revision: 4, events: [] } })
  const { calls } = fakeApi({
    'GET /api/session': () => ({
      body: { ...session, capabilities: ['listing.publish', 'listing.delist', 'booking.read'] },
    }),
    'GET /api/bookings': () => list([]),
    'GET /api/listings/l1/readiness': () => ({ body: { conditions } }),
    'POST /api/listings/l1/pause': accept,
    'POST /api/listings/l1/publish': accept,
    'POST /api/listings/l1/delist': accept,
  })
  renderAt(
    '/',
    <>
      <StatusActions listing={shown} />
      <LifecycleActions listing={shown} />
    </>,
  )
  return () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))
}

beforeEach(() => {
  queryClient.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-16T14:00:00.000Z') })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('pauses a listing with a reason, which it asks for', async () => {
  const sent = open()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Pause' })).toBeEnabled())
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  const dialog = within(await screen.findByRole('dialog'))
  const [reason, until] = [dialog.getByLabelText('Reason'), dialog.getByLabelText('Until')]
  fireEvent.click(dialog.getByRole('button', { name: 'Pause' }))
  await waitFor(() => expect(reason).toBeInvalid())
  expect(sent()).toEqual([])
  fireEvent.change(reason, { target: { value: ' New boiler ' } })
  fireEvent.change(until, { target: { value: '2026-08-01' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Pause' }))
  await waitFor(() =>
    expect(sent()).toEqual([
      { path: '/api/listings/l1/pause', body: { reason: 'New boiler', until: '2026-08-01' } },
    ]),
  )
})

const draft: Listing = { ...listing, status: 'draft' }

it('does not publish a draft that lacks something, and links to what is missing', async () => {
  const route = '/listing-details/photos?listingId=l1'
  const sent = open(draft, [
    { code: 'title', detail: null, route: null },
    { code: 'photos', detail: 'The listing needs 7 photos; 7 are missing.', route },
  ])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Publish' })).toBeEnabled())
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('It can’t go live yet: 1 item is missing.')).toBeVisible()
  expect(dialog.getByText('The listing needs 7 photos; 7 are missing.')).toBeVisible()
  expect(dialog.queryByText('Title')).toBeNull()
  expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled()
  fireEvent.click(dialog.getByRole('link', { name: 'Complete: Photos' }))
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(route))
  expect(sent()).toEqual([])
})

it('publishes a draft that lacks nothing, after a link to its preview', async () => {
  const sent = open(draft, [{ code: 'title', detail: null, route: null }])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Publish' })).toBeEnabled())
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('link', { name: 'Preview what guests will read' })).toHaveAttribute(
    'href',
    '/listing-details/preview?listingId=l1',
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(sent()).toEqual([{ path: '/api/listings/l1/publish', body: {} }]))
})

it('delists a listing today unless another day is chosen', async () => {
  const sent = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove listing' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Sold' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Remove listing' }))
  await waitFor(() =>
    expect(sent()).toEqual([
      { path: '/api/listings/l1/delist', body: { reason: 'Sold', effectiveOn: '2026-07-16' } },
    ]),
  )
})
