import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NO_STEP_BEGUN, ONBOARDING_STEPS } from '@hearth/contracts/onboarding'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { knownSession, loadSession } from '../../session/session.ts'
import { fakeApi, type Handler, type Reply } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import CasePage from '../case/CasePage.tsx'
import StepPage from './StepPage.tsx'
import type { OnboardingCase } from '../../data/queries/useCase.ts'
import { stopSections } from '../../listing-sections/saving/useSection.ts'

const AT = '2026-07-06T10:00:00.000Z'
const UNPROVED = { verified: false, codeExpiresAt: null, wrongTries: 0 }
let made = 0

const createCase = (id: string, part: Partial<OnboardingCase> = {}): OnboardingCase => ({
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
  contacts: { primary: UNPROVED, backup: UNPROVED },
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

/** A listing of its own for each test: what was typed outlives a page on purpose. */
const open = async (
  page: string,
  values: Record<string, unknown>,
  {
    capabilities = ['listing.read', 'listing.write'],
    conflict,
    part = {},
    submit,
  }: Readonly<{
    capabilities?: string[]
    conflict?: Reply
    part?: Partial<OnboardingCase>
    submit?: Reply
  }> = {},
) => {
  const id = `l${(made += 1)}`
  const section = page.endsWith('parking') ? 'parking' : 'info'
  let stored = { version: 1, revision: 3, values }
  const take: Handler = ({ body }) => {
    stored = {
      version: stored.version + 1,
      revision: stored.revision + 1,
      values: { ...stored.values, ...(body as { patch: object }).patch },
    }
    return { body: { id, revision: stored.revision, events: ['ListingSectionChanged'] } }
  }
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities } }),
    [`GET /api/listings/${id}`]: () => ({ body: { id, ...listing } }),
    [`GET /api/onboarding/${id}`]: () => ({ body: createCase(id, part) }),
    [`GET /api/listing-contents/${id}`]: () => ({
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
    }),
    [`POST /api/listings/${id}/update-section`]: (call) => {
      const answer = conflict ?? take(call)
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

afterEach(stopSections)

it('lets hosts say that what was asked for at their bank account is done', async () => {
  const steps = createCase('').steps.map((line) =>
    line.step === 'payoutSettings'
      ? {
          ...line,
          state: 'needs_changes' as const,
          requests: [{ step: line.step, field: null, comment: 'Use an account in your own name.' }],
        }
      : line,
  )
  const { posted } = await open('', {}, { part: { state: 'changes_requested', steps } })
  const line = (await screen.findByText('Use an account in your own name.')).closest('li') as HTMLElement
  await userEvent.click(within(line).getByRole('button', { name: /^Done/ }))
  await waitFor(() => expect(posted('complete-step')).toEqual([{ step: 'payoutSettings' }]))
})

it('saves an answer by itself, says so, and counts what is still missing', async () => {
  const { posted } = await open('pre-arrival/parking', {})
  expect(await screen.findByRole('heading', { level: 1, name: /^Parking/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Done, next step' })).toBeDisabled()
  await userEvent.click(await screen.findByLabelText('Free, on site'))
  expect(screen.getByText('Describe how to get there in at least 20 characters.')).toBeVisible()
  await waitFor(() =>
    expect(posted('update-section')).toEqual([
      { section: 'parking', patch: { type: 'on_site_free' }, baseVersion: 1 },
    ]),
  )
  expect(await screen.findByText('Saved')).toBeVisible()
  await userEvent.click(screen.getByLabelText('Parking directions'))
  await userEvent.paste('Left of the barn, behind the gate.')
  await waitFor(() => expect(posted('update-section')).toHaveLength(2))
  expect(await screen.findByRole('button', { name: 'Done, next step' })).toBeEnabled()
})

it('shows what our curator asks for at its question', async () => {
  await open('pre-arrival/parking', { type: 'garage' })
  const question = (await screen.findByLabelText('Parking directions')).closest(
    '#field-parking-instructions',
  ) as HTMLElement
  expect(question).toHaveTextContent('Our curator asks: Which gate is it?')
})

it('shows requests for a part of an answer at its question, and those without a question above', async () => {
  const asked = (step: string, field: string, comment: string) =>
    createCase('').steps.map((line) =>
      line.step === step ? { ...line, requests: [{ step: line.step, field, comment }] } : line,
    )
  await open(
    'basics/sleep',
    {},
    { part: { steps: asked('sleep', '/sleep/rooms/0', 'Is the first one a double bed?') } },
  )
  expect(
    (await screen.findByText('Is the first one a double bed?')).closest('#field-sleep-rooms'),
  ).not.toBeNull()
  cleanup()
  await open('basics/type', {}, { part: { steps: asked('type', '/type/relationship', 'Who owns it?') } })
  expect(await screen.findByText('Who owns it?')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'What our curator asked for' })).toBeVisible()
})

it('keeps an answer that is not right here, and says what is wrong once the hand is out of it', async () => {
  const { posted } = await open('basics/info', { maxGuests: 4 })
  const guests = await screen.findByLabelText('Maximum guests')
  await userEvent.clear(guests)
  await userEvent.type(guests, '31')
  expect(screen.queryByText('Enter 30 or less.')).not.toBeInTheDocument()
  await userEvent.tab()
  expect(await screen.findByText('Enter 30 or less.')).toBeVisible()
  expect(screen.getByText('Not saved yet: please fix the highlighted answer')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Bathrooms'), '1.5')
  await waitFor(() =>
    expect(posted('update-section')).toEqual([
      { section: 'info', patch: { bathrooms: 1.5 }, baseVersion: 1 },
    ]),
  )
  expect(guests).toHaveValue('31')
})

it('shows both values of a conflict and sends the chosen one over the other', async () => {
  const { posted } = await open(
    'basics/info',
    { maxGuests: 4 },
    {
      conflict: {
        status: 409,
        body: {
          type: 'urn:problem:version-conflict',
          title: 'Conflict',
          status: 409,
          code: 'VERSION_CONFLICT',
          conflicts: [{ pointer: '/maxGuests', yours: 6, theirs: 8, changedBy: 'team' }],
        },
      },
    },
  )
  const guests = await screen.findByLabelText('Maximum guests')
  await userEvent.clear(guests)
  await userEvent.type(guests, '6')
  const note = await screen.findByRole('alert')
  expect(note).toHaveTextContent('Someone on your team also answered this')
  expect(within(note).getByText('8')).toBeVisible()
  expect(within(note).getByText('6')).toBeVisible()
  await userEvent.click(within(note).getByRole('button', { name: 'Keep my answer' }))
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(posted('update-section')).toHaveLength(2)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('stops at a conflict that names nothing on the page, instead of sending it for ever', async () => {
  const { posted } = await open(
    'basics/info',
    { maxGuests: 4 },
    {
      conflict: {
        status: 409,
        body: {
          type: 'urn:problem:version-conflict',
          title: 'Someone else changed this section',
          status: 409,
          code: 'VERSION_CONFLICT',
          conflicts: [{ pointer: '/garden', yours: 6, theirs: 8, changedBy: 'team' }],
        },
      },
    },
  )
  await userEvent.type(await screen.findByLabelText('Bathrooms'), '2')
  expect(await screen.findByText('Not saved')).toBeVisible()
  expect(posted('update-section')).toHaveLength(1)
  expect(screen.getByLabelText('Bathrooms')).toHaveValue('2')
})

it('lets a role that may only look change nothing', async () => {
  await open('pre-arrival/parking', { type: 'garage' }, { capabilities: ['listing.read'] })
  expect(await screen.findByLabelText('In a garage')).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Done, next step' })).not.toBeInTheDocument()
})

it('does not know other pages, and finds the first of a group', async () => {
  await open('basics/garden', {})
  expect(await screen.findByText('Check the address')).toBeVisible()
  cleanup()
  const { id } = await open('pre-arrival', {})
  expect(await screen.findByRole('heading', { level: 1, name: /^Check-in and check-out/ })).toBeVisible()
  expect(screen.getByTestId('address')).toHaveTextContent(`/onboarding/${id}/pre-arrival/check-in-out`)
})

it('shows the steps, who must act, and what comes next', async () => {
  await open('', {})
  expect(await screen.findByRole('heading', { level: 2, name: 'Choose a property type' })).toBeVisible()
  expect(screen.getByText('Your details, 5%')).toBeVisible()
  expect(screen.getByText('15 steps left')).toBeInTheDocument()
  const agreement = screen.getByRole('link', { name: 'Management agreement' }).closest('li') as HTMLElement
  expect(within(agreement).getByText('after “Property type”')).toBeVisible()
})

it('says why a listing could not be sent for review, whichever button was pressed', async () => {
  const { steps } = createCase('')
  const submit = {
    status: 422,
    body: {
      type: 'urn:problem:precondition-failed',
      title: 'Something must be done first',
      status: 422,
      code: 'PRECONDITION_FAILED',
      detail: 'A photo is missing.',
    },
  }
  await open(
    '',
    {},
    {
      part: { steps: steps.map((line) => ({ ...line, state: 'complete', requests: [] })), nextStep: null },
      submit,
    },
  )
  const [inHeader] = await screen.findAllByRole('button', { name: 'Send for review' })
  await userEvent.click(inHeader as HTMLElement)
  expect(await screen.findByText('A photo is missing.')).toBeVisible()
})
