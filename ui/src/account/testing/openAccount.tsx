import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { AdminContext, memoryStore } from 'react-admin'
import { dataProvider } from '../../data/records/dataProvider.ts'
import { queryClient } from '../../data/records/queryClient.ts'
import { i18nProvider } from '../../i18n/i18nProvider.ts'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import AccountPage from '../AccountPage.tsx'

const frame = { tenantId: 'a1', revision: 7 }
const account = {
  ...frame,
  id: 'a1',
  displayName: 'Vale Stays',
  kind: 'company',
  country: 'US',
  defaultCurrency: 'USD',
  timezone: 'America/New_York',
  status: 'open',
  contactEmail: 'desk@vale.example',
  contactPhone: null,
  legalName: 'Vale LLC',
  legalAddress: '1 Main St',
  companyNumber: null,
  transfer: null,
  openedAt: '2026-01-01T00:00:00.000Z',
  closedAt: null,
}
const member = (values: object) => ({
  ...frame,
  hostAccountId: 'a1',
  userId: null,
  name: null,
  email: 'x@vale.example',
  role: 'cohost_messaging',
  listingIds: null,
  status: 'active',
  invitedAt: null,
  invitedBy: null,
  expiresAt: null,
  joinedAt: '2026-02-01T00:00:00.000Z',
  endedAt: null,
  choices: [],
  quietHours: null,
  ...values,
})
const clara = member({
  id: 'm1',
  userId: 'u1',
  name: 'Clara Vale',
  email: 'clara@vale.example',
  role: 'owner',
})
export const CEDAR = '6f1c2b1e-0d3a-4a57-9b0e-2f6d1c9a7e10'
const tom = member({ id: 'm2', userId: 'u2', name: 'Tom Lind', email: 'tom@vale.example' })
const ownerRights = [
  'account.read',
  'account.profile',
  'account.legal',
  'account.notifications',
  'account.export',
  'account.exports',
  'account.erase',
  'account.close',
  'account.transfer',
  'account.accept-transfer',
  'account.cancel-transfer',
  'account.stop-owner-change',
  'team.read',
  'team.invite',
  'team.manage',
  'team.leave',
  'access-log.read',
  'impersonation.consent',
  'listing.read',
  'booking.read',
] as const
/** A session of the account's owner. */
export const owner = { ...session, capabilities: ownerRights }
export const done = { status: 200, body: { id: 'a1', revision: 8, events: [] } }
export const refused = (detail: string) => ({
  status: 409,
  body: { type: 'urn:problem:duplicate', title: 'There already', status: 409, code: 'DUPLICATE', detail },
})
const accessEntry = {
  ...frame,
  id: 'i1',
  kind: 'impersonation',
  hostAccountId: 'a1',
  staffUserId: 's1',
  staffName: 'Sam Support',
  at: '2026-07-16T13:00:00.000Z',
  endedAt: '2026-07-16T13:12:00.000Z',
  mode: 'read_only',
  scopes: ['bookings'],
  reason: 'support_ticket',
  reasonText: 'You asked about a refund',
  ticketRef: 'T-1',
  state: 'ended',
  entries: [
    { at: '2026-07-16T13:01:00.000Z', kind: 'page', text: '/bookings', recordIds: [] },
    { at: '2026-07-16T13:02:00.000Z', kind: 'refused', text: 'CancelBooking', recordIds: ['b1'] },
  ],
  entryCount: 2,
  hostSees: true,
}

const membership = {
  id: 'm1',
  role: 'owner',
  listingIds: null,
  joinedAt: '2026-02-01T00:00:00.000Z',
  choices: [],
  quietHours: null,
}
const permissionRequest = {
  ...frame,
  id: 'q1',
  hostAccountId: 'a1',
  memberId: 'm2',
  userId: 'u2',
  capability: 'booking.money',
  text: 'For the weekly report',
  status: 'open',
  requestedAt: '2026-07-16T12:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
}
const security = {
  email: 'clara@vale.example',
  hasPassword: true,
  totp: { enabledAt: null, recoveryCodesLeft: 0, compulsory: false },
  providers: [],
}
const sessions = [
  {
    id: 's2',
    method: 'password',
    userAgent: 'Mozilla/5.0 (iPhone) Safari/605',
    address: '198.51.100.4',
    createdAt: '2026-07-15T10:00:00.000Z',
    lastSeenAt: '2026-07-16T10:00:00.000Z',
    expiresAt: '2026-08-14T10:00:00.000Z',
    current: false,
  },
  {
    id: 's1',
    method: 'password_totp',
    userAgent: 'Mozilla/5.0 (X11; Linux) Chrome/140',
    address: null,
    createdAt: '2026-07-16T10:00:00.000Z',
    lastSeenAt: '2026-07-16T13:00:00.000Z',
    expiresAt: '2026-08-15T10:00:00.000Z',
    current: true,
  },
]
const booking = {
  ...frame,
  id: 'b1',
  guestRef: 'g1',
  guestName: 'Daniel W.',
  checkIn: '2026-07-16',
  checkOut: '2026-07-19',
}

let calls: ReturnType<typeof fakeApi>['calls']
/** Replaces the network for a session; `more` adds answers. */
export const serve = (who: object, more: Parameters<typeof fakeApi>[0] = {}) => {
  ;({ calls } = fakeApi({
    'GET /api/session': () => ({ body: who }),
    'GET /api/accounts/a1': () => ({ body: account }),
    'GET /api/members': ({ query }) => list(query.get('filter')?.includes('"active"') ? [tom, clara] : []),
    'GET /api/account/membership': () => ({ body: { membership } }),
    'GET /api/owner-changes': () => list([]),
    'GET /api/permission-requests': () => list([permissionRequest]),
    'GET /api/listings': () => list([{ ...frame, id: CEDAR, title: 'Cedar House', place: 'Beacon' }]),
    'GET /api/account/security': () => ({ body: security }),
    'GET /api/account/sessions': () => ({ body: { sessions } }),
    'GET /api/access-log': () => list([accessEntry]),
    'GET /api/data-exports': () => list([]),
    'GET /api/erasures': () => list([]),
    'GET /api/bookings': () => list([booking]),
    ...more,
  }))
}
/** The requests that changed something. */
export const posted = () => calls.filter(({ method }) => method === 'POST')
/** Opens a page of the account. */
export const openAccount = (path: string) => {
  queryClient.clear()
  queryClient.setDefaultOptions({
    ...queryClient.getDefaultOptions(),
    queries: { ...queryClient.getDefaultOptions().queries, retry: false },
  })
  const page = (
    <AdminContext
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={memoryStore()}
    >
      <AccountPage />
    </AdminContext>
  )
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] })}
    />,
  )
}
