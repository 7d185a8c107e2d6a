import { groupBy } from '@hearth/contracts/kernel/groupBy'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { TaxOperator } from '@hearth/contracts/kernel/taxOperator'
import {
  titleBox,
  type Dac7Quarter,
  type DraftBox,
  type DraftForm,
  type KnownTin,
  type TaxDocumentForm,
  type TaxFigures,
  type TaxPerson,
} from '@hearth/contracts/tax-profile'
import { formatDay } from '../pdf/formatDay.ts'
import { printTable, printText, type Page } from '../pdf/printTable.ts'
import { printTagged } from '../pdf/printTagged.ts'

/** A form as it would be issued now. */
export type DraftedDocument = TaxFigures &
  Readonly<{ form: TaxDocumentForm; year: number; ledgerRevision: number; vaultRef: string }>

/** Who is reported, and with which numbers. */
export type TaxPayee = Readonly<{ person: TaxPerson; tins: readonly KnownTin[]; vaultRef: string }>

/** Everything of the host that a printed document depends on; `places` has the address of each home. */
export type IssuedDocument = DraftedDocument &
  Readonly<{
    payee: TaxPayee
    places: ReadonlyMap<string, Readonly<{ place: string }>>
    issuedAt: string
    isCorrection: boolean
  }>

const TITLES: Readonly<Record<TaxDocumentForm, string>> = {
  '1099-K': 'Form 1099-K: payment card and third party network transactions',
  '1099-MISC': 'Form 1099-MISC: miscellaneous information',
  '1099-NEC': 'Form 1099-NEC: nonemployee compensation',
  DAC7: 'DAC7 report: income from renting out homes',
}

const showBox = ({ kind, value }: DraftBox): string =>
  kind === 'count' ? String(value) : formatAmount(value, 'USD')

const showTin = ({ country, type, last4 }: KnownTin): string =>
  `${type === 'foreign' ? `Tax number of ${country}` : type}${last4 && ` ending in ${last4}`}`

const printPayee = (page: Page, { person, tins }: TaxPayee): void => {
  const { legalName, businessName, street, postalCode, city, region, country } = person
  printText(page, 'H2', 'Paid to')
  printText(page, 'P', [legalName, businessName].filter(Boolean).join(', '))
  printText(page, 'P', [street, `${postalCode} ${city}`, region, country].filter(Boolean).join(', '))
  for (const tin of tins) printText(page, 'P', showTin(tin))
}

const printOperator = (page: Page, form: TaxDocumentForm, operator: TaxOperator): void => {
  const { name, street, city, state, postalCode, phone, ein, euCountry, euNumber } = operator
  printText(page, 'H2', form === 'DAC7' ? 'Platform operator' : 'Paid by')
  printText(page, 'P', name)
  printText(page, 'P', `${street}, ${city}, ${state} ${postalCode}, US. Phone ${phone}`)
  printText(
    page,
    'P',
    form === 'DAC7'
      ? `Registered in ${euCountry} under ${euNumber}`
      : `EIN ${ein.slice(0, 2)}-${ein.slice(2)}`,
  )
}

const printBoxes = (page: Page, form: DraftForm['form'], { boxes }: DraftedDocument): void =>
  printTable(
    page,
    [
      { title: 'Box', width: 60, cell: ({ box }) => box },
      { title: 'What', width: 299, cell: ({ box }) => titleBox(form, box) },
      { title: 'USD', width: 140, isRight: true, cell: showBox },
    ],
    boxes,
    9,
  )

const printQuarters = (page: Page, quarters: readonly Dac7Quarter[]): void =>
  printTable(
    page,
    [
      { title: 'Quarter', width: 89, cell: ({ quarter, currency }) => `${quarter}, ${currency}` },
      {
        title: 'Paid by guests',
        width: 120,
        isRight: true,
        cell: (q) => formatAmount(q.grossMinor, q.currency),
      },
      { title: 'Our fees', width: 120, isRight: true, cell: (q) => formatAmount(q.feesMinor, q.currency) },
      { title: 'Nights', width: 80, isRight: true, cell: ({ nights }) => String(nights) },
      { title: 'Stays', width: 90, isRight: true, cell: ({ stays }) => String(stays) },
    ],
    quarters,
    9,
  )

/** The same quarters by home, with what was withheld. */
const printHomes = (page: Page, { homes, places }: IssuedDocument): void => {
  for (const [listingId, quarters] of groupBy(homes, (home) => home.listingId ?? '')) {
    printText(page, 'H3', places.get(listingId)?.place ?? 'Not tied to one home')
    printQuarters(page, quarters)
    for (const { quarter, currency, taxesMinor } of quarters)
      if (taxesMinor !== 0)
        printText(
          page,
          'P',
          `Taxes we withheld in quarter ${quarter}: ${formatAmount(taxesMinor, currency)} ${currency}`,
        )
  }
}

/**
 * A form for the host as a PDF file, A4, tagged: a substitute form, with the last four characters of numbers. Equal
 * content gives equal bytes. Where Hearth isn’t set up as an operator, the form doesn’t name it.
 */
export const printTaxDocument = (
  document: IssuedDocument,
  operator: TaxOperator | undefined,
): Promise<Buffer> => {
  const { form, year, issuedAt, isCorrection, ledgerRevision, payee } = document
  const footer = `Hearth · ${form} ${year} · ledger event ${ledgerRevision}`
  return printTagged({ title: `${form} ${year}`, createdAt: new Date(issuedAt), footer }, (page) => {
    printText(page, 'H1', TITLES[form])
    printText(
      page,
      'P',
      `Calendar year ${year}. Issued by Hearth on ${formatDay(issuedAt.slice(0, 10))}.` +
        (isCorrection ? ' Corrected: it takes the place of the form that was issued before.' : ''),
    )
    if (operator) printOperator(page, form, operator)
    printPayee(page, payee)
    printText(page, 'H2', form === 'DAC7' ? 'Income by quarter' : 'Boxes')
    if (form === 'DAC7') {
      printQuarters(page, document.quarters)
      printText(page, 'H2', 'Income by home')
      printHomes(page, document)
    } else printBoxes(page, form, document)
    page.doc.y += 8
    printText(
      page,
      'P',
      (form === '1099-NEC'
        ? 'Rewards count on the day they were added to your balance.'
        : 'Earnings count on the day a stay begins, before our fees.') +
        ' The entries behind each figure are in your tax center. We report the same figures to the tax ' +
        'authority, with your whole number.',
    )
  })
}
