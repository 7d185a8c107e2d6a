import { sum } from '@hearth/contracts/kernel/money'
import { reject } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import {
  done,
  notFound,
  ofClaim,
  refuseEarly,
  refuseLate,
  reviewFrom,
  withStep,
  type Data,
  type Decided,
  type ReimbursementContext,
} from './common.ts'
import type { ReimbursementState } from './reimbursement.state.ts'

/** What guests answer, and what happens when they do not (docs/domain/reimbursement.md#the-guests-answer). */
export const decideGuestAnswers = {
  RecordGuestResponse: withStep(
    'RecordGuestResponse',
    ({ acceptedItemIds, text }: Data<'RecordGuestResponse'>, state, ctx) => {
      const { guestBy, guestRef, items } = state
      if (guestBy === null || guestRef === null)
        return reject('INVALID_TRANSITION', 'No guest is asked about this claim.')
      if (ctx.now >= guestBy) return refuseLate(`The time to answer ended at ${guestBy}.`, guestBy, 'answer')
      const unknown = acceptedItemIds.findIndex((itemId) => !items.some((item) => item.itemId === itemId))
      if (unknown >= 0) return wrongField(`/acceptedItemIds/${unknown}`, 'isn’t an item of this claim')
      const answered = { ...ofClaim(state, ctx), guestRef, ...reviewFrom(ctx.now, state, ctx) }
      if (acceptedItemIds.length === 0)
        return done({ type: 'ReimbursementGuestDeclined', data: { ...answered, text: text ?? '' } })
      const accepted = items.filter(({ itemId }) => acceptedItemIds.includes(itemId))
      const data = {
        ...answered,
        text,
        itemIds: accepted.map(({ itemId }) => itemId),
        amountMinor: sum(accepted.map(({ claimedMinor }) => claimedMinor)),
        all: accepted.length === items.length,
      }
      return done({ type: 'ReimbursementGuestAccepted', data })
    },
  ),
  /** By the clock. A guest who answered in the meantime is not late. */
  EndGuestReview: (
    { guestBy }: Data<'EndGuestReview'>,
    state: ReimbursementState,
    ctx: ReimbursementContext,
  ): Decided => {
    if (state.status !== 'guest_review' || state.guestBy !== guestBy) return done()
    if (ctx.now < guestBy) return refuseEarly(guestBy)
    const data = { ...ofClaim(state, ctx), ...reviewFrom(guestBy, state, ctx) }
    return done({ type: 'ReimbursementGuestTimedOut', data })
  },
  EraseReimbursementGuest: (
    { erasureId }: Data<'EraseReimbursementGuest'>,
    state: ReimbursementState,
    ctx: ReimbursementContext,
  ): Decided => {
    if (state.status === 'none') return notFound
    const { guestRef } = state
    if (guestRef === null || state.lastErasureId === erasureId) return done()
    return done({ type: 'ReimbursementGuestErased', data: { ...ofClaim(state, ctx), guestRef, erasureId } })
  },
}
