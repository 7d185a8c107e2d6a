import { describe, test } from 'vitest'
import { given, NOW, OWNER, SCHEDULER } from '../testing/given.ts'
import { account } from './account.decider.ts'
import { LEE, ada, by, facts, invite, invited, joined, lee, opened, sam } from './testing/teamHistory.ts'

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
  test('refuses a second invitation to the same address', () => {
    given(account, opened, ada, invited('m-1')).when(invite(), by(OWNER)).thenRefused('DUPLICATE')
    given(account, opened, ada, sam).when(invite(), by(OWNER)).thenRefused('DUPLICATE')
  })
  test('is possible again once the first invitation has expired or was withdrawn', () => {
    given(account, opened, ada, invited('m-1', NOW))
      .when(invite(), by(OWNER))
      .thenEvents({ type: 'MemberInvited' })
    given(account, opened, ada, invited('m-1', '2026-06-18T13:42:00.000Z'), {
      type: 'InvitationWithdrawn',
      data: { hostAccountId: 'a', memberId: 'm-1' },
    })
      .when(invite(), by(OWNER))
      .thenEvents({ type: 'MemberInvited' })
  })
  test('an address gets one within 24 hours, also if it was withdrawn', () =>
    given(account, opened, ada, invited('m-1', '2026-06-18T13:42:00.001Z'), {
      type: 'InvitationWithdrawn',
      data: { hostAccountId: 'a', memberId: 'm-1' },
    })
      .when(invite(), by(OWNER))
      .thenRefused('LIMIT_EXCEEDED', { limit: 1 }))
  test('an account sends twenty within 24 hours, also if people have joined or it withdrew them', () => {
    const twenty = (expiresAt: string) =>
      Array.from({ length: 20 }, (_, index) =>
        invited(`m-${index}`, expiresAt, { email: `${index}@vale.example` }),
      )
    const withdrawn = {
      type: 'InvitationWithdrawn',
      data: { hostAccountId: 'a', memberId: 'm-0' },
    } as const
    const today = twenty('2026-06-18T13:42:00.001Z')
    given(account, opened, ada, ...today, withdrawn, joined('m-1', 'kim', 'cohost_full'))
      .when(invite(), by(OWNER))
      .thenRefused('LIMIT_EXCEEDED', { limit: 20 })
    given(account, opened, ada, ...today.slice(1))
      .when(invite(), by(OWNER))
      .thenEvents({ type: 'MemberInvited' })
    given(account, opened, ada, ...twenty('2026-06-18T13:42:00.000Z'))
      .when(invite(), by(OWNER))
      .thenEvents({ type: 'MemberInvited' })
  })
  test('an owner has every listing', () =>
    given(account, opened, ada)
      .when(invite({ role: 'owner', listingIds: ['l1'] }), by(OWNER))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/listingIds' }] }))
  test('accepts only listings of the account', () =>
    given(account, opened, ada)
      .when(invite({ listingIds: ['l9'] }), by(OWNER, { facts: { ...facts, unknownListings: ['l9'] } }))
      .thenRefused('VALIDATION_FAILED'))
  test('a co-host invites only messaging and calendar co-hosts', () => {
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
  test('a co-host shares only their own listings', () => {
    given(account, opened, ada, lee)
      .when(invite({ listingIds: null }), by(LEE))
      .thenRefused('LISTING_SCOPE_DENIED')
    given(account, opened, ada, lee)
      .when(invite({ listingIds: ['l1', 'l3'] }), by(LEE))
      .thenRefused('LISTING_SCOPE_DENIED')
  })
  test('a co-host without an event can’t invite', () =>
    given(account, opened, ada).when(invite(), by(LEE)).thenRefused('FORBIDDEN'))
  test('a closed account can’t invite', () =>
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
  test('is void from its expiry', () =>
    given(account, opened, ada, invited('m-1', NOW))
      .when(accept, by(SCHEDULER))
      .thenRefused('TICKET_EXPIRED'))
  test('does not add a member twice', () =>
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
