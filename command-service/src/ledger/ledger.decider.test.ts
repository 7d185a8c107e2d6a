import type { LedgerCommand, LedgerEntry } from '@hearth/contracts/ledger'
import type { OfType } from '@hearth/contracts/kernel/message'
import { describe, it } from 'vitest'
import { given, NOW } from '../testing/given.ts'
import { ledger } from './ledger.decider.ts'
import {
  P1,
  P2,
  assign,
  assigned,
  at,
  earned,
  euros,
  fee,
  history,
  id,
  later,
  settled,
  notified,
  unassigned,
} from './testing/ledgerHistory.ts'

describe('posting', () => {
  const post = (...entries: readonly LedgerEntry[]): OfType<LedgerCommand, 'PostEntries'> => ({
    type: 'PostEntries',
    data: { accountId: id, entries: [...entries] },
  })
  it('posts all entries of a cause together', () =>
    given(ledger)
      .when(post(earned, fee), at)
      .thenEvents(
        { type: 'LedgerEntryPosted', data: { ...earned, hostAccountId: id } },
        { type: 'LedgerEntryPosted', data: { amountMinor: -28_000 } },
      ))
  it('posts an entry once, even after it was paid out', () => {
    given(ledger, ...history)
      .when(post(earned, fee), at)
      .thenNothing()
    given(ledger, ...history, assigned, settled)
      .when(post(earned), at)
      .thenNothing()
    given(ledger).when(post(earned, earned), at).thenEvents({ type: 'LedgerEntryPosted' })
  })
  it.each([
    ['is nothing', { ...earned, amountMinor: 0, components: [] }],
    ['does not add up', { ...earned, amountMinor: 1 }],
    ['has parts that its kind has not', { ...earned, kind: 'chargeback' }],
    [
      'does not follow from its numbers',
      {
        ...earned,
        kind: 'host_cancellation_fee',
        components: [{ code: 'fee', amountMinor: 94_640, basis: { rule: 'share', baseMinor: 1, bps: 1 } }],
      },
    ],
  ] as const)('refuses an entry that %s', (_why, wrong) =>
    given(ledger)
      .when(post(wrong as LedgerEntry), at)
      .thenRefused('VALIDATION_FAILED'),
  )
})

describe('assigning', () => {
  it('assigns free entries to a payout', () =>
    given(ledger, ...history, notified)
      .when(assign([earned.entryId, fee.entryId], 66_640), at)
      .thenEvents({
        type: 'EntriesAssigned',
        data: { payoutId: P1, amountMinor: 66_640, entryIds: [earned.entryId, fee.entryId] },
      }))
  it('nets nothing negative before the owners were notified', () =>
    given(ledger, ...history)
      .when(assign([earned.entryId, fee.entryId], 66_640), at)
      .thenRefused('PRECONDITION_FAILED', { rule: 'money_reduced_notice' }))
  it('assigns nothing before it is available', () =>
    given(ledger, ...history)
      .when(assign([later.entryId], 5_000), at)
      .thenRefused('PRECONDITION_FAILED', { rule: 'not_available', until: later.availableAt }))
  it('mixes no currencies', () =>
    given(ledger, ...history)
      .when(assign([earned.entryId, euros.entryId], 99_640), at)
      .thenRefused('CURRENCY_MISMATCH'))
  it('refuses a sum that differs from the entries', () =>
    given(ledger, ...history)
      .when(assign([earned.entryId], 94_641), at)
      .thenRefused('VALIDATION_FAILED'))
  it('refuses the same entry twice', () =>
    given(ledger, ...history)
      .when(assign([earned.entryId, earned.entryId], 189_280), at)
      .thenRefused('VALIDATION_FAILED'))
  it('refuses a sum that is not positive', () =>
    given(ledger, ...history, notified)
      .when(assign([fee.entryId], -28_000), at)
      .thenRefused('POLICY_VIOLATION', { rule: 'nothing_to_pay' }))
  it('assigns an entry to one payout only', () => {
    given(ledger, ...history, assigned)
      .when(assign([earned.entryId], 94_640, P2), at)
      .thenRefused('INVALID_TRANSITION')
    given(ledger, ...history, assigned, settled)
      .when(assign([earned.entryId], 94_640, P2), at)
      .thenRefused('INVALID_TRANSITION')
  })
  it('repeated for the same payout changes nothing; with other entries it is refused', () => {
    given(ledger, ...history, assigned)
      .when(assign([earned.entryId], 94_640), at)
      .thenNothing()
    given(ledger, ...history, assigned)
      .when(assign([later.entryId], 5_000), at)
      .thenRefused('ALREADY_DECIDED')
  })
  it('assigns entries of an abandoned payout to another one, never to the same', () => {
    given(ledger, ...history, assigned, unassigned)
      .when(assign([earned.entryId], 94_640, P2), at)
      .thenEvents({ type: 'EntriesAssigned' })
    given(ledger, ...history, assigned, unassigned)
      .when(assign([earned.entryId], 94_640), at)
      .thenRefused('ALREADY_DECIDED')
  })
})

describe('a payout in progress', () => {
  const settle = { type: 'SettleEntries', data: { accountId: id, payoutId: P1, at: NOW } } as const
  const giveUp = {
    type: 'UnassignEntries',
    data: { accountId: id, payoutId: P1, reason: 'account_closed' },
  } as const
  it('is settled once', () => {
    given(ledger, ...history, assigned)
      .when(settle, at)
      .thenEvents({
        type: 'EntriesSettled',
        data: { amountMinor: 94_640, entryIds: [earned.entryId], at: NOW },
      })
    given(ledger, ...history, assigned, settled)
      .when(settle, at)
      .thenNothing()
  })
  it('is abandoned once', () => {
    given(ledger, ...history, assigned)
      .when(giveUp, at)
      .thenEvents({ type: 'EntriesUnassigned', data: { amountMinor: 94_640, reason: 'account_closed' } })
    given(ledger, ...history, assigned, unassigned)
      .when(giveUp, at)
      .thenNothing()
  })
  it('is never settled and abandoned, and never without entries', () => {
    given(ledger, ...history, assigned, settled)
      .when(giveUp, at)
      .thenRefused('INVALID_TRANSITION')
    given(ledger, ...history, assigned, unassigned)
      .when(settle, at)
      .thenRefused('INVALID_TRANSITION')
    given(ledger, ...history)
      .when(settle, at)
      .thenRefused('INVALID_TRANSITION')
  })
})
