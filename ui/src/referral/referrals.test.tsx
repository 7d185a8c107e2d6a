import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Notification } from 'react-admin'
import { beforeEach, describe, expect, it } from 'vitest'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { freezeTerms } from '@hearth/contracts/referral'
import { keepReferralCode } from '../session/keptReferralCode.ts'
import { fakeApi, list, type Handler } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import ReferralsPage from './ReferralsPage.tsx'
import type { Referral } from './useReferrals.ts'

const may = [
  'referral.read',
  'referral.write',
  'referral.accept',
  'policy.read',
  'account.read',
  'ledger.read',
]
const policy = FIRST_POLICIES.referral
const terms = freezeTerms(policy, 'USD')
const invited: Referral = {
  id: 'r1',
  tenantId: 'a1',
  revision: 0,
  hostAccountId: 'a1',
  code: 'VA1E7K2Q',
  invitee: null,
  state: 'invited',
  terms,
  rewardMinor: 50_000,
  currency: 'USD',
  invitedAt: '2026-06-01T12:00:00.000Z',
  expiresAt: '2026-11-28T12:00:00.000Z',
  acceptedAt: null,
  qualifyBy: null,
  liveAt: null,
  leftAt: null,
  rewardAt: null,
  clawbackUntil: null,
  rewardedAt: null,
  rewardEntryId: null,
  endedAt: null,
  rejectedFor: null,
  clawbackCause: null,
  clawbackEntryId: null,
}
const rewarded: Referral = {
  ...invited,
  id: 'r2',
  code: 'B1B2B3B4',
  invitee: 'j…@mail.example',
  state: 'rewarded',
  acceptedAt: '2026-06-02T12:00:00.000Z',
  liveAt: '2026-06-03T12:00:00.000Z',
  leftAt: '2026-06-20T12:00:00.000Z',
  rewardedAt: '2026-07-04T12:00:00.000Z',
  clawbackUntil: '2026-08-19T12:00:00.000Z',
}
const account = {
  id: 'a1',
  displayName: 'Vale Stays',
  defaultCurrency: 'USD',
  openedAt: '2020-01-01T00:00:00.000Z',
}
const rule = {
  ...policy,
  id: 'referral/1',
  state: 'published',
  reason: null,
  proposedBy: null,
  publishedBy: null,
}

const open = (
  rows: readonly Referral[] = [invited, rewarded],
  more: Record<string, Handler> = {},
  path = '/referrals',
) => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: [...session.capabilities, ...may] } }),
    'GET /api/referrals': ({ query }) => {
      const [first = 0, last = 0] = JSON.parse(query.get('range') ?? '[]') as readonly number[]
      expect(last - first).toBeLessThan(100)
      const { state } = JSON.parse(query.get('filter') ?? '{}') as { state?: readonly string[] }
      return list(rows.filter((row) => state === undefined || state.includes(row.state)))
    },
    'GET /api/referees': () => list([]),
    'GET /api/rules': () => list([rule]),
    'GET /api/accounts/a1': () => ({ body: account }),
    'POST /api/referrals': () => ({ body: { id: 'r3', revision: 0, events: [] } }),
    'POST /api/referrals/a1/accept': () => ({ body: { id: 'a1', revision: 0, events: [] } }),
    ...more,
  })
  renderAt(
    path,
    <>
      <ReferralsPage />
      <Notification />
    </>,
  )
  return () => calls.filter(({ method }) => method === 'POST').map((call) => [call.path, call.body])
}

beforeEach(() => localStorage.clear())

describe('the page of referrals', () => {
  it('says what each invitation waits for, and what it brings', async () => {
    open()
    const table = within(await screen.findByRole('table', { name: 'Referrals' }))
    expect(table.getByRole('link', { name: /Link VA1E7K2Q/ })).toHaveAttribute('href', '/referrals/r1')
    expect(table.getByText('Hasn’t joined yet')).toBeVisible()
    expect(table.getByText('code works until Sat 28 Nov 2026')).toBeVisible()
    expect(table.getByText('j…@mail.example')).toBeVisible()
    expect(table.getByText('Added to your earnings Sat 4 Jul 2026')).toBeVisible()
    expect(table.getByRole('img', { name: '4 of 4 steps' })).toBeVisible()
  })

  it('says which reward was taken back, when and why', async () => {
    const clawedBack = {
      ...rewarded,
      state: 'clawed_back',
      clawbackCause: 'chargeback',
      endedAt: '2026-07-10T12:00:00.000Z',
    } as const
    open([clawedBack])
    const row = within(await screen.findByRole('row', { name: /j…@mail.example/ }))
    expect(row.getByText('500.00 USD taken back Fri 10 Jul 2026')).toBeVisible()
    expect(row.getByText('because the payment of the first stay was charged back')).toBeVisible()
    expect(row.getByText('0.00')).toBeVisible()
    expect(row.getByText('paid Sat 4 Jul 2026, taken back')).toBeVisible()
  })

  it('has the terms of today in the account’s currency', async () => {
    open()
    const card = within(
      (await screen.findByRole('heading', { name: 'Your invitation terms' })).closest('section')!,
    )
    expect(card.getByText('500.00 USD')).toBeVisible()
    expect(card.getByText('14 days after the first guest left')).toBeVisible()
    expect(card.getByText('180 days after they joined')).toBeVisible()
  })

  it('shows the open link, which works for one host', async () => {
    open()
    expect(await screen.findByLabelText('Your code')).toHaveTextContent('VA1E7K2Q')
    expect(screen.getByRole('button', { name: /Copy link/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Create a link' })).toBeNull()
  })

  it('creates a link when there is none', async () => {
    const sent = open([rewarded])
    await userEvent.click(await screen.findByRole('button', { name: 'Create a link' }))
    await waitFor(() => expect(sent()).toEqual([['/api/referrals', { email: null }]]))
  })

  it('invites by email, and says what is wrong with an address', async () => {
    const sent = open()
    const field = await screen.findByLabelText('Or by email')
    await userEvent.type(field, 'owen')
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText('Enter an email address such as name@example.com.')).toBeVisible()
    await userEvent.type(field, '@mail.example')
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
    await waitFor(() => expect(sent()).toEqual([['/api/referrals', { email: 'owen@mail.example' }]]))
  })

  it('says how to begin, and why it could not be loaded', async () => {
    open([])
    expect(await screen.findByRole('heading', { name: 'Invite a host you know' })).toBeVisible()
  })
})

describe('the code of a host who invited', () => {
  it('comes with the address', async () => {
    const sent = open([], {}, '/referrals?code=VA1E7K2Q')
    expect(await screen.findByLabelText('Code')).toHaveValue('VA1E7K2Q')
    await userEvent.click(screen.getByRole('button', { name: 'Accept invitation' }))
    await waitFor(() => expect(sent()).toEqual([['/api/referrals/a1/accept', { code: 'VA1E7K2Q' }]]))
  })

  it('is kept in the browser until there is an account', async () => {
    keepReferralCode('B1B2B3B4')
    open([])
    expect(await screen.findByLabelText('Code')).toHaveValue('B1B2B3B4')
  })

  it('is asked for while the account is new, and not later', async () => {
    open([], { 'GET /api/accounts/a1': () => ({ body: { ...account, openedAt: new Date().toISOString() } }) })
    expect(await screen.findByLabelText('Code')).toHaveValue('')
  })

  it('is shown with its terms once it is accepted', async () => {
    const accepted = {
      id: 'a1',
      hostAccountId: 'a1',
      code: 'B1B2B3B4',
      state: 'accepted',
      terms,
      acceptedAt: '2026-06-02T12:00:00.000Z',
      qualifyBy: '2026-11-29T12:00:00.000Z',
      leftAt: null,
      rewardAt: null,
    }
    open([], { 'GET /api/referees': () => list([accepted]) })
    expect(await screen.findByRole('heading', { name: 'You joined by invitation' })).toBeVisible()
    expect(screen.getByText(/You accepted the code B1B2B3B4 on Tue 2 Jun 2026. This is final./)).toBeVisible()
    expect(screen.queryByLabelText('Code')).toBeNull()
  })
})
