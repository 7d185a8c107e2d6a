import { computeRefundByHost } from '@hearth/contracts/booking'
import { addHours } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import { refundWaiverOutcome, type RequestDecision } from '@hearth/contracts/request'
import { refundableMinor, type KnownBooking } from '../booking/booking.state.ts'
import { readHostHas, refuseRefundByHost } from '../booking/refundByHost.ts'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { refuseFields } from '../runtime/refusals.ts'
import {
  done,
  refuseLate,
  withStep,
  type Data,
  type Decided,
  type Previewed,
  type RequestContext,
} from './common.ts'
import type { RefundWaiverState, RequestState } from './request.state.ts'

const noBooking = reject('NOT_FOUND', 'This booking doesn’t exist.')

/**
 * What granting this much, or declining, does now, or why it is not possible. The preview and the decision both
 * come from here (docs/domain/request.md#previews).
 */
export const previewRefundWaiver = (
  { amountMinor: askedMinor, currency, dueAt }: Pick<RefundWaiverState, 'amountMinor' | 'currency' | 'dueAt'>,
  decision: RequestDecision,
  now: string,
  booking: KnownBooking | null,
  amountMinor = askedMinor,
): Previewed | Rejected => {
  if (booking === null) return noBooking
  if (now >= dueAt) return refuseLate(dueAt)
  const has = readHostHas(booking)
  const outcome = refundWaiverOutcome(decision, {
    currency,
    hostHasMinor: has.hostMinor,
    guestPaidMinor: refundableMinor(booking),
    refund: computeRefundByHost(amountMinor, has, booking.snapshot),
  })
  if (decision === 'decline') return { ok: true, outcome, policies: [] }
  if (amountMinor > askedMinor)
    return reject('LIMIT_EXCEEDED', 'The guest asked for less. Enter a smaller amount.', {
      limitMinor: askedMinor,
      currency,
    })
  return refuseRefundByHost(booking, amountMinor) ?? { ok: true, outcome, policies: [] }
}

/** A guest who asks for money back that no policy gives (docs/domain/request.md#refunds). */
export const decideRefundWaiver = {
  RequestRefundWaiver: (
    data: Data<'RequestRefundWaiver'>,
    state: RequestState,
    ctx: RequestContext,
  ): Decided => {
    const { refunded: booking, listing, unknown, terms, policy } = ctx.facts
    if (state.kind !== 'none') return reject('DUPLICATE', 'This request already exists.')
    const wrong = refuseFields(unknown)
    if (wrong !== null) return wrong
    if (booking === null || listing === null) return noBooking
    const refused = refuseRefundByHost(booking, data.amountMinor)
    if (refused !== null) return refused
    const requested = {
      ...data,
      requestId: ctx.id,
      guestRef: booking.guestRef,
      guestName: booking.guestName,
      hostAccountId: listing.hostAccountId,
      code: humanCode('RQ', ctx.id),
      currency: booking.money.currency,
      dueAt: addHours(ctx.now, terms.refundWaiverHours),
      reminderHoursLeft: terms.reminderHoursLeft.refundWaiver,
    }
    return accept([{ type: 'RefundWaiverRequested', data: requested }], { policies: [policy] })
  },
  RecordRefundWaiverFailure: (
    data: Data<'RecordRefundWaiverFailure'>,
    state: RequestState,
    ctx: RequestContext,
  ): Decided =>
    state.kind === 'refund_waiver' && state.status === 'failed' ? done() : recordFailure(data, state, ctx),
}

const recordFailure = withStep(
  'refund_waiver',
  'RecordRefundWaiverFailure',
  (_: Data<'RecordRefundWaiverFailure'>, { listingId, guestRef }, { id }) =>
    done({ type: 'RefundWaiverNotMade', data: { requestId: id, listingId, guestRef } }),
)
