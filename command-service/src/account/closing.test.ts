import type { AccountCommand, AccountEvent } from '@hearth/contracts/account'
import { describe, test } from 'vitest'
import { given, OWNER, SCHEDULER } from '../testing/given.ts'
import { account } from './account.decider.ts'
import { by, offer, team } from './testing/ownershipHistory.ts'

describe('closing', () => {
  const close = { type: 'CloseAccount', data: {} } as const
  test('waits for the last booking', () =>
    given(account, ...team)
      .when(close, by(OWNER, undefined, 2))
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'STANDING_BOOKINGS', fixRoute: '/bookings' }] }))
  test('ends everything except the right to the data', () => {
    given(account, ...team)
      .when(close, by(OWNER))
      .thenEvents({ type: 'AccountClosed' })
    const closed = { type: 'AccountClosed', data: { hostAccountId: 'a' } } as const
    given(account, ...team, closed)
      .when(offer, by(OWNER))
      .thenRefused('INVALID_TRANSITION')
    given(account, ...team, closed)
      .when({ type: 'RequestDataExport', data: {} }, by(OWNER))
      .thenEvents({ type: 'DataExportRequested' })
    given(account, ...team, closed)
      .when({ type: 'EraseSubject', data: { kind: 'account', subjectId: 'a' } }, by(OWNER))
      .thenEvents({ type: 'ErasureRequested', data: { subjects: ['a'] } })
  })
})

describe('erasing', () => {
  const erase = (kind: 'guest' | 'member' | 'account', subjectId: string) =>
    ({ type: 'EraseSubject', data: { kind, subjectId } }) as const
  test.for(['toString', 'constructor', '__proto__'])(
    'refuses an erasure of unknown subject %s',
    (subjectId) => {
      given(account, ...team)
        .when(erase('member', subjectId), by(OWNER))
        .thenRefused('NOT_FOUND')
    },
  )
  const gone = {
    type: 'MemberRemoved',
    data: { hostAccountId: 'a', memberId: 'm-lee', userId: 'lee', reason: 'removed' },
  } as const
  const asked = {
    type: 'PermissionRequested',
    data: {
      hostAccountId: 'a',
      requestId: 'r',
      memberId: 'm-lee',
      userId: 'lee',
      capability: 'booking.cancel',
      text: 'Please',
    },
  } as const
  const copy = {
    type: 'DataExportRequested',
    data: { hostAccountId: 'a', exportId: 'x', userId: 'owner' },
  } as const
  const requested: AccountEvent = {
    type: 'ErasureRequested',
    data: {
      hostAccountId: 'a',
      erasureId: 'e',
      kind: 'member',
      subjectId: 'm-lee',
      subjects: ['lee', 'm-lee'],
      records: ['m-lee'],
    },
  }
  const record: AccountCommand = {
    type: 'RecordErasure',
    data: { erasureId: 'e', streams: [], keyDestroyedAt: '2026-06-12T13:42:01.000Z' },
  }

  test('erases a former member’s keys, records and data exports', () =>
    given(account, ...team, asked, gone, copy)
      .when(erase('member', 'm-lee'), by(OWNER))
      .thenEvents({
        type: 'ErasureRequested',
        data: { subjects: ['lee', 'm-lee'], records: ['m-lee', 'r', 'x'] },
      }))
  test('removes a current member before the erasure', () =>
    given(account, ...team)
      .when(erase('member', 'm-lee'), by(OWNER))
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'STILL_MEMBER' }] }))
  test('erases the account’s own data only after it is closed', () =>
    given(account, ...team)
      .when(erase('account', 'a'), by(OWNER))
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'ACCOUNT_OPEN' }] }))
  test('a guest’s reference does not reach another person’s key', () => {
    for (const id of ['a', 'lee', 'm-lee'])
      given(account, ...team)
        .when(erase('guest', id), by(OWNER))
        .thenRefused('VALIDATION_FAILED')
    given(account, ...team)
      .when(erase('guest', 'guest-7'), by(OWNER))
      .thenEvents({ type: 'ErasureRequested', data: { subjects: ['guest-7'], records: [] } })
  })
  test('refuses to erase a guest with a future stay', () =>
    given(account, ...team)
      .when(erase('guest', 'guest-7'), by(OWNER, undefined, 1))
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'GUEST_EXPECTED', fixRoute: '/bookings' }] }))
  test('runs once and is recorded once', () => {
    given(account, ...team, gone, requested)
      .when(erase('member', 'm-lee'), by(OWNER))
      .thenNothing()
    given(account, ...team, gone, copy, requested)
      .when(record, by(SCHEDULER))
      .thenEvents({
        type: 'SubjectErased',
        data: {
          subjects: ['lee', 'm-lee'],
          records: ['m-lee', 'x'],
          keyDestroyedAt: '2026-06-12T13:42:01.000Z',
        },
      })
  })
  test('withdraws data exports in preparation', () => {
    const proof: AccountEvent = {
      type: 'SubjectErased',
      data: {
        hostAccountId: 'a',
        erasureId: 'e',
        kind: 'member',
        subjectId: 'm-lee',
        subjects: ['lee', 'm-lee'],
        records: ['m-lee', 'x'],
        streams: [],
        keyDestroyedAt: '2026-06-12T13:42:01.000Z',
      },
    }
    const made = {
      type: 'RecordDataExport',
      data: { exportId: 'x', files: 1, rows: 1, bytes: 1, expiresAt: '2026-06-19T13:42:00.000Z' },
    } as const
    given(account, ...team, gone, copy, requested, proof)
      .when(made, by(SCHEDULER))
      .thenRefused('INVALID_TRANSITION')
    given(account, ...team, gone, copy, requested, proof)
      .when(record, by(SCHEDULER))
      .thenNothing()
  })
})
