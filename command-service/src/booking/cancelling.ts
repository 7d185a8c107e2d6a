import {
  cancelStay,
  computeCancellation,
  listPolicies,
  quoteHash,
  type BookingCommand,
  type BookingEvent,
  type CancellationOutcome,
} from '@hearth/contracts/booking'
import { addHours, addMinutes, earlier, hoursBetween } from '@hearth/contracts/kernel/dates'
import { accept, reject, type Context, type Decider, type Rejected } from '../runtime/decider.ts'
import type { BookingFacts } from './booking.facts.ts'
import type { BookingState, KnownBooking } from './booking.state.ts'
import { cancelNow, requestRefund } from './refunding.ts'

/** A host's cancellation can be undone for this long (docs/domain/booking.md#cancelled-by-the-host). */
const UNDO_MINUTES = 10
/** A guest counts as missing this long after check-in. */
const NO_SHOW_HOURS = 6
/** One link is enough for this long. */
const LINK_HOURS = 1

type Ctx = Context<BookingFacts>

const notFound = reject('NOT_FOUND', 'This booking doesn’t exist.')
const wrongState = (state: BookingState) =>
  reject('INVALID_TRANSITION', `The booking is ${state.status.replaceAll('_', ' ')}.`, {
    bookingStatus: state.status,
  })
const isUpcomingOrRunning = ({ status }: KnownBooking) =>
  status === 'confirmed' || status === 'overbooked' || status === 'in_stay'
const outcomeNow = (state: KnownBooking, initiator: 'guest' | 'host', { now }: Ctx) =>
  cancelStay(state, now, initiator)

const notCancellable = (state: KnownBooking, { now }: Ctx): Rejected | null => {
  if (!isUpcomingOrRunning(state)) return wrongState(state)
  return now >= state.snapshot.checkOutInstant
    ? reject('INVALID_TRANSITION', 'The stay has ended.', { bookingStatus: state.status })
    : null
}

type Quoted = Readonly<{ ok: true; outcome: CancellationOutcome; hash: string }> | Rejected

/**
 * A quote must still be valid: the outcome is computed again and compared (docs/domain/booking.md#quotes).
 */
const asQuoted = (state: KnownBooking, ctx: Ctx, initiator?: 'guest' | 'host'): Quoted => {
  const { quote } = ctx.facts
  if (quote === null || (!quote.ok && quote.reason === 'invalid')) {
    const detail = 'isn’t a quote from Hearth'
    return reject('VALIDATION_FAILED', detail, { errors: [{ pointer: '/quote', detail }] })
  }
  if (!quote.ok) return reject('QUOTE_STALE', 'The quote has expired. Get a new one.')
  const { payload } = quote
  if (payload.bookingId !== ctx.id || (initiator !== undefined && payload.initiator !== initiator))
    return reject('QUOTE_STALE', 'The quote is for a different cancellation. Get a new one.')
  const outcome = outcomeNow(state, payload.initiator, ctx)
  const hash = quoteHash(outcome)
  return hash === payload.resultHash
    ? { ok: true, outcome, hash }
    : reject('QUOTE_STALE', 'The amounts have changed. Check them again.', { outcome })
}

type Names =
  | 'CancelBookingByHost'
  | 'RevokeCancellation'
  | 'FinaliseCancellation'
  | 'CancelBookingByGuest'
  | 'CancelBookingByStaff'
  | 'SendCancellationLink'
  | 'MarkNoShow'

export const decideCancelling: Pick<
  Decider<BookingState, BookingCommand, BookingEvent, BookingFacts>['decide'],
  Names
> = {
  CancelBookingByHost: ({ reason, message }, state, ctx) => {
    if (state.status === 'none') return notFound
    const refused = notCancellable(state, ctx)
    if (refused !== null) return refused
    const { checkInInstant } = state.snapshot
    if (ctx.now >= checkInInstant)
      return reject(
        'INVALID_TRANSITION',
        'The stay has started, so only Hearth can cancel it. Contact support.',
        {
          bookingStatus: state.status,
        },
      )
    const quoted = asQuoted(state, ctx, 'host')
    if (!quoted.ok) return quoted
    const effectiveAt = earlier(addMinutes(ctx.now, UNDO_MINUTES), checkInInstant)
    const { listingId, guestRef } = state
    const started = {
      bookingId: ctx.id,
      listingId,
      reason,
      outcome: quoted.outcome,
      guestRef,
      message,
      effectiveAt,
      quoteHash: quoted.hash,
    }
    return accept([{ type: 'BookingCancellationStarted', data: started }], {
      undo: { command: 'RevokeCancellation', expiresAt: effectiveAt },
      policies: listPolicies(state),
    })
  },
  RevokeCancellation: (_data, state, ctx) => {
    if (state.status === 'none') return notFound
    if (state.status !== 'cancelling' || state.pending === null)
      return state.status === 'cancelled'
        ? reject('UNDO_EXPIRED', 'The booking has already been cancelled.')
        : wrongState(state)
    if (ctx.now >= state.pending.effectiveAt)
      return reject('UNDO_EXPIRED', 'It’s too late to undo this.', { closedAt: state.pending.effectiveAt })
    return accept([
      {
        type: 'BookingCancellationRevoked',
        data: { bookingId: ctx.id, listingId: state.listingId, by: ctx.actor.id },
      },
    ])
  },
  FinaliseCancellation: (_data, state, ctx) => {
    if (state.status === 'none') return notFound
    if (state.status === 'cancelled') return accept([])
    if (state.status !== 'cancelling' || state.pending === null) return wrongState(state)
    const { effectiveAt, reason, outcome } = state.pending
    if (ctx.now < effectiveAt)
      return reject('PRECONDITION_FAILED', 'The cancellation can still be undone.', {
        rule: 'undo_window',
        until: effectiveAt,
      })
    return accept(cancelNow(state, ctx.id, reason, outcome), { policies: listPolicies(state) })
  },
  CancelBookingByGuest: (_data, state, ctx) => {
    if (state.status === 'none') return notFound
    const refused = notCancellable(state, ctx)
    if (refused !== null) return refused
    const quoted =
      ctx.facts.quote === null
        ? ({ ok: true, outcome: outcomeNow(state, 'guest', ctx) } as const)
        : asQuoted(state, ctx, 'guest')
    return quoted.ok
      ? accept(cancelNow(state, ctx.id, 'guest', quoted.outcome), { policies: listPolicies(state) })
      : quoted
  },
  /** On behalf of the side that the quote names; takes effect immediately. */
  CancelBookingByStaff: ({ reason }, state, ctx) => {
    if (state.status === 'none') return notFound
    const refused = notCancellable(state, ctx)
    if (refused !== null) return refused
    const quoted = asQuoted(state, ctx)
    return quoted.ok
      ? accept(cancelNow(state, ctx.id, reason, quoted.outcome), { policies: listPolicies(state) })
      : quoted
  },
  SendCancellationLink: (_data, state, ctx) => {
    if (state.status === 'none') return notFound
    const refused = notCancellable(state, ctx)
    if (refused !== null) return refused
    if (state.linkSentAt !== null && hoursBetween(state.linkSentAt, ctx.now) < LINK_HOURS) return accept([])
    return accept([
      {
        type: 'GuestCancellationLinkSent',
        data: { bookingId: ctx.id, listingId: state.listingId, guestRef: state.guestRef },
      },
    ])
  },
  MarkNoShow: (_data, state, ctx) => {
    if (state.status === 'none') return notFound
    if (state.status === 'no_show') return accept([])
    if (state.status !== 'in_stay') return wrongState(state)
    const { checkInInstant, checkOutInstant } = state.snapshot
    const opensAt = addHours(checkInInstant, NO_SHOW_HOURS)
    if (ctx.now < opensAt || ctx.now >= checkOutInstant)
      return reject(
        'WINDOW_CLOSED',
        'A no-show can be recorded from 6 hours after check-in until check-out.',
        {
          opensAt,
          closedAt: checkOutInstant,
        },
      )
    const outcome = computeCancellation(
      state.money,
      state.snapshot,
      checkInInstant,
      'no_show',
      state.confirmedAt,
    )
    const noShow = { bookingId: ctx.id, listingId: state.listingId, at: ctx.now, outcome }
    return accept(
      [
        { type: 'BookingNoShowRecorded', data: noShow },
        ...requestRefund(state, ctx.id, 'no_show', outcome.refundLines),
      ],
      { policies: listPolicies(state) },
    )
  },
}
