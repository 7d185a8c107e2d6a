import type { TaxEntity, TinType } from '@hearth/contracts/tax-profile'
import { foldNumber } from '@hearth/contracts/kernel/text'

export type TaxNumber = Readonly<{ country: string; type: TinType; number: string }>

/** Numbers of these types are digits in the US, whatever groups them on paper. */
const US_DIGITS = /^\d{9}$/
/** Areas 000, 666 and 900 on, group 00 and serial 0000 were never issued. */
const SSN = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/
/** The range of the fourth and fifth digit of an ITIN (docs/domain/tax-profile.md#tax-numbers). */
const ITIN = /^9\d\d(5\d|6[0-5]|7\d|8[0-8]|9[0-2]|9[4-9])\d{4}$/
/** Any number that identifies someone has this many letters and digits. */
const FOREIGN = /^[\p{L}\p{N}/.+&*]{5,25}$/u

/** The number as it is stored and compared: upper case, without what only groups it. */
export const compactNumber = (number: string): string =>
  foldNumber(number.normalize('NFKC'))
    .replaceAll(/[.\\/]/g, '')
    .toUpperCase()

const WRONG = 'has a wrong letter or digit. Compare it with a letter from your tax office'

// The library loads checks for 100 countries; most processes never need one.
const loadChecks = async () => (await import('stdnum')).default

const usProblem = async (type: TinType, number: string): Promise<string | null> => {
  if (!US_DIGITS.test(number)) return 'has nine digits'
  if (type === 'ITIN') return ITIN.test(number) ? null : 'isn’t an ITIN: those begin with 9'
  if (type === 'SSN') return SSN.test(number) ? null : 'isn’t a Social Security number that was ever issued'
  const { stdnum } = await loadChecks()
  return stdnum['US']?.['ein']?.validate(number).isValid === true
    ? null
    : 'isn’t an EIN: the first two digits were never issued'
}

/** Of a country without a known check, only the form is checked. */
const foreignProblem = async (
  { country }: TaxNumber,
  number: string,
  entity: TaxEntity,
): Promise<string | null> => {
  if (!FOREIGN.test(number)) return 'doesn’t have the form of a tax number'
  const { validatePerson, validateEntity } = await loadChecks()
  const check = entity === 'individual' ? validatePerson : validateEntity
  const { checked, isValid } = check(country, number)
  return checked && isValid !== true ? WRONG : null
}

/**
 * Why a number cannot be one of its kind; null when it can. Check digits are computed where the country has them
 * (docs/domain/tax-profile.md#tax-numbers).
 */
export const findNumberProblem = async (tin: TaxNumber, entity: TaxEntity): Promise<string | null> => {
  const number = compactNumber(tin.number)
  if (tin.type === 'foreign')
    return tin.country === 'US' ? 'must be an SSN, an EIN or an ITIN' : foreignProblem(tin, number, entity)
  return tin.country === 'US' ? usProblem(tin.type, number) : 'must be the number of this country'
}

/** Greece writes EL in VAT numbers. */
const vatPrefix = (country: string) => (country === 'GR' ? 'EL' : country)

/** A VAT number without the country it begins with. */
export const compactVatId = (country: string, number: string): string => {
  const compact = compactNumber(number)
  return compact.startsWith(vatPrefix(country)) ? compact.slice(2) : compact
}

/** Why this cannot be a VAT number of the country; null when it can. */
export const findVatProblem = async (country: string, number: string): Promise<string | null> => {
  const compact = compactVatId(country, number)
  const { euVat } = await loadChecks()
  const checks = euVat[country] ?? []
  const isPlausible =
    checks.length === 0
      ? /^[A-Z0-9]{4,13}$/.test(compact)
      : checks.some(
          (check) =>
            check.validate(compact).isValid || check.validate(`${vatPrefix(country)}${compact}`).isValid,
        )
  return isPlausible ? null : WRONG
}
