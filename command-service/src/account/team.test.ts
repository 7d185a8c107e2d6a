import type { AccountEvent } from '@hearth/contracts/account'
import { describe, test } from 'vitest'
import { ADMIN, given, IMPORTER, NOW, OWNER, SCHEDULER } from '../testing/given.ts'
import { account } from './account.decider.ts'

const opened = {
  type: 'AccountOpened',
  data: {
    hostAccountId: 'a',
    displayName: 'Vale Stays',
    kind: 'company',
    country: 'US',
    defaultCurrency: 'USD',
    timezone: 'America/New_York',
  },
} as const
const joined = (
  memberId: string,
  userId: string,
  role: 'owner' | 'cohost_full' | 'cohost_messaging',
  listingIds: string[] | null = null,
) =>
  ({
    type: 'MemberJoined',
    data: {
      hostAccountId: 'a',
      memberId,
      userId,
      role,
      listingIds,
      name: userId,
      email: `${userId}@vale.example`,
    },
  }) as const
const invited = (
  memberId: string,
  expiresAt = '2026-06-19T13:42:00.000Z',
  more: object = {},
): AccountEvent => ({
  type: 'MemberInvited',
  data: {
    hostAccountId: 'a',
    memberId,
    email: 'sam@vale.example',
    role: 'cohost_messaging',
    listingIds: null,
    expiresAt,
    ...more,
  },
})
const ada = joined('m-ada', 'owner', 'owner')
const sam = joined('m-sam', 'sam', 'cohost_messaging')
const lee = joined('m-lee', 'lee', 'cohost_full', ['l1', 'l2'])
const SAM = { id: 'sam', kind: 'host', role: 'cohost_messaging', name: 'Sam' } as const
const LEE = { id: 'lee', kind: 'host', role: 'cohost_full', name: 'Lee' } as const

const facts = { unknownListings: [], standingBookings: 0 }
const by = (actor: typeof OWNER, more: object = {}) => ({ id: 'a', actor, facts, ...more })
const invite = (more: object = {}) =>
  ({
    type: 'InviteMember',
    data: { email: 'sam@vale.example', role: 'cohost_messaging', listingIds: null, ...more },
  }) as never
const change = (memberId: string, role: string, listingIds: string[] | null = null) =>
  ({ type: 'ChangeMemberRole', data: { memberId, role, listingIds } }) as never
const remove = (memberId: string) => ({ type: 'RemoveMember', data: { memberId } }) as const

describe('inviting', () => {
  test('is open for seven days', () =>
    given(account, opened, ada)
      .when(invite(), by(OWNER))
      .thenEvents({
        type: 'MemberInvited',
        data: {
          email: 'sam@vale.example',
          role: 'cohost_messaging',
          listingIds: null,
          expiresAt: '2026-06-19T13:42:00.000Z',
        },
      }))
  test('finds nobody twice', () => {
    given(account, opened, ada, invited('m-1')).when(invite(), by(OWNER)).thenRefused('DUPLICATE')
    given(account, opened, ada, sam).when(invite(), by(OWNER)).thenRefused('DUPLICATE')
  })
  test('is possible again once the first invitation has expired or was withdrawn', () => {
    given(account, opened, ada, invited('m-1', NOW))
      .when(invite(), by(OWNER))
      .thenEvents({ type: 'MemberInvited' })
    given(account, opened, ada, invited('m-1'), {
      type: 'InvitationWithdrawn',
      data: { hostAccountId: 'a', memberId: 'm-1' },
    })
      .when(invite(), by(OWNER))
      .thenEvents({ type: 'MemberInvited' })
  })
  test('an owner has every listing', () =>
    given(account, opened, ada)
      .when(invite({ role: 'owner', listingIds: ['l1'] }), by(OWNER))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/listingIds' }] }))
  test('only listings of the account can be looked after', () =>
    given(account, opened, ada)
      .when(invite({ listingIds: ['l9'] }), by(OWNER, { facts: { ...facts, unknownListings: ['l9'] } }))
      .thenRefused('VALIDATION_FAILED'))
  test('a co-host invites for messages and the calendar only', () => {
    given(account, opened, ada, lee)
      .when(invite({ role: 'cohost_full', listingIds: ['l1'] }), by(LEE))
      .thenRefused('FORBIDDEN')
    given(account, opened, ada, lee)
      .when(invite({ role: 'owner' }), by(LEE))
      .thenRefused('FORBIDDEN')
    given(account, opened, ada, lee)
      .when(invite({ listingIds: ['l1'] }), by(LEE))
      .thenEvents({ type: 'MemberInvited', data: { listingIds: ['l1'] } })
  })
  test('a co-host shares only the listings that they have', () => {
    given(account, opened, ada, lee)
      .when(invite({ listingIds: null }), by(LEE))
      .thenRefused('LISTING_SCOPE_DENIED')
    given(account, opened, ada, lee)
      .when(invite({ listingIds: ['l1', 'l3'] }), by(LEE))
      .thenRefused('LISTING_SCOPE_DENIED')
  })
  test('a co-host whom no event names invites nobody', () =>
    given(account, opened, ada).when(invite(), by(LEE)).thenRefused('FORBIDDEN'))
  test('a closed account invites nobody', () =>
    given(account, opened, ada, { type: 'AccountClosed', data: { hostAccountId: 'a' } })
      .when(invite(), by(OWNER))
      .thenRefused('INVALID_TRANSITION'))
})

describe('an invitation', () => {
  const accept = {
    type: 'AcceptInvitation',
    data: { memberId: 'm-1', userId: 'sam', name: 'Sam', email: 'sam@vale.example' },
  } as const
  const withdraw = { type: 'WithdrawInvitation', data: { memberId: 'm-1' } } as const
  test('is accepted once', () => {
    given(account, opened, ada, invited('m-1'))
      .when(accept, by(SCHEDULER))
      .thenEvents({
        type: 'MemberJoined',
        data: { memberId: 'm-1', userId: 'sam', role: 'cohost_messaging', listingIds: null },
      })
    given(account, opened, ada, invited('m-1'), joined('m-1', 'sam', 'cohost_messaging'))
      .when(accept, by(SCHEDULER))
      .thenRefused('INVALID_TRANSITION')
  })
  test('is worth nothing from its last instant on', () =>
    given(account, opened, ada, invited('m-1', NOW))
      .when(accept, by(SCHEDULER))
      .thenRefused('TICKET_EXPIRED'))
  test('brings nobody in twice', () =>
    given(account, opened, ada, sam, invited('m-1')).when(accept, by(SCHEDULER)).thenRefused('DUPLICATE'))
  test('can be withdrawn until it is accepted', () => {
    given(account, opened, ada, invited('m-1'))
      .when(withdraw, by(OWNER))
      .thenEvents({ type: 'InvitationWithdrawn' })
    given(account, opened, ada, joined('m-1', 'sam', 'cohost_messaging'))
      .when(withdraw, by(OWNER))
      .thenRefused('INVALID_TRANSITION')
    given(account, opened, ada).when(withdraw, by(OWNER)).thenRefused('NOT_FOUND')
  })
})

describe('the team', () => {
  test('gets another role or other listings', () => {
    given(account, opened, ada, sam)
      .when(change('m-sam', 'cohost_full', ['l1']), by(OWNER))
      .thenEvents({
        type: 'MemberChanged',
        data: {
          userId: 'sam',
          role: 'cohost_full',
          listingIds: ['l1'],
          before: { role: 'cohost_messaging', listingIds: null },
        },
      })
    given(account, opened, ada, sam).when(change('m-sam', 'cohost_messaging'), by(OWNER)).thenNothing()
    given(account, opened, ada).when(change('m-sam', 'cohost_full'), by(OWNER)).thenRefused('NOT_FOUND')
  })
  test('keeps at least one owner', () => {
    const unmet = { unmet: [{ code: 'LAST_OWNER', fixRoute: '/account' }] }
    given(account, opened, ada, sam)
      .when(change('m-ada', 'cohost_full'), by(OWNER))
      .thenRefused('PRECONDITION_FAILED', unmet)
    given(account, opened, ada, sam)
      .when(remove('m-ada'), by(ADMIN))
      .thenRefused('PRECONDITION_FAILED', unmet)
    given(account, opened, ada, sam)
      .when({ type: 'LeaveAccount', data: {} }, by(OWNER))
      .thenRefused('PRECONDITION_FAILED', unmet)
    given(account, opened, ada, joined('m-2', 'bo', 'owner'))
      .when(remove('m-ada'), by(ADMIN))
      .thenEvents({ type: 'MemberRemoved', data: { userId: 'owner', reason: 'removed' } })
  })
  test('lets people go, and go by themselves', () => {
    given(account, opened, ada, sam)
      .when(remove('m-sam'), by(OWNER))
      .thenEvents({ type: 'MemberRemoved', data: { memberId: 'm-sam', userId: 'sam', reason: 'removed' } })
    given(account, opened, ada, sam)
      .when({ type: 'LeaveAccount', data: {} }, by(SAM))
      .thenEvents({ type: 'MemberRemoved', data: { reason: 'left' } })
  })
  test('takes in members that come with the account', () =>
    given(account, opened)
      .when(
        {
          type: 'ImportMember',
          data: { userId: 'owner', name: 'Ada', email: 'ada@vale.example', role: 'owner', listingIds: null },
        },
        by(IMPORTER),
      )
      .thenEvents({ type: 'MemberJoined', data: { userId: 'owner', role: 'owner' } }))
})

describe('asking the owners', () => {
  const ask = (capability: string) =>
    ({ type: 'RequestPermission', data: { capability, text: 'For June.' } }) as never
  const asked = {
    type: 'PermissionRequested',
    data: {
      hostAccountId: 'a',
      requestId: 'r',
      memberId: 'm-sam',
      userId: 'sam',
      capability: 'booking.cancel',
      text: null,
    },
  } as const
  const answer = (role: 'cohost_full' | 'cohost_calendar') =>
    ({ type: 'AcceptPermissionRequest', data: { requestId: 'r', role, listingIds: null } }) as const
  test('is done once', () => {
    given(account, opened, ada, sam)
      .when(ask('booking.cancel'), by(SAM))
      .thenEvents({
        type: 'PermissionRequested',
        data: { memberId: 'm-sam', userId: 'sam', capability: 'booking.cancel', text: 'For June.' },
      })
    given(account, opened, ada, sam, asked).when(ask('booking.cancel'), by(SAM)).thenNothing()
  })
  test('is for what owners have, and the asker has not', () => {
    given(account, opened, ada, sam).when(ask('policy.approve'), by(SAM)).thenRefused('POLICY_VIOLATION')
    given(account, opened, ada, sam).when(ask('booking.read'), by(SAM)).thenRefused('INVALID_TRANSITION')
  })
  test('is granted with a role that opens it', () => {
    given(account, opened, ada, sam, asked)
      .when(answer('cohost_full'), by(OWNER))
      .thenEvents(
        { type: 'MemberChanged', data: { role: 'cohost_full' } },
        { type: 'PermissionRequestAccepted' },
      )
    given(account, opened, ada, sam, asked)
      .when(answer('cohost_calendar'), by(OWNER))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/role' }] })
  })
  test('is answered once', () => {
    const declined = {
      type: 'PermissionRequestDeclined',
      data: { hostAccountId: 'a', requestId: 'r', memberId: 'm-sam' },
    } as const
    given(account, opened, ada, sam, asked)
      .when({ type: 'DeclinePermissionRequest', data: { requestId: 'r' } }, by(OWNER))
      .thenEvents({ type: 'PermissionRequestDeclined' })
    given(account, opened, ada, sam, asked, declined)
      .when(answer('cohost_full'), by(OWNER))
      .thenRefused('ALREADY_DECIDED')
  })
})
