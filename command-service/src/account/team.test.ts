import { describe, test } from 'vitest'
import { ADMIN, given, IMPORTER, OWNER } from '../testing/given.ts'
import { account } from './account.decider.ts'
import { SAM, ada, by, change, joined, opened, remove, sam } from './testing/teamHistory.ts'

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
      .when(remove('m-ada'), by({ ...OWNER, id: 'bo' }))
      .thenEvents({ type: 'MemberRemoved', data: { userId: 'owner', reason: 'removed' } })
  })
  test('members can be removed and can leave', () => {
    given(account, opened, ada, sam)
      .when(remove('m-sam'), by(OWNER))
      .thenEvents({ type: 'MemberRemoved', data: { memberId: 'm-sam', userId: 'sam', reason: 'removed' } })
    given(account, opened, ada, sam)
      .when({ type: 'LeaveAccount', data: {} }, by(SAM))
      .thenEvents({ type: 'MemberRemoved', data: { reason: 'left' } })
  })
  test('imports members with the account', () =>
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

describe('a permission request', () => {
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
  test('is recorded once', () => {
    given(account, opened, ada, sam)
      .when(ask('booking.cancel'), by(SAM))
      .thenEvents({
        type: 'PermissionRequested',
        data: { memberId: 'm-sam', userId: 'sam', capability: 'booking.cancel', text: 'For June.' },
      })
    given(account, opened, ada, sam, asked).when(ask('booking.cancel'), by(SAM)).thenNothing()
  })
  test('is only for permissions that owners have and the member lacks', () => {
    given(account, opened, ada, sam).when(ask('policy.approve'), by(SAM)).thenRefused('POLICY_VIOLATION')
    given(account, opened, ada, sam).when(ask('booking.read'), by(SAM)).thenRefused('INVALID_TRANSITION')
  })
  test('is granted with a role that includes it', () => {
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
