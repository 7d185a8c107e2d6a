import { evidenceUntil, GAVE_NOTHING, isAlterationRefund, keepDisruption } from '@hearth/contracts/booking'
import type {
  AgreedStay,
  AlterationFailure,
  BookingEvent,
  BookingSource,
  BookingStatus,
  CancellationOutcome,
  Disruption,
  HostGave,
} from '@hearth/contracts/booking'
import { ERASED } from '@hearth/contracts/kernel/erased'
import { sum } from '@hearth/contracts/kernel/money'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Fold } from '../runtime/decider.ts'

export type Refund = Readonly<{
  amountMinor: number
  cause: string
  state: 'requested' | 'settled' | 'failed'
}>
export type Chargeback = Readonly<{ amountMinor: number; won: boolean }>

/** The outcome of an accepted alteration, and what the guest paid for it. */
export type Alteration = Readonly<{
  chargedMinor: number
  result: 'pending' | 'altered' | 'failed'
  failure: AlterationFailure | null
}>

export type KnownBooking = AgreedStay &
  Readonly<{
    status: BookingStatus
    /** Where a revoked cancellation returns to. */
    statusBefore: BookingStatus | null
    listingId: string
    hostAccountId: string
    code: string
    guestRef: string
    guestName: string
    guestEmail: string | null
    source: BookingSource
    /** As it was confirmed: an alteration back to it costs what it cost. */
    agreed: AgreedStay
    /** Homes that it moved from, and what the guest was written with the last move. */
    leftListings: readonly Readonly<{ listingId: string; moveId: string }>[]
    /** The declared event that covers it. */
    disruption: (Disruption & Readonly<{ evidenceUntil: Instant }>) | null
    /** What its host sent last about a declared event, and who of the staff works on the answer. */
    evidence: Readonly<{ disruptionId: string; takenBy: string | null; isAnswered: boolean }> | null
    lastMove: Readonly<{ moveId: string; message: string; by: string }> | null
    /** By request. */
    alterations: Readonly<Record<string, Alteration>>
    confirmedAt: Instant
    clock: 'scheduler' | 'caller'
    /** After a host's cancellation the nights stay blocked (docs/domain/booking.md#cancelled-by-the-host). */
    hostKeepsBlocked: boolean
    /** What its cancellation or no-show left; null before one. */
    outcome: CancellationOutcome | null
    /** What the host gave back when a guest asked for it. */
    hostGave: HostGave
    /** Another claim has the same nights, and the host says that both are right. */
    sharesNights: boolean
    /** The cancellation in progress. */
    pending: Readonly<{ outcome: CancellationOutcome; reason: string; effectiveAt: Instant }> | null
    refunds: Readonly<Record<string, Refund>>
    chargebacks: Readonly<Record<string, Chargeback>>
    linkSentAt: Instant | null
    lastNoteId: string | null
    lastErasureId: string | null
  }>
/** `none` also after an abandoned hold: the same id may be received again (docs/domain/booking.md#states). */
export type BookingState = Readonly<{ status: 'none' }> | KnownBooking

/** Without nights of its own, also while its cancellation can be undone. */
export const isOverbooked = ({ status, statusBefore }: KnownBooking) =>
  status === 'overbooked' || statusBefore === 'overbooked'

/**
 * What the guest paid of the present price and did not get back; pending refunds and open chargebacks count as
 * refunded.
 */
export const refundableMinor = ({ money, refunds, chargebacks }: KnownBooking) => {
  const refunded = sum(
    Object.values(refunds).map((refund) => (isAlterationRefund(refund) ? 0 : refund.amountMinor)),
  )
  const chargedBack = sum(
    Object.values(chargebacks).map((chargeback) => (chargeback.won ? 0 : chargeback.amountMinor)),
  )
  return Math.max(0, money.guestTotalMinor - refunded - chargedBack)
}

type Started = Extract<BookingEvent, { type: 'BookingConfirmed' }>['data']

const start = (
  status: BookingStatus,
  {
    listingId,
    hostAccountId,
    code,
    source,
    guestRef,
    guestName,
    party,
    checkIn,
    checkOut,
    money,
    snapshot,
    clock,
  }: Started,
  confirmedAt: Instant,
): BookingState => ({
  status,
  statusBefore: null,
  listingId,
  hostAccountId,
  code,
  source,
  guestRef,
  guestName,
  guestEmail: null,
  party,
  checkIn,
  checkOut,
  money,
  snapshot,
  agreed: { party, checkIn, checkOut, money, snapshot },
  leftListings: [],
  disruption: null,
  evidence: null,
  lastMove: null,
  alterations: {},
  confirmedAt,
  clock,
  hostKeepsBlocked: false,
  outcome: null,
  hostGave: GAVE_NOTHING,
  sharesNights: false,
  pending: null,
  refunds: {},
  chargebacks: {},
  linkSentAt: null,
  lastNoteId: null,
  lastErasureId: null,
})

const change = (state: BookingState, part: Partial<KnownBooking>): BookingState =>
  state.status === 'none' ? state : { ...state, ...part }

const changeEvidence = (
  state: BookingState,
  part: Partial<NonNullable<KnownBooking['evidence']>>,
): BookingState =>
  state.status === 'none' || state.evidence === null
    ? state
    : { ...state, evidence: { ...state.evidence, ...part } }

const changeRefund = (state: BookingState, refundId: string, next: Refund['state']): BookingState => {
  const refund = state.status === 'none' ? undefined : state.refunds[refundId]
  return state.status === 'none' || refund === undefined
    ? state
    : { ...state, refunds: { ...state.refunds, [refundId]: { ...refund, state: next } } }
}

const putChargeback = (state: BookingState, ref: string, chargeback: Chargeback): BookingState =>
  state.status === 'none' ? state : { ...state, chargebacks: { ...state.chargebacks, [ref]: chargeback } }

const putAlteration = (state: BookingState, requestId: string, part: Partial<Alteration>): BookingState => {
  if (state.status === 'none') return state
  const known = state.alterations[requestId] ?? { chargedMinor: 0, result: 'pending', failure: null }
  return { ...state, alterations: { ...state.alterations, [requestId]: { ...known, ...part } } }
}

const evolve: Fold<BookingState, BookingEvent>['evolve'] = {
  BookingConfirmed: (_state, data, at) => start('confirmed', data, at),
  OverbookingDetected: (_state, data, at) => start('overbooked', data, at),
  OverbookingResolved: (state, { resolution }) =>
    change(state, { status: 'confirmed', sharesNights: resolution === 'shared' }),
  BookingHoldAbandoned: (state) => state,
  AlterationCharged: (state, { requestId, amountMinor }) =>
    putAlteration(state, requestId, { chargedMinor: amountMinor }),
  BookingAltered: (state, { requestId, after }) =>
    state.status === 'none'
      ? state
      : change(putAlteration(state, requestId, { result: 'altered' }), {
          ...after,
          disruption: keepDisruption(state.disruption, after),
        }),
  AlterationFailed: (state, { requestId, reason }) =>
    putAlteration(state, requestId, { result: 'failed', failure: reason }),
  BookingMoved: (state, { listingId, moveId, message, from, to }, _at, by) =>
    state.status === 'none'
      ? state
      : {
          ...state,
          ...to,
          listingId,
          status: 'confirmed',
          sharesNights: false,
          leftListings: [
            ...state.leftListings.filter((left) => ![listingId, from.listingId].includes(left.listingId)),
            { listingId: from.listingId, moveId },
          ],
          lastMove: { moveId, message, by },
        },
  BookingDisrupted: (state, { disruption }, at) =>
    change(state, { disruption: { ...disruption, evidenceUntil: evidenceUntil(at) } }),
  DisruptionEvidenceSent: (state, { disruptionId }) =>
    change(state, { evidence: { disruptionId, takenBy: null, isAnswered: false } }),
  DisruptionEvidenceTaken: (state, { by }) => changeEvidence(state, { takenBy: by }),
  DisruptionEvidenceAnswered: (state) => changeEvidence(state, { isAnswered: true }),
  BookingCheckedIn: (state) => change(state, { status: 'in_stay' }),
  BookingCheckedOut: (state) => change(state, { status: 'checked_out' }),
  BookingCompleted: (state) => change(state, { status: 'completed' }),
  BookingCancellationStarted: (state, { outcome, reason, effectiveAt }) =>
    state.status === 'none'
      ? state
      : {
          ...state,
          status: 'cancelling',
          statusBefore: state.status,
          pending: { outcome, reason, effectiveAt },
        },
  BookingCancellationRevoked: (state) =>
    state.status === 'none'
      ? state
      : { ...state, status: state.statusBefore ?? state.status, statusBefore: null, pending: null },
  BookingCancelled: (state, { outcome }) =>
    change(state, {
      status: 'cancelled',
      statusBefore: null,
      pending: null,
      outcome,
      hostKeepsBlocked: outcome.initiator === 'host' && !outcome.waived,
    }),
  BookingNoShowRecorded: (state, { outcome }) => change(state, { status: 'no_show', outcome }),
  RefundRequested: (state, { refundId, amountMinor, cause }) =>
    state.status === 'none'
      ? state
      : { ...state, refunds: { ...state.refunds, [refundId]: { amountMinor, cause, state: 'requested' } } },
  RefundSettled: (state, { refundId }) => changeRefund(state, refundId, 'settled'),
  RefundFailed: (state, { refundId }) => changeRefund(state, refundId, 'failed'),
  GoodwillRefundIssued: (state, { fundedBy, amountMinor, feeBaseMinor, platformFeeMinor }) =>
    state.status === 'none' || fundedBy === 'platform'
      ? state
      : {
          ...state,
          hostGave: {
            amountMinor: state.hostGave.amountMinor + amountMinor,
            feeBaseMinor: state.hostGave.feeBaseMinor + feeBaseMinor,
            platformFeeMinor: state.hostGave.platformFeeMinor + platformFeeMinor,
          },
        },
  ChargebackReceived: (state, { ref, amountMinor }) => putChargeback(state, ref, { amountMinor, won: false }),
  ChargebackReversed: (state, { ref, amountMinor }) => putChargeback(state, ref, { amountMinor, won: true }),
  BookingNoteAdded: (state, { noteId }) => change(state, { lastNoteId: noteId }),
  GuestCancellationLinkSent: (state, _data, at) => change(state, { linkSentAt: at }),
  GuestEmailRecorded: (state, { email }) => change(state, { guestEmail: email }),
  GuestErased: (state, { erasureId }) =>
    change(state, { lastErasureId: erasureId, guestName: ERASED, guestEmail: null, lastMove: null }),
}

export const bookingFold: Fold<BookingState, BookingEvent> = {
  category: 'booking',
  initial: { status: 'none' },
  evolve,
  listingOf: (state) => (state.status === 'none' ? undefined : state.listingId),
}
