import { addHours } from '@hearth/contracts/kernel/dates'
import type { GuestReview, HostReview, ReviewEvent, ReviewSide } from '@hearth/contracts/review'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { about, ofGuest, type Data, type Decided, type ReviewContext } from './common.ts'
import type { KnownReview } from './review.state.ts'

type Content = Readonly<{ hostReview: HostReview | null; guestReview: GuestReview | null }>

/** Both sides, in the open from here on. */
export const reveal = (
  state: KnownReview,
  ctx: ReviewContext,
  cause: 'both' | 'window_end',
  { hostReview, guestReview }: Content,
): ReviewEvent => ({
  type: 'ReviewsRevealed',
  data: {
    ...ofGuest(state, ctx),
    cause,
    hostReview,
    guestReview,
    replyUntil: guestReview === null ? null : addHours(ctx.now, 24 * ctx.facts.policy.body.replyDays),
  },
})

export const readPolicies = ({ facts: { policy } }: ReviewContext) => [`review@${policy.version}`]

/** Why nothing can be written any more. The time is over from `closesAt` on. */
const refuseOver = ({ status, closesAt }: KnownReview, now: string): Rejected | null => {
  if (status === 'void')
    return reject('INVALID_TRANSITION', 'The guest’s data was erased, so there are no reviews.')
  if (now >= closesAt)
    return reject('WINDOW_CLOSED', `Reviews of this stay could be written until ${closesAt}.`, {
      closedAt: closesAt,
      rule: 'review_window',
    })
  if (status !== 'open')
    return reject('INVALID_TRANSITION', 'Both reviews are revealed, so they can’t be changed any more.')
  return null
}

const requireSealed = (sealed: string | null): string => {
  if (sealed === null) throw new Error('A review that can be written was not sealed')
  return sealed
}

/** A side writes; the second of two reveals both in the same step. */
const write = (
  side: ReviewSide,
  type: 'HostReviewSubmitted' | 'GuestReviewReceived',
  content: Content,
  state: KnownReview,
  ctx: ReviewContext,
): Decided => {
  const { facts } = ctx
  const over = refuseOver(state, ctx.now)
  if (state.sealed[side] !== null)
    return reject(
      'DUPLICATE',
      side === 'host' ? 'You have already written this review.' : 'The guest’s review has already arrived.',
    )
  if (over !== null) return over
  const written: ReviewEvent = {
    type,
    data: { ...ofGuest(state, ctx), sealedReview: requireSealed(facts.sealed) },
  }
  const other = side === 'host' ? state.sealed.guest : state.sealed.host
  return other === null
    ? accept([written])
    : accept([written, reveal(state, ctx, 'both', content)], { policies: readPolicies(ctx) })
}

const isSame = (one: HostReview, other: HostReview): boolean =>
  (Object.keys(one) as (keyof HostReview)[]).every((field) => one[field] === other[field])

/** What the two sides write, each sealed from the other (docs/domain/review.md#writing). */
export const decideWriting = {
  SubmitHostReview: about((data: Data<'SubmitHostReview'>, state, ctx) =>
    write(
      'host',
      'HostReviewSubmitted',
      { hostReview: data, guestReview: ctx.facts.guestReview },
      state,
      ctx,
    ),
  ),
  ReceiveGuestReview: about((data: Data<'ReceiveGuestReview'>, state, ctx) =>
    write(
      'guest',
      'GuestReviewReceived',
      { hostReview: ctx.facts.hostReview, guestReview: data },
      state,
      ctx,
    ),
  ),
  EditHostReview: about((data: Data<'EditHostReview'>, state, ctx) => {
    const over = refuseOver(state, ctx.now)
    if (over !== null) return over
    if (state.sealed.host === null)
      return reject('INVALID_TRANSITION', 'You haven’t written this review yet.')
    const { hostReview, sealed } = ctx.facts
    return hostReview !== null && isSame(hostReview, data)
      ? accept<ReviewEvent>([])
      : accept<ReviewEvent>([
          { type: 'HostReviewEdited', data: { ...ofGuest(state, ctx), sealedReview: requireSealed(sealed) } },
        ])
  }),
}
