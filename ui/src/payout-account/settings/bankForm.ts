import type { BankAccount, PayoutMethodType } from '@hearth/contracts/payout-account'
import type { Currency } from '@hearth/contracts/kernel/money'

/** Countries whose banks accept SEPA credit transfers. */
const SEPA = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

/** The payout methods that reach a bank in the country, the usual one first. */
export const waysOf = (country: string): readonly PayoutMethodType[] => {
  if (country === 'US') return ['us_ach', 'wire']
  if (country === 'GB') return ['uk_bacs', 'sepa', 'wire']
  return SEPA.has(country) ? ['sepa', 'wire'] : ['wire']
}

/** The fields as typed; only those of the chosen method are sent. */
export type BankDraft = Readonly<{
  country: string
  way: PayoutMethodType
  /** For wires only: every other method has one currency. */
  wireCurrency: Currency
  holderName: string
  bankName: string
  routingNumber: string
  accountNumber: string
  accountType: 'checking' | 'savings'
  iban: string
  sortCode: string
  bic: string
}>

export const emptyBank = (country: string, wireCurrency: Currency, holderName: string): BankDraft => ({
  country,
  way: waysOf(country)[0] ?? 'wire',
  wireCurrency,
  holderName,
  bankName: '',
  routingNumber: '',
  accountNumber: '',
  accountType: 'checking',
  iban: '',
  sortCode: '',
  bic: '',
})

const CURRENCY: Readonly<Record<PayoutMethodType, (draft: BankDraft) => Currency>> = {
  us_ach: () => 'USD',
  sepa: () => 'EUR',
  uk_bacs: () => 'GBP',
  wire: ({ wireCurrency }) => wireCurrency,
}
export const currencyOf = (draft: BankDraft): Currency => CURRENCY[draft.way](draft)

/** The fields that each method requires, in the order of a bank's letter. */
export const FIELDS = {
  us_ach: ['routingNumber', 'accountNumber'],
  sepa: ['iban'],
  uk_bacs: ['sortCode', 'accountNumber'],
  wire: ['bic', 'accountNumber'],
} as const satisfies Record<PayoutMethodType, readonly (keyof BankDraft)[]>

const bankOf = ({
  way,
  country,
  routingNumber,
  accountNumber,
  accountType,
  iban,
  sortCode,
  bic,
}: BankDraft): BankAccount => {
  switch (way) {
    case 'us_ach':
      return { type: way, routingNumber, accountNumber, accountType }
    case 'sepa':
      return { type: way, iban }
    case 'uk_bacs':
      return { type: way, sortCode, accountNumber }
    case 'wire':
      return { type: way, bic, country, accountNumber }
  }
}

/** The body of the command. */
export const bodyOf = (draft: BankDraft) => ({
  currency: currencyOf(draft),
  holderName: draft.holderName.trim(),
  bankName: draft.bankName.trim() === '' ? null : draft.bankName.trim(),
  bank: bankOf(draft),
})

/** Whether every required field is filled in; the server checks the values and reports errors by field. */
export const isFilled = (draft: BankDraft) =>
  draft.holderName.trim() !== '' && FIELDS[draft.way].every((field) => draft[field].trim() !== '')
