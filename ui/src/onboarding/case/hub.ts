import {
  isDone,
  missingBefore,
  ONBOARDING_STEPS,
  STEPS,
  type OnboardingStep,
  type StepGroup,
  type StepStates,
} from '@hearth/contracts/onboarding'
import type { CaseStep, OnboardingCase } from '../../data/queries/useCase.ts'

/** How a listing's page groups steps. */
export const HUB_GROUPS = {
  basics: ['start', 'basics'],
  amenities: ['amenities'],
  preArrival: ['preArrival'],
  money: ['agreement', 'account'],
  photos: ['photos', 'review'],
} as const satisfies Readonly<Record<string, readonly StepGroup[]>>
export type HubGroup = keyof typeof HUB_GROUPS

/** The approximate duration of a step in minutes. */
export const MINUTES: Readonly<Record<OnboardingStep, number>> = {
  start: 3,
  type: 2,
  info: 3,
  sleep: 4,
  community: 3,
  accessibility: 3,
  essentialAmenities: 3,
  popularAmenities: 2,
  allAmenities: 5,
  checkInOut: 6,
  contact: 4,
  parking: 2,
  safety: 6,
  payoutSettings: 4,
  agreement: 8,
  photoshoot: 2,
  review: 0,
}

export const readStates = ({ steps }: Pick<OnboardingCase, 'steps'>) =>
  Object.fromEntries(steps.map(({ step, state }) => [step, state])) as StepStates

/** `you`: open for the host. `later`: other steps come first, or staff act. */
export type StepProgress = 'done' | 'you' | 'wait' | 'later'
export const classifyStep = (line: CaseStep, states: StepStates): StepProgress => {
  if (isDone(line.state)) return 'done'
  if (line.state === 'waiting') return 'wait'
  if (
    line.state === 'not_started' &&
    (STEPS[line.step].completedBy === 'staff' || missingBefore(line.step, states).length > 0)
  )
    return 'later'
  return 'you'
}

export const listLines = ({ steps }: Pick<OnboardingCase, 'steps'>, group: HubGroup): readonly CaseStep[] => {
  const groups: readonly StepGroup[] = HUB_GROUPS[group]
  return groups.flatMap((one) => steps.filter(({ step }) => STEPS[step].group === one))
}

/** Steps that still need the host before the listing can be sent for review. */
export const listOpenSteps = (onboarding: Pick<OnboardingCase, 'steps'>): readonly OnboardingStep[] =>
  ONBOARDING_STEPS.filter(
    (step) =>
      STEPS[step].completedBy !== 'staff' &&
      !isDone(readStates(onboarding)[step]) &&
      readStates(onboarding)[step] !== 'waiting',
  )

/** The current one of the five phases, 0 to 4; 5 when the listing is live. */
export const computePhase = ({ state }: Pick<OnboardingCase, 'state'>): number =>
  state === 'live'
    ? 5
    : state === 'approved'
      ? 4
      : state === 'submitted' || state === 'in_review' || state === 'rejected'
        ? 2
        : 1
