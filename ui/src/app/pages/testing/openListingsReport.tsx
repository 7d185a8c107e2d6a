import { act, render } from '@testing-library/react'
import { NO_STEP_BEGUN, ONBOARDING_STEPS } from '@hearth/contracts/onboarding'
import { completeFacts } from '@hearth/contracts/testing'
import { AdminContext, memoryStore } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { dataProvider } from '../../../data/records/dataProvider.ts'
import { queryClient } from '../../../data/records/queryClient.ts'
import { i18nProvider } from '../../../i18n/i18nProvider.ts'
import { fakeApi, list } from '../../../test/fakeApi.ts'
import { session } from '../../../test/fixtures.ts'
import type { OnboardingCase } from '../../../data/queries/useCase.ts'
import ReportsPage from '../ReportsPage.tsx'

export const AT = '2026-07-06T10:00:00.000Z'
const UNPROVED = { verified: false, codeExpiresAt: null, wrongTries: 0 }
export const staff = {
  ...session,
  user: { ...session.user, id: 'u9' },
  role: 'support',
  account: null,
  accounts: [],
  capabilities: [
    'listing.read',
    'listing.write',
    'onboarding.review',
    'agreement.countersign',
    'listing.curate',
    'account.read',
  ],
}
export const auditor = { ...staff, role: 'auditor', capabilities: ['listing.read', 'account.read'] }

const row: OnboardingCase = {
  id: 'l1',
  tenantId: 'a1',
  revision: 3,
  hostAccountId: 'a1',
  name: 'Larkspur House',
  names: { internalName: 'Larkspur House', title: null, place: 'Beacon, US' },
  state: 'submitted',
  resumesAs: 'started',
  progress: 97,
  waitingFor: 'staff',
  nextDate: '2026-07-08T10:00:00.000Z',
  steps: ONBOARDING_STEPS.map((step) => ({
    step,
    state: step === 'review' ? NO_STEP_BEGUN[step] : 'complete',
    changedAt: null,
    awaits: null,
    problems: [],
    requests: [],
    notApplicable: null,
  })),
  nextStep: null,
  photoshoot: null,
  reviewerId: null,
  rejectedBecause: null,
  lapsed: [],
  pauseAt: null,
  contacts: { primary: UNPROVED, backup: UNPROVED },
  openedAt: AT,
  submittedAt: AT,
  approvedAt: null,
  liveAt: null,
  updatedAt: AT,
}
const sections = Object.fromEntries(
  Object.entries(completeFacts.sections).map(([section, values]) => [
    section,
    { version: 1, changedAt: AT, changedBy: 'u1', values },
  ]),
)
export const listing = {
  id: 'l1',
  revision: 9,
  hostAccountId: 'a1',
  title: 'Larkspur House',
  currency: 'EUR',
  timezone: 'Europe/Lisbon',
  place: 'Lisboa, PT',
  pricing: null,
  baseNightMinor: null,
  registration: {
    scheme: 'pt_al',
    number: '12345/AL',
    expiresOn: null,
    documentFileId: null,
    landRegistryNumber: null,
    status: 'provided',
    rejectedBecause: null,
  },
}

let navigate: (path: string) => Promise<void>
/** Leaves the report for another page. */
export const leave = () => act(() => navigate('/elsewhere'))

/** Opens a report for a session; answers what was sent to a verb. */
export const openReport = (who: object, at: string, more: Parameters<typeof fakeApi>[0] = {}) => {
  queryClient.clear()
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: who }),
    'GET /api/onboarding': ({ query }) =>
      query.get('filter')?.includes('submitted') === true ? list([row]) : list([]),
    'GET /api/onboarding/l1': () => ({ body: row }),
    'GET /api/listings/l1': () => ({ body: listing }),
    'GET /api/listing-contents/l1': () => ({
      body: {
        id: 'l1',
        tenantId: 'a1',
        revision: 12,
        hostAccountId: 'a1',
        photos: [],
        personal: {},
        sections,
      },
    }),
    'GET /api/accounts': () => list([{ id: 'a1', revision: 1, displayName: 'Vale Stays' }]),
    'GET /api/agreements': () =>
      list([{ id: 'g1', revision: 4, listingId: 'l1', status: 'signed', documentSha256: 'ab12' }]),
    ...more,
  })
  const page = (
    <AdminContext
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={memoryStore()}
    >
      <ReportsPage />
    </AdminContext>
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  navigate = router.navigate
  return (verb: string) =>
    calls.filter(({ method, path }) => method === 'POST' && path.endsWith(`/${verb}`)).map(({ body }) => body)
}
