import { FIRST_POLICIES } from '@hearth/contracts/policy'
import {
  deriveReferralCode,
  deriveReferralId,
  freezeTerms,
  type ReferralEvent,
} from '@hearth/contracts/referral'
import { addHours } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { describe, expect, test } from 'vitest'
import { given, NOW } from '../testing/given.ts'
import { referral } from './referral.decider.ts'
import type { InviteFacts, ReferralFacts } from './referral.facts.ts'

const ACCOUNT = deriveId('test', 'account')
const COMMAND = deriveId('test', 'command')
const CODE = deriveReferralCode(ACCOUNT, COMMAND)
const ID = deriveReferralId(CODE)
const terms = freezeTerms(FIRST_POLICIES.referral, 'USD')
const DAY = 24

const inviteFacts = (more: Partial<InviteFacts> = {}): InviteFacts => ({
  policy: FIRST_POLICIES.referral,
  currency: 'USD',
  isOwnEmail: false,
  reserved: { emailHash: null, expiresAt: addHours(NOW, 180 * DAY) },
  ...more,
})
const about = (more: Partial<ReferralFacts> = {}, now = NOW) => ({
  id: ID,
  tenantId: ACCOUNT,
  commandId: COMMAND,
  now,
  facts: { invite: null, isRewardReserved: false, ...more },
})

const invited: ReferralEvent = {
  type: 'ReferralInvited',
  data: {
    referralId: ID,
    hostAccountId: ACCOUNT,
    code: CODE,
    terms,
    email: null,
    emailHash: null,
    expiresAt: addHours(NOW, 180 * DAY),
  },
}
const qualifyBy = addHours(NOW, 180 * DAY)
const accepted: ReferralEvent = { type: 'ReferralAccepted', data: { referralId: ID, qualifyBy } }
const live: ReferralEvent = { type: 'ReferralListingLive', data: { referralId: ID } }
const leftAt = addHours(NOW, 40 * DAY)
const rewardAt = addHours(leftAt, 14 * DAY)
const qualified: ReferralEvent = {
  type: 'ReferralQualified',
  data: { referralId: ID, leftAt, rewardAt, clawbackUntil: addHours(leftAt, 60 * DAY) },
}
const reward = { referralId: ID, hostAccountId: ACCOUNT, rewardMinor: 50_000, currency: 'USD' } as const
const rewarded: ReferralEvent = { type: 'ReferralRewarded', data: reward }

describe('inviting a host', () => {
  const invite = (email: string | null = null) => ({ type: 'CreateReferralInvite', data: { email } }) as const

  test('makes a code and freezes the terms of the day', () => {
    given(referral)
      .when(invite(), about({ invite: inviteFacts() }))
      .thenEvents({ type: 'ReferralInvited', data: { code: CODE, terms, email: null, emailHash: null } })
  })
  test('keeps the address to mail to, and its hash', () =>
    given(referral)
      .when(
        invite('owen@mail.example'),
        about({ invite: inviteFacts({ reserved: { emailHash: 'h', expiresAt: NOW } }) }),
      )
      .thenEvents({ type: 'ReferralInvited', data: { email: 'owen@mail.example', emailHash: 'h' } }))
  test('refuses an address of the own team', () =>
    given(referral)
      .when(invite('ada@vale.example'), about({ invite: inviteFacts({ isOwnEmail: true }) }))
      .thenRefused('POLICY_VIOLATION'))
  test('refuses what has no place among the open invitations', () =>
    given(referral)
      .when(invite(), about({ invite: inviteFacts({ reserved: null }) }))
      .thenRefused('PRECONDITION_FAILED'))
})

describe('the way to the reward', () => {
  test('begins with one acceptance', () => {
    const accept = { type: 'RecordReferralAcceptance', data: {} } as const
    given(referral, invited).when(accept, about()).thenEvents(accepted)
    given(referral, invited, accepted).when(accept, about()).thenRefused('INVALID_TRANSITION')
  })
  test('a home goes live once', () => {
    const mark = { type: 'MarkReferralListingLive', data: {} } as const
    given(referral, invited, accepted).when(mark, about()).thenEvents(live)
    given(referral, invited, accepted, live).when(mark, about()).thenNothing()
    given(referral, invited, accepted, qualified).when(mark, about()).thenNothing()
  })
  test('a stay qualifies it, with the dates of the frozen terms', () => {
    const qualify = { type: 'QualifyReferral', data: { leftAt } } as const
    given(referral, invited, accepted, live).when(qualify, about()).thenEvents(qualified)
    given(referral, invited, accepted).when(qualify, about()).thenEvents(qualified)
    given(referral, invited, accepted, qualified).when(qualify, about()).thenRefused('INVALID_TRANSITION')
    given(referral, invited).when(qualify, about()).thenRefused('INVALID_TRANSITION')
  })
  test('the reward is what was agreed', () => {
    const give = { type: 'RewardReferral', data: {} } as const
    given(referral, invited, accepted, qualified)
      .when(give, about({ isRewardReserved: true }))
      .thenEvents(rewarded)
    given(referral, invited, accepted, qualified, rewarded)
      .when(give, about())
      .thenRefused('INVALID_TRANSITION')
    given(referral, invited, accepted).when(give, about()).thenRefused('INVALID_TRANSITION')
  })
  test('a reward without a place in the account’s year is not given', () => {
    const give = { type: 'RewardReferral', data: {} } as const
    const history = [invited, accepted, qualified] as const
    given(referral, ...history)
      .when(give, about({ isRewardReserved: true }))
      .thenEvents(rewarded)
    given(referral, ...history)
      .when(give, about())
      .thenEvents({ type: 'ReferralRejected', data: { rule: 'yearly_limit' } })
  })
})

describe('a referral that comes to nothing', () => {
  const expire = { type: 'ExpireReferral', data: {} } as const
  const at = (days: number) => about({}, addHours(NOW, days * DAY))

  test('expires when its code does', () => {
    given(referral, invited).when(expire, at(179.9)).thenRefused('INVALID_TRANSITION')
    given(referral, invited)
      .when(expire, at(180))
      .thenEvents({ type: 'ReferralExpired', data: { stage: 'invited' } })
  })
  test('expires when no stay has qualified in time', () => {
    given(referral, invited, accepted, live).when(expire, at(179.9)).thenRefused('INVALID_TRANSITION')
    given(referral, invited, accepted, live)
      .when(expire, at(181))
      .thenEvents({ type: 'ReferralExpired', data: { stage: 'listing_live' } })
    given(referral, invited, accepted, qualified).when(expire, at(181)).thenRefused('INVALID_TRANSITION')
  })
  test('is rejected before the reward and taken back after it', () => {
    const clawBack = { type: 'ClawbackReferral', data: { cause: 'chargeback' } } as const
    given(referral, invited, accepted, qualified)
      .when(clawBack, about())
      .thenEvents({ type: 'ReferralRejected', data: { rule: 'stay_refunded' } })
    given(referral, invited, accepted, qualified, rewarded)
      .when(clawBack, about())
      .thenEvents({ type: 'ReferralClawedBack', data: { ...reward, cause: 'chargeback' } })
    given(referral, invited, accepted).when(clawBack, about()).thenRefused('INVALID_TRANSITION')
  })
  test('is rejected where one host is behind both accounts, until the reward', () => {
    const refuse = { type: 'RejectReferral', data: { rule: 'self_referral' } } as const
    given(referral, invited, accepted, qualified)
      .when(refuse, about())
      .thenEvents({ type: 'ReferralRejected', data: { rule: 'self_referral' } })
    given(referral, invited, accepted, qualified, rewarded)
      .when(refuse, about())
      .thenRefused('INVALID_TRANSITION')
  })
})

test('a code and its referral follow from the command', () => expect(deriveReferralId(CODE)).toBe(ID))
