import { z } from 'zod'

/**
 * The steps from an address to a live listing, in the order in which they are shown
 * (docs/domain/onboarding.md#steps).
 */
export const ONBOARDING_STEPS = [
  'start',
  'type',
  'info',
  'sleep',
  'community',
  'accessibility',
  'essentialAmenities',
  'popularAmenities',
  'allAmenities',
  'checkInOut',
  'contact',
  'parking',
  'safety',
  'payoutSettings',
  'agreement',
  'photoshoot',
  'review',
] as const
export const zOnboardingStep = z.enum(ONBOARDING_STEPS)
export type OnboardingStep = z.infer<typeof zOnboardingStep>

/**
 * `waiting`: the host has done their part, another side's is missing. `needs_changes`: it was complete, then
 * its data became wrong or staff requested a change.
 */
export const zStepState = z.enum(['not_started', 'waiting', 'complete', 'needs_changes', 'not_applicable'])
export type StepState = z.infer<typeof zStepState>
export type StepStates = Readonly<Record<OnboardingStep, StepState>>

/** How the hub groups steps. */
export const STEP_GROUPS = [
  'start',
  'basics',
  'amenities',
  'preArrival',
  'account',
  'agreement',
  'photos',
  'review',
] as const
export type StepGroup = (typeof STEP_GROUPS)[number]

export type StepDefinition = Readonly<{
  group: StepGroup
  /** The page, below `/onboarding/{listingId}` unless it begins with a slash; null: nothing to fill in. */
  page: string | null
  /** Part of the progress, percent; all together 100. */
  weight: number
  /** Sections of the listing that hold its answers (contracts/src/listing/sections). */
  sections: readonly string[]
  /**
   * `host`: who says that it is done. `facts`: it is done when something elsewhere is, such as a signature.
   * `staff`: when staff approve.
   */
  completedBy: 'host' | 'facts' | 'staff'
  /** What must be complete before it can be begun. */
  after: readonly OnboardingStep[]
  /** Staff may say that it does not apply. */
  mayNotApply?: true
}>

const BASICS = ['type', 'info', 'sleep', 'community', 'accessibility'] as const
const byHost = { completedBy: 'host', after: [] } as const

/** The table of docs/domain/onboarding.md#steps: where, how much, by whom, after what. */
export const STEPS: Readonly<Record<OnboardingStep, StepDefinition>> = {
  start: {
    ...byHost,
    group: 'start',
    page: '/listings/start',
    weight: 5,
    sections: ['location', 'type', 'info'],
  },
  type: { ...byHost, group: 'basics', page: 'basics/type', weight: 5, sections: ['type'] },
  info: { ...byHost, group: 'basics', page: 'basics/info', weight: 8, sections: ['info'] },
  sleep: { ...byHost, group: 'basics', page: 'basics/sleep', weight: 8, sections: ['sleep', 'info'] },
  community: { ...byHost, group: 'basics', page: 'basics/community', weight: 4, sections: ['community'] },
  accessibility: {
    ...byHost,
    group: 'basics',
    page: 'basics/accessibility',
    weight: 4,
    sections: ['accessibility'],
  },
  essentialAmenities: {
    ...byHost,
    group: 'amenities',
    page: 'amenities/essential',
    weight: 8,
    sections: ['amenities'],
  },
  popularAmenities: {
    ...byHost,
    group: 'amenities',
    page: 'amenities/popular',
    weight: 4,
    sections: ['amenities'],
  },
  allAmenities: { ...byHost, group: 'amenities', page: 'amenities/all', weight: 2, sections: ['amenities'] },
  checkInOut: {
    ...byHost,
    group: 'preArrival',
    page: 'pre-arrival/check-in-out',
    weight: 6,
    sections: ['checkInOut'],
  },
  contact: { ...byHost, group: 'preArrival', page: 'pre-arrival/contact', weight: 4, sections: ['contact'] },
  parking: { ...byHost, group: 'preArrival', page: 'pre-arrival/parking', weight: 3, sections: ['parking'] },
  safety: { ...byHost, group: 'preArrival', page: 'pre-arrival/safety', weight: 6, sections: ['safety'] },
  payoutSettings: {
    group: 'account',
    page: '/onboarding/payout-settings',
    weight: 8,
    sections: [],
    completedBy: 'facts',
    after: [],
  },
  agreement: {
    group: 'agreement',
    page: 'management-agreement',
    weight: 12,
    sections: [],
    completedBy: 'facts',
    after: BASICS,
  },
  photoshoot: {
    group: 'photos',
    page: 'photoshoot',
    weight: 10,
    sections: [],
    completedBy: 'facts',
    after: ['agreement'],
    mayNotApply: true,
  },
  review: { group: 'review', page: null, weight: 3, sections: [], completedBy: 'staff', after: [] },
}

/** No step begun. */
export const NO_STEP_BEGUN: StepStates = Object.fromEntries(
  ONBOARDING_STEPS.map((step) => [step, 'not_started']),
) as StepStates

export const isDone = (state: StepState): boolean => state === 'complete' || state === 'not_applicable'

/** Percent: the weights of the steps that are done. */
export const computeProgress = (steps: StepStates): number =>
  ONBOARDING_STEPS.reduce((sum, step) => (isDone(steps[step]) ? sum + STEPS[step].weight : sum), 0)

/** What must be complete before this step can be begun, and is not. */
export const missingBefore = (step: OnboardingStep, steps: StepStates): readonly OnboardingStep[] =>
  STEPS[step].after.filter((earlier) => !isDone(steps[earlier]))

/** Where a step is filled in. */
export const formatStepPage = (step: OnboardingStep, listingId: string): string => {
  const { page } = STEPS[step]
  if (page === null) return `/onboarding/${listingId}`
  return page.startsWith('/') ? `${page}?listingId=${listingId}` : `/onboarding/${listingId}/${page}`
}
