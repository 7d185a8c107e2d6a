import { missingBefore, STEPS, stepProblems, type OnboardingEvent } from '@hearth/contracts/onboarding'
import { accept, reject } from '../runtime/decider.ts'
import { isAsked, isOpen, of, unmet, withCase, wrongState, type Data, type Decisions } from './decisions.ts'

const IS_STAFFS = reject(
  'INVALID_TRANSITION',
  'This step is complete once our team has approved the listing.',
)

/** Steps that hosts complete or reopen, and steps that staff mark as not applicable. */
export const decideSteps: Decisions<'CompleteStep' | 'ReopenStep' | 'MarkStepNotApplicable'> = {
  CompleteStep: withCase(({ step }: Data<'CompleteStep'>, known, ctx) => {
    if (!isOpen(known)) return wrongState(known)
    if (STEPS[step].completedBy === 'staff') return IS_STAFFS
    const problems = stepProblems(step, ctx.facts)
    const missing = missingBefore(step, known.steps)
    const awaited = problems.find(({ awaits }) => awaits !== undefined)?.awaits
    // The host has done what staff requested; the step still awaits the bank or staff.
    if (
      isAsked(known, step) &&
      awaited !== undefined &&
      problems.every(({ awaits }) => awaits !== undefined)
    ) {
      const data = { ...of(known, ctx), step }
      return accept<OnboardingEvent>([
        { type: 'StepCompleted', data },
        { type: 'StepAwaited', data: { ...data, for: awaited } },
      ])
    }
    // While staff request a change, completing the step again says that the change is made.
    if (known.steps[step] === 'complete' && problems.length === 0) return accept<OnboardingEvent>([])
    if (problems.length > 0)
      return unmet(
        'This step isn’t complete yet.',
        problems.map((problem) => ({ step, ...problem })),
        ctx.id,
      )
    if (missing.length > 0 && !isAsked(known, step))
      return unmet(
        'Complete the earlier steps first.',
        missing.map((earlier) => ({
          step: earlier,
          code: 'not_completed',
          pointer: `/${earlier}`,
          detail: 'Complete this step first.',
        })),
        ctx.id,
      )
    return accept<OnboardingEvent>([{ type: 'StepCompleted', data: { ...of(known, ctx), step } }])
  }),
  ReopenStep: withCase(({ step, why }: Data<'ReopenStep'>, known, ctx) => {
    if (!isOpen(known) || known.state === 'live') return wrongState(known)
    if (STEPS[step].completedBy !== 'host')
      return reject('INVALID_TRANSITION', 'This step is filled in from another page. Make your change there.')
    if (known.steps[step] !== 'complete') return accept<OnboardingEvent>([])
    return accept<OnboardingEvent>([{ type: 'StepReopened', data: { ...of(known, ctx), step, why } }])
  }),
  MarkStepNotApplicable: withCase(({ step, reason }: Data<'MarkStepNotApplicable'>, known, ctx) => {
    if (!isOpen(known) || known.state === 'live') return wrongState(known)
    if (STEPS[step].mayNotApply !== true)
      return reject('POLICY_VIOLATION', 'This step applies to every listing.')
    if (known.steps[step] === 'not_applicable') return accept<OnboardingEvent>([])
    return accept<OnboardingEvent>([
      { type: 'StepMarkedNotApplicable', data: { ...of(known, ctx), step, reason } },
    ])
  }),
}
