import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import type { ReviewEvent } from '@hearth/contracts/review'
import { toInstant } from '@hearth/platform/zones/localTime'
import type { KnownBooking } from '../booking/booking.state.ts'
import { accept, reject } from '../runtime/decider.ts'
import { about, ofGuest, ofPair, type Data, type Decided, type ReviewContext } from './common.ts'
import type { ReviewState } from './review.state.ts'
import { readPolicies, reveal } from './writing.ts'

/**
 * When the reviews of a stay open: at check-out, and when it is cancelled from the day of check-in on
 * (docs/domain/review.md#time). Null for a stay without reviews.
 */
const findOpening = ({ status, checkIn, snapshot }: KnownBooking, now: Instant): Instant | null => {
  if (status === 'checked_out' || status === 'completed') return snapshot.checkOutInstant
  const dayOfCheckIn = toInstant(checkIn, '00:00', snapshot.timezone)
  return status === 'cancelled' && now >= dayOfCheckIn ? now : null
}

const nothing = accept<ReviewEvent>([])

/** The time of a pair, by the clock or by an importer that keeps it. */
export const decideWindow = {
  OpenReviewWindow: (
    { bookingId, listingId, hostAccountId }: Data<'OpenReviewWindow'>,
    state: ReviewState,
    ctx: ReviewContext,
  ): Decided => {
    if (state.status !== 'none') return nothing
    const { booking, policy } = ctx.facts
    if (booking.status === 'none' || booking.listingId !== listingId)
      return reject('NOT_FOUND', 'This booking doesn’t exist.')
    const opensAt = findOpening(booking, ctx.now)
    if (opensAt === null) return nothing
    const { windowHours, reminderDays } = policy.body
    const closesAt = addHours(opensAt, windowHours)
    // An importer brings the reviews of stays that were long over when it recorded them.
    if (ctx.actor.role === 'scheduler' && closesAt <= ctx.recordedAt) return nothing
    const { guestRef, guestName, checkIn, checkOut, snapshot } = booking
    return accept<ReviewEvent>(
      [
        {
          type: 'ReviewWindowOpened',
          data: {
            bookingId,
            listingId,
            guestRef,
            hostAccountId,
            guestName,
            checkIn,
            checkOut,
            timezone: snapshot.timezone,
            opensAt,
            closesAt,
            reminders: reminderDays.map((day) => ({ day, at: addHours(opensAt, 24 * day) })),
          },
        },
      ],
      { policies: readPolicies(ctx) },
    )
  },
  /** A host who has written is not reminded. */
  RemindOfReview: about(({ day }: Data<'RemindOfReview'>, state, ctx) => {
    const reminder = state.reminders.find((one) => one.day === day)
    if (reminder === undefined || state.status !== 'open' || state.sealed.host !== null) return nothing
    if (ctx.now >= state.closesAt) return nothing
    return ctx.now < reminder.at
      ? reject('PRECONDITION_FAILED', `This isn’t possible before ${reminder.at}.`, {
          rule: 'not_due',
          until: reminder.at,
        })
      : accept<ReviewEvent>([
          { type: 'ReviewReminderDue', data: { ...ofPair(state, ctx), day, closesAt: state.closesAt } },
        ])
  }),
  RevealReviews: about((_: Data<'RevealReviews'>, state, ctx) => {
    if (state.status !== 'open') return nothing
    if (ctx.now < state.closesAt)
      return reject('PRECONDITION_FAILED', `This isn’t possible before ${state.closesAt}.`, {
        rule: 'not_due',
        until: state.closesAt,
      })
    const { host, guest } = state.sealed
    return host === null && guest === null
      ? accept<ReviewEvent>([{ type: 'ReviewWindowClosed', data: ofPair(state, ctx) }])
      : accept([reveal(state, ctx, 'window_end', ctx.facts)], { policies: readPolicies(ctx) })
  }),
  EraseReviewGuest: about(({ erasureId }: Data<'EraseReviewGuest'>, state, ctx) =>
    state.lastErasureId === erasureId
      ? nothing
      : accept<ReviewEvent>([{ type: 'ReviewGuestErased', data: { ...ofGuest(state, ctx), erasureId } }]),
  ),
}
