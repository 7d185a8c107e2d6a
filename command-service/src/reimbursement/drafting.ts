import { addHours } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import type { ClaimedStay } from '@hearth/contracts/reimbursement'
import type { KnownBooking } from '../booking/booking.state.ts'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import {
  byActor,
  done,
  ofClaim,
  refuseEarly,
  refuseWindow,
  withStep,
  type Data,
  type Decided,
  type ReimbursementContext,
} from './common.ts'
import type { ReimbursementState } from './reimbursement.state.ts'

const STAYED: readonly KnownBooking['status'][] = [
  'confirmed',
  'in_stay',
  'checked_out',
  'completed',
  'cancelling',
]

/** Why nothing can be claimed for a stay; null where it can. */
const refuseStay = (
  { status, snapshot, outcome }: KnownBooking,
  closesAt: string,
  now: string,
): Rejected | null => {
  const { checkInInstant } = snapshot
  const wasInside = outcome !== null && status === 'cancelled' && outcome.cancelAt > checkInInstant
  if (!STAYED.includes(status) && !wasInside)
    return reject('PRECONDITION_FAILED', 'No guest stayed on this booking.', { rule: 'no_stay' })
  if (now < checkInInstant)
    return reject('PRECONDITION_FAILED', 'You can start a claim once the stay has begun.', {
      rule: 'before_check_in',
      until: checkInInstant,
    })
  return now < closesAt ? null : refuseWindow(closesAt)
}

const toStay = ({
  code,
  guestRef,
  guestName,
  checkIn,
  checkOut,
  snapshot,
  money,
}: KnownBooking): ClaimedStay => ({
  bookingCode: code,
  guestRef,
  guestName,
  checkIn,
  checkOut,
  checkOutInstant: snapshot.checkOutInstant,
  cleaningMinor: money.cleaningMinor,
})

const duplicate = reject(
  'DUPLICATE',
  'There is already an open claim for this stay. Add the items to that one.',
)

const draft = (
  { kind, listingId, bookingId, incidentId }: Data<'DraftReimbursement'>,
  state: ReimbursementState,
  ctx: ReimbursementContext,
): Decided => {
  const { listing, booking, isIncidentKnown, previous, policy } = ctx.facts
  if (state.status !== 'none' || previous === 'open') return duplicate
  if (listing === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
  if (bookingId !== null && booking === null)
    return wrongField('/bookingId', 'isn’t a booking of this listing')
  if (!isIncidentKnown) return wrongField('/incidentId', 'isn’t an incident of this stay')
  if (previous === 'unknown') return wrongField('/after', 'isn’t a claim for this stay')
  const closesAt =
    booking === null || kind === 'expense'
      ? null
      : addHours(booking.snapshot.checkOutInstant, policy.body.windowHours)
  const refused = booking === null || closesAt === null ? null : refuseStay(booking, closesAt, ctx.now)
  if (refused !== null) return refused
  const drafted = {
    reimbursementId: ctx.id,
    listingId,
    hostAccountId: listing.hostAccountId,
    code: humanCode('CL', ctx.id),
    kind,
    bookingId,
    incidentId,
    stay: booking === null ? null : toStay(booking),
    currency: booking?.money.currency ?? listing.currency,
    closesAt,
    terms: policy.body,
    openedBy: ctx.actor.id,
  }
  return accept([{ type: 'ReimbursementDrafted', data: drafted }], {
    policies: [`reimbursement@${policy.version}`],
  })
}

/** How a claim begins, and how it ends before it was decided (docs/domain/reimbursement.md#drafts). */
export const decideDrafting = {
  DraftReimbursement: draft,
  WithdrawReimbursement: withStep('WithdrawReimbursement', (_: Data<'WithdrawReimbursement'>, state, ctx) =>
    done({ type: 'ReimbursementWithdrawn', data: { ...ofClaim(state, ctx), ...byActor(ctx) } }),
  ),
  /** By the clock. One that was submitted in the meantime stays as it is. */
  ExpireReimbursement: (
    _: Data<'ExpireReimbursement'>,
    state: ReimbursementState,
    ctx: ReimbursementContext,
  ): Decided => {
    if (state.status !== 'draft' || state.closesAt === null) return done()
    return ctx.now < state.closesAt
      ? refuseEarly(state.closesAt)
      : done({ type: 'ReimbursementExpired', data: ofClaim(state, ctx) })
  },
}
