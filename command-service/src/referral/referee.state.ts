import type { Instant } from '@hearth/contracts/kernel/dates'
import type { RefereeEvent, ReferralTerms } from '@hearth/contracts/referral'
import type { Fold } from '../runtime/decider.ts'

/** The stay that counts; `reversed` after refunds left too little of it. */
export type ReferredStay = Readonly<{ bookingId: string; clawbackUntil: Instant; reversed: boolean }>
export type KnownReferee = Readonly<{
  status: 'accepted'
  referralId: string
  code: string
  terms: ReferralTerms
  acceptedAt: Instant
  qualifyBy: Instant
  stay: ReferredStay | null
}>
export type RefereeState = Readonly<{ status: 'none' }> | KnownReferee

export const refereeFold: Fold<RefereeState, RefereeEvent> = {
  category: 'referee',
  initial: { status: 'none' },
  evolve: {
    ReferralCodeAccepted: (_state, { referralId, code, terms, qualifyBy }, acceptedAt) => ({
      status: 'accepted',
      referralId,
      code,
      terms,
      acceptedAt,
      qualifyBy,
      stay: null,
    }),
    ReferralCodeReleased: () => ({ status: 'none' }),
    ReferredStayCounted: (state, { bookingId, clawbackUntil }) =>
      state.status === 'none' ? state : { ...state, stay: { bookingId, clawbackUntil, reversed: false } },
    ReferredStayReversed: (state) =>
      state.status === 'none' || state.stay === null
        ? state
        : { ...state, stay: { ...state.stay, reversed: true } },
  },
}
