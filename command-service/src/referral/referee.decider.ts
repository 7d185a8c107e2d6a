import {
  addWholeDays,
  deriveReferralId,
  minNightsMinor,
  type RefereeCommand,
  type RefereeEvent,
} from '@hearth/contracts/referral'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import type { RefereeFacts } from './referee.facts.ts'
import { refereeFold, type RefereeState } from './referee.state.ts'
import { isOpen } from './referral.state.ts'

/** One answer for codes that are wrong, used and too old (docs/domain/referral.md#codes). */
export const WRONG_CODE = 'This code doesn’t work. Check it, or ask the host who invited you for a new one.'

export const referee: Decider<RefereeState, RefereeCommand, RefereeEvent, RefereeFacts> = {
  ...refereeFold,
  decide: {
    AcceptReferral: ({ code }, state, { id, now, facts: { acceptance } }) => {
      if (state.status !== 'none')
        return reject('DUPLICATE', 'This account has already accepted an invitation. The first one counts.')
      if (acceptance === null) return reject('NOT_FOUND', WRONG_CODE)
      const { closesAt, referral, isSelf } = acceptance
      if (now >= closesAt)
        return reject('WINDOW_CLOSED', 'Only new accounts can accept an invitation from a host.', {
          closedAt: closesAt,
          rule: 'newAccountDays',
        })
      if (!isOpen(referral, now)) return reject('NOT_FOUND', WRONG_CODE)
      if (isSelf)
        return reject('POLICY_VIOLATION', 'You can’t accept an invitation from your own account.', {
          rule: 'self_referral',
        })
      const { terms } = referral
      return accept([
        {
          type: 'ReferralCodeAccepted',
          data: {
            hostAccountId: id,
            referralId: deriveReferralId(code),
            code,
            terms,
            qualifyBy: addWholeDays(now, terms.qualifyDays),
          },
        },
      ])
    },
    ReleaseReferralCode: ({ referralId }, state, { id }) =>
      accept(
        state.status !== 'none' && state.referralId === referralId && state.stay === null
          ? [{ type: 'ReferralCodeReleased', data: { hostAccountId: id, referralId } }]
          : [],
      ),
    CountReferredStay: ({ bookingId, leftAt, keptMinor, currency }, state, { id }) => {
      if (
        state.status === 'none' ||
        state.stay !== null ||
        leftAt <= state.acceptedAt ||
        leftAt >= state.qualifyBy ||
        keptMinor < minNightsMinor(state.terms, currency)
      )
        return accept([])
      const { referralId, terms } = state
      return accept([
        {
          type: 'ReferredStayCounted',
          data: {
            hostAccountId: id,
            referralId,
            bookingId,
            leftAt,
            rewardAt: addWholeDays(leftAt, terms.rewardAfterDays),
            clawbackUntil: addWholeDays(leftAt, terms.clawbackDays),
          },
        },
      ])
    },
    ReverseReferredStay: ({ bookingId, keptMinor, currency, cause }, state, { id, now }) => {
      if (
        state.status === 'none' ||
        state.stay?.bookingId !== bookingId ||
        state.stay.reversed ||
        now >= state.stay.clawbackUntil ||
        keptMinor >= minNightsMinor(state.terms, currency)
      )
        return accept([])
      return accept([
        {
          type: 'ReferredStayReversed',
          data: { hostAccountId: id, referralId: state.referralId, bookingId, cause },
        },
      ])
    },
  },
}
