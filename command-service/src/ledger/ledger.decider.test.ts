import {
  entryFrom,
  deriveEntryId,
  type LedgerCommand,
  type LedgerEntry,
  type LedgerEvent,
} from '@hearth/contracts/ledger'
import { addHours } from '@hearth/contracts/kernel/dates'
import { deriveEventId, deriveId } from '@hearth/contracts/kernel/ids'
import type { Actor, OfType } from '@hearth/contracts/kernel/message'
import { describe, expect, it } from 'vitest'
import { ADMIN, given, NOW, stateAfter } from '../testing/given.ts'
import { ledger } from './ledger.decider.ts'
import type { LedgerFacts } from './ledger.facts.ts'
import { isSettled, payableEntries, totalsIn } from './ledger.state.ts'

const id = deriveId('test', 'account')
const FINANCE: Actor = { id: 'finance', kind: 'staff', role: 'finance', name: 'Femi' }
const facts: LedgerFacts = { unknown: [] }
const at = { id, facts }

const entry = (name: string, amountMinor: number, more: Partial<LedgerEntry> = {}): LedgerEntry => {
  const head = {
    kind: 'manual_adjustment',
    currency: 'USD',
    availableAt: NOW,
    listingId: null,
    bookingId: null,
    source: { stream: 'booking-x', revision: 0, eventId: deriveId('cause', name) },
    policies: [],
    text: name,
  } as const
  const made = entryFrom({ ...head, policies: [] }, [
    { code: 'adjustment', amountMinor, basis: { rule: 'stated' } },
  ])
  if (made === undefined) throw new Error('an entry of 0')
  return { ...made, ...more }
}
const posted = (one: LedgerEntry): LedgerEvent => ({
  type: 'LedgerEntryPosted',
  data: { hostAccountId: id, ...one },
})
const earned = entry('earned', 94_640)
const fee = entry('fee', -28_000)
const later = entry('later', 5_000, { availableAt: addHours(NOW, 1) })
const euros = entry('euros', 5_000, { currency: 'EUR' })
const history = [posted(earned), posted(fee), posted(later), posted(euros)]
const told: LedgerEvent = {
  type: 'MoneyReducedNotified',
  data: { hostAccountId: id, entryId: fee.entryId, told: 1 },
}
const P1 = deriveId('payout', '1')
const P2 = deriveId('payout', '2')
const assign = (
  entryIds: readonly string[],
  amountMinor: number,
  payoutId = P1,
): OfType<LedgerCommand, 'AssignEntries'> => ({
  type: 'AssignEntries',
  data: { accountId: id, payoutId, currency: 'USD', amountMinor, entryIds: [...entryIds] },
})
const group = {
  hostAccountId: id,
  payoutId: P1,
  currency: 'USD' as const,
  amountMinor: 94_640,
  entryIds: [earned.entryId],
}
const assigned: LedgerEvent = { type: 'EntriesAssigned', data: group }
const settled: LedgerEvent = { type: 'EntriesSettled', data: { ...group, at: NOW } }
const unassigned: LedgerEvent = { type: 'EntriesUnassigned', data: { ...group, reason: 'account_closed' } }

describe('posting', () => {
  const post = (...entries: readonly LedgerEntry[]): OfType<LedgerCommand, 'PostEntries'> => ({
    type: 'PostEntries',
    data: { accountId: id, entries: [...entries] },
  })
  it('takes all entries of a cause at once', () =>
    given(ledger)
      .when(post(earned, fee), at)
      .thenEvents(
        { type: 'LedgerEntryPosted', data: { ...earned, hostAccountId: id } },
        { type: 'LedgerEntryPosted', data: { amountMinor: -28_000 } },
      ))
  it('takes an entry once, also when it is paid out', () => {
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
  it('takes free entries into a payout', () =>
    given(ledger, ...history, told)
      .when(assign([earned.entryId, fee.entryId], 66_640), at)
      .thenEvents({
        type: 'EntriesAssigned',
        data: { payoutId: P1, amountMinor: 66_640, entryIds: [earned.entryId, fee.entryId] },
      }))
  it('nets nothing negative before its owners were told', () =>
    given(ledger, ...history)
      .when(assign([earned.entryId, fee.entryId], 66_640), at)
      .thenRefused('PRECONDITION_FAILED', { rule: 'money_reduced_notice' }))
  it('takes nothing before it is available', () =>
    given(ledger, ...history)
      .when(assign([later.entryId], 5_000), at)
      .thenRefused('PRECONDITION_FAILED', { rule: 'not_available', until: later.availableAt }))
  it('mixes no currencies', () =>
    given(ledger, ...history)
      .when(assign([earned.entryId, euros.entryId], 99_640), at)
      .thenRefused('CURRENCY_MISMATCH'))
  it('refuses a sum that is not the entries’', () =>
    given(ledger, ...history)
      .when(assign([earned.entryId], 94_641), at)
      .thenRefused('VALIDATION_FAILED'))
  it('refuses the same entry twice', () =>
    given(ledger, ...history)
      .when(assign([earned.entryId, earned.entryId], 189_280), at)
      .thenRefused('VALIDATION_FAILED'))
  it('pays nothing that is not more than nothing', () =>
    given(ledger, ...history, told)
      .when(assign([fee.entryId], -28_000), at)
      .thenRefused('POLICY_VIOLATION', { rule: 'nothing_to_pay' }))
  it('takes an entry into one payout only', () => {
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
  it('takes entries of a payout that was given up into another one, never into the same', () => {
    given(ledger, ...history, assigned, unassigned)
      .when(assign([earned.entryId], 94_640, P2), at)
      .thenEvents({ type: 'EntriesAssigned' })
    given(ledger, ...history, assigned, unassigned)
      .when(assign([earned.entryId], 94_640), at)
      .thenRefused('ALREADY_DECIDED')
  })
})

describe('a payout under way', () => {
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
  it('is given up once', () => {
    given(ledger, ...history, assigned)
      .when(giveUp, at)
      .thenEvents({ type: 'EntriesUnassigned', data: { amountMinor: 94_640, reason: 'account_closed' } })
    given(ledger, ...history, assigned, unassigned)
      .when(giveUp, at)
      .thenNothing()
  })
  it('is never both, and nothing is without entries', () => {
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

describe('the notice of a reduction', () => {
  const record = (entryId: string) =>
    ({ type: 'RecordMoneyReduced', data: { accountId: id, entryId, told: 1 } }) as const
  it('is written down once', () => {
    given(ledger, ...history)
      .when(record(fee.entryId), at)
      .thenEvents(told)
    given(ledger, ...history, told)
      .when(record(fee.entryId), at)
      .thenNothing()
    given(ledger, ...history)
      .when(record(earned.entryId), at)
      .thenNothing()
  })
  it('is of an entry', () => given(ledger).when(record(fee.entryId), at).thenRefused('NOT_FOUND'))
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
  it('names nothing of another account', () =>
    given(ledger)
      .when(propose, { ...by(FINANCE), facts: { unknown: ['bookingId'] } })
      .thenRefused('VALIDATION_FAILED', {
        errors: [{ pointer: '/bookingId', detail: 'doesn’t belong to this account' }],
      }))
  it('is approved by somebody else and posted in the same append, pointing at the approval', () =>
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
  it('is decided by nobody who proposed it', () => {
    given(ledger, proposed).when(approve, by(FINANCE)).thenRefused('FOUR_EYES_SAME_ACTOR')
    given(ledger, proposed).when(refuse, by(FINANCE)).thenRefused('FOUR_EYES_SAME_ACTOR')
  })
  it('is rejected with a reason, and then it is decided', () => {
    given(ledger, proposed)
      .when(refuse, by(ADMIN))
      .thenEvents({ type: 'AdjustmentRejected', data: { by: ADMIN.id } })
    const rejected: LedgerEvent = {
      type: 'AdjustmentRejected',
      data: { hostAccountId: id, adjustmentId: targetId, by: ADMIN.id, reason: 'x' },
    }
    given(ledger, proposed, rejected).when(approve, by(ADMIN)).thenRefused('ALREADY_DECIDED')
  })
  it('that nobody proposed is unknown', () => given(ledger).when(approve, by(ADMIN)).thenRefused('NOT_FOUND'))
})

describe('what the ledger knows', () => {
  it('is what is owed, on its way and paid', () => {
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
  it('is which entries can be paid now', () => {
    expect(
      payableEntries(stateAfter(ledger, history), NOW)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['earned', 'euros'])
    expect(
      payableEntries(stateAfter(ledger, [...history, told, assigned]), addHours(NOW, 1))
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['euros', 'fee', 'later'])
  })
  it('is whether anything is owed at all', () => {
    expect(isSettled(stateAfter(ledger, []))).toBe(true)
    expect(isSettled(stateAfter(ledger, [posted(earned)]))).toBe(false)
    expect(isSettled(stateAfter(ledger, [posted(earned), assigned]))).toBe(false)
    expect(isSettled(stateAfter(ledger, [posted(earned), assigned, settled]))).toBe(true)
  })
})
