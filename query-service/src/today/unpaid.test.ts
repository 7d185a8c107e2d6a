import { NO_PAYOUT_ACCOUNT, type PayoutAccount, type PayoutMethod } from '@hearth/contracts/payout-account'
import { describe, expect, test } from 'vitest'
import { listUnpaid, type Due } from './unpaid.ts'

const NOW = '2026-07-16T12:00:00.000Z'
const due = (amountMinor: number, change: Partial<Due> = {}): Due => ({
  currency: 'GBP',
  listingId: null,
  amountMinor,
  since: '2026-07-01T12:00:00.000Z',
  ...change,
})
const usable: PayoutMethod = {
  methodId: 'm',
  type: 'uk_bacs',
  currency: 'GBP',
  country: 'GB',
  holderName: 'Dan',
  bankName: null,
  last4: '3000',
  vaultRef: 'v',
  addedAt: '2026-01-01T00:00:00.000Z',
  usableFrom: '2026-01-01T00:00:00.000Z',
  deposits: 'confirmed',
  holder: 'matches',
  wrongTries: 0,
  failure: null,
  verifiedAt: '2026-01-02T00:00:00.000Z',
}
const paid: PayoutAccount = { ...NO_PAYOUT_ACCOUNT, methods: { m: usable }, defaults: { GBP: ['m'] } }
const found = (account: PayoutAccount, ...parts: readonly Due[]) =>
  listUnpaid(account, parts, NOW, '2026-07-16').map(({ kind, amountMinor, text }) => [
    kind,
    amountMinor,
    text,
  ])

describe('money that is due', () => {
  test('waits for a bank account of its currency', () => {
    expect(found(NO_PAYOUT_ACCOUNT, due(1_895_325))).toEqual([
      ['no_bank_account', 1_895_325, 'Add a bank account that receives GBP.'],
    ])
    expect(found(paid, due(500, { currency: 'EUR' }))).toEqual([
      ['no_bank_account', 500, 'Add a bank account that receives EUR.'],
    ])
  })
  test('needs nothing where it can be paid, or where nothing is due', () => {
    expect(found(paid, due(1_895_325))).toEqual([])
    expect(found(NO_PAYOUT_ACCOUNT, due(500), due(-500, { listingId: 'l' }))).toEqual([])
  })
  test('of one listing can be paid to an account of its own', () =>
    expect(
      found(
        { ...paid, defaults: {}, routing: { l: ['m'] } },
        due(700, { listingId: 'l' }),
        due(300, { listingId: 'k' }),
      ),
    ).toEqual([['bank_account_problem', 300, expect.any(String)]]))
  test('waits for a bank account to be put right after a payout came back', () =>
    expect(found({ ...paid, methods: { m: { ...usable, failure: 'payout_failed' } } }, due(700))).toEqual([
      ['bank_account_problem', 700, expect.any(String)],
    ]))
  test('only waits for time to pass while a new account cools off', () =>
    expect(
      found({ ...paid, methods: { m: { ...usable, usableFrom: '2026-07-18T00:00:00.000Z' } } }, due(700)),
    ).toEqual([]))
  test('waits for a hold to end', () => {
    const hold = {
      holdId: 'h',
      reason: 'kyc',
      methodId: null,
      placedAt: NOW,
      until: null,
      whatToDo: 'Send a copy of your passport.',
    } as const
    expect(found({ ...paid, holds: { h: hold } }, due(700))).toEqual([
      ['payouts_held', 700, 'Send a copy of your passport.'],
    ])
  })
  test('below the minimum is a decision after two months', () => {
    const account = { ...paid, minimums: { GBP: 50_000 } }
    expect(found(account, due(700))).toEqual([])
    expect(found(account, due(700, { since: '2026-05-01T00:00:00.000Z' }))).toEqual([
      ['below_minimum', 700, expect.stringContaining('500.00 GBP')],
    ])
    expect(found(account, due(50_000, { since: '2026-05-01T00:00:00.000Z' }))).toEqual([])
  })
})
