import { addHours } from '@hearth/contracts/kernel/dates'
import type { ReviewEvent } from '@hearth/contracts/review'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { about, ofGuest, ofPair, type Data, type ReviewContext } from './common.ts'
import type { KnownReview } from './review.state.ts'
import { readPolicies } from './writing.ts'

/** A review of the guest that is in the open. */
const refuseWithoutReview = ({ status, guestReview }: KnownReview): Rejected | null => {
  if (status !== 'revealed')
    return reject('INVALID_TRANSITION', 'The guest’s review isn’t revealed.', { reviewStatus: status })
  if (guestReview === 'none') return reject('INVALID_TRANSITION', 'The guest wrote no review.')
  if (guestReview === 'removed') return reject('INVALID_TRANSITION', 'The guest’s review was removed.')
  return null
}

const refuseLate = (what: string, closedAt: string, rule: string) =>
  reject('WINDOW_CLOSED', `${what} until ${closedAt}.`, { closedAt, rule })

const refuseEvidence = (
  { evidence }: Data<'DisputeReview'>,
  { guestReview }: KnownReview,
  { facts }: ReviewContext,
): Rejected | null => {
  const without =
    guestReview === 'with_private_text' ? -1 : evidence.findIndex(({ kind }) => kind === 'private_text')
  const errors = [
    ...facts.unknown,
    ...(without === -1
      ? []
      : [{ pointer: `/evidence/${without}`, detail: 'names a private text, and the guest wrote none' }]),
  ]
  const [first] = errors
  return first === undefined
    ? null
    : reject('VALIDATION_FAILED', `${first.pointer.slice(1)} ${first.detail}`, { errors })
}

/** What hosts answer to a review, and what staff decide about it (docs/domain/review.md#disputes). */
export const decideAnswering = {
  ReplyToReview: about(({ text }: Data<'ReplyToReview'>, state, ctx) => {
    const refusal = refuseWithoutReview(state)
    if (refusal !== null) return refusal
    if (state.reply !== null) return reject('DUPLICATE', 'You have already replied.')
    if (state.replyUntil === null || ctx.now >= state.replyUntil)
      return refuseLate('You could reply', state.replyUntil ?? state.closesAt, 'reply_window')
    const editableUntil = addHours(ctx.now, ctx.facts.policy.body.replyEditHours)
    return accept<ReviewEvent>(
      [
        {
          type: 'ReviewReplied',
          data: { ...ofGuest(state, ctx), text, by: ctx.actor.id, editableUntil },
        },
      ],
      { policies: readPolicies(ctx) },
    )
  }),
  EditReviewReply: about(({ text }: Data<'EditReviewReply'>, state, ctx) => {
    const refusal = refuseWithoutReview(state)
    if (refusal !== null) return refusal
    if (state.reply === null) return reject('INVALID_TRANSITION', 'You haven’t replied yet.')
    if (ctx.now >= state.reply.editableUntil)
      return refuseLate('You could change your reply', state.reply.editableUntil, 'reply_edit')
    return state.reply.text === text
      ? accept<ReviewEvent>([])
      : accept<ReviewEvent>([
          { type: 'ReviewReplyEdited', data: { ...ofGuest(state, ctx), text, by: ctx.actor.id } },
        ])
  }),
  DisputeReview: about((data: Data<'DisputeReview'>, state, ctx) => {
    const refusal = refuseWithoutReview(state)
    if (refusal !== null) return refusal
    if (state.dispute === 'waiting') return reject('DUPLICATE', 'You have already asked to have it removed.')
    if (state.dispute === 'decided')
      return reject('ALREADY_DECIDED', 'Hearth has already decided about this review.')
    return (
      refuseEvidence(data, state, ctx) ??
      accept<ReviewEvent>([
        { type: 'ReviewDisputed', data: { ...ofGuest(state, ctx), ...data, by: ctx.actor.id } },
      ])
    )
  }),
  DecideDispute: about(({ decision, reason }: Data<'DecideDispute'>, state, ctx) => {
    if (state.dispute === 'decided')
      return reject('ALREADY_DECIDED', 'This dispute has already been decided.')
    if (state.dispute === 'none') return reject('INVALID_TRANSITION', 'This review isn’t disputed.')
    if (ctx.facts.hasHandled)
      return reject(
        'FOUR_EYES_SAME_ACTOR',
        'You have worked for this account before, so a colleague has to decide.',
      )
    const decided: ReviewEvent = {
      type: 'ReviewDisputeDecided',
      data: { ...ofGuest(state, ctx), decision, reason, by: ctx.actor.id },
    }
    return decision === 'remove'
      ? accept<ReviewEvent>([
          decided,
          { type: 'ReviewRemoved', data: { ...ofPair(state, ctx), side: 'guest' } },
        ])
      : accept<ReviewEvent>([decided])
  }),
}
