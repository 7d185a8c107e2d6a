import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Notice } from '@hearth/contracts/notice'
import type { Session } from '../../session/session.ts'
import { fakeApi, type Reply } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { Bell } from './Bell.tsx'
import NoticesPanel from './NoticesPanel.tsx'

const confirmed: Notice = {
  id: '0197a9c3-1a2b-5c3d-8e4f-5a6b7c8d9e0f',
  type: 'BookingConfirmed',
  kind: 'booking',
  at: '2026-07-16T13:00:00.000Z',
  unread: true,
  listingId: 'l1',
  listingTitle: 'Cedar House',
  bookingId: 'b1',
  payoutId: null,
  threadId: null,
  requestId: null,
  incidentId: null,
  reimbursementId: null,
  code: 'HB-7NKM8BJ9',
  guestName: 'Amara Okafor',
  checkIn: '2026-09-10',
  checkOut: '2026-09-12',
  amountMinor: 76_000,
  currency: 'USD',
}
const stale: Notice = {
  ...confirmed,
  id: '0197a9c3-1a2b-5c3d-8e4f-5a6b7c8d9e10',
  type: 'FeedWentStale',
  kind: 'calendar_conflict',
  unread: false,
  bookingId: null,
  code: null,
  guestName: null,
  checkIn: null,
  checkOut: null,
  amountMinor: null,
  currency: null,
}
afterEach(() => vi.unstubAllGlobals())

const capabilities: Session['capabilities'] = [...session.capabilities, 'account.notifications']
const openBell = (notices: () => Reply, who: Partial<Session> = { capabilities }) => {
  const api = fakeApi({
    'GET /api/session': () => ({ body: { ...session, ...who } }),
    'GET /api/my-notices': notices,
    'POST /api/accounts/a1/read-notices': () => ({
      body: { id: 'a1', revision: 3, events: ['NoticesRead'] },
    }),
  })
  renderAt(
    '/',
    <>
      <Bell />
      <NoticesPanel onClose={() => undefined} />
    </>,
  )
  return api
}
const answer = (...notices: readonly Notice[]) => ({
  body: { notices, unread: notices.filter(({ unread }) => unread).length },
})
const bell = (name: string) => screen.findByRole('button', { name, hidden: true })

it('says what happened, to whom, when and how much, and links to it', async () => {
  openBell(() => answer(confirmed, stale))
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first).toHaveTextContent(
    /New booking.*Amara Okafor, Cedar House, HB-7NKM8BJ9.*Thu 10 – Sat 12 Sep 2026.*16 Jul 2026, 09:00.*760\.00/,
  )
  expect(within(first as HTMLElement).getByRole('link')).toHaveAttribute('href', '/bookings/b1')
  expect(within(second as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    '/listing-details/availability?listingId=l1',
  )
  expect(await bell('1 unread notification')).toBeInTheDocument()
})

it('leads from the message of a guest to the conversation', async () => {
  const written: Notice = { ...stale, type: 'GuestMessageReceived', kind: 'guest_message', threadId: 't1' }
  openBell(() => answer(written))
  const link = await screen.findByRole('link', { name: 'New message from a guest' })
  expect(link).toHaveAttribute('href', '/inbox/t1')
})

it('leads from a request to its page', async () => {
  const asked: Notice = {
    ...confirmed,
    unread: false,
    type: 'BookingRequested',
    kind: 'request_opened',
    requestId: 'r1',
  }
  openBell(() => answer(asked))
  const link = await screen.findByRole('link', { name: 'A guest asks to book' })
  expect(link).toHaveAttribute('href', '/requests/r1')
})

it('marks one or all as read, and the bell follows', async () => {
  let notices = [confirmed, { ...stale, unread: true }]
  const { calls } = openBell(() => answer(...notices))
  await bell('2 unread notifications')
  notices = [
    { ...confirmed, unread: false },
    { ...stale, unread: true },
  ]
  await userEvent.click(await screen.findByRole('button', { name: /^Mark as read: New booking/ }))
  await bell('1 unread notification')
  notices = notices.map((notice) => ({ ...notice, unread: false }))
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  // A hidden zero would be a part of what is seen, but not of the name.
  expect((await bell('Notifications')).textContent).toBe('')
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { until: null, noticeIds: [confirmed.id] },
    { until: confirmed.at, noticeIds: [] },
  ])
})

it('says when there is nothing, or the notices couldn’t be loaded', async () => {
  let reply: Reply = { status: 503, body: { type: '', title: '', status: 503, code: 'UNAVAILABLE' } }
  openBell(() => reply)
  expect(await screen.findByText('Couldn’t load your notifications')).toBeVisible()
  reply = answer()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing new')).toBeVisible()
})

it('is not there, and asks for nothing, where the session has no notices', async () => {
  const { calls } = openBell(() => answer(confirmed), { capabilities: ['booking.read'] })
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/session'))
  expect(screen.queryByRole('button', { name: /notification/i, hidden: true })).toBeNull()
  expect(calls.map(({ path }) => path)).not.toContain('/api/my-notices')
})
