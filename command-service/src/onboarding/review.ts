import type { OnboardingEvent } from '@hearth/contracts/onboarding'
import { accept, reject } from '../runtime/decider.ts'
import {
  missingForSubmission,
  of,
  unmet,
  withCase,
  wrongState,
  type Data,
  type Decisions,
} from './decisions.ts'

const AWAITS_STAFF: readonly string[] = ['submitted', 'in_review']

/** The review of a submitted listing by staff (docs/domain/onboarding.md#review). */
export const decideReview: Decisions<
  'StartReview' | 'RequestChanges' | 'ApproveOnboarding' | 'RejectOnboarding'
> = {
  StartReview: withCase((_data, known, ctx) => {
    if (known.state === 'in_review' && known.reviewerId === ctx.actor.id) return accept<OnboardingEvent>([])
    // A colleague can take the review over.
    if (!AWAITS_STAFF.includes(known.state)) return wrongState(known)
    return accept<OnboardingEvent>([
      { type: 'OnboardingReviewStarted', data: { ...of(known, ctx), by: ctx.actor.id } },
    ])
  }),
  RequestChanges: withCase(({ items }: Data<'RequestChanges'>, known, ctx) => {
    if (!AWAITS_STAFF.includes(known.state)) return wrongState(known)
    const review = items.findIndex(({ step }) => step === 'review')
    if (review >= 0) {
      const detail = 'Choose the step that needs a change.'
      return reject('VALIDATION_FAILED', detail, { errors: [{ pointer: `/items/${review}/step`, detail }] })
    }
    return accept<OnboardingEvent>([
      { type: 'ChangesRequested', data: { ...of(known, ctx), items, by: ctx.actor.id } },
    ])
  }),
  ApproveOnboarding: withCase((_data, known, ctx) => {
    if (known.state === 'approved')
      return reject('ALREADY_DECIDED', 'This listing has already been approved.')
    if (!AWAITS_STAFF.includes(known.state)) return wrongState(known)
    const missing = [
      ...missingForSubmission(known, ctx),
      ...ctx.facts.uncurated.map((problem) => ({ step: 'review' as const, ...problem })),
    ]
    if (missing.length > 0) return unmet('This listing can’t be approved yet.', missing, ctx.id)
    return accept<OnboardingEvent>([
      { type: 'OnboardingApproved', data: { ...of(known, ctx), by: ctx.actor.id } },
    ])
  }),
  RejectOnboarding: withCase(({ reason }: Data<'RejectOnboarding'>, known, ctx) => {
    if (known.state === 'rejected')
      return reject('ALREADY_DECIDED', 'This listing has already been rejected.')
    if (!AWAITS_STAFF.includes(known.state)) return wrongState(known)
    return accept<OnboardingEvent>([
      { type: 'OnboardingRejected', data: { ...of(known, ctx), by: ctx.actor.id, reason } },
    ])
  }),
}
