import { addHours } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { deriveReferralId, freezeTerms, type RefereeEvent } from '@hearth/contracts/referral'
import { describe, expect, test } from 'vitest'
import { given, NOW } from '../testing/given.ts'
import { referee, WRONG_CODE } from './referee.decider.ts'
import type { RefereeFacts } from './referee.facts.ts'
import type { ReferralState } from './referral.state.ts'
import { isSelfReferral } from './selfReferral.ts'
import { stateAfter } from '../testing/given.ts'
import { account } from '../account/account.decider.ts'

const CODE = 'VA1E7K2Q'
const ID = deriveReferralId(CODE)
const ACCOUNT = deriveId('test', 'new account')
const BOOKING = deriveId('test', 'booking')
const DAY = 24
const terms = freezeTerms(FIRST_POLICIES.referral, 'USD')
const open: ReferralState = {
  status: 'invited',
  referralId: ID,
  hostAccountId: deriveId('test', 'account'),
  code: CODE,
  terms,
  email: null,
  emailHash: null,
  expiresAt: addHours(NOW, DAY),
  qualifyBy: null,
}
type Acceptance = NonNullable<RefereeFacts['acceptance']>
const about = (more: Partial<Acceptance> = {}, now = NOW) => ({
  id: ACCOUNT,
  now,
  facts: { acceptance: { closesAt: addHours(NOW, DAY), referral: open, isSelf: false, ...more } },
})
const accepted: RefereeEvent = {
  type: 'ReferralCodeAccepted',
  data: {
    hostAccountId: ACCOUNT,
    referralId: ID,
    code: CODE,
    terms,
    qualifyBy: addHours(NOW, 180 * DAY),
  },
}
const accept = { type: 'AcceptReferral', data: { code: CODE } } as const

describe('accepting a code', () => {
  test('binds the account to it, under the terms of the invitation', () =>
    given(referee).when(accept, about()).thenEvents(accepted))
  test('is final: the first code counts', () =>
    given(referee, accepted)
      .when({ type: 'AcceptReferral', data: { code: 'ABCD1234' } }, about())
      .thenRefused('DUPLICATE'))
  test('is for new accounts, up to the last instant', () => {
    given(referee)
      .when(accept, about({ closesAt: addHours(NOW, 0.01) }))
      .thenEvents(accepted)
    given(referee)
      .when(accept, about({ closesAt: NOW }))
      .thenRefused('WINDOW_CLOSED')
  })
  test.for([
    ['no one made', { status: 'none' }],
    ['another account has', { ...open, status: 'accepted' }],
    ['is too old', { ...open, expiresAt: NOW }],
    ['has ended', { ...open, status: 'expired' }],
  ] as const)('answers the same for a code that %s', ([, referral]) =>
    expect(
      referee.decide.AcceptReferral({ code: CODE }, referee.initial, {
        ...about({ referral }),
        recordedAt: NOW,
        actor: { id: 'o', kind: 'host', role: 'owner', name: 'O' },
        tenantId: ACCOUNT,
        targetId: ACCOUNT,
        commandId: ID,
        idFor: () => ID,
      }),
    ).toEqual({ ok: false, code: 'NOT_FOUND', detail: WRONG_CODE, facts: {} }),
  )
  test('refuses a host who invited themselves', () =>
    given(referee)
      .when(accept, about({ isSelf: true }))
      .thenRefused('POLICY_VIOLATION'))
  test('is undone where another account was first, and another code counts then', () => {
    const release = { type: 'ReleaseReferralCode', data: { referralId: ID } } as const
    const released: RefereeEvent = {
      type: 'ReferralCodeReleased',
      data: { hostAccountId: ACCOUNT, referralId: ID },
    }
    given(referee, accepted).when(release, about()).thenEvents(released)
    given(referee, accepted, released).when(release, about()).thenNothing()
    given(referee, accepted, released).when(accept, about()).thenEvents(accepted)
  })
})

const leftAt = addHours(NOW, 40 * DAY)
const count = (more: object = {}) =>
  ({
    type: 'CountReferredStay',
    data: { bookingId: BOOKING, leftAt, keptMinor: 10_000, currency: 'EUR', ...more },
  }) as const
const counted: RefereeEvent = {
  type: 'ReferredStayCounted',
  data: {
    hostAccountId: ACCOUNT,
    referralId: ID,
    bookingId: BOOKING,
    leftAt,
    rewardAt: addHours(leftAt, 14 * DAY),
    clawbackUntil: addHours(leftAt, 60 * DAY),
  },
}

describe('the stay that counts', () => {
  test('is the first whose nights come to the minimum', () => {
    given(referee, accepted).when(count(), about()).thenEvents(counted)
    given(referee, accepted)
      .when(count({ keptMinor: 9_999 }), about())
      .thenNothing()
    given(referee, accepted, counted)
      .when(count({ bookingId: ID }), about())
      .thenNothing()
  })
  test('ends after the acceptance and before the deadline', () => {
    given(referee, accepted)
      .when(count({ leftAt: NOW }), about())
      .thenNothing()
    given(referee, accepted)
      .when(count({ leftAt: addHours(NOW, 180 * DAY) }), about())
      .thenNothing()
    given(referee, accepted)
      .when(count({ leftAt: addHours(NOW, 180 * DAY - 0.01) }), about())
      .thenEvents({ type: 'ReferredStayCounted' })
  })
  test('means nothing for an account that was not invited', () =>
    given(referee).when(count(), about()).thenNothing())
})

describe('a stay that is refunded', () => {
  const reverse = (more: object = {}) =>
    ({
      type: 'ReverseReferredStay',
      data: { bookingId: BOOKING, keptMinor: 9_999, currency: 'EUR', cause: 'refund', ...more },
    }) as const
  const reversed: RefereeEvent = {
    type: 'ReferredStayReversed',
    data: { hostAccountId: ACCOUNT, referralId: ID, bookingId: BOOKING, cause: 'refund' },
  }
  test('no longer counts once less than the minimum is left', () => {
    given(referee, accepted, counted).when(reverse(), about()).thenEvents(reversed)
    given(referee, accepted, counted)
      .when(reverse({ keptMinor: 10_000 }), about())
      .thenNothing()
    given(referee, accepted, counted, reversed).when(reverse(), about()).thenNothing()
    given(referee, accepted, counted)
      .when(reverse({ bookingId: ID }), about())
      .thenNothing()
  })
  test('still counts from the 60th day on', () => {
    const at = (hours: number) => about({}, addHours(leftAt, hours))
    given(referee, accepted, counted)
      .when(reverse(), at(60 * DAY - 0.01))
      .thenEvents(reversed)
    given(referee, accepted, counted)
      .when(reverse(), at(60 * DAY))
      .thenNothing()
  })
})

describe('one host behind two accounts', () => {
  const withMember = (userId: string) =>
    stateAfter(account, [
      {
        type: 'AccountOpened',
        data: {
          hostAccountId: 'a',
          displayName: 'Vale',
          kind: 'company',
          country: 'US',
          defaultCurrency: 'USD',
          timezone: 'UTC',
        },
      },
      {
        type: 'MemberJoined',
        data: {
          hostAccountId: 'a',
          role: 'owner',
          listingIds: null,
          memberId: userId,
          userId,
          name: 'A',
          email: 'a@a.example',
        },
      },
    ])
  const compare = (
    people: Record<string, string>,
    banks: Record<string, string[]>,
    other = 'b',
    taxNumbers: Record<string, string[]> = {},
  ) =>
    isSelfReferral(
      {
        readAccount: async (id) => withMember(people[id] ?? id),
        hashBankAccounts: async (id) => banks[id] ?? [],
        listTaxNumbers: async (id) => taxNumbers[id] ?? [],
      },
      'a',
      other,
    )
  test('is found by the account, by a person, by a bank account and by a tax number', async () => {
    expect(await compare({}, {}, 'a')).toBe(true)
    expect(await compare({ a: 'ada', b: 'ada' }, {})).toBe(true)
    expect(await compare({}, { a: ['x', 'y'], b: ['y'] })).toBe(true)
    expect(await compare({}, {}, 'b', { a: ['x'], b: ['x'] })).toBe(true)
    expect(await compare({}, { a: ['x'], b: ['y'] })).toBe(false)
  })
})
