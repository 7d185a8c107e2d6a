import type { Instant } from '@hearth/contracts/kernel/dates'
import type { ReferrerEvent } from '@hearth/contracts/referral'
import type { Fold } from '../runtime/decider.ts'

/** What an open invitation takes of the account's limit, until it expires by itself. */
export type ReservedInvite = Readonly<{ emailHash: string | null; expiresAt: Instant }>
/** By referral; a reward with the year that it counts for. */
export type ReferrerState = Readonly<{
  invites: Readonly<Record<string, ReservedInvite>>
  rewards: Readonly<Record<string, string>>
}>

const without = <V>(record: Readonly<Record<string, V>>, id: string): Readonly<Record<string, V>> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== id))

export const referrerFold: Fold<ReferrerState, ReferrerEvent> = {
  category: 'referrer',
  initial: { invites: {}, rewards: {} },
  evolve: {
    ReferralInviteReserved: (state, { referralId, emailHash, expiresAt }) => ({
      ...state,
      invites: { ...state.invites, [referralId]: { emailHash, expiresAt } },
    }),
    ReferralInviteFreed: (state, { referralId }) => ({
      ...state,
      invites: without(state.invites, referralId),
    }),
    ReferralRewardReserved: (state, { referralId, year }) => ({
      ...state,
      rewards: { ...state.rewards, [referralId]: year },
    }),
    ReferralRewardFreed: (state, { referralId }) => ({
      ...state,
      rewards: without(state.rewards, referralId),
    }),
  },
}
