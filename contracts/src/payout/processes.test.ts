import { expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import type { Effect } from '../kernel/process.ts'
import { payoutProcess, type PayoutProcessCommand, type PayoutProcessState } from './processes.ts'

const ID = deriveId('test', 'payout')
const HOST = deriveId('test', 'account')
const METHOD = deriveId('test', 'method')
const AT = '2026-07-13T09:00:00.000Z'

const recorded = (type: string, data: object = {}): RecordedEvent => ({
  id: deriveId('test', type),
  stream: `payout-${ID}`,
  revision: 0n,
  type,
  data: { payoutId: ID, ...data },
  metadata: { occurredAt: AT, commandId: deriveId('test', 'command') },
  position: { commit: 1n, prepare: 1n },
  recordedAt: AT,
})
const scheduled = recorded('PayoutScheduled', {
  hostAccountId: HOST,
  code: 'PO-1',
  methodId: METHOD,
  currency: 'EUR',
  amountMinor: 81_640,
  scheduledFor: AT,
})
const after = (...events: readonly RecordedEvent[]): readonly Effect<PayoutProcessCommand>[] => {
  let state: PayoutProcessState | undefined
  let last: readonly Effect<PayoutProcessCommand>[] = []
  for (const event of events) {
    expect(payoutProcess.correlate(event)).toBe(ID)
    const [next, ...effects] = payoutProcess.on(state, event)
    state = next
    last = effects
  }
  return last
}
const told = (what: string, why = '') => ({
  kind: 'job',
  name: 'tell-payout',
  data: { payoutId: ID, hostAccountId: HOST, code: 'PO-1', what, why },
})
const advance = { kind: 'job', name: 'advance-payout', data: { payoutId: ID } }

test('sends a payout on time after its approval, and again after a temporary failure', () => {
  expect(after(scheduled)).toEqual([{ kind: 'timer', name: 'due', at: AT, work: advance }])
  expect(after(scheduled, recorded('PayoutApproved'))).toEqual([advance])
  expect(after(scheduled, recorded('PayoutReleased'))).toEqual([advance])
  expect(
    after(
      scheduled,
      recorded('PayoutFailed', { code: 'provider_down', retryAt: '2026-07-13T09:01:00.000Z' }),
    ),
  ).toEqual([{ kind: 'timer', name: 'due', at: '2026-07-13T09:01:00.000Z', work: advance }])
})

test('settles its entries when it is paid, and releases them when it cannot be', () => {
  expect(
    after(scheduled, recorded('PayoutPaid', { providerRef: 'tr_1', paidAt: AT, paidOn: '2026-07-12' })),
  ).toMatchObject([
    { type: 'SettleEntries', data: { accountId: HOST, payoutId: ID, at: AT, on: '2026-07-12' } },
    told('sent'),
  ])
  expect(after(scheduled, recorded('PayoutCancelled', { reason: 'staff' }))).toMatchObject([
    { kind: 'cancel', name: 'due' },
    { type: 'UnassignEntries', data: { accountId: HOST, payoutId: ID, reason: 'staff' } },
  ])
})

test('stops the method after a permanent refusal', () => {
  expect(after(scheduled, recorded('PayoutFailed', { code: 'account_closed', retryAt: null }))).toMatchObject(
    [
      { type: 'PlaceHold', id: HOST, data: { reason: 'method_error', methodId: METHOD } },
      told('failed', 'account_closed'),
    ],
  )
})

test('owes a returned payout again, and stops the method', () => {
  expect(
    after(
      scheduled,
      recorded('PayoutPaid', { paidAt: AT }),
      recorded('PayoutReturned', { code: 'account_closed' }),
    ),
  ).toMatchObject([
    {
      type: 'PostEntries',
      data: {
        accountId: HOST,
        entries: [
          {
            kind: 'payout_returned',
            amountMinor: 81_640,
            currency: 'EUR',
            availableAt: AT,
            components: [{ code: 'payout', amountMinor: 81_640 }],
          },
        ],
      },
    },
    { type: 'PlaceHold', id: HOST, data: { reason: 'method_error', methodId: METHOD } },
    told('returned', 'account_closed'),
  ])
})

test('takes the charge of the bank for a return as an entry of its own', () => {
  const [charge, ...more] = after(
    scheduled,
    recorded('PayoutPaid', { paidAt: AT, paidOn: '2026-07-13' }),
    recorded('PayoutReturnApproved', { returnedMinor: 81_500, chargeMinor: 140 }),
  )
  expect(more).toEqual([])
  expect(charge).toMatchObject({
    type: 'PostEntries',
    data: {
      accountId: HOST,
      entries: [
        {
          kind: 'return_charge',
          amountMinor: -140,
          currency: 'EUR',
          components: [{ code: 'charge', amountMinor: -140 }],
        },
      ],
    },
  })
  // Both events are one command's; were their commands the same, the second one would be lost.
  const [owed] = after(
    scheduled,
    recorded('PayoutReturnApproved', { returnedMinor: 81_500, chargeMinor: 140 }),
    recorded('PayoutReturned', { code: 'rejected' }),
  )
  expect(owed).toMatchObject({ type: 'PostEntries', data: { entries: [{ amountMinor: 81_640 }] } })
  expect(owed?.kind === 'command' && charge?.kind === 'command' && owed.commandId !== charge.commandId).toBe(
    true,
  )
  expect(
    after(scheduled, recorded('PayoutReturnApproved', { returnedMinor: 81_640, chargeMinor: 0 })),
  ).toEqual([])
})

test('notifies its owners of a hold, but not of a failure that is retried', () => {
  expect(
    after(scheduled, recorded('PayoutHeld', { reason: 'outcome_unknown', explanation: 'Look at it' })),
  ).toEqual([told('held', 'outcome_unknown')])
  expect(
    after(scheduled, recorded('PayoutFailed', { code: 'provider_down', retryAt: AT })),
  ).not.toContainEqual(told('failed', 'provider_down'))
})
