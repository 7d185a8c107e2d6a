import type { ReimbursementCommand, ReimbursementEvent } from '@hearth/contracts/reimbursement'
import type { Decider } from '../runtime/decider.ts'
import { decideDeciding } from './deciding.ts'
import { decideDrafting } from './drafting.ts'
import { decideGuestAnswers } from './guestAnswers.ts'
import { decideItems } from './items.ts'
import { decidePaying } from './paying.ts'
import type { ReimbursementFacts } from './reimbursement.facts.ts'
import { reimbursementFold, type ReimbursementState } from './reimbursement.state.ts'
import { decideReviewing } from './reviewing.ts'
import { decideSubmitting } from './submitting.ts'

/** What a host asks to be reimbursed (docs/domain/reimbursement.md). */
export const reimbursement: Decider<
  ReimbursementState,
  ReimbursementCommand,
  ReimbursementEvent,
  ReimbursementFacts
> = {
  ...reimbursementFold,
  decide: {
    ...decideDrafting,
    ...decideItems,
    ...decideSubmitting,
    ...decideGuestAnswers,
    ...decideReviewing,
    ...decideDeciding,
    ...decidePaying,
  },
}
