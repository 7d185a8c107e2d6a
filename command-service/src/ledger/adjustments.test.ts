import { deriveEntryId, type LedgerEvent } from '@hearth/contracts/ledger'
import { addHours } from '@hearth/contracts/kernel/dates'
import { deriveEventId, deriveId } from '@hearth/contracts/kernel/ids'
import type { Actor } from '@hearth/contracts/kernel/message'
import { describe, expect, it } from 'vitest'
import { ADMIN, given, NOW, stateAfter } from '../testing/given.ts'
import { ledger } from './ledger.decider.ts'
import { isSettled, payableEntries, totalsIn } from './ledger.state.ts'
import {
  FINANCE,
  assigned,
  at,
  earned,
  fee,
  history,
  id,
  posted,
  settled,
  notified,
  unassigned,
} from './testing/ledgerHistory.ts'

describe('the notice of a reduction', () => {
  const record = (entryId: string) =>
    ({ type: 'RecordMoneyReduced', data: { accountId: id, entryId, told: 1 } }) as const
  it('is recorded once', () => {
    given(ledger, ...history)
      .when(record(fee.entryId), at)
      .thenEvents(notified)
    given(ledger, ...history, notified)
      .when(record(fee.entryId), at)
      .thenNothing()
    given(ledger, ...history)
      .when(record(earned.entryId), at)
      .thenNothing()
  })
  it('needs an existing entry', () => given(ledger).when(record(fee.entryId), at).thenRefused('NOT_FOUND'))
})

describe('an adjustment', () => {
  const targetId = deriveId('adjustment')
  const proposal = {
    currency: 'USD',
    amountMinor: -2_500,
    listingId: null,
    bookingId: null,
    reason: 'The lost key was replaced at our cost.',
  } as const
  const propose = { type: 'ProposeAdjustment', data: { accountId: id, ...proposal } } as const
  const approve = { type: 'ApproveAdjustment', data: { accountId: id } } as const
  const refuse = {
    type: 'RejectAdjustment',
    data: { accountId: id, reason: 'The key was found behind the sofa.' },
  } as const
  const proposed: LedgerEvent = {
    type: 'AdjustmentProposed',
    data: { hostAccountId: id, adjustmentId: targetId, ...proposal, by: FINANCE.id },
  }
  const by = (actor: Actor) => ({ ...at, targetId, actor })
  const commandId = deriveId('test', 'command')

  it('is proposed once', () => {
    given(ledger).when(propose, by(FINANCE)).thenEvents(proposed)
    given(ledger, proposed).when(propose, by(FINANCE)).thenNothing()
  })
  it('names no entry of another account', () =>
    given(ledger)
      .when(propose, { ...by(FINANCE), facts: { unknown: ['bookingId'] } })
      .thenRefused('VALIDATION_FAILED', {
        errors: [{ pointer: '/bookingId', detail: 'doesn’t belong to this account' }],
      }))
  it('is approved by a second person and posted in the same append, with the approval', () =>
    given(ledger, ...history, proposed)
      .when(approve, { ...by(ADMIN), commandId })
      .thenEvents(
        { type: 'AdjustmentApproved', data: { by: ADMIN.id } },
        {
          type: 'LedgerEntryPosted',
          data: {
            entryId: deriveEntryId(deriveEventId(commandId, 0), 'manual_adjustment'),
            kind: 'manual_adjustment',
            amountMinor: -2_500,
            availableAt: NOW,
            source: { stream: `hostLedger-${id}`, revision: 5, eventId: deriveEventId(commandId, 0) },
          },
        },
      ))
  it('is not decided by the person who proposed it', () => {
    given(ledger, proposed).when(approve, by(FINANCE)).thenRefused('FOUR_EYES_SAME_ACTOR')
    given(ledger, proposed).when(refuse, by(FINANCE)).thenRefused('FOUR_EYES_SAME_ACTOR')
  })
  it('is rejected with a reason and then decided', () => {
    given(ledger, proposed)
      .when(refuse, by(ADMIN))
      .thenEvents({ type: 'AdjustmentRejected', data: { by: ADMIN.id } })
    const rejected: LedgerEvent = {
      type: 'AdjustmentRejected',
      data: { hostAccountId: id, adjustmentId: targetId, by: ADMIN.id, reason: 'x' },
    }
    given(ledger, proposed, rejected).when(approve, by(ADMIN)).thenRefused('ALREADY_DECIDED')
  })
  it('that was not proposed is unknown', () =>
    given(ledger).when(approve, by(ADMIN)).thenRefused('NOT_FOUND'))
})

describe('the ledger’s state', () => {
  it('has the amounts owed, in transit and paid', () => {
    expect(totalsIn(stateAfter(ledger, history), 'USD')).toEqual({
      openMinor: 71_640,
      inTransitMinor: 0,
      paidMinor: 0,
    })
    expect(totalsIn(stateAfter(ledger, [...history, assigned]), 'USD')).toEqual({
      openMinor: -23_000,
      inTransitMinor: 94_640,
      paidMinor: 0,
    })
    expect(totalsIn(stateAfter(ledger, [...history, assigned, settled]), 'USD')).toEqual({
      openMinor: -23_000,
      inTransitMinor: 0,
      paidMinor: 94_640,
    })
    expect(totalsIn(stateAfter(ledger, [...history, assigned, unassigned]), 'USD')).toEqual({
      openMinor: 71_640,
      inTransitMinor: 0,
      paidMinor: 0,
    })
  })
  it('lists the entries that can be paid now', () => {
    expect(
      payableEntries(stateAfter(ledger, history), NOW)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['earned', 'euros'])
    expect(
      payableEntries(stateAfter(ledger, [...history, notified, assigned]), addHours(NOW, 1))
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['euros', 'fee', 'later'])
  })
  it('knows whether anything is owed', () => {
    expect(isSettled(stateAfter(ledger, []))).toBe(true)
    expect(isSettled(stateAfter(ledger, [posted(earned)]))).toBe(false)
    expect(isSettled(stateAfter(ledger, [posted(earned), assigned]))).toBe(false)
    expect(isSettled(stateAfter(ledger, [posted(earned), assigned, settled]))).toBe(true)
  })
})
