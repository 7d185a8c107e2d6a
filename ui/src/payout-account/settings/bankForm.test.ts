import { zBankAccount } from '@hearth/contracts/payout-account'
import { expect, it } from 'vitest'
import { bodyOf, currencyOf, emptyBank, isFilled, waysOf } from './bankForm.ts'

it('offers the methods that reach a bank in a country, the usual one first', () => {
  expect([waysOf('US'), waysOf('GB'), waysOf('DE'), waysOf('JP')]).toEqual([
    ['us_ach', 'wire'],
    ['uk_bacs', 'sepa', 'wire'],
    ['sepa', 'wire'],
    ['wire'],
  ])
})

it('sends only the fields of the chosen method, as typed', () => {
  const draft = {
    ...emptyBank('DE', 'USD', ' Ada Lovelace '),
    iban: 'DE89 3704 0044 0532 0130 00',
    accountNumber: '12345678',
  }
  expect(isFilled({ ...draft, iban: ' ' })).toBe(false)
  expect(isFilled(draft)).toBe(true)
  expect(bodyOf(draft)).toEqual({
    currency: 'EUR',
    holderName: 'Ada Lovelace',
    bankName: null,
    bank: { type: 'sepa', iban: 'DE89 3704 0044 0532 0130 00' },
  })
  for (const way of ['us_ach', 'sepa', 'uk_bacs', 'wire'] as const) {
    const filled = {
      ...draft,
      way,
      routingNumber: '021000021',
      sortCode: '20-00-00',
      bic: 'DEUTDEFF',
      accountNumber: '12345678',
    }
    expect(zBankAccount.safeParse(bodyOf(filled).bank).success, way).toBe(true)
  }
})

it('uses the chosen currency for wires only', () => {
  const draft = emptyBank('JP', 'JPY', 'Ada')
  expect([currencyOf(draft), currencyOf({ ...draft, way: 'uk_bacs' })]).toEqual(['JPY', 'GBP'])
})
