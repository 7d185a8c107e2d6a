import type { AccountEvent } from '@hearth/contracts/account'
import { describe, test } from 'vitest'
import { ADMIN, given, NOW, OWNER, SCHEDULER } from '../testing/given.ts'
import { account } from './account.decider.ts'
import { ada, by, change, invite, invited, joined, opened, remove, sam, SAM } from './testing/teamHistory.ts'

const SECOND_ADMIN = { ...ADMIN, id: 'admin-2' }
const IN_72_HOURS = '2026-06-15T13:42:00.000Z'
const bo = joined('m-bo', 'bo', 'owner')
const BO = { ...OWNER, id: 'bo' }
const rule = { rule: 'owner_change' }

const propose = (what: object) =>
  ({
    type: 'ProposeOwnerChange',
    data: { change: what, reasonText: 'The owner lost her mailbox; we checked her passport.' },
  }) as never
const step = (type: 'Approve' | 'Decline' | 'Stop' | 'Complete', changeId = 'c') =>
  ({ type: `${type}OwnerChange`, data: { changeId } }) as never
const proposed = (more: object = {}): AccountEvent => ({
  type: 'OwnerChangeProposed',
  data: {
    hostAccountId: 'a',
    changeId: 'c',
    kind: 'demote',
    memberId: 'm-ada',
    email: null,
    role: 'cohost_full',
    reasonText: 'The owner lost her mailbox; we checked her passport.',
    proposedBy: 'admin',
    expiresAt: '2026-06-19T13:42:00.000Z',
    ...more,
  },
})
const approved = (ownerIds: string[] = ['m-ada', 'm-bo']): AccountEvent => ({
  type: 'OwnerChangeApproved',
  data: { hostAccountId: 'a', changeId: 'c', approvedBy: 'admin-2', effectiveAt: IN_72_HOURS, ownerIds },
})
const stopped: AccountEvent = {
  type: 'OwnerChangeStopped',
  data: { hostAccountId: 'a', changeId: 'c', memberId: 'm-ada' },
}
const team = [opened, ada, bo, sam]

describe('staff', () => {
  test('can’t give the role of owner alone', () => {
    given(account, ...team)
      .when(invite({ email: 'x@thief.example', role: 'owner' }), by(ADMIN))
      .thenRefused('POLICY_VIOLATION', rule)
    given(account, ...team)
      .when(change('m-sam', 'owner'), by(ADMIN))
      .thenRefused('POLICY_VIOLATION', rule)
    given(account, ...team, {
      type: 'PermissionRequested',
      data: {
        hostAccountId: 'a',
        requestId: 'r',
        memberId: 'm-sam',
        userId: 'sam',
        capability: 'payout-account.write',
        text: null,
      },
    })
      .when(
        { type: 'AcceptPermissionRequest', data: { requestId: 'r', role: 'owner', listingIds: null } },
        by(ADMIN),
      )
      .thenRefused('POLICY_VIOLATION', rule)
  })
  test('can’t take the role of owner alone', () => {
    given(account, ...team)
      .when(change('m-ada', 'cohost_full'), by(ADMIN))
      .thenRefused('POLICY_VIOLATION', rule)
    given(account, ...team)
      .when(remove('m-ada'), by(ADMIN))
      .thenRefused('POLICY_VIOLATION', rule)
  })
  test('change the other members as before', () => {
    given(account, ...team)
      .when(change('m-sam', 'cohost_full'), by(ADMIN))
      .thenEvents({ type: 'MemberChanged' })
    given(account, ...team)
      .when(remove('m-sam'), by(ADMIN))
      .thenEvents({ type: 'MemberRemoved' })
    given(account, ...team)
      .when(invite({ email: 'kim@vale.example' }), by(ADMIN))
      .thenEvents({ type: 'MemberInvited' })
  })
  test('invite the first owner of an account that no person has joined, and only one', () => {
    given(account, opened)
      .when(invite({ role: 'owner' }), by(ADMIN))
      .thenEvents({ type: 'MemberInvited' })
    given(account, opened, invited('m-1', NOW, { role: 'owner' }))
      .when(invite({ role: 'owner' }), by(ADMIN))
      .thenEvents({ type: 'MemberInvited' })
    given(account, opened, invited('m-1', undefined, { role: 'owner' }))
      .when(invite({ email: 'x@thief.example', role: 'owner' }), by(ADMIN))
      .thenRefused('POLICY_VIOLATION', rule)
    given(account, opened, sam, { type: 'MemberRemoved', data: { ...left('m-sam', 'sam') } })
      .when(invite({ role: 'owner' }), by(ADMIN))
      .thenRefused('POLICY_VIOLATION', rule)
  })
})

const left = (memberId: string, userId: string) =>
  ({ hostAccountId: 'a', memberId, userId, reason: 'left' }) as const

test('owners still change owners themselves', () => {
  given(account, ...team)
    .when(change('m-bo', 'cohost_full'), by(OWNER))
    .thenEvents({ type: 'MemberChanged' })
  given(account, ...team)
    .when(invite({ email: 'kim@vale.example', role: 'owner' }), by(OWNER))
    .thenEvents({ type: 'MemberInvited' })
})

describe('a change of owners', () => {
  test('is proposed for seven days, one at a time', () => {
    given(account, ...team)
      .when(propose({ kind: 'invite', email: 'ines@vale.example' }), by(ADMIN))
      .thenEvents({
        type: 'OwnerChangeProposed',
        data: {
          kind: 'invite',
          email: 'ines@vale.example',
          role: 'owner',
          proposedBy: 'admin',
          expiresAt: '2026-06-19T13:42:00.000Z',
        },
      })
    const second = propose({ kind: 'promote', memberId: 'm-sam' })
    given(account, ...team, proposed())
      .when(second, by(ADMIN))
      .thenRefused('INVALID_TRANSITION')
    given(account, ...team, proposed(), approved())
      .when(second, by(ADMIN, { now: '2026-06-20T00:00:00.000Z' }))
      .thenRefused('INVALID_TRANSITION')
    given(account, ...team, proposed())
      .when(second, by(ADMIN, { now: '2026-06-19T13:42:00.000Z' }))
      .thenEvents({ type: 'OwnerChangeProposed' })
    given(account, ...team, proposed(), approved(), stopped)
      .when(second, by(ADMIN))
      .thenEvents({ type: 'OwnerChangeProposed' })
  })
  test('is about people of whom it can be true', () => {
    const refused = (what: object, code: Parameters<ReturnType<typeof when>['thenRefused']>[0]) =>
      when(what).thenRefused(code)
    const when = (what: object) => given(account, ...team).when(propose(what), by(ADMIN))
    refused({ kind: 'invite', email: 'sam@vale.example' }, 'DUPLICATE')
    refused({ kind: 'promote', memberId: 'm-bo' }, 'INVALID_TRANSITION')
    refused({ kind: 'promote', memberId: 'm-x' }, 'NOT_FOUND')
    refused({ kind: 'demote', memberId: 'm-sam', role: 'cohost_full' }, 'INVALID_TRANSITION')
    given(account, opened, ada)
      .when(propose({ kind: 'remove', memberId: 'm-ada' }), by(ADMIN))
      .thenRefused('PRECONDITION_FAILED')
  })
  test('needs a second admin, and waits 72 hours from then on', () => {
    given(account, ...team, proposed())
      .when(step('Approve'), by(ADMIN))
      .thenRefused('FOUR_EYES_SAME_ACTOR')
    given(account, ...team, proposed())
      .when(step('Approve'), by(SECOND_ADMIN))
      .thenEvents({
        type: 'OwnerChangeApproved',
        data: { approvedBy: 'admin-2', effectiveAt: IN_72_HOURS, ownerIds: ['m-ada', 'm-bo'] },
      })
    given(account, ...team, proposed(), approved())
      .when(step('Approve'), by(SECOND_ADMIN))
      .thenRefused('ALREADY_DECIDED')
    given(account, ...team, proposed())
      .when(step('Approve'), by(SECOND_ADMIN, { now: '2026-06-19T13:42:00.000Z' }))
      .thenRefused('NOT_FOUND')
    given(account, ...team)
      .when(step('Approve', 'toString'), by(SECOND_ADMIN))
      .thenRefused('NOT_FOUND')
  })
  test('is announced to everyone who was an owner in the last 30 days', () => {
    const lost = (at: string) => ({
      type: 'MemberRemoved' as const,
      data: { ...left('m-bo', 'bo'), reason: 'removed' as const },
      at,
    })
    given(
      account,
      ...team,
      lost('2026-05-13T13:42:00.000Z'),
      proposed({ kind: 'promote', memberId: 'm-sam' }),
    )
      .when(step('Approve'), by(SECOND_ADMIN))
      .thenEvents({ type: 'OwnerChangeApproved', data: { ownerIds: ['m-ada', 'm-bo'] } })
    given(
      account,
      ...team,
      lost('2026-05-13T13:41:59.999Z'),
      proposed({ kind: 'promote', memberId: 'm-sam' }),
    )
      .when(step('Approve'), by(SECOND_ADMIN))
      .thenEvents({ type: 'OwnerChangeApproved', data: { ownerIds: ['m-ada'] } })
  })
  test('can be withdrawn by staff until it takes effect', () => {
    given(account, ...team, proposed())
      .when(step('Decline'), by(ADMIN))
      .thenEvents({ type: 'OwnerChangeDeclined', data: { declinedBy: 'admin' } })
    given(account, ...team, proposed(), approved())
      .when(step('Decline'), by(SECOND_ADMIN))
      .thenEvents({ type: 'OwnerChangeDeclined' })
    given(account, ...team, proposed(), approved(), stopped)
      .when(step('Decline'), by(ADMIN))
      .thenRefused('NOT_FOUND')
  })
  test('can be stopped by any owner, and by one who lost the role', () => {
    given(account, ...team, proposed(), approved())
      .when(step('Stop'), by(BO))
      .thenEvents({ type: 'OwnerChangeStopped', data: { memberId: 'm-bo' } })
    const gone = { type: 'MemberRemoved' as const, data: left('m-bo', 'bo') }
    given(account, ...team, gone, proposed(), approved())
      .when(step('Stop'), by(BO))
      .thenEvents({ type: 'OwnerChangeStopped', data: { memberId: 'm-bo' } })
    given(account, ...team, gone, proposed(), approved(['m-ada']))
      .when(step('Stop'), by(BO))
      .thenRefused('FORBIDDEN')
    given(account, ...team, proposed(), approved())
      .when(step('Stop'), by(SAM))
      .thenRefused('FORBIDDEN')
    given(account, ...team, proposed(), approved(), stopped)
      .when(step('Stop'), by(BO))
      .thenNothing()
    given(account, ...team, proposed())
      .when(step('Stop'), by(OWNER))
      .thenRefused('NOT_FOUND')
  })
  test('takes effect after 72 hours and not earlier', () => {
    const complete = (now: string) => by(SCHEDULER, { now })
    given(account, ...team, proposed(), approved())
      .when(step('Complete'), complete('2026-06-15T13:41:59.999Z'))
      .thenRefused('PRECONDITION_FAILED')
    given(account, ...team, proposed(), approved())
      .when(step('Complete'), complete(IN_72_HOURS))
      .thenEvents(
        { type: 'MemberChanged', data: { memberId: 'm-ada', role: 'cohost_full' } },
        { type: 'OwnerChangeCompleted' },
      )
    given(account, ...team, proposed({ kind: 'remove', role: null }), approved())
      .when(step('Complete'), complete(IN_72_HOURS))
      .thenEvents({ type: 'MemberRemoved', data: { memberId: 'm-ada' } }, { type: 'OwnerChangeCompleted' })
    given(
      account,
      ...team,
      proposed({ kind: 'invite', memberId: 'm-new', email: 'ines@vale.example', role: 'owner' }),
      approved(),
    )
      .when(step('Complete'), complete(IN_72_HOURS))
      .thenEvents(
        { type: 'MemberInvited', data: { memberId: 'm-new', email: 'ines@vale.example', role: 'owner' } },
        { type: 'OwnerChangeCompleted' },
      )
    for (const ending of [[], [approved(), stopped]])
      given(account, ...team, proposed(), ...ending)
        .when(step('Complete'), complete(IN_72_HOURS))
        .thenRefused('NOT_FOUND')
  })
  test('lapses when the team has changed in the meantime', () =>
    given(account, ...team, proposed(), approved(), { type: 'MemberRemoved', data: left('m-bo', 'bo') })
      .when(step('Complete'), by(SCHEDULER, { now: IN_72_HOURS }))
      .thenEvents({ type: 'OwnerChangeLapsed' }))
})
