import { z } from 'zod'
import {
  CURRENCY_OF_TYPE,
  payoutAccount,
  SEPA_COUNTRIES,
  type BankAccount,
  type PayoutMethodType,
} from '@hearth/contracts/payout-account'
import type { Currency } from '@hearth/contracts/kernel/money'

/** The payout methods that reach a bank in the country, the usual one first. */
export const findMethodTypes = (country: string): readonly PayoutMethodType[] => {
  if (country === 'US') return ['us_ach', 'wire']
  if (country === 'GB') return ['uk_bacs', 'sepa', 'wire']
  return SEPA_COUNTRIES.has(country) ? ['sepa', 'wire'] : ['wire']
}

/** The fields as typed; only those of the chosen method are sent, at the same paths. */
export type BankDraft = Readonly<{
  /** For wires only: every other method has one currency. */
  currency: Currency
  holderName: string
  bankName: string | null
  bank: Readonly<{
    type: PayoutMethodType
    country: string
    routingNumber: string
    accountNumber: string
    accountType: 'checking' | 'savings'
    iban: string
    sortCode: string
    bic: string
  }>
}>

export const createBankDraft = (country: string, currency: Currency, holderName: string): BankDraft => ({
  currency,
  holderName,
  bankName: null,
  bank: {
    type: findMethodTypes(country)[0] ?? 'wire',
    country,
    routingNumber: '',
    accountNumber: '',
    accountType: 'checking',
    iban: '',
    sortCode: '',
    bic: '',
  },
})

export const findCurrency = ({ currency, bank }: BankDraft): Currency =>
  CURRENCY_OF_TYPE[bank.type] ?? currency

/** The fields that each method requires, in the order of a bank's letter. */
export const FIELDS = {
  us_ach: ['routingNumber', 'accountNumber'],
  sepa: ['iban'],
  uk_bacs: ['sortCode', 'accountNumber'],
  wire: ['bic', 'accountNumber'],
} as const satisfies Record<PayoutMethodType, readonly (keyof BankDraft['bank'])[]>

const pickFields = ({ type, ...bank }: BankDraft['bank']): BankAccount => {
  const { country, routingNumber, accountNumber, accountType, iban, sortCode, bic } = bank
  switch (type) {
    case 'us_ach':
      return { type, routingNumber, accountNumber, accountType }
    case 'sepa':
      return { type, iban }
    case 'uk_bacs':
      return { type, sortCode, accountNumber }
    case 'wire':
      return { type, bic, country, accountNumber }
  }
}

/** The body of the command, from the fields as typed. */
export const zTypedMethod = z
  .custom<BankDraft>()
  .transform((draft) => ({ ...draft, currency: findCurrency(draft), bank: pickFields(draft.bank) }))
  .pipe(payoutAccount.commands.AddPayoutMethod.schema)

/** Whether every required field is filled in; the values are checked when the form is sent. */
export const isFilled = ({ holderName, bank }: BankDraft) =>
  holderName.trim() !== '' && FIELDS[bank.type].every((field) => bank[field].trim() !== '')
