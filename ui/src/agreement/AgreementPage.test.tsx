import { act, screen, waitFor } from '@testing-library/react'
import { deriveAgreementId, standardTerms } from '@hearth/contracts/agreement'
import { Route, Routes } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../data/records/queryClient.ts'
import { fakeApi, list, type Reply } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import AgreementPage from './AgreementPage.tsx'
import type { Agreement } from './useAgreement.ts'

const AT = '2026-07-06T10:00:00.000Z'
const id = deriveAgreementId('l1')
const row: Agreement = {
  id,
  tenantId: 'a1',
  revision: 1,
  listingId: 'l1',
  hostAccountId: 'a1',
  status: 'sent',
  model: 'self_managed',
  templateVersion: '2026-11',
  terms: standardTerms('self_managed', 'USD', 1_550),
  documentSha256: 'ab12',
  signedSha256: null,
  authorityFileId: null,
  signers: [
    {
      userId: 'u1',
      ownershipBps: 10_000,
      order: 1,
      viewedAt: null,
      readToEnd: false,
      consentedAt: null,
      signedAt: null,
    },
  ],
  sentAt: AT,
  expiresAt: '2026-08-05T10:00:00.000Z',
  signedAt: null,
  countersignedAt: null,
  amendment: null,
  effectiveOn: null,
  reason: null,
}
const merge = {
  hostName: 'Clara Vale',
  hostAddress: '1 Hill Road, Hudson',
  listingName: 'Cedar House',
  listingAddress: '2 River Lane, Hudson',
  preparedOn: '2026-07-06',
}

/** Scrolling is not simulated: `reachEnd` reports, as the browser does, that the last line is in view. */
const open = (
  given: Partial<Agreement> = {},
  view: () => Reply | Promise<Reply> = () => ({ body: { id, revision: 2, events: ['AgreementViewed'] } }),
  impersonation: (typeof session)['impersonation'] = null,
) => {
  let seen: (entries: readonly { isIntersecting: boolean }[]) => void = () => undefined
  let later: Partial<Agreement> = {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: typeof seen) {
        seen = notify
      }
      observe() {}
      disconnect() {}
    },
  )
  const { calls } = fakeApi({
    'GET /api/session': () => ({
      body: {
        ...session,
        capabilities: ['agreement.read', 'agreement.respond', 'agreement.sign'],
        impersonation,
      },
    }),
    'GET /api/listings/l1': () => ({
      body: {
        id: 'l1',
        revision: 1,
        title: 'Cedar House',
        timezone: 'America/New_York',
        feeModel: 'self_managed',
      },
    }),
    'GET /api/agreements': () => list([{ ...row, ...given, ...later }]),
    [`GET /api/agreements/${id}/text`]: () => ({
      body: { documentSha256: 'ab12', merge, names: { u1: 'Clara Vale' } },
    }),
    [`POST /api/agreements/${id}/view`]: view,
  })
  renderAt(
    '/onboarding/l1/management-agreement',
    <Routes>
      <Route path="/onboarding/:listingId/management-agreement" element={<AgreementPage />} />
    </Routes>,
  )
  const views = () => calls.filter(({ path }) => path.endsWith('/view'))
  return {
    views,
    reachEnd: () => act(async () => seen([{ isIntersecting: true }])),
    change: async (changed: Partial<Agreement>) => {
      later = changed
      await act(() => queryClient.invalidateQueries({ queryKey: ['agreements'] }))
    },
  }
}

it('records opening and reading with separate keys, even when both happen quickly', async () => {
  const { views, reachEnd } = open({}, () => new Promise(() => undefined))
  await screen.findByRole('button', { name: 'Sign the agreement' })
  await waitFor(() => expect(views()).toHaveLength(1))
  await reachEnd()
  await waitFor(() =>
    expect(views().map(({ body }) => body)).toEqual([
      { scrolledToEnd: false, documentSha256: 'ab12' },
      { scrolledToEnd: true, documentSha256: 'ab12' },
    ]),
  )
  expect(new Set(views().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
})

it('records reading when the end is reached before the reader becomes a signer', async () => {
  const { views, reachEnd, change } = open({ signers: [] })
  await screen.findByRole('region', { name: 'The agreement' })
  await reachEnd()
  expect(views()).toEqual([])
  await change({ signers: row.signers })
  await waitFor(() =>
    expect(views().map(({ body }) => body)).toEqual([
      { scrolledToEnd: false, documentSha256: 'ab12' },
      { scrolledToEnd: true, documentSha256: 'ab12' },
    ]),
  )
})

it('shows when reading could not be recorded, and records it when the end is reached again', async () => {
  const refusal: Reply = {
    status: 503,
    body: {
      type: 'urn:problem:dependency-unavailable',
      title: 'Part of Hearth is temporarily unavailable',
      status: 503,
      code: 'DEPENDENCY_UNAVAILABLE',
    },
  }
  const { views, reachEnd } = open(
    { signers: row.signers.map((signer) => ({ ...signer, viewedAt: AT })) },
    () => refusal,
  )
  await screen.findByRole('button', { name: 'Sign the agreement' })
  await reachEnd()
  expect(await screen.findByRole('alert')).toBeVisible()
  await reachEnd()
  await waitFor(() => expect(views()).toHaveLength(2))
})

it('shows no deadline once signing is closed', async () => {
  open({ status: 'declined', reason: 'We keep it for ourselves.' })
  expect(await screen.findByText('Declined: We keep it for ourselves.')).toBeVisible()
  expect(screen.queryByText(/Sign by/)).toBeNull()
})

it('shows the choice of an agreement as text in a read-only impersonation', async () => {
  open({ status: 'terminated' }, undefined, {
    id: 'i1',
    mode: 'read_only',
    scopes: ['onboarding'],
    expiresAt: '2999-01-01T00:00:00.000Z',
    staffRole: 'support',
    reason: 'support_ticket',
    reasonText: 'x',
    extended: false,
  })
  expect(await screen.findByRole('heading', { name: 'How should we manage your home?' })).toBeVisible()
  expect(await screen.findByText(/^You answer guests, hand over keys and keep/)).toBeVisible()
  expect(screen.getByText('You have view-only access, so you can’t make changes.')).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Prepare a new agreement' })).toBeNull()
})
