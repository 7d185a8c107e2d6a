import type { Instant } from '../../kernel/dates.ts'
import type { OfType } from '../../kernel/message.ts'
import type { Awaited, ChangeRequest, Contact, FoundProblem, OnboardingEvent } from '../messages.ts'
import type { OnboardingState } from '../resource.ts'
import { NO_STEP_BEGUN, type OnboardingStep, type StepState } from '../steps.ts'

/** A code that was sent and can still be given. */
export type SentCode = Readonly<{ codeId: string; phone: string; expiresAt: Instant; wrongTries: number }>
export type ProvedContact = Readonly<{ verifiedPhone: string | null; code: SentCode | null }>

export type OnboardingCase = Readonly<{
  hostAccountId: string
  state: OnboardingState
  /** Where it continues after it was abandoned. */
  resumesAs: OnboardingState
  steps: Readonly<Record<OnboardingStep, StepState>>
  awaits: Readonly<Partial<Record<OnboardingStep, Awaited>>>
  problems: Readonly<Partial<Record<OnboardingStep, readonly FoundProblem[]>>>
  requests: Readonly<Partial<Record<OnboardingStep, readonly ChangeRequest[]>>>
  notApplicable: Readonly<Partial<Record<OnboardingStep, string>>>
  contacts: Readonly<Record<Contact, ProvedContact>>
  /** When codes were sent, the last ten. */
  codesSentAt: readonly Instant[]
  reviewerId: string | null
  rejectedBecause: string | null
  lapsed: readonly FoundProblem[]
  pauseAt: Instant | null
  openedAt: Instant
  submittedAt: Instant | null
  approvedAt: Instant | null
  liveAt: Instant | null
}>
/** Undefined before it was opened. */
export type OnboardingCaseState = OnboardingCase | undefined

const KEPT_SENDINGS = 10
const UNPROVED: ProvedContact = { verifiedPhone: null, code: null }

/** A case as it begins. */
export const openedCase = (hostAccountId: string, at: Instant): OnboardingCase => ({
  hostAccountId,
  state: 'started',
  resumesAs: 'started',
  steps: NO_STEP_BEGUN,
  awaits: {},
  problems: {},
  requests: {},
  notApplicable: {},
  contacts: { primary: UNPROVED, backup: UNPROVED },
  codesSentAt: [],
  reviewerId: null,
  rejectedBecause: null,
  lapsed: [],
  pauseAt: null,
  openedAt: at,
  submittedAt: null,
  approvedAt: null,
  liveAt: null,
})

type Evolve = {
  readonly [T in OnboardingEvent['type']]: (
    state: OnboardingCaseState,
    data: OfType<OnboardingEvent, T>['data'],
    at: Instant,
  ) => OnboardingCaseState
}

const change = (
  state: OnboardingCaseState,
  part: (known: OnboardingCase) => Partial<OnboardingCase>,
): OnboardingCaseState => state && { ...state, ...part(state) }

const without = <T>(map: Readonly<Partial<Record<OnboardingStep, T>>>, step: OnboardingStep) => ({
  ...map,
  [step]: undefined,
})

/** A step takes a state; what was said of it before is over. */
const setStep = (known: OnboardingCase, step: OnboardingStep, to: StepState): Partial<OnboardingCase> => ({
  state: known.state === 'started' ? 'in_progress' : known.state,
  steps: { ...known.steps, [step]: to },
  awaits: without(known.awaits, step),
  problems: without(known.problems, step),
  notApplicable: without(known.notApplicable, step),
})

const setContact = (
  { contacts }: OnboardingCase,
  contact: Contact,
  part: (before: ProvedContact) => Partial<ProvedContact>,
): Partial<OnboardingCase> => ({
  contacts: { ...contacts, [contact]: { ...contacts[contact], ...part(contacts[contact]) } },
})

const askFor = (known: OnboardingCase, items: readonly ChangeRequest[]): Partial<OnboardingCase> => {
  const steps = [...new Set(items.map(({ step }) => step))]
  return {
    state: 'changes_requested',
    steps: { ...known.steps, ...Object.fromEntries(steps.map((step) => [step, 'needs_changes'])) },
    requests: {
      ...known.requests,
      ...Object.fromEntries(steps.map((step) => [step, items.filter((item) => item.step === step)])),
    },
  }
}

/** The case after each event: what decides and what is shown fold with the same function. */
export const evolveOnboarding: Evolve = {
  OnboardingOpened: (_state, { hostAccountId }, at) => openedCase(hostAccountId, at),
  StepCompleted: (state, { step }) =>
    change(state, (known) => ({
      ...setStep(known, step, 'complete'),
      requests: without(known.requests, step),
    })),
  StepAwaited: (state, data) =>
    change(state, (known) => ({
      ...setStep(known, data.step, 'waiting'),
      awaits: { ...known.awaits, [data.step]: data.for },
    })),
  StepReopened: (state, { step }) => change(state, (known) => setStep(known, step, 'not_started')),
  StepInvalidated: (state, { step, problems }) =>
    change(state, (known) => ({
      ...setStep(known, step, 'needs_changes'),
      problems: { ...known.problems, [step]: problems },
    })),
  StepMarkedNotApplicable: (state, { step, reason }) =>
    change(state, (known) => ({
      ...setStep(known, step, 'not_applicable'),
      notApplicable: { ...known.notApplicable, [step]: reason },
    })),
  OnboardingSubmitted: (state, _data, at) =>
    change(state, () => ({ state: 'submitted', submittedAt: at, reviewerId: null })),
  OnboardingReviewStarted: (state, { by }) => change(state, () => ({ state: 'in_review', reviewerId: by })),
  ChangesRequested: (state, { items, by }) =>
    change(state, (known) => ({ ...askFor(known, items), reviewerId: by })),
  OnboardingApproved: (state, { by }, at) =>
    change(state, (known) => ({
      ...setStep(known, 'review', 'complete'),
      state: 'approved',
      approvedAt: at,
      reviewerId: by,
    })),
  OnboardingRejected: (state, { by, reason }) =>
    change(state, () => ({ state: 'rejected', rejectedBecause: reason, reviewerId: by })),
  OnboardingAbandoned: (state) => change(state, (known) => ({ state: 'abandoned', resumesAs: known.state })),
  OnboardingResumed: (state) => change(state, ({ resumesAs }) => ({ state: resumesAs })),
  OnboardingWentLive: (state, _data, at) => change(state, () => ({ state: 'live', liveAt: at })),
  GoLiveConditionsLapsed: (state, { problems, pauseAt }) =>
    change(state, () => ({ lapsed: problems, pauseAt })),
  GoLiveConditionsRestored: (state) => change(state, () => ({ lapsed: [], pauseAt: null })),
  ContactCodeSent: (state, { contact, codeId, phone, expiresAt }, at) =>
    change(state, (known) => ({
      ...setContact(known, contact, () => ({ code: { codeId, phone, expiresAt, wrongTries: 0 } })),
      codesSentAt: [...known.codesSentAt, at].slice(-KEPT_SENDINGS),
    })),
  ContactCodeRefused: (state, { contact, attempt }) =>
    change(state, (known) =>
      setContact(known, contact, ({ code }) => ({ code: code && { ...code, wrongTries: attempt } })),
    ),
  ContactVerified: (state, { contact, phone }) =>
    change(state, (known) => setContact(known, contact, () => ({ verifiedPhone: phone, code: null }))),
  ContactOutdated: (state, { contact }) =>
    change(state, (known) => setContact(known, contact, () => ({ verifiedPhone: null }))),
}
