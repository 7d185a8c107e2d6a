import type { BookingCommand, BookingEvent, CancellationOutcome } from '@hearth/contracts/booking'
import { computeRefundByHost } from '@hearth/contracts/booking'
import { deriveRefundId } from '@hearth/contracts/kernel/ids'
import { sum } from '@hearth/contracts/kernel/money'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import type { BookingFacts } from './booking.facts.ts'
import { refundableMinor, type BookingState, type KnownBooking } from './booking.state.ts'
import { readHostHas, refuseRefundByHost } from './refundByHost.ts'

type RefundRequested = OfType<BookingEvent, 'RefundRequested'>
type Line = RefundRequested['data']['lines'][number]

/** The first lines up to `limit`. */
const cutTo = (lines: readonly Line[], limit: number): Line[] => {
  let left = limit
  return lines.flatMap(({ code, amountMinor }) => {
    const part = Math.min(amountMinor, left)
    left -= part
    return part > 0 ? [{ code, amountMinor: part }] : []
  })
}

/** Requests a refund of at most the paid amount that is not refunded; nothing when that is 0. */
export const requestRefund = (
  state: KnownBooking,
  bookingId: string,
  cause: string,
  wanted: readonly Line[],
): RefundRequested[] => {
  const lines = cutTo(wanted, refundableMinor(state))
  if (lines.length === 0) return []
  const { listingId, money } = state
  const refund = {
    bookingId,
    listingId,
    refundId: deriveRefundId(bookingId, cause),
    amountMinor: sum(lines.map((line) => line.amountMinor)),
    currency: money.currency,
    lines,
    cause,
  }
  return [{ type: 'RefundRequested', data: refund }]
}

/** The end of a stay and the guest's money, in one append (docs/domain/booking.md#refunds). */
export const cancelNow = (
  state: KnownBooking,
  bookingId: string,
  reason: string,
  outcome: CancellationOutcome,
): BookingEvent[] => [
  { type: 'BookingCancelled', data: { bookingId, listingId: state.listingId, reason, outcome } },
  ...requestRefund(state, bookingId, 'cancellation', outcome.refundLines),
]

const notFound = reject('NOT_FOUND', 'This booking doesn’t exist.')
const noRefund = reject('NOT_FOUND', 'This refund doesn’t exist.')

/** References come from outside, so they can be names of built-in properties. */
const findChargeback = ({ chargebacks }: KnownBooking, ref: string) =>
  Object.hasOwn(chargebacks, ref) ? chargebacks[ref] : undefined

type Names =
  | 'IssueGoodwillRefund'
  | 'IssueHostRefund'
  | 'SettleRefund'
  | 'FailRefund'
  | 'RecordChargeback'
  | 'RecordChargebackWon'

/** Reports of the payment provider are accepted in every state, because they have happened. */
export const decideRefunding: Pick<
  Decider<BookingState, BookingCommand, BookingEvent, BookingFacts>['decide'],
  Names
> = {
  IssueGoodwillRefund: ({ amountMinor, reason }, state, { id, commandId }) => {
    if (state.status === 'none') return notFound
    if (state.status === 'cancelling')
      return reject('INVALID_TRANSITION', 'A cancellation is in progress. Wait until it’s final, or undo it.')
    const cause = `goodwill:${commandId}`
    if (state.refunds[deriveRefundId(id, cause)] !== undefined) return accept([])
    const limit = refundableMinor(state)
    if (amountMinor > limit)
      return reject('LIMIT_EXCEEDED', 'The refund exceeds what the guest paid. Enter a smaller amount.', {
        limitMinor: limit,
        currency: state.money.currency,
      })
    const { listingId, money } = state
    const issued = {
      bookingId: id,
      listingId,
      amountMinor,
      currency: money.currency,
      fundedBy: 'platform',
      reason,
      requestId: null,
      feeBaseMinor: 0,
      platformFeeMinor: 0,
    } as const
    return accept([
      { type: 'GoodwillRefundIssued', data: issued },
      ...requestRefund(state, id, cause, [{ code: 'goodwill', amountMinor }]),
    ])
  },
  IssueHostRefund: ({ requestId, amountMinor }, state, { id }) => {
    if (state.status === 'none') return notFound
    const cause = `request:${requestId}`
    if (state.refunds[deriveRefundId(id, cause)] !== undefined) return accept([])
    const refused = refuseRefundByHost(state, amountMinor)
    if (refused !== null) return refused
    const { listingId, money, snapshot } = state
    const { feeBaseMinor, feeReturnedMinor } = computeRefundByHost(amountMinor, readHostHas(state), snapshot)
    const issued = {
      bookingId: id,
      listingId,
      amountMinor,
      currency: money.currency,
      fundedBy: 'host',
      reason: '',
      requestId,
      feeBaseMinor,
      platformFeeMinor: feeReturnedMinor,
    } as const
    return accept([
      { type: 'GoodwillRefundIssued', data: issued },
      ...requestRefund(state, id, cause, [{ code: 'goodwill', amountMinor }]),
    ])
  },
  SettleRefund: ({ refundId, providerRef }, state, { id }) => {
    if (state.status === 'none') return notFound
    const refund = state.refunds[refundId]
    if (refund === undefined) return noRefund
    return accept(
      refund.state === 'settled'
        ? []
        : [
            {
              type: 'RefundSettled',
              data: { bookingId: id, listingId: state.listingId, refundId, providerRef },
            },
          ],
    )
  },
  FailRefund: ({ refundId, code }, state, { id }) => {
    if (state.status === 'none') return notFound
    const refund = state.refunds[refundId]
    if (refund === undefined) return noRefund
    if (refund.state === 'settled')
      return reject('INVALID_TRANSITION', 'The guest has already received this refund.')
    return accept(
      refund.state === 'failed'
        ? []
        : [{ type: 'RefundFailed', data: { bookingId: id, listingId: state.listingId, refundId, code } }],
    )
  },
  RecordChargeback: ({ amountMinor, ref }, state, { id }) => {
    if (state.status === 'none') return notFound
    const known = findChargeback(state, ref)
    if (known !== undefined)
      return known.amountMinor === amountMinor
        ? accept([])
        : reject('DUPLICATE', 'Another chargeback already has this reference.')
    const open = sum(
      Object.values(state.chargebacks).map((chargeback) => (chargeback.won ? 0 : chargeback.amountMinor)),
    )
    if (open + amountMinor > state.money.guestTotalMinor)
      return reject('LIMIT_EXCEEDED', 'The chargeback exceeds what the guest paid.', {
        limitMinor: state.money.guestTotalMinor - open,
      })
    return accept([
      { type: 'ChargebackReceived', data: { bookingId: id, listingId: state.listingId, amountMinor, ref } },
    ])
  },
  RecordChargebackWon: ({ ref }, state, { id }) => {
    if (state.status === 'none') return notFound
    const known = findChargeback(state, ref)
    if (known === undefined) return reject('NOT_FOUND', 'This chargeback doesn’t exist.')
    return accept(
      known.won
        ? []
        : [
            {
              type: 'ChargebackReversed',
              data: { bookingId: id, listingId: state.listingId, amountMinor: known.amountMinor, ref },
            },
          ],
    )
  },
}
