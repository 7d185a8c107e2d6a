import {
  isDone,
  ONBOARDING_STEPS,
  formatStepPage,
  type OnboardingCase,
  type OnboardingCaseState,
  type OnboardingCommand,
  type OnboardingEvent,
  type OnboardingState,
  type OnboardingStep,
} from '@hearth/contracts/onboarding'
import { stepProblems, type StepProblem } from '@hearth/contracts/onboarding'
import type { OfType } from '@hearth/contracts/kernel/message'
import { reject, type Context, type Decider, type Decision, type Rejected } from '../runtime/decider.ts'
import type { OnboardingFacts } from './onboarding.facts.ts'

export type Decisions<T extends OnboardingCommand['type']> = Pick<
  Decider<OnboardingCaseState, OnboardingCommand, OnboardingEvent, OnboardingFacts>['decide'],
  T
>
export type Data<T extends OnboardingCommand['type']> = OfType<OnboardingCommand, T>['data']
export type OnboardingContext = Context<OnboardingFacts>

const notFound = reject('NOT_FOUND', 'This listing’s setup doesn’t exist.')

/** The fields that every event of a case has. */
export const of = ({ hostAccountId }: OnboardingCase, { id }: Pick<OnboardingContext, 'id'>) => ({
  listingId: id,
  hostAccountId,
})

/** Decides a command about an existing case. */
export const withCase =
  <D>(decide: (data: D, known: OnboardingCase, ctx: OnboardingContext) => Decision<OnboardingEvent>) =>
  (data: D, state: OnboardingCaseState, ctx: OnboardingContext): Decision<OnboardingEvent> =>
    state === undefined ? notFound : decide(data, state, ctx)

const WHERE: Readonly<Record<OnboardingState, string>> = {
  started: 'is in setup',
  in_progress: 'is in setup',
  changes_requested: 'is waiting for changes',
  submitted: 'was submitted',
  in_review: 'is in review',
  approved: 'is approved',
  live: 'is live',
  abandoned: 'is on hold; continue it first',
  rejected: 'was rejected',
}
export const wrongState = ({ state }: OnboardingCase): Rejected =>
  reject('INVALID_TRANSITION', `This listing ${WHERE[state]}.`)

/** Whether the host can still fill in steps. */
export const isOpen = ({ state }: OnboardingCase): boolean => state !== 'abandoned' && state !== 'rejected'

/** Whether staff requested a change to this step that the host has not marked as done. */
export const isAsked = ({ requests }: OnboardingCase, step: OnboardingStep): boolean =>
  (requests[step] ?? []).length > 0

export type Unmet = Readonly<{ step: OnboardingStep } & StepProblem>

/** Refuses a command and names each missing part, with its field and the page on which it is fixed. */
export const unmet = (detail: string, problems: readonly Unmet[], listingId: string): Rejected =>
  reject('PRECONDITION_FAILED', detail, {
    unmet: problems.map(({ step, code, detail: message }) => ({
      step,
      code,
      message,
      fixRoute: formatStepPage(step, listingId),
    })),
    errors: problems.map(({ pointer, detail: message }) => ({ pointer, detail: message })),
  })

/**
 * What prevents a submission: steps with problems, steps that are not marked as complete, and changes that
 * staff requested. Photos and reviews come later.
 */
export const missingForSubmission = (known: OnboardingCase, { facts }: OnboardingContext): readonly Unmet[] =>
  ONBOARDING_STEPS.flatMap((step): Unmet[] => {
    const { steps } = known
    if (step === 'review' || steps[step] === 'not_applicable') return []
    const problems = stepProblems(step, facts)
      .filter(({ awaits }) => awaits === undefined)
      .map((problem) => ({ step, ...problem }))
    if (problems.length > 0 || isDone(steps[step]) || (steps[step] === 'waiting' && !isAsked(known, step)))
      return problems
    if (isAsked(known, step))
      return [
        {
          step,
          code: 'not_answered',
          pointer: `/${step}`,
          detail: 'Make the requested change, then mark it as done.',
        },
      ]
    return [
      {
        step,
        code: 'not_completed',
        pointer: `/${step}`,
        detail: 'Check this step, then mark it as complete.',
      },
    ]
  })
