import type { ReviewCommand, ReviewEvent } from '@hearth/contracts/review'
import type { Decider } from '../runtime/decider.ts'
import { decideAnswering } from './answering.ts'
import type { ReviewFacts } from './review.facts.ts'
import { reviewFold, type ReviewState } from './review.state.ts'
import { decideWindow } from './window.ts'
import { decideWriting } from './writing.ts'

/** What the two sides of a stay write of each other (docs/domain/review.md). */
export const review: Decider<ReviewState, ReviewCommand, ReviewEvent, ReviewFacts> = {
  ...reviewFold,
  decide: { ...decideWindow, ...decideWriting, ...decideAnswering },
}
