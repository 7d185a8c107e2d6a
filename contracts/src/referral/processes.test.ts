import { describe, expect, test } from 'vitest'
import { addHours } from '../kernel/dates.ts'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { deriveEntryId } from '../ledger/rules/entries.ts'
import { entryProblems } from '../ledger/rules/replay.ts'
import { parseWork } from '../outbox.ts'
import { FIRST_POLICIES } from '../policy/index.ts'
import type { ReferralEvent } from './messages.ts'
import {
  refereeProcess,
  referralProcess,
  referredStayProcess,
  type ReferralProcessState,
} from './processes.ts'
import type { RefereeEvent } from './refereeMessages.ts'
import { freezeTerms } from './terms.ts'

const AT = '2026-06-12T13:42:00.000Z'
const ID = deriveId('test', 'referral')
const ACCOUNT = deriveId('test', 'account')
const NEW_ACCOUNT = deriveId('test', 'new account')
const terms = freezeTerms(FIRST_POLICIES.referral, 'USD')

const recorded = (stream: string, type: string, data: object, index = 0): RecordedEvent => ({
  id: deriveId('event', type),
  stream,
  revision: BigInt(index),
  type,
  data,
  metadata: { commandId: deriveId('command', type), occurredAt: AT },
  position: { commit: BigInt(index), prepare: BigInt(index) },
  recordedAt: AT,
})

/** The effects of a history of one invitation, each of which the outbox can read again. */
const runReferral = (...history: readonly ReferralEvent[]) => {
  let state: ReferralProcessState | undefined
  return history.flatMap(({ type, data }, index) => {
    const [next, ...effects] = referralProcess.on(state, recorded(`referral-${ID}`, type, data, index))
    state = next
    for (const effect of effects)
      if (effect.kind === 'command' || effect.kind === 'job')
        expect(parseWork(JSON.parse(JSON.stringify(effect)))).toEqual({ ok: true, work: effect })
    return effects
  })
}

const invited = (email: string | null = null): ReferralEvent => ({
  type: 'ReferralInvited',
  data: {
    referralId: ID,
    hostAccountId: ACCOUNT,
    code: 'VA1E7K2Q',
    terms,
    email,
    emailHash: email,
    expiresAt: addHours(AT, 48),
  },
})
const reward = { referralId: ID, hostAccountId: ACCOUNT, rewardMinor: 50_000, currency: 'USD' } as const
const rewarded: ReferralEvent = { type: 'ReferralRewarded', data: reward }
const clawedBack: ReferralEvent = { type: 'ReferralClawedBack', data: { ...reward, cause: 'refund' } }

describe('an invitation', () => {
  test('is mailed where it has an address, and expires', () => {
    expect(runReferral(invited())).toMatchObject([{ kind: 'timer', name: 'expire', at: addHours(AT, 48) }])
    expect(runReferral(invited('o@m.example'))).toMatchObject([
      { kind: 'job', name: 'send-referral', data: { referralId: ID } },
      { kind: 'timer', name: 'expire' },
    ])
  })
  test('is not over before its history has come, where it is imported', () => {
    const event = {
      ...recorded(`referral-${ID}`, 'ReferralAccepted', { referralId: ID, qualifyBy: addHours(AT, -9_000) }),
    }
    expect(referralProcess.on(undefined, event)[1]).toMatchObject({ at: addHours(AT, 24) })
  })
  test('puts nothing personal into the outbox', () =>
    expect(JSON.stringify(runReferral(invited('o@m.example')))).not.toContain('o@m.example'))
})

describe('the limits of the account', () => {
  const freed = (...history: readonly ReferralEvent[]) =>
    runReferral(...history).flatMap((effect) =>
      effect.kind === 'command' && effect.type.startsWith('Free') ? [[effect.type, effect.id]] : [],
    )
  const accepted: ReferralEvent = {
    type: 'ReferralAccepted',
    data: { referralId: ID, qualifyBy: addHours(AT, 48) },
  }

  test('get back the place of an invitation that was accepted or rejected', () => {
    expect(freed(invited())).toEqual([])
    expect(freed(invited(), accepted)).toEqual([['FreeReferralInvite', ACCOUNT]])
    expect(
      freed(invited(), { type: 'ReferralRejected', data: { referralId: ID, rule: 'self_referral' } }),
    ).toEqual([['FreeReferralInvite', ACCOUNT]])
  })
  test('get back the place of a reward that was taken back', () => {
    expect(freed(invited(), rewarded)).toEqual([])
    expect(freed(invited(), rewarded, clawedBack)).toEqual([['FreeReferralReward', ACCOUNT]])
  })
})

describe('the ledger', () => {
  const entriesOf = (effects: ReturnType<typeof runReferral>) =>
    effects.flatMap((effect) =>
      effect.kind === 'command' && effect.type === 'PostEntries' ? effect.data.entries : [],
    )

  test('gets the reward and its reversal, which name each other and the terms', () => {
    const entries = entriesOf(runReferral(invited(), rewarded, clawedBack))
    expect(entries).toMatchObject([
      { kind: 'referral_reward', amountMinor: 50_000, currency: 'USD', policies: ['referral@1'] },
      {
        kind: 'referral_clawback',
        amountMinor: -50_000,
        text: 'Reward for a host you referred, taken back because their first stay was refunded',
        components: [
          {
            code: 'reward',
            basis: {
              rule: 'reversed',
              entryId: deriveEntryId(deriveId('event', 'ReferralRewarded'), 'referral_reward'),
            },
          },
        ],
      },
    ])
    for (const entry of entries) expect(entryProblems(entry)).toEqual([])
  })
  test('names no stay and no listing', () => {
    for (const entry of entriesOf(runReferral(invited(), rewarded, clawedBack)))
      expect(entry).toMatchObject({ listingId: null, bookingId: null })
  })
})

describe('the invited account', () => {
  const run = ({ type, data }: RefereeEvent) =>
    refereeProcess.on(undefined, recorded(`referee-${NEW_ACCOUNT}`, type, data)).slice(1)
  const stay = { hostAccountId: NEW_ACCOUNT, referralId: ID, bookingId: deriveId('test', 'booking') }

  test('tells the invitation dates, and nothing else', () => {
    const data = { ...stay, leftAt: AT, rewardAt: addHours(AT, 336), clawbackUntil: addHours(AT, 1440) }
    expect(run({ type: 'ReferredStayCounted', data })).toEqual([
      {
        kind: 'command',
        type: 'QualifyReferral',
        id: ID,
        commandId: expect.any(String),
        data: { leftAt: AT },
        occurredAt: AT,
      },
      {
        kind: 'timer',
        name: 'reward',
        at: addHours(AT, 336),
        work: {
          kind: 'job',
          name: 'reward-referral',
          data: { hostAccountId: NEW_ACCOUNT, referralId: ID, at: addHours(AT, 336) },
        },
      },
    ])
  })
  test('stops the reward when its stay is refunded', () =>
    expect(run({ type: 'ReferredStayReversed', data: { ...stay, cause: 'refund' } })).toMatchObject([
      { kind: 'cancel', name: 'reward' },
      { kind: 'job', name: 'reverse-referral', data: { referralId: ID, cause: 'refund', at: AT } },
    ]))
})

test.for([
  ['BookingCheckedOut', 'count-referred-stay'],
  ['RefundRequested', 'reverse-referred-stay'],
  ['ChargebackReceived', 'reverse-referred-stay'],
] as const)('%s of any stay starts %s', ([type, name]) =>
  expect(referredStayProcess.on(undefined, recorded('booking-b', type, {}))).toMatchObject([
    undefined,
    { kind: 'job', name, data: { bookingId: 'b', at: AT } },
  ]),
)
