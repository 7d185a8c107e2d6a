import {
  COMPLETE_AFTER_HOURS,
  DIRECT_SOURCES,
  type BookingCommand,
  type BookingEvent,
} from '@hearth/contracts/booking'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { accept, reject, type Context, type Decider, type Rejected } from '../runtime/decider.ts'
import { decideAltering } from './altering.ts'
import type { BookingFacts } from './booking.facts.ts'
import { bookingFold, type BookingState, type KnownBooking } from './booking.state.ts'
import { decideCancelling } from './cancelling.ts'
import { decideDisrupting } from './disrupting.ts'
import { decideMoving } from './moving.ts'
import { decideOverbooking } from './overbooking.ts'
import { decideReceiving, emailRecorded } from './receiving.ts'
import { decideRefunding } from './refunding.ts'

const notFound = reject('NOT_FOUND', 'This booking doesn’t exist.')

/** Why the timed step is too early, or not this caller's. */
const tooSoon = (
  state: KnownBooking,
  from: KnownBooking['status'],
  dueAt: Instant,
  { now, actor }: Context<BookingFacts>,
): Rejected | null => {
  if (state.status !== from)
    return reject('INVALID_TRANSITION', `The booking is ${state.status.replaceAll('_', ' ')}.`, {
      bookingStatus: state.status,
    })
  if (state.clock === 'caller' && actor.role === 'scheduler')
    return reject(
      'INVALID_TRANSITION',
      'The platform that sent this booking records its check-in and check-out.',
    )
  return now < dueAt
    ? reject('PRECONDITION_FAILED', `This isn’t possible before ${dueAt}.`, { rule: 'not_due', until: dueAt })
    : null
}

/** A guest's stay, from confirmation to completion or cancellation (docs/domain/booking.md#states). */
export const booking: Decider<BookingState, BookingCommand, BookingEvent, BookingFacts> = {
  ...bookingFold,
  decide: {
    ...decideReceiving,
    ...decideOverbooking,
    ...decideAltering,
    ...decideMoving,
    ...decideDisrupting,
    ...decideCancelling,
    ...decideRefunding,
    CheckInBooking: (_data, state, ctx) => {
      if (state.status === 'none') return notFound
      if (state.status === 'in_stay') return accept([])
      const { checkInInstant } = state.snapshot
      const refused = tooSoon(state, 'confirmed', checkInInstant, ctx)
      if (refused !== null) return refused
      const byClock = ctx.actor.role === 'scheduler'
      const checkedIn = {
        bookingId: ctx.id,
        listingId: state.listingId,
        at: byClock ? checkInInstant : ctx.now,
        by: byClock ? 'scheduler' : 'importer',
      } as const
      return accept([{ type: 'BookingCheckedIn', data: checkedIn }])
    },
    CheckOutBooking: (_data, state, ctx) => {
      if (state.status === 'none') return notFound
      if (state.status === 'checked_out') return accept([])
      const { checkOutInstant } = state.snapshot
      const refused = tooSoon(state, 'in_stay', checkOutInstant, ctx)
      if (refused !== null) return refused
      return accept([
        {
          type: 'BookingCheckedOut',
          data: {
            bookingId: ctx.id,
            listingId: state.listingId,
            at: ctx.actor.role === 'scheduler' ? checkOutInstant : ctx.now,
          },
        },
      ])
    },
    CompleteBooking: (_data, state, ctx) => {
      if (state.status === 'none') return notFound
      if (state.status === 'completed') return accept([])
      const refused = tooSoon(
        state,
        'checked_out',
        addHours(state.snapshot.checkOutInstant, COMPLETE_AFTER_HOURS),
        ctx,
      )
      return (
        refused ??
        accept([{ type: 'BookingCompleted', data: { bookingId: ctx.id, listingId: state.listingId } }])
      )
    },
    AddBookingNote: ({ text, visibility }, state, ctx) => {
      if (state.status === 'none') return notFound
      if (visibility === 'staff' && ctx.actor.kind !== 'staff')
        return reject('FORBIDDEN', 'Only Hearth staff can write notes for Hearth.')
      const noteId = ctx.idFor('note')
      if (state.lastNoteId === noteId) return accept([])
      const note = {
        bookingId: ctx.id,
        listingId: state.listingId,
        noteId,
        guestRef: state.guestRef,
        text,
        visibility,
        by: ctx.actor.id,
      }
      return accept([{ type: 'BookingNoteAdded', data: note }])
    },
    RecordGuestEmail: ({ email }, state, { id: bookingId }) => {
      if (state.status === 'none') return notFound
      if (state.lastErasureId !== null)
        return reject('INVALID_TRANSITION', 'This guest’s data was erased, so you can’t write to them.')
      if (!DIRECT_SOURCES.includes(state.source))
        return reject(
          'INVALID_TRANSITION',
          'Messages to this guest go through the site that they booked on, not by email.',
        )
      return accept(state.guestEmail === email ? [] : [emailRecorded({ ...state, bookingId }, email)])
    },
    EraseGuest: ({ erasureId }, state, ctx) => {
      if (state.status === 'none') return notFound
      if (state.lastErasureId === erasureId) return accept([])
      return accept([
        {
          type: 'GuestErased',
          data: { bookingId: ctx.id, listingId: state.listingId, guestRef: state.guestRef, erasureId },
        },
      ])
    },
  },
}
