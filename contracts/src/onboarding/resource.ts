import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zChangeRequest, zFoundProblem } from './messages.ts'
import { zOnboardingStep, zStepState } from './steps.ts'

export const zOnboardingState = z.enum(['started', 'in_progress', 'submitted', 'in_review', 'changes_requested', 'approved', 'live', 'abandoned', 'rejected'])
export type OnboardingState = z.infer<typeof zOnboardingState>
/** Who must act next. */
export const zWaitingFor = z.enum(['host', 'staff', 'photographer', 'bank', 'nobody'])
export type WaitingFor = z.infer<typeof zWaitingFor>

const zStepRow = z.strictObject({
  step: zOnboardingStep,
  state: zStepState,
  /** What made it fall back, as of then. */
  problems: z.array(zFoundProblem),
  /** What staff want changed here. */
  requests: z.array(zChangeRequest),
  notApplicable: z.string().nullable(),
})

/** A listing on its way to be live, or whose conditions are watched; `id` is the listing's (domain.md §3). */
export const zOnboardingRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  /** What the host calls it, else where it stands. */
  name: z.string(),
  state: zOnboardingState,
  /** Percent. */
  progress: z.int(),
  waitingFor: zWaitingFor,
  /** When whoever is waited for will have acted, or when something happens by itself. */
  nextDate: zInstant.nullable(),
  /** In the order in which they are shown. */
  steps: z.array(zStepRow),
  nextStep: zOnboardingStep.nullable(),
  reviewerId: z.string().nullable(),
  rejectedBecause: z.string().nullable(),
  lapsed: z.array(zFoundProblem),
  /** Codes that were sent and still count, and numbers that are proved: by contact. */
  contacts: z.record(z.string(), z.strictObject({ phone: z.string(), verified: z.boolean(), codeExpiresAt: zInstant.nullable(), wrongTries: z.int() })),
  openedAt: zInstant,
  submittedAt: zInstant.nullable(),
  approvedAt: zInstant.nullable(),
  liveAt: zInstant.nullable(),
  updatedAt: zInstant,
})
export type OnboardingRow = z.infer<typeof zOnboardingRow>

/** Listings on their way, the newest change first; staff see those that wait for them (domain.md §1.2). */
export const onboardingCases = defineResource({
  name: 'onboarding',
  table: 'onboarding',
  row: zOnboardingRow,
  capability: 'listing.read',
  scope: 'tenant',
  listingField: 'id',
  sort: ['updatedAt', 'submittedAt', 'openedAt', 'progress', 'name'],
  defaultSort: ['updatedAt', 'DESC'],
  filter: { state: 'equals', waitingFor: 'equals', hostAccountId: 'equals', q: { search: ['name'] } },
  export: { name: 'Listing', state: 'State', progress: 'Percent', waitingFor: 'Waiting for', nextDate: 'Next date', updatedAt: 'Changed' },
})
