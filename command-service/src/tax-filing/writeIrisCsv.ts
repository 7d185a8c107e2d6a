import { formatDecimal } from '@hearth/contracts/kernel/money'
import type { TaxOperator } from '@hearth/contracts/kernel/taxOperator'
import type { DraftBox } from '@hearth/contracts/tax-profile'
import type { Cell } from '@hearth/platform/spreadsheet/cells'
import { csvLines } from '@hearth/platform/spreadsheet/csv'
import { IRIS_COLUMNS, type IrisForm } from './irisColumns.ts'
import type { TaxReturn } from './readReturn.ts'
import { splitName } from './splitName.ts'

const LINE_LENGTH = 35
const NAME_LENGTH = 75
/** Of lodging, which IRS asks a third party network to choose by what was sold. */
const MERCHANT_CATEGORY = '7011'

/** Text as IRIS takes it: ASCII letters, digits and some signs, beginning with a letter or a digit. */
export const toIrisText = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9&'()#/ -]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .replace(/^[^A-Za-z0-9]+/, '')
    .trim()

/** Two lines of at most `length`, broken between words; what is longer is cut off. */
const breakLine = (text: string, length: number): readonly [string, string] => {
  const plain = toIrisText(text)
  if (plain.length <= length) return [plain, '']
  const at = plain.lastIndexOf(' ', length)
  const first = plain.slice(0, at > 0 ? at : length)
  return [first, plain.slice(first.length).trim().slice(0, length)]
}

const payerCells = ({ name, street, city, state, postalCode, phone, email, ein }: TaxOperator) => ({
  'Payer TIN Type': 'EIN',
  'Payer Taxpayer ID Number': ein,
  'Payer Name Type': 'B',
  'Payer Business or Entity Name Line 1': toIrisText(name),
  'Payer Country': 'US',
  'Payer Address Line 1': toIrisText(street),
  'Payer City/Town': toIrisText(city),
  'Payer State/Province/Territory': state,
  'Payer ZIP/Postal Code': postalCode,
  'Payer Phone Type': 'D',
  'Payer Phone': phone,
  'Payer Email Address': email,
})

const nameCells = ({ entity, person: { legalName, businessName } }: TaxReturn) => {
  if (entity === 'company') {
    const [first, second] = breakLine(legalName, NAME_LENGTH)
    return {
      'Recipient Name Type': 'B',
      'Recipient Business or Entity Name Line 1': first,
      'Recipient Business or Entity Name Line 2': second || toIrisText(businessName).slice(0, NAME_LENGTH),
    }
  }
  const { first, last } = splitName(legalName)
  return {
    'Recipient Name Type': 'I',
    'Recipient First Name': toIrisText(first).slice(0, LINE_LENGTH),
    'Recipient Last Name (Surname)': toIrisText(last).slice(0, LINE_LENGTH),
  }
}

const recipientCells = (taxReturn: TaxReturn) => {
  const { person, numbers, first } = taxReturn
  const [line1, line2] = breakLine(person.street, LINE_LENGTH)
  return {
    'Recipient TIN Type': numbers[0]?.type ?? '',
    'Recipient Taxpayer ID Number': numbers[0]?.number ?? '',
    ...nameCells(taxReturn),
    'Recipient Country': person.country,
    'Recipient Address Line 1': line1,
    'Recipient Address Line 2': line2,
    'Recipient City/Town': toIrisText(person.city).slice(0, 40),
    'Recipient State/Province/Territory': toIrisText(person.region).slice(0, 2).toUpperCase(),
    'Recipient ZIP/Postal Code': person.postalCode.replaceAll(/\D/g, '').slice(0, 9),
    'Form Account Number': formatAccountNumber(first),
  }
}

/**
 * The account number by which a return is found again when it is corrected: of the document that was filed first, in
 * the 20 characters that the form has.
 */
export const formatAccountNumber = (documentId: string): string => documentId.replaceAll('-', '').slice(0, 20)

const settlementCells = ({ name, phone }: TaxOperator) => ({
  'Filer Type': 'PSE',
  'Transactions Reported': 'Third party network',
  'Payment Settlement Entity Name': toIrisText(name),
  'Payment Settlement Entity Phone': phone,
  'Box 2 - Merchant category code': MERCHANT_CATEGORY,
})

const boxCell = ({ kind, value }: DraftBox): Cell => ({
  number: kind === 'count' ? String(value) : formatDecimal(value, 'USD'),
})

/** Each box of the document in its column; throws for a box that has none, so that none is lost. */
const boxCells = (form: IrisForm, boxes: readonly DraftBox[]): Readonly<Record<string, Cell>> =>
  Object.fromEntries(
    boxes.map((box) => {
      const column = IRIS_COLUMNS[form].find((title) => title.startsWith(`Box ${box.box} - `))
      if (column === undefined) throw new Error(`The template of ${form} has no box ${box.box}`)
      return [column, boxCell(box)]
    }),
  )

/** The documents of a form as a CSV file for the taxpayer portal of IRIS (docs/domain/tax-filing.md#iris). */
export const writeIrisCsv = (
  form: IrisForm,
  year: number,
  operator: TaxOperator,
  returns: readonly TaxReturn[],
): string => {
  const columns = IRIS_COLUMNS[form]
  const rows = returns.map((one): readonly Cell[] => {
    const cells: Readonly<Record<string, Cell>> = {
      'Form Type': form,
      'Tax Year': String(year),
      ...payerCells(operator),
      ...recipientCells(one),
      '2nd TIN Notice': 'N',
      ...(form === '1099-K' ? settlementCells(operator) : { 'FATCA Filing Requirements': 'N' }),
      ...boxCells(form, one.document.boxes),
    }
    return columns.map((title) => cells[title] ?? '')
  })
  return csvLines([columns, ...rows])
}
