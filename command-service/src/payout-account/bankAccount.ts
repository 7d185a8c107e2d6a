import {
  CURRENCY_OF_TYPE,
  isSepaName,
  SEPA_COUNTRIES,
  type BankAccount,
} from '@hearth/contracts/payout-account'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { FieldError } from '@hearth/contracts/kernel/problem'
import { countrySpecs, extractBIC, isValidBIC, validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import UkModulusChecking from 'uk-modulus-checking'

const IBAN_PROBLEMS: Readonly<Partial<Record<ValidationErrorsIBAN, string>>> = {
  [ValidationErrorsIBAN.NoIBANCountry]: 'starts with a country that doesn’t use IBANs',
  [ValidationErrorsIBAN.WrongBBANLength]: 'has the wrong length for its country',
  [ValidationErrorsIBAN.WrongBBANFormat]: 'doesn’t have the format of its country',
}
const WRONG_DIGITS = 'has a wrong letter or digit. Compare it with your bank statement'

const ibanProblem = (iban: string): string | undefined => {
  const { valid, errorCodes } = validateIBAN(iban)
  return valid ? undefined : (errorCodes.flatMap((code) => IBAN_PROBLEMS[code] ?? [])[0] ?? WRONG_DIGITS)
}

/** The check digit of American routing numbers: weights 3, 7 and 1 in turn; the sum is a multiple of ten. */
const isRoutingNumber = (digits: string): boolean =>
  digits !== '000000000' &&
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0) % 10 === 0

const isIban = ({ country, accountNumber }: Extract<BankAccount, { type: 'wire' }>): boolean =>
  countrySpecs[country]?.IBANRegistry === true && accountNumber.startsWith(country)

const wireProblem = ({
  bic,
  country,
  accountNumber,
}: Extract<BankAccount, { type: 'wire' }>): FieldError | undefined => {
  if (!isValidBIC(bic))
    return { pointer: '/bank/bic', detail: 'isn’t a BIC: letters 5 and 6 must be a country' }
  if (extractBIC(bic).countryCode !== country)
    return { pointer: '/bank/country', detail: 'doesn’t match the country of the BIC' }
  if (countrySpecs[country]?.IBANRegistry !== true) return undefined
  if (!accountNumber.startsWith(country))
    return { pointer: '/bank/accountNumber', detail: 'must be an IBAN of this country' }
  const problem = ibanProblem(accountNumber)
  return problem === undefined ? undefined : { pointer: '/bank/accountNumber', detail: problem }
}

const numberProblem = (bank: BankAccount): FieldError | undefined => {
  switch (bank.type) {
    case 'us_ach':
      return isRoutingNumber(bank.routingNumber)
        ? undefined
        : { pointer: '/bank/routingNumber', detail: `isn’t a bank’s routing number: it ${WRONG_DIGITS}` }
    case 'sepa': {
      const problem =
        ibanProblem(bank.iban) ??
        (SEPA_COUNTRIES.has(bank.iban.slice(0, 2))
          ? undefined
          : 'is from a country outside SEPA. Choose a wire transfer')
      return problem === undefined ? undefined : { pointer: '/bank/iban', detail: problem }
    }
    case 'uk_bacs':
      return new UkModulusChecking(bank).isValid()
        ? undefined
        : {
            pointer: '/bank/accountNumber',
            detail: 'doesn’t match this sort code. Compare both with your bank statement',
          }
    case 'wire':
      return wireProblem(bank)
  }
}

/**
 * Problems of a bank account, each with its field: a currency that its type cannot receive, and wrong
 * checksums (docs/domain/payout-account.md#bank-accounts).
 */
export const bankProblems = (bank: BankAccount, currency: Currency): readonly FieldError[] => {
  const carried = CURRENCY_OF_TYPE[bank.type]
  const currencyProblem =
    carried === null || carried === currency
      ? []
      : [{ pointer: '/currency', detail: `must be ${carried} for this kind of bank account` }]
  return [...currencyProblem, ...[numberProblem(bank) ?? []].flat()]
}

/** Problems of a holder's name that no payment to the bank account could carry (docs/domain/payout.md#names). */
export const nameProblems = (bank: BankAccount, holderName: string): readonly FieldError[] =>
  bank.type !== 'sepa' || isSepaName(holderName)
    ? []
    : [{ pointer: '/holderName', detail: 'must be in Latin letters, as on a bank statement' }]

/** The country of a bank account, and the number whose last digits are shown. Only these leave the vault. */
export const locateBankAccount = (bank: BankAccount): Readonly<{ country: string; number: string }> => {
  switch (bank.type) {
    case 'us_ach':
      return { country: 'US', number: bank.accountNumber }
    case 'sepa':
      return { country: bank.iban.slice(0, 2), number: bank.iban }
    case 'uk_bacs':
      return { country: 'GB', number: bank.accountNumber }
    case 'wire':
      return { country: bank.country, number: bank.accountNumber }
  }
}

/** One text for one account at a bank, however a host enters it: as an IBAN, or as its national number. */
export const identifyBankAccount = (bank: BankAccount): string => {
  const identifyIban = (iban: string) =>
    iban.startsWith('GB') ? `GB/${iban.slice(8, 14)}/${iban.slice(14)}` : iban
  switch (bank.type) {
    case 'us_ach':
      return `US/${bank.routingNumber}/${bank.accountNumber}`
    case 'sepa':
      return identifyIban(bank.iban)
    case 'uk_bacs':
      return `GB/${bank.sortCode}/${bank.accountNumber}`
    case 'wire':
      return isIban(bank) ? identifyIban(bank.accountNumber) : `${bank.bic.slice(0, 8)}/${bank.accountNumber}`
  }
}
