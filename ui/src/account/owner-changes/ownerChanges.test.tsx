import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AdminContext, memoryStore } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { dataProvider } from '../../data/records/dataProvider.ts'
import { queryClient } from '../../data/records/queryClient.ts'
import { i18nProvider } from '../../i18n/i18nProvider.ts'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { done, openAccount, owner, posted, serve } from '../testing/openAccount.tsx'
import { OwnerChangesReport } from './OwnerChangesReport.tsx'
import StopOwnerChangePage from './StopOwnerChangePage.tsx'

const change = {
  tenantId: 'a1',
  revision: 8,
  id: 'c1',
  hostAccountId: 'a1',
  kind: 'demote',
  memberId: 'm1',
  email: null,
  role: 'cohost_full',
  reasonText: 'The owner asked us on the phone',
  state: 'approved',
  proposedBy: 's1',
  proposedAt: '2026-07-16T10:00:00.000Z',
  expiresAt: '2099-07-23T10:00:00.000Z',
  approvedBy: 's2',
  approvedAt: '2026-07-16T11:00:00.000Z',
  effectiveAt: '2099-07-19T11:00:00.000Z',
  closedAt: null,
}
const show = (page: React.ReactNode, path: string, pattern: string) => {
  queryClient.clear()
  const element = (
    <AdminContext
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={memoryStore()}
    >
      {page}
    </AdminContext>
  )
  render(
    <RouterProvider router={createMemoryRouter([{ path: pattern, element }], { initialEntries: [path] })} />,
  )
}

describe('the card of a change of owners', () => {
  it('says what happens and why, and stops it', async () => {
    serve(owner, {
      'GET /api/owner-changes': () => list([change]),
      'POST /api/accounts/a1/stop-owner-change': () => done,
    })
    openAccount('/account?tab=team')
    await screen.findByRole('heading', { name: 'Change Clara Vale from owner to full co-host' })
    expect(screen.getByText('Reason: “The owner asked us on the phone”')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Stop this change' }))
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Stop this change' }),
    )
    await expect.poll(posted).toMatchObject([{ body: { changeId: 'c1' } }])
  })
  it('is absent while no change is approved', async () => {
    serve(owner)
    openAccount('/account?tab=team')
    await screen.findByText('Clara Vale')
    expect(screen.queryByText('Hearth is changing the owners')).toBeNull()
  })
})

describe('the page of the link', () => {
  const path = '/account/owner-change/a1/c1'
  const pattern = '/account/owner-change/:accountId/:changeId'
  it('stops the change only with the button', async () => {
    const { calls } = fakeApi({
      'POST /api/owner-changes/stop': () => ({ body: { accountName: 'Vale Stays' } }),
    })
    show(<StopOwnerChangePage />, path, pattern)
    const button = await screen.findByRole('button', { name: 'Stop this change' })
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
    await userEvent.click(button)
    await screen.findByRole('heading', { name: 'Stopped. The owners of Vale Stays stay as they are.' })
    expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
      { body: { hostAccountId: 'a1', changeId: 'c1' } },
    ])
  })
  it('asks a person without a session for password and code', async () => {
    const answers = [
      { status: 401, body: { status: 401, code: 'UNAUTHENTICATED', title: 'Please sign in' } },
      { status: 401, body: { status: 401, code: 'TOTP_REQUIRED', title: 'A code is required' } },
      { body: { accountName: 'Vale Stays' } },
    ]
    const { calls } = fakeApi({ 'POST /api/owner-changes/stop': () => answers.shift() ?? { body: {} } })
    show(<StopOwnerChangePage />, path, pattern)
    const send = async () => userEvent.click(screen.getByRole('button', { name: 'Stop this change' }))
    await send()
    await userEvent.type(await screen.findByLabelText('Email'), 'bo@vale.example')
    await userEvent.type(screen.getByLabelText('Password'), 'a long sentence')
    await send()
    await userEvent.type(await screen.findByLabelText(/code/i), '123456')
    await send()
    await screen.findByRole('heading', { name: 'Stopped. The owners of Vale Stays stay as they are.' })
    const login = { email: 'bo@vale.example', password: 'a long sentence' }
    expect(calls.map(({ body }) => (body as { login?: object }).login)).toEqual([
      undefined,
      login,
      { ...login, code: '123456' },
    ])
  })
  it('says when it is too late', async () => {
    fakeApi({
      'POST /api/owner-changes/stop': () => ({
        status: 404,
        body: { type: 'urn:problem:not-found', title: 'Not found', status: 404, code: 'NOT_FOUND' },
      }),
    })
    show(<StopOwnerChangePage />, path, pattern)
    await userEvent.click(await screen.findByRole('button', { name: 'Stop this change' }))
    await screen.findByRole('heading', { name: 'This change can no longer be stopped' })
  })
})

describe('the report of staff', () => {
  const admin = (id: string) => ({
    ...session,
    user: { ...session.user, id },
    account: null,
    role: 'admin',
    capabilities: ['account.read', 'team.read', 'team.propose-owner', 'team.approve-owner'],
  })
  const open = (who: object) => {
    const proposed = { ...change, state: 'proposed', approvedBy: null, approvedAt: null, effectiveAt: null }
    const api = fakeApi({
      'GET /api/session': () => ({ body: who }),
      'GET /api/owner-changes': () =>
        list([api.calls.some(({ method }) => method === 'POST') ? change : proposed]),
      'GET /api/accounts': () => list([]),
      'GET /api/members': () => list([]),
      'POST /api/accounts/a1/approve-owner-change': () => done,
    })
    show(<OwnerChangesReport />, '/', '*')
    return api
  }
  beforeEach(() => queryClient.clear())
  it('offers the approval to another admin', async () => {
    const { calls } = open(admin('s2'))
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }))
    await expect
      .poll(() => calls.filter(({ method }) => method === 'POST'))
      .toMatchObject([{ body: { changeId: 'c1' } }])
    expect(await screen.findByText('72-hour wait')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })
  it('offers the proposer only to withdraw it', async () => {
    open(admin('s1'))
    await screen.findByRole('button', { name: 'Withdraw' })
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(screen.getByText('Another admin has to approve it.')).toBeVisible()
  })
})
