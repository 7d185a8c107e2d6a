import {
  addWholeDays,
  deriveReferralCode,
  freezeTerms,
  type ReferralCommand,
  type ReferralEvent,
} from '@hearth/contracts/referral'
import { accept, reject, type Decider, type Decision } from '../runtime/decider.ts'
import type { ReferralFacts } from './referral.facts.ts'
import { referralFold, type KnownReferral, type ReferralState } from './referral.state.ts'

type Done = Decision<ReferralEvent>

const wrongStep = (): Done => reject('INVALID_TRANSITION', 'This referral isn’t at this step.')

/** Still on its way to the first stay. */
const isPending = (
  state: ReferralState,
): state is KnownReferral & Readonly<{ status: 'accepted' | 'listing_live' }> =>
  state.status === 'accepted' || state.status === 'listing_live'

const readReward = ({ referralId, hostAccountId, terms: { rewardMinor, currency } }: KnownReferral) => ({
  referralId,
  hostAccountId,
  rewardMinor,
  currency,
})

export const referral: Decider<ReferralState, ReferralCommand, ReferralEvent, ReferralFacts> = {
  ...referralFold,
  decide: {
    CreateReferralInvite: ({ email }, state, { id, tenantId, commandId, facts: { invite } }) => {
      if (state.status !== 'none' || invite === null)
        return reject('DUPLICATE', 'This invitation has already been made.')
      const { policy, currency, isOwnEmail, reserved } = invite
      if (isOwnEmail)
        return reject('POLICY_VIOLATION', 'This address belongs to your own team. Invite another host.', {
          rule: 'self_referral',
        })
      if (reserved === null)
        return reject('PRECONDITION_FAILED', 'This invitation has no place among your open ones. Try again.')
      const terms = freezeTerms(policy, currency)
      return accept(
        [
          {
            type: 'ReferralInvited',
            data: {
              referralId: id,
              hostAccountId: tenantId,
              code: deriveReferralCode(tenantId, commandId),
              terms,
              email,
              ...reserved,
            },
          },
        ],
        { policies: [`referral@${policy.version}`] },
      )
    },
    RecordReferralAcceptance: (_data, state, { id, now }) =>
      state.status === 'invited'
        ? accept([
            {
              type: 'ReferralAccepted',
              data: { referralId: id, qualifyBy: addWholeDays(now, state.terms.qualifyDays) },
            },
          ])
        : wrongStep(),
    MarkReferralListingLive: (_data, state, { id }) =>
      accept(state.status === 'accepted' ? [{ type: 'ReferralListingLive', data: { referralId: id } }] : []),
    QualifyReferral: ({ leftAt }, state, { id }) =>
      isPending(state)
        ? accept([
            {
              type: 'ReferralQualified',
              data: {
                referralId: id,
                leftAt,
                rewardAt: addWholeDays(leftAt, state.terms.rewardAfterDays),
                clawbackUntil: addWholeDays(leftAt, state.terms.clawbackDays),
              },
            },
          ])
        : wrongStep(),
    RewardReferral: (_data, state, { id, facts: { isRewardReserved } }) => {
      if (state.status !== 'qualified') return wrongStep()
      return accept([
        isRewardReserved
          ? { type: 'ReferralRewarded', data: readReward(state) }
          : { type: 'ReferralRejected', data: { referralId: id, rule: 'yearly_limit' } },
      ])
    },
    RejectReferral: ({ rule }, state, { id }) =>
      isPending(state) || state.status === 'invited' || state.status === 'qualified'
        ? accept([{ type: 'ReferralRejected', data: { referralId: id, rule } }])
        : wrongStep(),
    ClawbackReferral: ({ cause }, state, { id }) => {
      if (state.status === 'qualified')
        return accept([{ type: 'ReferralRejected', data: { referralId: id, rule: 'stay_refunded' } }])
      return state.status === 'rewarded'
        ? accept([{ type: 'ReferralClawedBack', data: { ...readReward(state), cause } }])
        : wrongStep()
    },
    ExpireReferral: (_data, state, { id, now }) => {
      if (state.status === 'invited' && now >= state.expiresAt)
        return accept([{ type: 'ReferralExpired', data: { referralId: id, stage: state.status } }])
      return isPending(state) && now >= (state.qualifyBy ?? now)
        ? accept([{ type: 'ReferralExpired', data: { referralId: id, stage: state.status } }])
        : wrongStep()
    },
  },
}
