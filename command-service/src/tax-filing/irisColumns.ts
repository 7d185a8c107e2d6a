import { MONTHS } from '@hearth/contracts/kernel/calendarNames'
import type { TaxDocumentForm } from '@hearth/contracts/tax-profile'

/** The columns with which every template begins. */
const COMMON = [
  'Form Type',
  'Tax Year',
  'Payer TIN Type',
  'Payer Taxpayer ID Number',
  'Payer Name Type',
  'Payer Business or Entity Name Line 1',
  'Payer Business or Entity Name Line 2',
  'Payer First Name',
  'Payer Middle Name',
  'Payer Last Name (Surname)',
  'Payer Suffix',
  'Payer Country',
  'Payer Address Line 1',
  'Payer Address Line 2',
  'Payer City/Town',
  'Payer State/Province/Territory',
  'Payer ZIP/Postal Code',
  'Payer Phone Type',
  'Payer Phone',
  'Payer Email Address',
  'Recipient TIN Type',
  'Recipient Taxpayer ID Number',
  'Recipient Name Type',
  'Recipient Business or Entity Name Line 1',
  'Recipient Business or Entity Name Line 2',
  'Recipient First Name',
  'Recipient Middle Name',
  'Recipient Last Name (Surname)',
  'Recipient Suffix',
  'Recipient Country',
  'Recipient Address Line 1',
  'Recipient Address Line 2',
  'Recipient City/Town',
  'Recipient State/Province/Territory',
  'Recipient ZIP/Postal Code',
  'Office Code',
  'Form Account Number',
] as const

/** And those with which it ends: Hearth reports nothing to states through the IRS. */
const STATES = [
  'Combined Federal/State Filing',
  ...['State 1', 'State 2'].flatMap((state) => [
    state,
    `${state} - State Tax Withheld`,
    `${state} - State/Payer state number`,
    `${state} - State income`,
    `${state} - Local income tax withheld`,
    `${state} - Special Data Entries`,
  ]),
]

const MISC = [
  'FATCA Filing Requirements',
  '2nd TIN Notice',
  'Box 1 - Rents',
  'Box 2 - Royalties',
  'Box 3 - Other Income',
  'Box 4 - Federal income tax withheld',
  'Box 5 - Fishing boat proceeds',
  'Box 6 - Medical and health care payments',
  'Box 7 - Direct sales of $5000 or more of consumer products to a recipient for resale',
  'Box 8 - Substitute payments in lieu of dividends or interest',
  'Box 9 - Crop insurance proceeds',
  'Box 10 - Gross proceeds paid to an attorney',
  'Box 11 - Fish purchased for resale',
  'Box 12 - Section 409A deferrals',
  'Box 14 - Excess golden parachute payments',
  'Box 15 - Nonqualified deferred compensation',
]

const NEC = [
  '2nd TIN Notice',
  'Box 1 - Nonemployee Compensation',
  'Box 2 - Payer made direct sales totaling $5000 or more of consumer products to a recipient for resale',
  'Box 4 - Federal income tax withheld',
]

const MONTHLY = MONTHS.map((month, index) => `Box 5${'abcdefghijkl'.charAt(index)} - ${month}`)

const K = [
  '2nd TIN Notice',
  'Filer Type',
  'Transactions Reported',
  'Payment Settlement Entity Name',
  'Payment Settlement Entity Phone',
  'Box 1a - Gross amount of payment card/third party network transactions',
  'Box 1b - Card not present transactions',
  'Box 2 - Merchant category code',
  'Box 3 - Number of payment transactions',
  'Box 4 - Federal income tax withheld',
  ...MONTHLY,
]

export type IrisForm = Exclude<TaxDocumentForm, 'DAC7'>

/**
 * The columns of the IRIS templates for CSV, in their order. Those of the 1099-MISC and the 1099-NEC are those that
 * open software writes for tax year 2024; the template of the 1099-K can only be had in the portal, so its columns
 * follow the form’s boxes and Publication 5717 (docs/domain/tax-filing.md#iris).
 */
export const IRIS_COLUMNS: Readonly<Record<IrisForm, readonly string[]>> = {
  '1099-K': [...COMMON, ...K, ...STATES],
  '1099-MISC': [...COMMON, ...MISC, ...STATES],
  '1099-NEC': [...COMMON, ...NEC, ...STATES],
}
