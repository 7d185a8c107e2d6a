import { zBankAccount, type BankAccount } from '@hearth/contracts/payout-account'
import type { Currency } from '@hearth/contracts/kernel/money'
import { describe, expect, test } from 'vitest'
import { bankProblems, identifyBankAccount } from './bankAccount.ts'

const ach: BankAccount = {
  type: 'us_ach',
  routingNumber: '021000021',
  accountNumber: '12345678',
  accountType: 'checking',
}
const sepa: BankAccount = { type: 'sepa', iban: 'DE89370400440532013000' }
const bacs: BankAccount = { type: 'uk_bacs', sortCode: '089999', accountNumber: '66374958' }
const wire: BankAccount = { type: 'wire', bic: 'CHASUS33', country: 'US', accountNumber: '000123456789' }

/** `/bank/iban detail`; empty when nothing is wrong. */
const wrong = (bank: BankAccount, currency: Currency) =>
  bankProblems(bank, currency)
    .map(({ pointer, detail }) => `${pointer} ${detail}`)
    .join('; ')
const DIGITS = 'has a wrong letter or digit'

describe('a bank account', () => {
  test.for([
    [ach, 'USD'],
    [sepa, 'EUR'],
    [{ ...sepa, iban: 'PT50000201231234567890154' }, 'EUR'],
    [{ ...sepa, iban: 'RS35260005601001611379' }, 'EUR'],
    [{ ...sepa, iban: 'ME25505000012345678951' }, 'EUR'],
    [{ ...sepa, iban: 'MK07250120000058984' }, 'EUR'],
    [{ ...sepa, iban: 'AL47212110090000000235698741' }, 'EUR'],
    [{ ...sepa, iban: 'MD24AG000225100013104168' }, 'EUR'],
    [bacs, 'GBP'],
    [wire, 'USD'],
    [wire, 'JPY'],
    [{ ...wire, bic: 'DEUTDEFF', country: 'DE', accountNumber: 'DE89370400440532013000' }, 'USD'],
  ] as const)('%o takes %s', ([bank, currency]) => expect(wrong(bank, currency)).toBe(''))
  test.for([
    [ach, 'EUR', '/currency must be USD'],
    [sepa, 'USD', '/currency must be EUR'],
    [bacs, 'USD', '/currency must be GBP'],
    [{ ...ach, routingNumber: '021000022' }, 'USD', '/bank/routingNumber isn’t a bank’s routing number'],
    [{ ...ach, routingNumber: '000000000' }, 'USD', '/bank/routingNumber isn’t a bank’s routing number'],
    [{ ...sepa, iban: 'DE89370400440532013001' }, 'EUR', `/bank/iban ${DIGITS}`],
    [{ ...sepa, iban: 'DE8937040044053201300' }, 'EUR', '/bank/iban has the wrong length'],
    [
      { ...sepa, iban: 'US89370400440532013000' },
      'EUR',
      '/bank/iban starts with a country that doesn’t use IBANs',
    ],
    [{ ...sepa, iban: 'TR330006100519786457841326' }, 'EUR', '/bank/iban is from a country outside SEPA'],
    [{ ...bacs, accountNumber: '66374959' }, 'GBP', '/bank/accountNumber doesn’t match this sort code'],
    [{ ...wire, bic: 'CHASXX33' }, 'USD', '/bank/bic isn’t a BIC'],
    [{ ...wire, country: 'DE' }, 'USD', '/bank/country doesn’t match the country of the BIC'],
    [
      { ...wire, bic: 'DEUTDEFF', country: 'DE', accountNumber: '0532013000' },
      'USD',
      '/bank/accountNumber must be an IBAN',
    ],
    [
      { ...wire, bic: 'DEUTDEFF', country: 'DE', accountNumber: 'DE89370400440532013001' },
      'USD',
      `/bank/accountNumber ${DIGITS}`,
    ],
  ] as const)('%o for %s: %s', ([bank, currency, reason]) => expect(wrong(bank, currency)).toContain(reason))

  test('is accepted as it is printed', () => {
    expect(zBankAccount.parse({ type: 'sepa', iban: 'de89 3704 0044 0532 0130 00' })).toEqual(sepa)
    expect(zBankAccount.parse({ type: 'uk_bacs', sortCode: '08-99-99', accountNumber: '66374958' })).toEqual(
      bacs,
    )
  })
  test.for([
    'IBAN DE89 3704 0044 0532 0130 00',
    'iban: DE89 3704 0044 0532 0130 00',
    '\u200BDE89\u00A03704\u20090044\u202F0532 0130 00\u200E',
    '\u202ADE89370400440532013000\u202C',
    'DE89\u00AD3704\u20130044\u20140532\u20110130\u221200',
    '\uFEFFDE89370400440532013000',
  ])('is accepted as it is pasted: %j', (iban) =>
    expect(zBankAccount.parse({ type: 'sepa', iban })).toEqual(sepa),
  )
  test('keeps a BIC that begins like a label', () =>
    expect(
      zBankAccount.parse({ type: 'wire', bic: 'IBANDE22', country: 'DE', accountNumber: '1234' }),
    ).toMatchObject({ bic: 'IBANDE22' }))
  test('of another shape is refused', () => {
    for (const iban of [
      '',
      'DE',
      '🏦🏦🏦🏦🏦🏦🏦🏦🏦🏦🏦',
      'DE89'.padEnd(60, '0'),
      '\u0000DE89370400440532013000',
    ])
      expect(zBankAccount.safeParse({ type: 'sepa', iban }).success, iban).toBe(false)
  })
})

test('the same account is one, as an IBAN and as a national number', () => {
  const identify = (banks: readonly BankAccount[]) => new Set(banks.map(identifyBankAccount)).size
  const accountNumber = 'DE89370400440532013000'
  expect(identify([sepa, { ...wire, bic: 'COBADEFF', country: 'DE', accountNumber }])).toBe(1)
  expect(identify([bacs, { ...sepa, iban: 'GB00BARC08999966374958' }])).toBe(1)
  expect(identify([ach, { ...ach, accountType: 'savings' }])).toBe(1)
  expect(identify([wire, { ...wire, bic: 'CHASUS33XXX' }])).toBe(1)
  expect(identify([ach, sepa, bacs, wire, { ...ach, accountNumber: '12345679' }])).toBe(5)
})
