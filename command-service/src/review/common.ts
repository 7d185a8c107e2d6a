import type { OfType } from '@hearth/contracts/kernel/message'
import type { ReviewCommand, ReviewEvent } from '@hearth/contracts/review'
import { reject, type Context, type Decision } from '../runtime/decider.ts'
import type { ReviewFacts } from './review.facts.ts'
import type { KnownReview, ReviewState } from './review.state.ts'

export type ReviewContext = Context<ReviewFacts>
export type Data<T extends ReviewCommand['type']> = OfType<ReviewCommand, T>['data']
export type Decided = Decision<ReviewEvent>

const notFound = reject('NOT_FOUND', 'This review doesn’t exist.')

/** Decides a command about a pair that exists. */
export const about =
  <D>(decide: (data: D, state: KnownReview, ctx: ReviewContext) => Decided) =>
  (data: D, state: ReviewState, ctx: ReviewContext): Decided =>
    state.status === 'none' ? notFound : decide(data, state, ctx)

/** The fields that every event of a pair has. */
export const ofPair = ({ listingId }: KnownReview, { id }: ReviewContext) => ({ bookingId: id, listingId })
export const ofGuest = (state: KnownReview, ctx: ReviewContext) => ({
  ...ofPair(state, ctx),
  guestRef: state.guestRef,
})
