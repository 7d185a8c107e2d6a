import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import { formatCountdown } from '../components/dates/countdown.ts'
import { ImpersonationBanner } from './ImpersonationBanner.tsx'
import ImpersonatePage from './ImpersonatePage.tsx'

const support = {
  ...session,
  user: { id: 's1', name: 'Sam Support', email: 'support@hearth.example' },
  role: 'support',
  account: null,
  accounts: [],
  capabilities: ['impersonation.read', 'impersonation.look', 'impersonation.act', 'impersonation.approve'],
}
const auditor = { ...support, role: 'auditor', capabilities: ['impersonation.read'] }
const row = (values: object) => ({
  tenantId: 'a1',
  revision: 1,
  id: 'i1',
  targetAccountId: 'a1',
  staffUserId: 's2',
  staffName: 'Alex Admin',
  mode: 'act_as',
  scopes: ['bookings'],
  reason: 'support_ticket',
  reasonText: 'The host asked us to fix a price',
  ticketRef: null,
  state: 'requested',
  requestedAt: new Date().toISOString(),
  approvedBy: null,
  approvedHow: null,
  deniedBy: null,
  startedAt: null,
  expiresAt: null,
  extended: false,
  endedAt: null,
  endReason: null,
  pagesViewed: 0,
  actionsTaken: 0,
  commandsRefused: 0,
  noticeDelayDays: null,
  hostNotifiedAt: null,
  ...values,
})
const account = {
  id: 'a1',
  tenantId: 'a1',
  revision: 1,
  displayName: 'Vale Stays',
  country: 'US',
  timezone: 'America/New_York',
}
const soon = () => new Date(Date.now() + 25 * 60_000).toISOString()

let calls: ReturnType<typeof fakeApi>['calls']
const serve = (who: object, rows: readonly object[] = [], more: Parameters<typeof fakeApi>[0] = {}) => {
  ;({ calls } = fakeApi({
    'GET /api/session': () => ({ body: who }),
    'GET /api/impersonations': () => list(rows),
    'GET /api/accounts': () => list([account]),
    ...more,
  }))
}
const posted = () => calls.filter(({ method }) => method === 'POST')

describe('requesting an impersonation', () => {
  it('explains what is missing, sends the request, and keeps the input of a refused one', async () => {
    serve(support, [], {
      'POST /api/impersonations': () => ({
        status: 409,
        body: {
          type: 'urn:problem:policy-violation',
          title: 'No',
          status: 409,
          code: 'POLICY_VIOLATION',
          detail: 'You can’t impersonate an account that you’re a member of.',
        },
      }),
    })
    renderAt('/internal/impersonate', <ImpersonatePage />)
    expect(await screen.findByText('Choose an account.')).toBeVisible()
    await userEvent.click(await screen.findByRole('radio', { name: /^Vale Stays, US/ }))
    const words = screen.getByLabelText('Details')
    await userEvent.click(words)
    await userEvent.paste('They cannot find')
    expect(screen.getByText('4 more characters')).toBeVisible()
    await userEvent.paste(' a booking')
    await userEvent.click(screen.getByRole('radio', { name: /^Act on their behalf/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Request to act as Vale Stays' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You can’t impersonate an account that you’re a member of.',
    )
    expect(words).toHaveValue('They cannot find a booking')
    expect(posted()[0]?.body).toEqual({
      targetAccountId: 'a1',
      mode: 'act_as',
      scopes: ['bookings', 'calendar'],
      reason: 'support_ticket',
      reasonText: 'They cannot find a booking',
      ticketRef: null,
    })
  })

  it('offers to approve only the requests of others, with their scopes', async () => {
    serve(support, [row({}), row({ id: 'i2', staffUserId: 's1', staffName: 'Sam Support' })], {
      'POST /api/impersonations/i1/approve': () => ({ body: { id: 'i1', revision: 2, events: [] } }),
    })
    renderAt('/internal/impersonate', <ImpersonatePage />)
    expect(await screen.findByText('Alex Admin wants to act as Vale Stays')).toBeVisible()
    expect(screen.getByText('Awaiting approval')).toBeVisible()
    expect(screen.queryByText('Sam Support wants to act as Vale Stays')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('dialog', { name: 'Allow Alex Admin to act as Vale Stays?' })
    expect(dialog).toHaveTextContent('Bookings and history')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(posted().map(({ path }) => path)).toEqual(['/api/impersonations/i1/approve']))
  })

  it('shows auditors where to find impersonations instead', async () => {
    serve(auditor, [
      row({ state: 'active', mode: 'read_only', startedAt: new Date().toISOString(), expiresAt: soon() }),
    ])
    renderAt('/internal/impersonate', <ImpersonatePage />)
    expect(await screen.findByText('Your role can’t impersonate hosts')).toBeVisible()
    expect(await screen.findByText('Alex Admin as Vale Stays')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'End session' })).not.toBeInTheDocument()
  })
})

describe('the notice during an impersonation', () => {
  beforeEach(() =>
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    ),
  )
  afterEach(() => document.documentElement.style.removeProperty('--notice'))
  const impersonation = {
    id: 'i1',
    mode: 'read_only',
    scopes: ['bookings'],
    staffRole: 'support',
    reason: 'support_ticket',
    reasonText: 'The host asked us',
    extended: false,
  }
  const viewing = (values: object = {}) => ({
    ...session,
    user: support.user,
    impersonation: { ...impersonation, expiresAt: soon(), ...values },
  })

  it('shows who impersonates whom, why and for how long, and reports the page', async () => {
    serve(viewing(), [], {
      'POST /api/impersonation/page-view': () => ({ body: null }),
      'POST /api/impersonation/extend': () => ({ body: { id: 'i1', expiresAt: soon() } }),
    })
    renderAt('/bookings', <ImpersonationBanner />)
    const notice = await screen.findByRole('complementary', { name: 'You’re impersonating a host' })
    expect(notice).toHaveTextContent('Sam Support is viewing as Vale Stays')
    expect(notice).toHaveTextContent('Support ticket: The host asked us')
    expect(notice).toHaveTextContent(/2[45]:\d\d left/)
    await waitFor(() =>
      expect(posted().map(({ path, body }) => [path, body])).toEqual([
        ['/api/impersonation/page-view', { route: '/bookings' }],
      ]),
    )
    await userEvent.click(within(notice).getByRole('button', { name: 'Extend by 30 min' }))
    await waitFor(() => expect(posted().at(-1)?.path).toBe('/api/impersonation/extend'))
  })

  it('offers no second extension, and shows nothing without an impersonation', async () => {
    serve(viewing({ mode: 'act_as' }), [], { 'POST /api/impersonation/page-view': () => ({ body: null }) })
    const { unmount } = renderAt('/bookings', <ImpersonationBanner />)
    expect(await screen.findByText('Sam Support is acting as Vale Stays')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Extend by 30 min' })).not.toBeInTheDocument()
    unmount()
    serve(session)
    renderAt('/bookings', <ImpersonationBanner />)
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
  })

  it('counts down in minutes and seconds', () => {
    expect([61_000, 59_400, 0, -5_000].map(formatCountdown)).toEqual(['1:01', '1:00', '0:00', '0:00'])
  })
})
