import { expect, it } from 'vitest'
import {
  createBankDraft,
  findCurrency,
  isFilled,
  findMethodTypes,
  zTypedMethod,
  type BankDraft,
} from './bankForm.ts'

it('offers the methods that reach a bank in a country, the usual one first', () => {
  expect([
    findMethodTypes('US'),
    findMethodTypes('GB'),
    findMethodTypes('DE'),
    findMethodTypes('JP'),
  ]).toEqual([['us_ach', 'wire'], ['uk_bacs', 'sepa', 'wire'], ['sepa', 'wire'], ['wire']])
})

it('sends only the fields of the chosen method, without the blanks of a copied number', () => {
  const empty = createBankDraft('DE', 'USD', ' Ada Lovelace ')
  const fill = (bank: Partial<BankDraft['bank']>) => ({ ...empty, bank: { ...empty.bank, ...bank } })
  const typed = { iban: 'DE89 3704 0044 0532 0130 00', accountNumber: '12345678' }
  expect(isFilled(fill({ ...typed, iban: ' ' }))).toBe(false)
  expect(isFilled(fill(typed))).toBe(true)
  expect(zTypedMethod.parse(fill(typed))).toEqual({
    currency: 'EUR',
    holderName: 'Ada Lovelace',
    bankName: null,
    bank: { type: 'sepa', iban: 'DE89370400440532013000' },
  })
  for (const type of ['us_ach', 'sepa', 'uk_bacs', 'wire'] as const) {
    const filled = fill({
      ...typed,
      type,
      routingNumber: '021000021',
      sortCode: '20-00-00',
      bic: 'DEUTDEFF',
    })
    expect(zTypedMethod.safeParse(filled).success, type).toBe(true)
  }
})

it('reports an invalid value at the path of its field', () => {
  const empty = createBankDraft('DE', 'EUR', 'Ada Lovelace')
  const wrong = zTypedMethod.safeParse({ ...empty, bank: { ...empty.bank, iban: 'DE89' } })
  expect(wrong.error?.issues.map(({ path }) => path.join('.'))).toEqual(['bank.iban'])
})

it('uses the chosen currency for wires only', () => {
  const draft = createBankDraft('JP', 'JPY', 'Ada')
  const bacs = { ...draft, bank: { ...draft.bank, type: 'uk_bacs' as const } }
  expect([findCurrency(draft), findCurrency(bacs)]).toEqual(['JPY', 'GBP'])
})
