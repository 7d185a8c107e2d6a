import type { ReferralEvent, ReferralState as Stage, ReferralTerms } from '@hearth/contracts/referral'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Fold } from '../runtime/decider.ts'

export type KnownReferral = Readonly<{
  status: Stage
  referralId: string
  hostAccountId: string
  code: string
  terms: ReferralTerms
  /** To send the invitation; `[erased]` after an erasure. */
  email: string | null
  emailHash: string | null
  expiresAt: Instant
  /** Null before it is accepted. */
  qualifyBy: Instant | null
}>
export type ReferralState = Readonly<{ status: 'none' }> | KnownReferral

const change = (state: ReferralState, part: Partial<KnownReferral>): ReferralState =>
  state.status === 'none' ? state : { ...state, ...part }

/** Whether the code can be accepted. */
export const isOpen = (state: ReferralState, now: Instant): state is KnownReferral =>
  state.status === 'invited' && now < state.expiresAt

export const referralFold: Fold<ReferralState, ReferralEvent> = {
  category: 'referral',
  initial: { status: 'none' },
  evolve: {
    ReferralInvited: (_state, data) => ({ status: 'invited', qualifyBy: null, ...data }),
    ReferralAccepted: (state, { qualifyBy }) => change(state, { status: 'accepted', qualifyBy }),
    ReferralListingLive: (state) => change(state, { status: 'listing_live' }),
    ReferralQualified: (state) => change(state, { status: 'qualified' }),
    ReferralRewarded: (state) => change(state, { status: 'rewarded' }),
    ReferralExpired: (state) => change(state, { status: 'expired' }),
    ReferralRejected: (state) => change(state, { status: 'rejected' }),
    ReferralClawedBack: (state) => change(state, { status: 'clawed_back' }),
  },
}
