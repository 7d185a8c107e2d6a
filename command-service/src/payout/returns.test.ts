import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Actor } from '@hearth/contracts/kernel/message'
import type { PayoutEvent } from '@hearth/contracts/payout'
import { describe, it } from 'vitest'
import { ADMIN, given, NOW } from '../testing/given.ts'
import { payout } from './payout.decider.ts'

const ID = deriveId('test', 'payout')
const FINANCE: Actor = { id: 'finance', kind: 'staff', role: 'finance', name: 'Femi' }
const facts = { destination: null, provenMethod: true, entriesAssigned: true }
const by = (actor: Actor) => ({ id: ID, actor, facts })
const reason = 'The bank kept a charge of 1.40 EUR when it returned the transfer.'

const attempt = { payoutId: ID, attempt: 1, attemptKey: `${ID}-1` }
const paid: readonly PayoutEvent[] = [
  {
    type: 'PayoutScheduled',
    data: {
      payoutId: ID,
      code: 'PO-1',
      hostAccountId: deriveId('test', 'account'),
      currency: 'EUR',
      amountMinor: 81_640,
      methodId: deriveId('test', 'method'),
      listingIds: [null],
      entryIds: [deriveId('test', 'entry')],
      scheduledFor: NOW,
    },
  },
  {
    type: 'PayoutSubmitting',
    data: {
      ...attempt,
      method: {
        methodId: deriveId('test', 'method'),
        type: 'sepa',
        currency: 'EUR',
        last4: '3000',
        vaultRef: deriveId('test', 'vault'),
      },
    },
  },
  { type: 'PayoutSubmitted', data: { ...attempt, providerRef: 'tr_1', expectedArrival: null } },
  { type: 'PayoutPaid', data: { payoutId: ID, providerRef: 'tr_1', paidAt: NOW, paidOn: '2026-06-12' } },
]
const reported = (field: 'amount' | 'state', actual: string): PayoutEvent => ({
  type: 'PayoutDifferenceFound',
  data: {
    payoutId: ID,
    field,
    expected: field === 'amount' ? '81640' : 'paid',
    actual,
    providerRef: 'tr_1',
  },
})
const proposed = (returnedMinor: number): PayoutEvent => ({
  type: 'PayoutReturnProposed',
  data: { payoutId: ID, returnedMinor, reason, by: FINANCE.id },
})
const returned: PayoutEvent = {
  type: 'PayoutReturned',
  data: {
    payoutId: ID,
    providerRef: 'tr_1',
    code: 'rejected',
    returnedAt: NOW,
    returnedOn: '2026-06-12',
  },
}
const propose = (returnedMinor: number) =>
  ({ type: 'ProposePayoutReturn', data: { returnedMinor, reason } }) as const
const approve = { type: 'ApprovePayoutReturn', data: {} } as const
const refuse = { type: 'RejectPayoutReturn', data: { reason } } as const

describe('a paid payout that came back differently', () => {
  it.each([
    ['less the charge of the bank', reported('amount', '81500'), 81_500, 140],
    ['whole, because the transfer failed after all', reported('state', 'failed'), 81_640, 0],
  ])('is returned by two people: %s', (_name, difference, returnedMinor, chargeMinor) => {
    given(payout, ...paid, difference)
      .when(propose(returnedMinor), by(FINANCE))
      .thenEvents(proposed(returnedMinor))
    given(payout, ...paid, difference, proposed(returnedMinor))
      .when(approve, by(FINANCE))
      .thenRefused('FOUR_EYES_SAME_ACTOR')
    given(payout, ...paid, difference, proposed(returnedMinor))
      .when(approve, by(ADMIN))
      .thenEvents(
        { type: 'PayoutReturnApproved', data: { payoutId: ID, returnedMinor, chargeMinor, by: ADMIN.id } },
        returned,
      )
  })

  it('is never returned by an amount that the bank has not reported', () => {
    for (const differences of [[], [reported('amount', '81700')], [reported('amount', '81500')]])
      given(payout, ...paid, ...differences)
        .when(propose(81_600), by(FINANCE))
        .thenRefused('PRECONDITION_FAILED', { rule: 'return_not_reported' })
    given(payout, ...paid, reported('amount', '81700'))
      .when(propose(81_700), by(FINANCE))
      .thenRefused('PRECONDITION_FAILED')
  })

  it('stays paid after a rejection by another person, and can be proposed again', () => {
    const history = [...paid, reported('amount', '81500'), proposed(81_500)]
    given(payout, ...history)
      .when(refuse, by(FINANCE))
      .thenRefused('FOUR_EYES_SAME_ACTOR')
    const rejected: PayoutEvent = {
      type: 'PayoutReturnRejected',
      data: { payoutId: ID, by: ADMIN.id, reason },
    }
    given(payout, ...history)
      .when(refuse, by(ADMIN))
      .thenEvents(rejected)
    given(payout, ...history, rejected)
      .when(propose(81_500), by(ADMIN))
      .thenEvents({
        type: 'PayoutReturnProposed',
        data: { by: ADMIN.id },
      })
    given(payout, ...history, rejected)
      .when(approve, by(ADMIN))
      .thenRefused('INVALID_TRANSITION')
  })

  it('is decided once, and only while it is paid', () => {
    const history = [...paid, reported('amount', '81500'), proposed(81_500)]
    given(payout, ...history)
      .when(propose(81_500), by(ADMIN))
      .thenRefused('INVALID_TRANSITION')
    for (const command of [propose(81_500), approve, refuse]) {
      given(payout, ...history, returned)
        .when(command, by(ADMIN))
        .thenRefused('INVALID_TRANSITION')
      given(payout, ...paid.slice(0, 3))
        .when(command, by(ADMIN))
        .thenRefused('INVALID_TRANSITION')
      given(payout).when(command, by(ADMIN)).thenRefused('NOT_FOUND')
    }
  })
})
