import { describe, test } from 'vitest'
import { given, OWNER, SCHEDULER } from '../testing/given.ts'
import { account } from './account.decider.ts'
import {
  LEE,
  SAM,
  by,
  cancel,
  complete,
  confirm,
  confirmed,
  offer,
  offered,
  team,
} from './testing/ownershipHistory.ts'

describe('ownership', () => {
  test('is offered by an owner', () => {
    given(account, ...team)
      .when(offer, by(OWNER))
      .thenEvents({
        type: 'OwnershipTransferRequested',
        data: { fromMemberId: 'm-ada', toMemberId: 'm-lee', expiresAt: '2026-06-19T13:42:00.000Z' },
      })
    given(account, ...team)
      .when(offer, by(SAM))
      .thenRefused('FORBIDDEN')
    given(account, ...team, offered)
      .when(offer, by(OWNER))
      .thenRefused('INVALID_TRANSITION')
  })
  test('is confirmed only by the new owner', () => {
    given(account, ...team, offered)
      .when(confirm, by(LEE))
      .thenEvents({ type: 'OwnershipTransferConfirmed', data: { effectiveAt: '2026-06-15T13:42:00.000Z' } })
    given(account, ...team, offered)
      .when(confirm, by(SAM))
      .thenRefused('FORBIDDEN')
    given(account, ...team, offered)
      .when(confirm, by(OWNER))
      .thenRefused('FORBIDDEN')
    given(account, ...team, offered)
      .when(confirm, by(LEE, '2026-06-19T13:42:00.000Z'))
      .thenRefused('WINDOW_CLOSED')
    given(account, ...team)
      .when(confirm, by(LEE))
      .thenRefused('NOT_FOUND')
  })
  test('passes after 72 hours and not earlier', () => {
    given(account, ...team, offered, confirmed)
      .when(complete, by(SCHEDULER, '2026-06-15T13:41:59.999Z'))
      .thenRefused('PRECONDITION_FAILED')
    given(account, ...team, offered, confirmed)
      .when(complete, by(SCHEDULER, '2026-06-15T13:42:00.000Z'))
      .thenEvents({ type: 'OwnershipTransferred', data: { fromMemberId: 'm-ada', toMemberId: 'm-lee' } })
    given(account, ...team, offered)
      .when(complete, by(SCHEDULER, '2026-07-01T00:00:00.000Z'))
      .thenRefused('NOT_FOUND')
  })
  test('makes the former owner a full co-host', () => {
    const passed = {
      type: 'OwnershipTransferred',
      data: { hostAccountId: 'a', transferId: 't', fromMemberId: 'm-ada', toMemberId: 'm-lee' },
    } as const
    given(account, ...team, offered, confirmed, passed)
      .when({ type: 'RemoveMember', data: { memberId: 'm-lee' } }, by(LEE))
      .thenRefused('PRECONDITION_FAILED')
    given(account, ...team, offered, confirmed, passed)
      .when({ type: 'RemoveMember', data: { memberId: 'm-ada' } }, by(LEE))
      .thenEvents({ type: 'MemberRemoved' })
  })
  test('can be stopped by either side until it has passed', () => {
    given(account, ...team, offered)
      .when(cancel, by(LEE))
      .thenEvents({ type: 'OwnershipTransferCancelled', data: { reason: 'declined' } })
    given(account, ...team, offered, confirmed)
      .when(cancel, by(OWNER))
      .thenEvents({ type: 'OwnershipTransferCancelled', data: { reason: 'cancelled' } })
    given(account, ...team, offered)
      .when(cancel, by(SAM))
      .thenRefused('FORBIDDEN')
  })
  test('is cancelled when one of the two leaves', () =>
    given(account, ...team, offered, confirmed)
      .when({ type: 'RemoveMember', data: { memberId: 'm-lee' } }, by(OWNER))
      .thenEvents(
        { type: 'MemberRemoved' },
        { type: 'OwnershipTransferCancelled', data: { reason: 'member_gone' } },
      ))
})
