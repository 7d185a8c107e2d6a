import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Actor, OfType } from '@hearth/contracts/kernel/message'
import {
  formatAttemptKey,
  type PayoutEvent,
  type PayoutFailure,
  type ProviderReport,
} from '@hearth/contracts/payout'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ADMIN, given, NOW, SCHEDULER, stateAfter } from '../testing/given.ts'
import { payout } from './payout.decider.ts'
import type { PayoutFacts } from './payout.facts.ts'

const ID = deriveId('test', 'payout')
const METHOD = deriveId('test', 'method')
const FINANCE: Actor = { id: 'finance', kind: 'staff', role: 'finance', name: 'Femi' }
const method = {
  methodId: METHOD,
  type: 'sepa',
  currency: 'EUR',
  last4: '3000',
  vaultRef: deriveId('test', 'vault'),
} as const
const plan = {
  hostAccountId: deriveId('test', 'account'),
  currency: 'EUR' as const,
  amountMinor: 81_640,
  methodId: METHOD,
  listingIds: [null],
  entryIds: [deriveId('test', 'entry')],
  scheduledFor: NOW,
}
const facts: PayoutFacts = {
  destination: { kind: 'method', method },
  provenMethod: true,
  entriesAssigned: true,
}
const by = (actor: Actor = SCHEDULER, more: Readonly<{ now?: string; facts?: PayoutFacts }> = {}) => ({
  id: ID,
  actor,
  facts,
  ...more,
})

const scheduled: PayoutEvent = { type: 'PayoutScheduled', data: { payoutId: ID, code: 'PO-1', ...plan } }
const submitting = (attempt = 1): OfType<PayoutEvent, 'PayoutSubmitting'> => ({
  type: 'PayoutSubmitting',
  data: { payoutId: ID, attempt, attemptKey: formatAttemptKey(ID, attempt), method },
})
const submitted: PayoutEvent = {
  type: 'PayoutSubmitted',
  data: {
    payoutId: ID,
    attempt: 1,
    attemptKey: formatAttemptKey(ID, 1),
    providerRef: 'tr_1',
    expectedArrival: null,
  },
}
const paid: PayoutEvent = {
  type: 'PayoutPaid',
  data: { payoutId: ID, providerRef: 'tr_1', paidAt: NOW, paidOn: '2026-06-12' },
}
const failed = (code: PayoutFailure, retryAt: string | null): PayoutEvent => ({
  type: 'PayoutFailed',
  data: { payoutId: ID, attempt: 1, attemptKey: formatAttemptKey(ID, 1), code, retryAt },
})
const report = (result: ProviderReport['result'], more: Partial<ProviderReport> = {}) => ({
  type: 'RecordProviderReport' as const,
  data: {
    attemptKey: formatAttemptKey(ID, 1),
    result,
    providerRef: 'tr_1',
    amountMinor: plan.amountMinor,
    currency: plan.currency,
    at: NOW,
    code: null,
    expectedArrival: null,
    ...more,
  },
})
const submit = { type: 'SubmitPayout' as const, data: {} }

describe('approval', () => {
  const schedule = (amountMinor: number) => ({
    type: 'SchedulePayout' as const,
    data: { ...plan, amountMinor },
  })
  it.each([
    [999_999, true, []],
    [1_000_000, true, ['amount']],
    [199_999, false, []],
    [200_000, false, ['new_method']],
  ])('of %i minor units to a method that is proven (%s) asks for %s', (amountMinor, provenMethod, rules) => {
    given(payout)
      .when(schedule(amountMinor), by(SCHEDULER, { facts: { ...facts, provenMethod } }))
      .thenEvents(
        { type: 'PayoutScheduled', data: { amountMinor } },
        ...rules.map((rule) => ({ type: 'PayoutApprovalRequired' as const, data: { rule } })),
      )
  })

  const required: PayoutEvent = { type: 'PayoutApprovalRequired', data: { payoutId: ID, rule: 'amount' } }
  const approvedBy = (who: string): PayoutEvent => ({
    type: 'PayoutApproved',
    data: { payoutId: ID, approvedBy: who },
  })
  it('requires two different people before a payout is sent', () => {
    given(payout, scheduled, required).when(submit, by()).thenRefused('PRECONDITION_FAILED')
    given(payout, scheduled, required)
      .when({ type: 'ApprovePayout', data: {} }, by(FINANCE))
      .thenEvents({ type: 'PayoutApproved', data: { approvedBy: 'finance' } })
    given(payout, scheduled, required, approvedBy('finance'))
      .when({ type: 'ApprovePayout', data: {} }, by(FINANCE))
      .thenRefused('FOUR_EYES_SAME_ACTOR')
    given(payout, scheduled, required, approvedBy('finance'))
      .when(submit, by())
      .thenRefused('PRECONDITION_FAILED')
    given(payout, scheduled, required, approvedBy('finance'), approvedBy('admin'))
      .when(submit, by())
      .thenEvents({ type: 'PayoutSubmitting', data: { attempt: 1 } })
    given(payout, scheduled, required, approvedBy('finance'), approvedBy('admin'))
      .when({ type: 'ApprovePayout', data: {} }, by(ADMIN))
      .thenRefused('ALREADY_DECIDED')
    given(payout, scheduled)
      .when({ type: 'ApprovePayout', data: {} }, by(FINANCE))
      .thenRefused('ALREADY_DECIDED')
  })
})

describe('sending', () => {
  it('locks an attempt once, with its own key', () => {
    given(payout, scheduled)
      .when(submit, by())
      .thenEvents({ type: 'PayoutSubmitting', data: { attempt: 1, attemptKey: `${ID}-1`, method } })
    given(payout, scheduled, submitting()).when(submit, by()).thenNothing()
  })
  it('waits for holds and cooling periods, and is cancelled when another method is paid now', () => {
    const hold = {
      destination: { kind: 'hold', reason: 'cooling_period', whatToDo: 'Wait.' },
      provenMethod: false,
      entriesAssigned: true,
    } as const
    given(payout, scheduled)
      .when(submit, by(SCHEDULER, { facts: hold }))
      .thenRefused('ON_HOLD', { holdReason: 'cooling_period' })
    given(payout, scheduled)
      .when(
        submit,
        by(SCHEDULER, {
          facts: { destination: { kind: 'elsewhere' }, provenMethod: false, entriesAssigned: true },
        }),
      )
      .thenEvents({ type: 'PayoutCancelled', data: { reason: 'method_changed' } })
  })
  it('sends nothing for entries that are no longer assigned to it', () => {
    given(payout, scheduled)
      .when(submit, by(SCHEDULER, { facts: { ...facts, entriesAssigned: false } }))
      .thenEvents({ type: 'PayoutCancelled', data: { reason: 'entries_lost' } })
  })
  it('makes another attempt only after a certain, temporary failure', () => {
    given(payout, scheduled, submitting())
      .when(report('failed', { code: 'provider_down' }), by())
      .thenEvents({ type: 'PayoutFailed', data: { attempt: 1, retryAt: '2026-06-12T13:43:00.000Z' } })
    const waiting = [scheduled, submitting(), failed('provider_down', '2026-06-12T13:43:00.000Z')] as const
    given(payout, ...waiting)
      .when(submit, by())
      .thenRefused('INVALID_TRANSITION')
    given(payout, ...waiting)
      .when(submit, by(SCHEDULER, { now: '2026-06-12T13:43:00.000Z' }))
      .thenEvents({ type: 'PayoutSubmitting', data: { attempt: 2, attemptKey: `${ID}-2` } })
  })
  it.each(['account_closed', 'invalid_account', 'name_mismatch', 'rejected'] as const)(
    'ends with %s',
    (code) => {
      given(payout, scheduled, submitting(), submitted)
        .when(report('failed', { code }), by())
        .thenEvents(
          { type: 'PayoutFailed', data: { code, retryAt: null } },
          { type: 'PayoutCancelled', data: { reason: 'failed' } },
        )
    },
  )
  it('is put on hold for staff when its outcome is unknown', () => {
    const unknown = { type: 'RecordUnknownOutcome' as const, data: { attemptKey: `${ID}-1` } }
    given(payout, scheduled, submitting())
      .when(unknown, by())
      .thenEvents({ type: 'PayoutHeld', data: { reason: 'outcome_unknown' } })
    const held: PayoutEvent = {
      type: 'PayoutHeld',
      data: { payoutId: ID, reason: 'outcome_unknown', explanation: '' },
    }
    given(payout, scheduled, submitting(), held)
      .when(report('paid'), by())
      .thenEvents({ type: 'PayoutSubmitted' }, { type: 'PayoutPaid' })
    given(payout, scheduled, submitting(), held).when(submit, by()).thenRefused('INVALID_TRANSITION')
  })
})

describe('staff', () => {
  const explanation = 'The host asked us to wait with it.'
  it('hold, release and cancel a payout that was not sent, but none that was', () => {
    given(payout, scheduled)
      .when({ type: 'HoldPayout', data: { explanation } }, by(FINANCE))
      .thenEvents({ type: 'PayoutHeld', data: { reason: 'staff' } })
    given(payout, scheduled, submitting())
      .when({ type: 'HoldPayout', data: { explanation } }, by(FINANCE))
      .thenRefused('INVALID_TRANSITION')
    given(payout, scheduled)
      .when({ type: 'CancelPayout', data: { explanation } }, by(FINANCE))
      .thenEvents({ type: 'PayoutCancelled', data: { reason: 'staff' } })
    given(payout, scheduled, submitting())
      .when({ type: 'CancelPayout', data: { explanation } }, by(FINANCE))
      .thenRefused('INVALID_TRANSITION')
    given(payout, scheduled, submitting(), submitted, paid)
      .when({ type: 'CancelPayout', data: { explanation } }, by(FINANCE))
      .thenRefused('INVALID_TRANSITION')
    given(payout, scheduled)
      .when({ type: 'ReleasePayout', data: {} }, by(FINANCE))
      .thenRefused('INVALID_TRANSITION')
    given(payout).when({ type: 'HoldPayout', data: { explanation } }, by(FINANCE)).thenRefused('NOT_FOUND')
  })
})

describe('a provider’s report', () => {
  const open = [scheduled, submitting()] as const
  it('is accepted in any order, twice and late', () => {
    given(payout, ...open)
      .when(report('accepted'), by())
      .thenEvents({ type: 'PayoutSubmitted', data: { providerRef: 'tr_1' } })
    given(payout, ...open)
      .when(report('paid'), by())
      .thenEvents({ type: 'PayoutSubmitted' }, { type: 'PayoutPaid' })
    given(payout, ...open, submitted)
      .when(report('paid'), by())
      .thenEvents({ type: 'PayoutPaid' })
    given(payout, ...open, submitted)
      .when(report('returned', { code: 'account_closed' }), by())
      .thenEvents({ type: 'PayoutPaid' }, { type: 'PayoutReturned', data: { code: 'account_closed' } })
    given(payout, ...open, submitted, paid)
      .when(report('returned', { code: 'account_closed' }), by())
      .thenEvents({ type: 'PayoutReturned' })
    for (const result of ['accepted', 'paid'] as const)
      given(payout, ...open, submitted, paid)
        .when(report(result), by())
        .thenNothing()
    const gone: PayoutEvent = {
      type: 'PayoutCancelled',
      data: { payoutId: ID, reason: 'failed', explanation: '' },
    }
    given(payout, ...open, failed('account_closed', null), gone)
      .when(report('accepted'), by())
      .thenNothing()
  })
  it('is refused for an attempt that was not made', () => {
    given(payout, scheduled).when(report('paid'), by()).thenRefused('NOT_FOUND')
    given(payout, ...open)
      .when(report('paid', { attemptKey: `${ID}-2` }), by())
      .thenRefused('NOT_FOUND')
    given(payout, ...open)
      .when(report('paid', { attemptKey: `${deriveId('test', 'other')}-1` }), by())
      .thenRefused('NOT_FOUND')
    given(payout).when(report('paid'), by()).thenRefused('NOT_FOUND')
  })
  it.each([
    ['another amount', { amountMinor: 81_604 }, { field: 'amount', expected: '81640', actual: '81604' }],
    ['another currency', { currency: 'USD' as const }, { field: 'currency', expected: 'EUR', actual: 'USD' }],
  ])('raises a difference and stops the payout: %s', (_name, more, difference) => {
    given(payout, ...open)
      .when(report('paid', more), by())
      .thenEvents(
        { type: 'PayoutDifferenceFound', data: difference },
        { type: 'PayoutHeld', data: { reason: 'difference' } },
      )
  })
  it('explains a difference of amounts in money, not in minor units', () =>
    given(payout, ...open)
      .when(report('paid', { amountMinor: 181_604 }), by())
      .thenEvents(
        { type: 'PayoutDifferenceFound' },
        {
          type: 'PayoutHeld',
          data: { explanation: 'The bank reports amount 1,816.04 EUR, but the ledger has 816.40 EUR.' },
        },
      ))
  it('never overwrites a settled payout, and raises a difference once', () => {
    given(payout, ...open, submitted, paid)
      .when(report('failed', { code: 'rejected' }), by())
      .thenEvents({
        type: 'PayoutDifferenceFound',
        data: { field: 'state', expected: 'paid', actual: 'failed' },
      })
    const raised: PayoutEvent = {
      type: 'PayoutDifferenceFound',
      data: { payoutId: ID, field: 'state', expected: 'paid', actual: 'failed', providerRef: 'tr_1' },
    }
    given(payout, ...open, submitted, paid, raised)
      .when(report('failed', { code: 'rejected' }), by())
      .thenNothing()
    given(payout, ...open, failed('provider_down', NOW))
      .when(report('paid'), by())
      .thenEvents(
        { type: 'PayoutDifferenceFound', data: { expected: 'failed', actual: 'paid' } },
        { type: 'PayoutHeld' },
      )
  })

  it('leads to the same state in any order and any number of repetitions', () => {
    const story = fc.constantFrom<readonly ProviderReport['result'][]>(
      ['accepted', 'paid'],
      ['accepted', 'paid', 'returned'],
      ['accepted', 'failed'],
    )
    fc.assert(
      fc.property(
        story.chain((reports) =>
          fc.tuple(
            fc.constant(reports),
            fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 }),
          ),
        ),
        ([reports, received]) => {
          const history: PayoutEvent[] = [...open]
          for (const result of received) {
            const { type, data } = report(result, {
              code: result === 'accepted' || result === 'paid' ? null : 'account_closed',
            })
            const decision = payout.decide[type](data, stateAfter(payout, history), {
              now: NOW,
              recordedAt: NOW,
              actor: SCHEDULER,
              tenantId: 't',
              id: ID,
              targetId: ID,
              commandId: ID,
              idFor: String,
              facts,
            })
            expect(decision.ok).toBe(true)
            if (decision.ok) history.push(...decision.events)
          }
          const state = stateAfter(payout, history)
          expect(state.status).toBe(
            reports.includes('failed') ? 'cancelled' : reports.includes('returned') ? 'returned' : 'paid',
          )
          expect(history.some(({ type }) => type === 'PayoutDifferenceFound')).toBe(false)
        },
      ),
    )
  })
})
