import { act, screen } from '@testing-library/react'
import type { Problem } from '@hearth/contracts/kernel/problem'
import { Notification } from 'react-admin'
import { Route, Routes } from 'react-router-dom'
import type { Claim, NightOverrideRecord } from '../../data/records/records.ts'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import CalendarPage from '../CalendarPage.tsx'

export const claim = (id: string, start: string, end: string, change: Partial<Claim> = {}): Claim => ({
  id,
  listingId: 'l1',
  kind: 'booking',
  start,
  end,
  nights: (Date.parse(end) - Date.parse(start)) / 86_400_000,
  state: 'committed',
  shared: false,
  holdExpiresAt: null,
  note: null,
  ownerStay: null,
  createdBy: 'gateway',
  createdAt: '2026-01-01T00:00:00.000Z',
  releasedAt: null,
  restorableUntil: null,
  removedStart: null,
  removedEnd: null,
  feedId: null,
  importKind: null,
  reference: null,
  tenantId: 't1',
  revision: 3,
  ...change,
})
export const listing = {
  id: 'l1',
  tenantId: 't1',
  revision: 1,
  hostAccountId: 't1',
  title: 'Juniper Cabin',
  place: 'Woodstock, NY',
  status: 'live',
  timezone: 'America/New_York',
  currency: 'USD',
  maxGuests: 2,
  photoIds: [],
  pricing: { baseNightMinor: 21_400, weekendNightMinor: 25_700, weekdayOverrides: [], dateOverrides: [] },
  rules: { minNights: 2, maxNights: 28, closedToArrival: [], closedToDeparture: [] },
}
const guest = {
  id: 'b1',
  listingId: 'l1',
  guestName: 'Omar S.',
  status: 'confirmed',
  source: 'direct',
  checkIn: '2026-07-17',
  checkOut: '2026-07-22',
  nights: 5,
  confirmedAt: '2026-01-01T00:00:00.000Z',
}
type Reply = Readonly<{ status?: number; body: unknown; headers?: Record<string, string> }>

type Given = Readonly<{
  listings?: readonly (Omit<typeof listing, 'pricing'> & Readonly<{ pricing: object | null }>)[]
  overrides?: readonly NightOverrideRecord[]
  replies?: Parameters<typeof fakeApi>[0]
}>

/** Opens the calendar of one listing with one stay. A command waits for `accept` or `refuse`. */
export const openCalendar = async (
  capabilities = session.capabilities,
  { listings = [listing], overrides = [], replies = {} }: Given = {},
) => {
  const claims: Claim[] = [claim('b1', '2026-07-17', '2026-07-22')]
  let settle: (reply: Reply) => void = () => undefined
  const command = () => new Promise<Reply>((resolve) => (settle = resolve))
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities } }),
    'GET /api/listings': () => list(listings),
    'GET /api/night-overrides': () => list(overrides),
    'GET /api/bookings': () => list([guest]),
    'GET /api/claims': ({ query }) => list(query.get('filter')?.includes('owner_stay') ? [] : claims),
    'GET /api/listings/l1/calendar/2026-07-18/explain': () => ({
      body: {
        date: '2026-07-18',
        bookable: false,
        reasons: [
          { code: 'min_nights', text: 'The gap is shorter than 2 nights.', fixRoute: '/listings/l1' },
        ],
        history: [],
      },
    }),
    'GET /api/agreements': ({ query }) =>
      list(
        query.get('filter') === '{"listingId":"l1","status":["active","terminating"]}'
          ? [{ id: 'g1', revision: 2, terms: { ownerNightsPerYear: 45 } }]
          : [],
      ),
    ...replies,
    'POST /api/blocks': command,
    'POST /api/blocks/k1/remove': command,
  })
  renderAt(
    '/calendar?from=2026-07-14&nights=14',
    <>
      <Routes>
        <Route path="/calendar" element={<CalendarPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Notification />
    </>,
  )
  await screen.findByTitle(/^Omar S\., confirmed/)
  return {
    claims,
    sent: () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body })),
    accept: (id: string) =>
      act(async () =>
        settle({ body: { id, revision: 4, events: ['BlockCreated'] }, headers: { 'X-Position': 'c0.9' } }),
      ),
    refuse: (body: Problem) => act(async () => settle({ status: body.status, body })),
  }
}
export const night = (day: string) => screen.getByLabelText(new RegExp(`^${day}`))
