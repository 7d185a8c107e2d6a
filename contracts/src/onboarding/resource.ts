import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zPhotoshootStatus } from '../photoshoot/photoshoot.ts'
import { zAwaited, zChangeRequest, zFoundProblem } from './messages.ts'
import { zOnboardingStep, zStepState } from './steps.ts'

export const zOnboardingState = z.enum([
  'started',
  'in_progress',
  'submitted',
  'in_review',
  'changes_requested',
  'approved',
  'live',
  'abandoned',
  'rejected',
])
export type OnboardingState = z.infer<typeof zOnboardingState>
/** Who must act next. */
export const zWaitingFor = z.enum(['host', 'staff', 'photographer', 'bank', 'nobody'])
export type WaitingFor = z.infer<typeof zWaitingFor>

const zStepRow = z.strictObject({
  step: zOnboardingStep,
  state: zStepState,
  /** Since when it is in this state; null as long as nothing was done here. */
  changedAt: zInstant.nullable(),
  awaits: zAwaited.nullable(),
  /** What made it fall back, as of then. */
  problems: z.array(zFoundProblem),
  /** What staff ask to change here. */
  requests: z.array(zChangeRequest),
  notApplicable: z.string().nullable(),
})

const zContactRow = z.strictObject({
  verified: z.boolean(),
  codeExpiresAt: zInstant.nullable(),
  wrongTries: z.int(),
})

/**
 * A listing on its way to be live, or whose conditions are watched; `id` is the listing's
 * (docs/domain/onboarding.md#case).
 */
export const zOnboardingRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  /** The team's name for it, else its title, else its location. */
  name: z.string(),
  names: z.strictObject({
    internalName: z.string().nullable(),
    title: z.string().nullable(),
    place: z.string(),
  }),
  state: zOnboardingState,
  /** Where it continues after it was abandoned. */
  resumesAs: zOnboardingState,
  /** Percent. */
  progress: z.int(),
  waitingFor: zWaitingFor,
  /** When the one who must act next will have acted, or when something happens by itself. */
  nextDate: zInstant.nullable(),
  /** In the order in which they are shown. */
  steps: z.array(zStepRow),
  nextStep: zOnboardingStep.nullable(),
  photoshoot: z
    .strictObject({
      status: zPhotoshootStatus,
      startsAt: zInstant.nullable(),
      deliverBy: zInstant.nullable(),
    })
    .nullable(),
  reviewerId: z.string().nullable(),
  rejectedBecause: z.string().nullable(),
  /** Of a live listing: the conditions that lapsed; it is paused at `pauseAt` unless they are fixed. */
  lapsed: z.array(zFoundProblem),
  pauseAt: zInstant.nullable(),
  /** Whether the current number is verified, and until when a code that was sent counts. */
  contacts: z.strictObject({ primary: zContactRow, backup: zContactRow }),
  openedAt: zInstant,
  submittedAt: zInstant.nullable(),
  approvedAt: zInstant.nullable(),
  liveAt: zInstant.nullable(),
  updatedAt: zInstant,
})
export type OnboardingRow = z.infer<typeof zOnboardingRow>

/**
 * Listings on their way, the newest change first; staff see those that wait for them
 * (docs/domain/onboarding.md#case).
 */
export const onboardingCases = defineResource({
  name: 'onboarding',
  table: 'onboarding',
  row: zOnboardingRow,
  capability: 'listing.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    name: 'open',
    names: 'open',
    state: 'open',
    resumesAs: 'open',
    progress: 'open',
    waitingFor: 'open',
    nextDate: 'open',
    steps: 'listing.texts',
    nextStep: 'open',
    photoshoot: 'open',
    reviewerId: 'open',
    rejectedBecause: 'listing.texts',
    lapsed: 'open',
    pauseAt: 'open',
    contacts: 'open',
    openedAt: 'open',
    submittedAt: 'open',
    approvedAt: 'open',
    liveAt: 'open',
    updatedAt: 'open',
  },
  scope: 'tenant',
  listings: { field: 'id' },
  sort: ['updatedAt', 'submittedAt', 'openedAt', 'progress', 'name'],
  defaultSort: ['updatedAt', 'DESC'],
  filter: { state: 'equals', waitingFor: 'equals', hostAccountId: 'equals', q: { search: ['name'] } },
  screens: {
    orders: { updatedAt: 'Onboarding of all accounts' },
    finds: { q: 'Search' },
    queues: { waitingFor: { values: ['staff'], screen: 'Staff queue' } },
  },
  export: {
    name: 'Listing',
    state: 'State',
    progress: 'Percent',
    waitingFor: 'Waiting for',
    nextDate: 'Next date',
    updatedAt: 'Changed',
  },
})
