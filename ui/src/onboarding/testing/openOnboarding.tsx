import type { Readiness } from '@hearth/contracts/listing'
import { NO_STEP_BEGUN, ONBOARDING_STEPS } from '@hearth/contracts/onboarding'
import { Route, Routes } from 'react-router-dom'
import { expect } from 'vitest'
import { knownSession, loadSession } from '../../session/session.ts'
import { fakeApi, type Handler, type Reply } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import CasePage from '../case/CasePage.tsx'
import StepPage from '../step/StepPage.tsx'
import type { OnboardingCase } from '../../data/queries/useCase.ts'

const AT = '2026-07-06T10:00:00.000Z'
const UNVERIFIED = { verified: false, codeExpiresAt: null, wrongTries: 0 }
let opened = 0

export const createCase = (id: string, part: Partial<OnboardingCase> = {}): OnboardingCase => ({
  id,
  tenantId: 'a1',
  revision: 3,
  hostAccountId: 'a1',
  name: 'Larkspur House',
  names: { internalName: 'Larkspur House', title: null, place: 'Beacon, US' },
  state: 'in_progress',
  resumesAs: 'in_progress',
  progress: 5,
  waitingFor: 'host',
  nextDate: null,
  steps: ONBOARDING_STEPS.map((step) => ({
    step,
    state: step === 'start' ? 'complete' : NO_STEP_BEGUN[step],
    changedAt: null,
    awaits: null,
    problems: [],
    requests: step === 'parking' ? [{ step, field: '/instructions', comment: 'Which gate is it?' }] : [],
    notApplicable: null,
  })),
  nextStep: 'type',
  photoshoot: null,
  reviewerId: null,
  rejectedBecause: null,
  lapsed: [],
  pauseAt: null,
  contacts: { primary: UNVERIFIED, backup: UNVERIFIED },
  openedAt: AT,
  submittedAt: null,
  approvedAt: null,
  liveAt: null,
  updatedAt: AT,
  ...part,
})
const listing = {
  revision: 3,
  timezone: 'America/New_York',
  currency: 'USD',
  place: 'Beacon, US',
  registration: null,
}

/** The content of one section, which every update changes. */
const fakeContents = (id: string, section: string, values: Record<string, unknown>) => {
  let stored = { version: 1, revision: 3, values }
  const read = () => ({
    body: {
      id,
      tenantId: 'a1',
      revision: stored.revision,
      hostAccountId: 'a1',
      photos: [],
      personal: {},
      sections: {
        [section]: { version: stored.version, changedAt: AT, changedBy: 'u1', values: stored.values },
      },
    },
  })
  const update: Handler = ({ body }) => {
    stored = {
      version: stored.version + 1,
      revision: stored.revision + 1,
      values: { ...stored.values, ...(body as { patch: object }).patch },
    }
    return { body: { id, revision: stored.revision, events: ['ListingSectionChanged'] } }
  }
  return { read, update }
}

/**
 * Opens a page of a listing's onboarding; an empty name opens the case. Each call has a listing of its own,
 * because drafts outlive their pages.
 */
export const openOnboarding = async (
  page: string,
  values: Record<string, unknown>,
  {
    capabilities = ['listing.read', 'listing.write'],
    conflict,
    part = {},
    submit,
    conditions = [],
  }: Readonly<{
    capabilities?: string[]
    conflict?: Reply
    part?: Partial<OnboardingCase>
    submit?: Reply
    conditions?: Readiness['conditions']
  }> = {},
) => {
  const id = `l${(opened += 1)}`
  const contents = fakeContents(id, page.endsWith('parking') ? 'parking' : 'info', values)
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities } }),
    [`GET /api/listings/${id}`]: () => ({ body: { id, ...listing } }),
    [`GET /api/onboarding/${id}`]: () => ({ body: createCase(id, part) }),
    [`GET /api/listings/${id}/readiness`]: () => ({ body: { conditions } }),
    [`GET /api/listing-contents/${id}`]: contents.read,
    [`POST /api/listings/${id}/update-section`]: (call) => {
      const answer = conflict ?? contents.update(call)
      conflict = undefined
      return answer
    },
    [`POST /api/onboarding/${id}/complete-step`]: () => ({
      body: { id, revision: 4, events: ['StepCompleted'] },
    }),
    ...(submit && { [`POST /api/onboarding/${id}/submit-for-review`]: () => submit }),
  })
  renderAt(
    `/onboarding/${id}/${page}`,
    <Routes>
      <Route path="/onboarding/:listingId" element={<CasePage />} />
      <Route path="/onboarding/:listingId/*" element={<StepPage />} />
    </Routes>,
  )
  await loadSession()
  expect(knownSession()).toBeDefined()
  return {
    id,
    calls,
    posted: (verb: string) => calls.filter(({ path }) => path.endsWith(`/${verb}`)).map(({ body }) => body),
  }
}
