import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatAttemptKey, type ProviderReport } from '@hearth/contracts/payout'
import { expect, it } from 'vitest'
import { findDifferences } from './differences.ts'

const ID = deriveId('test', 'payout')
const ACCOUNT = deriveId('test', 'account')
const row = {
  id: ID,
  hostAccountId: ACCOUNT,
  state: 'paid',
  amountMinor: 81_640,
  currency: 'EUR',
  returnState: 'none',
  reportedReturnMinor: null,
  settledMinor: 81_640,
  assigned: 0,
} as const
const paid = (more: Partial<ProviderReport> = {}): ProviderReport => ({
  attemptKey: formatAttemptKey(ID, 1),
  result: 'paid',
  providerRef: 'tr_1',
  amountMinor: 81_640,
  currency: 'EUR',
  at: '2026-07-15T06:00:00.000Z',
  code: null,
  expectedArrival: null,
  ...more,
})

it('finds no difference when bank, payouts and ledger agree, even with repeated reports', () => {
  expect(findDifferences([row], [paid({ result: 'accepted' }), paid(), paid()])).toEqual([])
  expect(findDifferences([{ ...row, state: 'returned' }], [paid(), paid({ result: 'returned' })])).toEqual([])
  expect(
    findDifferences([{ ...row, state: 'cancelled', settledMinor: 0 }], [paid({ result: 'failed' })]),
  ).toEqual([])
  expect(
    findDifferences(
      [{ ...row, state: 'submitted', settledMinor: 0, assigned: 3 }],
      [paid({ result: 'accepted' })],
    ),
  ).toEqual([])
})
it.each([
  ['a transfer without a payout', [], [paid()], { what: 'unknown_transfer', hostAccountId: null }],
  [
    'two effects of one payout',
    [row],
    [paid(), paid({ providerRef: 'tr_2', attemptKey: formatAttemptKey(ID, 2) })],
    { what: 'paid_twice', actual: '2' },
  ],
  [
    'a return of less than was paid',
    [row],
    [paid(), paid({ result: 'returned', amountMinor: 81_500 })],
    { what: 'returned', actual: '81500 EUR', hostAccountId: ACCOUNT },
  ],
  [
    'a failure after the payment',
    [{ ...row, returnState: 'reported', reportedReturnMinor: 81_640 } as const],
    [paid()],
    { what: 'returned', actual: '81640 EUR' },
  ],
  ['a payout that the bank does not know', [row], [], { what: 'not_at_bank', hostAccountId: ACCOUNT }],
  [
    'another amount',
    [row],
    [paid({ amountMinor: 81_604 })],
    { what: 'amount', expected: '81640 EUR', actual: '81604 EUR' },
  ],
  [
    'entries that were not settled',
    [{ ...row, settledMinor: 0, assigned: 3 }],
    [paid()],
    { what: 'ledger', expected: '81640 EUR', actual: '0 EUR' },
  ],
  [
    'entries of a payout that is over',
    [{ ...row, state: 'cancelled' as const, settledMinor: 0, assigned: 3 }],
    [],
    { what: 'ledger', actual: '3 entries' },
  ],
  [
    'entries settled with what was not paid',
    [{ ...row, state: 'submitted' as const }],
    [],
    { what: 'ledger', expected: '0 EUR', actual: '81640 EUR' },
  ],
])('finds %s', (_name, rows, reports, difference) =>
  expect(findDifferences(rows, reports)).toMatchObject([difference]),
)
