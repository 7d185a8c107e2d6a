import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import type { AccountEvent } from './messages.ts'
import { accountProcess, type AccountProcessState } from './processes.ts'

const hostAccountId = 'f99830bc-b32e-578d-b665-dfe370189583'
const happened = (type: AccountEvent['type'], index = 0): RecordedEvent => ({
  id: deriveId('event', String(index)),
  stream: `hostAccount-${hostAccountId}`,
  revision: BigInt(index),
  type,
  data: JSON.parse(
    readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'),
  ) as unknown,
  metadata: { tenantId: hostAccountId, occurredAt: '2026-06-12T13:42:00.000Z' },
  position: { commit: BigInt(index), prepare: BigInt(index) },
  recordedAt: '2026-06-12T13:42:00.000Z',
})

/** What the last event of a story makes. */
const after = (...story: readonly AccountEvent['type'][]) => {
  let state: AccountProcessState | undefined
  let effects: readonly unknown[] = []
  for (const [index, type] of story.entries())
    [state, ...effects] = accountProcess.on(state, happened(type, index))
  return effects
}
const job = (name: string, data: object) => ({
  kind: 'job',
  name,
  data: expect.objectContaining({ hostAccountId, ...data }),
})
const cancelled = { kind: 'cancel', name: 'transfer' }
const ownerChangeCancelled = { kind: 'cancel', name: 'owner-change' }

describe('the account process', () => {
  test('writes to its own stream', () => {
    expect(accountProcess.correlate(happened('MemberJoined'))).toBe(hostAccountId)
    expect(accountProcess.correlate({ ...happened('MemberJoined'), stream: 'booking-1' })).toBeUndefined()
  })
  test('emails invitations, and ends withdrawn ones', () => {
    expect(after('MemberInvited')).toEqual([job('send-invitation', {})])
    expect(after('InvitationWithdrawn')).toEqual([job('void-invitation', {})])
  })
  test.for([
    ['MemberJoined', 'joined'],
    ['MemberChanged', 'changed'],
    ['MemberRemoved', 'removed'],
  ] as const)('%s: notifies sessions and people', ([type, what]) =>
    expect(after(type)).toEqual([job('sync-members', {}), job('tell-team', { what })]),
  )
  test('completes an ownership transfer when its time is over', () => {
    expect(after('OwnershipTransferRequested', 'OwnershipTransferConfirmed')).toMatchObject([
      {
        kind: 'timer',
        name: 'transfer',
        at: '2026-06-16T09:00:00.000Z',
        work: { kind: 'command', type: 'CompleteOwnershipTransfer', id: hostAccountId },
      },
      job('tell-team', { what: 'transfer_confirmed' }),
    ])
    expect(after('OwnershipTransferRequested', 'OwnershipTransferConfirmed', 'OwnershipTransferred')).toEqual(
      [cancelled, job('sync-members', {}), job('tell-team', { what: 'transferred' })],
    )
  })
  test('stops the timers of a stopped transfer and of a closed account', () => {
    expect(after('OwnershipTransferRequested', 'OwnershipTransferCancelled')).toEqual([
      cancelled,
      job('tell-team', { what: 'transfer_cancelled' }),
    ])
    expect(after('AccountClosed')).toEqual([cancelled, ownerChangeCancelled])
  })
  test('notifies owners of an approved change of owners, and completes it when its time is over', () =>
    expect(after('OwnerChangeProposed', 'OwnerChangeApproved')).toMatchObject([
      {
        kind: 'timer',
        name: 'owner-change',
        at: '2026-06-15T13:42:00.000Z',
        work: { kind: 'command', type: 'CompleteOwnerChange', id: hostAccountId },
      },
      job('notify-owner-change', { what: 'approved' }),
    ]))
  test('does not notify owners of a proposal', () => expect(after('OwnerChangeProposed')).toEqual([]))
  test.for([
    ['OwnerChangeDeclined', 'declined'],
    ['OwnerChangeStopped', 'stopped'],
    ['OwnerChangeCompleted', 'completed'],
    ['OwnerChangeLapsed', 'lapsed'],
  ] as const)('%s: ends the timer and notifies the owners', ([type, what]) =>
    expect(after('OwnerChangeProposed', 'OwnerChangeApproved', type)).toEqual([
      ownerChangeCancelled,
      job('notify-owner-change', { what }),
    ]),
  )
  test('keeps a copy of its data until its time is over', () => {
    expect(after('DataExportRequested')).toEqual([job('export-data', {})])
    expect(after('DataExportReady')).toMatchObject([
      { kind: 'timer', at: '2026-06-19T13:42:00.000Z', work: { kind: 'job', name: 'remove-export' } },
    ])
  })
  test('erases the account', () => expect(after('ErasureRequested')).toEqual([job('erase-subject', {})]))
})
