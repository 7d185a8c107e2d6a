import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { AdminContext, memoryStore } from 'react-admin'
import { beforeEach, describe, expect, it } from 'vitest'
import { dataProvider } from '../data/records/dataProvider.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { i18nProvider } from '../i18n/i18nProvider.ts'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import AccountPage from './AccountPage.tsx'

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
const CEDAR = '6f1c2b1e-0d3a-4a57-9b0e-2f6d1c9a7e10'
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
  'team.read',
  'team.invite',
  'team.manage',
  'team.leave',
  'access-log.read',
  'impersonation.consent',
  'listing.read',
  'booking.read',
] as const
const owner = { ...session, capabilities: ownerRights }
const done = { status: 200, body: { id: 'a1', revision: 8, events: [] } }
const refused = (detail: string) => ({
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

let calls: ReturnType<typeof fakeApi>['calls']
const serve = (who: object, more: Parameters<typeof fakeApi>[0] = {}) => {
  ;({ calls } = fakeApi({
    'GET /api/session': () => ({ body: who }),
    'GET /api/accounts/a1': () => ({ body: account }),
    'GET /api/members': ({ query }) => list(query.get('filter')?.includes('"active"') ? [tom, clara] : []),
    'GET /api/account/membership': () => ({
      body: {
        membership: {
          id: 'm1',
          role: 'owner',
          listingIds: null,
          joinedAt: '2026-02-01T00:00:00.000Z',
          choices: [],
          quietHours: null,
        },
      },
    }),
    'GET /api/permission-requests': () =>
      list([
        {
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
        },
      ]),
    'GET /api/listings': () => list([{ ...frame, id: CEDAR, title: 'Cedar House', place: 'Beacon' }]),
    'GET /api/account/security': () => ({
      body: {
        email: 'clara@vale.example',
        hasPassword: true,
        totp: { enabledAt: null, recoveryCodesLeft: 0, compulsory: false },
        providers: [],
      },
    }),
    'GET /api/account/sessions': () => ({
      body: {
        sessions: [
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
        ],
      },
    }),
    'GET /api/access-log': () => list([accessEntry]),
    'GET /api/data-exports': () => list([]),
    'GET /api/erasures': () => list([]),
    'GET /api/bookings': () =>
      list([
        {
          ...frame,
          id: 'b1',
          guestRef: 'g1',
          guestName: 'Daniel W.',
          checkIn: '2026-07-16',
          checkOut: '2026-07-19',
        },
      ]),
    ...more,
  }))
}
const posted = () => calls.filter(({ method }) => method === 'POST')
const open = (path: string) => {
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

describe('the account', () => {
  beforeEach(() => serve(owner))

  it('keeps the input of a refused invitation and shows the reason', async () => {
    serve(owner, {
      'POST /api/accounts/a1/invite-member': () =>
        refused('Someone with this email address is already a member or invited.'),
    })
    open('/account?tab=team')
    await userEvent.click(await screen.findByRole('button', { name: 'Invite someone' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invite someone to Vale Stays' })
    await userEvent.click(within(dialog).getByLabelText('Email'))
    await userEvent.paste('Tom@vale.example')
    await userEvent.click(within(dialog).getByLabelText(/^Calendar co-host/))
    await userEvent.click(within(dialog).getByLabelText('Selected listings'))
    expect(within(dialog).getByRole('button', { name: 'Send invitation' })).toBeDisabled()
    await userEvent.click(await within(dialog).findByLabelText('Cedar House'))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('is already a member or invited')
    expect(within(dialog).getByLabelText('Email')).toHaveValue('Tom@vale.example')
    expect(posted().at(-1)?.body).toEqual({
      email: 'tom@vale.example',
      role: 'cohost_calendar',
      listingIds: [CEDAR],
    })
  })

  it('offers only roles that include the requested permission, the least powerful first', async () => {
    serve(owner, { 'POST /api/accounts/a1/accept-permission-request': () => done })
    open('/account?tab=team')
    expect(await screen.findByText('Tom Lind wants to see amounts')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('dialog')
    expect(
      within(dialog)
        .getAllByRole('radio', { name: /^(Owner|\w+ co-host)/ })
        .map((radio) => radio.closest('label')?.textContent?.split(':')[0]?.slice(0, 19)),
    ).toEqual(['Full co-hostManages', 'OwnerFull access'])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitFor(() =>
      expect(posted().at(-1)?.body).toEqual({ requestId: 'q1', role: 'cohost_full', listingIds: null }),
    )
  })

  it('lists this session first and signs another one out', async () => {
    serve(owner, { 'POST /api/session/revoke': () => ({ body: null }) })
    open('/account?tab=security')
    const rows = (await screen.findByText('Chrome on Linux')).closest('ul')?.querySelectorAll('li') ?? []
    expect(rows[0]).toHaveTextContent('This device')
    await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }))
    await waitFor(() =>
      expect(posted().map(({ path, body }) => [path, body])).toEqual([['/api/session/revoke', { id: 's2' }]]),
    )
  })

  it('explains why a new password is rejected before it is sent', async () => {
    open('/account?tab=security')
    await userEvent.type(await screen.findByLabelText('New password'), 'short')
    expect(screen.getByRole('alert')).toHaveTextContent('Your new password needs at least 12 characters.')
    expect(screen.getByRole('button', { name: 'Change password' })).toBeDisabled()
  })

  it('shows the recovery codes once, after the authenticator’s code', async () => {
    serve(owner, {
      'POST /api/account/totp/begin': () => ({
        body: { secret: 'ABCDEFGH', uri: 'otpauth://x', qr: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      }),
      'POST /api/account/totp/enable': () => ({ body: { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] } }),
    })
    open('/account?tab=security')
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
    expect(await screen.findByText('ABCD EFGH')).toBeVisible()
    await userEvent.type(screen.getByLabelText('2. Enter the code it shows'), '123 456')
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('cccc-dddd')).toBeVisible()
    expect(posted().at(-1)?.body).toEqual({ code: '123456' })
    await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    expect(screen.queryByText('cccc-dddd')).not.toBeInTheDocument()
  })

  it('keeps locked notifications on and sends every choice', async () => {
    serve(owner, { 'POST /api/accounts/a1/choose-notifications': () => done })
    open('/account?tab=notifications')
    expect(
      await screen.findByText(/Deductions from your earnings by email: can’t be turned off/),
    ).toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: 'New messages from guests by push' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(posted()).toHaveLength(1))
    const body = posted()[0]?.body as {
      choices: { kind: string; email: boolean; push: boolean }[]
      quietHours: null
    }
    expect(body.choices.filter(({ email, push }) => !email || !push)).toEqual([
      { kind: 'guest_message', email: true, push: false },
    ])
    expect(body.quietHours).toBeNull()
  })

  it('describes each staff access in sentences', async () => {
    open('/account?tab=access')
    expect(await screen.findByText('Sam Support viewed your account as you')).toBeVisible()
    expect(screen.getByText('“You asked about a refund”')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show what was viewed and done' }))
    expect(screen.getByText('Opened the bookings')).toBeVisible()
    expect(screen.getByText('Refused: cancel booking')).toBeVisible()
  })

  it('erases a guest only once the name is typed', async () => {
    serve(owner, { 'POST /api/accounts/a1/erase-subject': () => done })
    open('/account?tab=data')
    await userEvent.type(await screen.findByLabelText('Guest name or booking code'), 'daniel')
    await userEvent.click(screen.getByRole('button', { name: 'Find guest' }))
    await userEvent.click(await screen.findByRole('radio', { name: /^Daniel W\., 1 booking/ }))
    const button = screen.getByRole('button', { name: 'Erase permanently' })
    expect(button).toBeDisabled()
    await userEvent.type(screen.getByLabelText('Type Daniel W. to confirm'), 'daniel w.')
    await userEvent.click(button)
    await waitFor(() => expect(posted().at(-1)?.body).toEqual({ kind: 'guest', subjectId: 'g1' }))
  })

  it('shows staff only their own sign-in', async () => {
    serve({
      ...session,
      role: 'support',
      account: null,
      accounts: [],
      capabilities: ['account.read', 'team.read', 'access-log.read'],
    })
    open('/account')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your sign-in' })).toBeVisible()
    expect(await screen.findByText('Where you are signed in')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Team' })).not.toBeInTheDocument()
  })

  it('hides sections that are outside the scope of an impersonation', async () => {
    serve({
      ...session,
      capabilities: ['account.read', 'team.read'],
      impersonation: {
        id: 'i1',
        mode: 'read_only',
        scopes: ['onboarding'],
        expiresAt: '2999-01-01T00:00:00.000Z',
        staffRole: 'support',
        reason: 'support_ticket',
        reasonText: 'x',
        extended: false,
      },
    })
    open('/account?tab=data')
    expect(await screen.findByText('You can’t open this section while impersonating a host.')).toBeVisible()
  })
})
