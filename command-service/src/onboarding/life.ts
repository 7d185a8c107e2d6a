import {
  LAPSE_GRACE_DAYS,
  isDone,
  ONBOARDING_STEPS,
  STEPS,
  stepProblems,
  type FoundProblem,
  type OnboardingCase,
  type OnboardingEvent,
  type OnboardingStep,
  type StepProblem,
} from '@hearth/contracts/onboarding'
import { addHours } from '@hearth/contracts/kernel/dates'
import { accept, reject } from '../runtime/decider.ts'
import {
  isAsked,
  isOpen,
  missingForSubmission,
  of,
  unmet,
  withCase,
  wrongState,
  type Data,
  type Decisions,
  type OnboardingContext,
} from './decisions.ts'

const toStored = ({ code, pointer, detail }: FoundProblem): FoundProblem => ({ code, pointer, detail })

/**
 * A step follows its data: it is reopened when the data becomes invalid, completed when it is valid again,
 * and awaits the bank or staff when only they can continue.
 */
const follow = (step: OnboardingStep, known: OnboardingCase, ctx: OnboardingContext): OnboardingEvent[] => {
  const state = known.steps[step]
  const byFacts = STEPS[step].completedBy === 'facts'
  if (STEPS[step].completedBy === 'staff' || state === 'not_applicable') return []
  const problems: readonly StepProblem[] = stepProblems(step, ctx.facts)
  const data = { ...of(known, ctx), step }
  if (problems.length === 0) {
    const again = state === 'needs_changes' || (byFacts && !isDone(state))
    return again && !isAsked(known, step) ? [{ type: 'StepCompleted', data }] : []
  }
  const awaited = problems.find(({ awaits }) => awaits !== undefined)?.awaits
  // A change that staff requested awaits the host only.
  if (byFacts && awaited !== undefined && isAsked(known, step)) return []
  if (byFacts && awaited !== undefined)
    return state === 'waiting' && known.awaits[step] === awaited
      ? []
      : [{ type: 'StepAwaited', data: { ...data, for: awaited } }]
  return state === 'complete' || state === 'waiting'
    ? [{ type: 'StepInvalidated', data: { ...data, problems: problems.map(toStored) } }]
    : []
}

const followContacts = (known: OnboardingCase, ctx: OnboardingContext): OnboardingEvent[] =>
  (['primary', 'backup'] as const).flatMap((contact): OnboardingEvent[] => {
    const { verifiedPhone } = known.contacts[contact]
    return verifiedPhone !== null && ctx.facts.sections.contact?.[contact]?.phone !== verifiedPhone
      ? [{ type: 'ContactOutdated', data: { ...of(known, ctx), contact } }]
      : []
  })

const same = (a: readonly FoundProblem[], b: readonly FoundProblem[]) =>
  JSON.stringify(a) === JSON.stringify(b)

/**
 * The owners of a live listing are warned when a condition lapses; the listing is paused 30 days later unless
 * it is fixed (docs/domain/listing.md#lapses).
 */
const followLapses = (known: OnboardingCase, ctx: OnboardingContext): OnboardingEvent[] => {
  const problems = ctx.facts.lapsed.map(toStored)
  if (known.state !== 'live' || same(problems, known.lapsed)) return []
  if (problems.length === 0) return [{ type: 'GoLiveConditionsRestored', data: of(known, ctx) }]
  return [
    {
      type: 'GoLiveConditionsLapsed',
      data: {
        ...of(known, ctx),
        problems,
        pauseAt: known.pauseAt ?? addHours(ctx.now, LAPSE_GRACE_DAYS * 24),
      },
    },
  ]
}

/** Opens a case, takes the listing live, and follows changes to its data. */
export const decideLife: Decisions<
  | 'OpenOnboarding'
  | 'SubmitForReview'
  | 'AbandonOnboarding'
  | 'ResumeOnboarding'
  | 'RecheckOnboarding'
  | 'MarkLive'
> = {
  OpenOnboarding: ({ hostAccountId }: Data<'OpenOnboarding'>, state, { id, facts }) => {
    if (state !== undefined) return reject('DUPLICATE', 'This listing’s setup has already been started.')
    if (!facts.drafted) return reject('PRECONDITION_FAILED', 'There’s no draft for this listing.')
    return accept<OnboardingEvent>([{ type: 'OnboardingOpened', data: { listingId: id, hostAccountId } }])
  },
  SubmitForReview: withCase((_data, known, ctx) => {
    if (!['started', 'in_progress', 'changes_requested'].includes(known.state)) return wrongState(known)
    const missing = missingForSubmission(known, ctx)
    if (missing.length > 0) return unmet('Some steps aren’t complete yet.', missing, ctx.id)
    return accept<OnboardingEvent>([
      { type: 'OnboardingSubmitted', data: { ...of(known, ctx), snapshotHash: ctx.facts.snapshotHash } },
    ])
  }),
  AbandonOnboarding: withCase((_data, known, ctx) => {
    if (known.state === 'abandoned') return accept<OnboardingEvent>([])
    if (known.state === 'live' || known.state === 'rejected') return wrongState(known)
    return accept<OnboardingEvent>([{ type: 'OnboardingAbandoned', data: of(known, ctx) }], {
      undo: { command: 'ResumeOnboarding', expiresAt: null },
    })
  }),
  ResumeOnboarding: withCase((_data, known, ctx) => {
    if (known.state !== 'abandoned') return isOpen(known) ? accept<OnboardingEvent>([]) : wrongState(known)
    return accept<OnboardingEvent>([{ type: 'OnboardingResumed', data: of(known, ctx) }])
  }),
  RecheckOnboarding: withCase((_data, known, ctx) => {
    if (!isOpen(known)) return accept<OnboardingEvent>([])
    return accept<OnboardingEvent>([
      ...followContacts(known, ctx),
      ...ONBOARDING_STEPS.flatMap((step) => follow(step, known, ctx)),
      ...followLapses(known, ctx),
    ])
  }),
  MarkLive: withCase((_data, known, ctx) => {
    if (known.state === 'live') return accept<OnboardingEvent>([])
    if (known.state !== 'approved') return wrongState(known)
    return accept<OnboardingEvent>([{ type: 'OnboardingWentLive', data: of(known, ctx) }])
  }),
}
