import { addHours } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Currency } from '@hearth/contracts/kernel/money'
import { FIRST_POLICIES, type PublishedPolicy } from '@hearth/contracts/policy'
import {
  deriveReferralId,
  freezeTerms,
  type RefereeCommand,
  type RefereeEvent,
  type ReferralCommand,
  type ReferralEvent,
} from '@hearth/contracts/referral'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContext, NOW, stateAfter } from '../testing/given.ts'
import { referee } from './referee.decider.ts'
import { referral } from './referral.decider.ts'
import { referralFold } from './referral.state.ts'

const CODE_OF = (events: readonly ReferralEvent[]) =>
  events.flatMap(({ type, data }) => (type === 'ReferralInvited' ? [data.code] : []))[0] ?? '00000000'
const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD'] as const satisfies readonly Currency[]

const policies: fc.Arbitrary<PublishedPolicy<'referral'>> = fc
  .record({
    reward: fc.integer({ min: 1, max: 2_000 }),
    minNights: fc.integer({ min: 1, max: 300 }),
    qualifyDays: fc.integer({ min: 1, max: 400 }),
    rewardAfterDays: fc.integer({ min: 0, max: 60 }),
    clawbackDays: fc.integer({ min: 0, max: 200 }),
    maxRewardsPerYear: fc.integer({ min: 1, max: 30 }),
    version: fc.integer({ min: 2, max: 50 }),
  })
  .map(({ reward, minNights, version, ...days }) => ({
    ...FIRST_POLICIES.referral,
    version,
    body: {
      ...FIRST_POLICIES.referral.body,
      ...days,
      rewardNominal: { default: reward },
      minNightsNominal: { default: minNights },
    },
  }))

const BOOKINGS = ['1', '2', '3'].map((name) => deriveId('test', 'booking', name))
const money = {
  bookingId: fc.constantFrom(...BOOKINGS),
  keptMinor: fc.integer({ min: 0, max: 60_000 }),
  currency: fc.constantFrom(...CURRENCIES),
}
type Step =
  | Readonly<{ kind: 'policy'; policy: PublishedPolicy<'referral'>; currency: Currency }>
  | Readonly<{ kind: 'referral'; command: ReferralCommand; isReserved: boolean }>
  | Readonly<{ kind: 'referee'; command: RefereeCommand }>

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('policy' as const),
    policy: policies,
    currency: fc.constantFrom(...CURRENCIES),
  }),
  fc.record({
    kind: fc.constant('referral' as const),
    isReserved: fc.boolean(),
    command: fc.oneof(
      fc.constantFrom<ReferralCommand>(
        { type: 'RecordReferralAcceptance', data: {} },
        { type: 'MarkReferralListingLive', data: {} },
        { type: 'RewardReferral', data: {} },
        { type: 'RewardReferral', data: {} },
        { type: 'ExpireReferral', data: {} },
        { type: 'ClawbackReferral', data: { cause: 'refund' } },
      ),
      fc.integer({ min: 0, max: 9_000 }).map((hours): ReferralCommand => ({
        type: 'QualifyReferral',
        data: { leftAt: addHours(NOW, hours) },
      })),
    ),
  }),
  fc.record({
    kind: fc.constant('referee' as const),
    command: fc.oneof(
      fc.constant<RefereeCommand>({ type: 'AcceptReferral', data: { code: '00000000' } }),
      fc
        .record({ ...money, hours: fc.integer({ min: 0, max: 9_000 }) })
        .map(({ hours, ...data }): RefereeCommand => ({
          type: 'CountReferredStay',
          data: { ...data, leftAt: addHours(NOW, hours) },
        })),
      fc.record(money).map((data): RefereeCommand => ({
        type: 'ReverseReferredStay',
        data: { ...data, cause: 'refund' },
      })),
    ),
  }),
)

/** Decides a history of both sides, while policies and the account's currency change. */
const runHistory = (first: PublishedPolicy<'referral'>, history: readonly Step[]) => {
  const commandId = deriveId('test', 'invite')
  let [policy, currency]: [PublishedPolicy<'referral'>, Currency] = [first, 'USD']
  const ours: (ReferralEvent & { at: string })[] = []
  const theirs: (RefereeEvent & { at: string })[] = []
  const all: Step[] = [
    { kind: 'referral', command: { type: 'CreateReferralInvite', data: { email: null } }, isReserved: false },
    ...history,
  ]
  for (const [index, step] of all.entries()) {
    const now = addHours(NOW, index * 5)
    if (step.kind === 'policy') [policy, currency] = [step.policy, step.currency]
    if (step.kind === 'referral') {
      const reserved = { emailHash: null, expiresAt: addHours(now, 720) }
      const invite = { policy, currency, isOwnEmail: false, reserved }
      const context = createContext({ now, commandId, facts: { invite, isRewardReserved: step.isReserved } })
      const decide = referral.decide[step.command.type] as (
        ...all: unknown[]
      ) => ReturnType<(typeof referral.decide)['RewardReferral']>
      const decision = decide(step.command.data, stateAfter(referral, ours), context)
      if (decision.ok) ours.push(...decision.events.map((event) => ({ ...event, at: now })))
    }
    if (step.kind === 'referee') {
      const code = CODE_OF(ours)
      const data = 'code' in step.command.data ? { code } : step.command.data
      const acceptance = {
        closesAt: addHours(NOW, 1_000_000),
        referral: stateAfter(referral, ours) as typeof referralFold.initial,
        isSelf: false,
      }
      const decide = referee.decide[step.command.type] as (
        ...all: unknown[]
      ) => ReturnType<(typeof referee.decide)['AcceptReferral']>
      const decision = decide(
        data,
        stateAfter(referee, theirs),
        createContext({ now, facts: { acceptance } }),
      )
      if (decision.ok) theirs.push(...decision.events.map((event) => ({ ...event, at: now })))
    }
  }
  return { ours, theirs }
}

const DAY = 24

test('the terms at the reward are those at the invitation, whatever policies say meanwhile', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(policies, fc.array(steps, { minLength: 5, maxLength: 40, size: 'max' }), (first, history) => {
      const { ours, theirs } = runHistory(first, history)
      const agreed = freezeTerms(first, 'USD')
      for (const { type } of [...ours, ...theirs]) seen.add(type)
      for (const { type, data } of ours) {
        if (type === 'ReferralInvited') expect(data.terms).toEqual(agreed)
        if (type === 'ReferralRewarded' || type === 'ReferralClawedBack')
          expect([data.rewardMinor, data.currency]).toEqual([agreed.rewardMinor, agreed.currency])
        if (type === 'ReferralQualified')
          expect([data.rewardAt, data.clawbackUntil]).toEqual([
            addHours(data.leftAt, agreed.rewardAfterDays * DAY),
            addHours(data.leftAt, agreed.clawbackDays * DAY),
          ])
      }
      for (const { type, data, at } of theirs) {
        if (type === 'ReferralCodeAccepted') {
          expect(data.terms).toEqual(agreed)
          expect(data.qualifyBy).toBe(addHours(at, agreed.qualifyDays * DAY))
          expect(data.referralId).toBe(deriveReferralId(data.code))
        }
        if (type === 'ReferredStayCounted')
          expect(data.rewardAt).toBe(addHours(data.leftAt, agreed.rewardAfterDays * DAY))
      }
      // One acceptance, one stay, one reward, one claw-back.
      for (const events of [ours, theirs]) {
        const types = events.map(({ type }) => type).filter((type) => type !== 'ReferralCodeReleased')
        expect(new Set(types).size).toBe(types.length)
      }
    }),
    { numRuns: 300 },
  )
  expect([...seen]).toEqual(
    expect.arrayContaining(['ReferralRewarded', 'ReferralClawedBack', 'ReferredStayReversed']),
  )
})
