import { addWholeDays, type ReferrerCommand, type ReferrerEvent } from '@hearth/contracts/referral'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import type { ReferrerFacts } from './referrer.facts.ts'
import { referrerFold, type ReferrerState } from './referrer.state.ts'

export const referrer: Decider<ReferrerState, ReferrerCommand, ReferrerEvent, ReferrerFacts> = {
  ...referrerFold,
  decide: {
    ReserveReferralInvite: ({ referralId, emailHash }, { invites }, { id, now, facts: { policy } }) => {
      if (policy === null || invites[referralId] !== undefined) return accept([])
      const { maxOpenInvites, inviteDays } = policy.body
      const open = Object.values(invites).filter(({ expiresAt }) => now < expiresAt)
      if (emailHash !== null && open.some((invite) => invite.emailHash === emailHash))
        return reject('DUPLICATE', 'You’ve already invited this person. Their invitation is still open.')
      if (open.length >= maxOpenInvites)
        return reject(
          'LIMIT_EXCEEDED',
          `You have ${maxOpenInvites} open invitations, the most at a time. Wait until one is accepted or ends.`,
        )
      return accept(
        [
          {
            type: 'ReferralInviteReserved',
            data: { hostAccountId: id, referralId, emailHash, expiresAt: addWholeDays(now, inviteDays) },
          },
        ],
        { policies: [`referral@${policy.version}`] },
      )
    },
    FreeReferralInvite: ({ referralId }, { invites }, { id }) =>
      accept(
        invites[referralId] === undefined
          ? []
          : [{ type: 'ReferralInviteFreed', data: { hostAccountId: id, referralId } }],
      ),
    ReserveReferralReward: ({ referralId, maxRewardsPerYear }, { rewards }, { id, now }) => {
      const year = now.slice(0, 4)
      const had = Object.values(rewards).filter((of) => of === year).length
      return accept(
        rewards[referralId] !== undefined || had >= maxRewardsPerYear
          ? []
          : [{ type: 'ReferralRewardReserved', data: { hostAccountId: id, referralId, year } }],
      )
    },
    FreeReferralReward: ({ referralId }, { rewards }, { id }) =>
      accept(
        rewards[referralId] === undefined
          ? []
          : [{ type: 'ReferralRewardFreed', data: { hostAccountId: id, referralId } }],
      ),
  },
}
