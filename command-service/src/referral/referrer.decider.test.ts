import { addHours } from '@hearth/contracts/kernel/dates'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import type { ReferrerEvent } from '@hearth/contracts/referral'
import { describe, test } from 'vitest'
import { given, NOW } from '../testing/given.ts'
import { referrer } from './referrer.decider.ts'

const ACCOUNT = 'account'
const EXPIRES = addHours(NOW, FIRST_POLICIES.referral.body.inviteDays * 24)
const about = (now = NOW) => ({ id: ACCOUNT, now, facts: { policy: FIRST_POLICIES.referral } })
const of = (referralId: string) => ({ hostAccountId: ACCOUNT, referralId })

const reserved = (referralId: string, emailHash: string | null = null): ReferrerEvent => ({
  type: 'ReferralInviteReserved',
  data: { ...of(referralId), emailHash, expiresAt: EXPIRES },
})
const rewarded = (referralId: string, year = '2026'): ReferrerEvent => ({
  type: 'ReferralRewardReserved',
  data: { ...of(referralId), year },
})
const many = (count: number, make: (id: string) => ReferrerEvent) =>
  Array.from({ length: count }, (_, index) => make(`r${index}`))

describe('the open invitations of an account', () => {
  const reserve = (referralId: string, emailHash: string | null = null) =>
    ({ type: 'ReserveReferralInvite', data: { referralId, emailHash } }) as const

  test('are 20 at most', () => {
    given(referrer, ...many(19, reserved))
      .when(reserve('new'), about())
      .thenEvents(reserved('new'))
    given(referrer, ...many(20, reserved))
      .when(reserve('new'), about())
      .thenRefused('LIMIT_EXCEEDED')
  })
  test('have a place again when one is freed or expires', () => {
    const full = many(20, reserved)
    given(referrer, ...full, { type: 'ReferralInviteFreed', data: of('r3') })
      .when(reserve('new'), about())
      .thenEvents(reserved('new'))
    given(referrer, ...full)
      .when(reserve('new'), about(addHours(EXPIRES, -0.001)))
      .thenRefused('LIMIT_EXCEEDED')
    given(referrer, ...full)
      .when(reserve('new'), about(EXPIRES))
      .thenEvents({ type: 'ReferralInviteReserved' })
  })
  test('are one for each address, and any number of links', () => {
    given(referrer, reserved('r1', 'h')).when(reserve('r2', 'h'), about()).thenRefused('DUPLICATE')
    given(referrer, reserved('r1')).when(reserve('r2'), about()).thenEvents(reserved('r2'))
  })
  test('keep their place however often they ask for it', () =>
    given(referrer, ...many(20, reserved))
      .when(reserve('r7'), about())
      .thenNothing())
})

describe('the rewards of a year', () => {
  const reserve = (referralId: string) =>
    ({ type: 'ReserveReferralReward', data: { referralId, maxRewardsPerYear: 25 } }) as const

  test('are as many as the terms say', () => {
    given(referrer, ...many(24, rewarded))
      .when(reserve('new'), about())
      .thenEvents(rewarded('new'))
    given(referrer, ...many(25, rewarded))
      .when(reserve('new'), about())
      .thenNothing()
  })
  test('do not count those of another year, nor those that were taken back', () => {
    given(referrer, ...many(25, (id) => rewarded(id, '2025')))
      .when(reserve('new'), about())
      .thenEvents(rewarded('new'))
    given(referrer, ...many(25, rewarded), { type: 'ReferralRewardFreed', data: of('r3') })
      .when(reserve('new'), about())
      .thenEvents(rewarded('new'))
  })
  test('give back only what was taken', () => {
    const free = { type: 'FreeReferralReward', data: { referralId: 'r1' } } as const
    given(referrer, rewarded('r1'))
      .when(free, about())
      .thenEvents({ type: 'ReferralRewardFreed', data: of('r1') })
    given(referrer).when(free, about()).thenNothing()
  })
})
