import type { SignedForm, TaxEntity, TaxPerson, TinType, UsForm } from '@hearth/contracts/tax-profile'
import { BOLD, heading, paragraph, printPdf, type Doc } from '../pdf/printPdf.ts'

/** Everything that a printed form depends on. Equal content gives equal bytes. */
export type FormDocument = Readonly<{
  form: UsForm
  entity: TaxEntity
  person: TaxPerson
  tinType: TinType
  last4: string
  treatyCountry: string | null
  signedName: string
  signedAt: string
  validUntil: SignedForm['validUntil']
}>

const TITLES: Readonly<Record<UsForm, string>> = {
  W9: 'Form W-9: request for taxpayer identification number and certification',
  W8BEN: 'Form W-8BEN: certificate of foreign status of an individual',
  W8BENE: 'Form W-8BEN-E: certificate of foreign status of an entity',
  W8ECI: 'Form W-8ECI: certificate that income is connected with a US business',
}

/** What is certified under penalties of perjury, in the order of the form. */
const CERTIFIED: Readonly<Record<UsForm, readonly string[]>> = {
  W9: [
    'The number shown on this form is the correct taxpayer identification number.',
    'The payee is not subject to backup withholding.',
    'The payee is a US citizen or another US person.',
  ],
  W8BEN: [
    'The individual named on this form is the beneficial owner of the income it relates to.',
    'The individual named on this form is not a US person.',
    'The income is not effectively connected with a trade or business in the US, or a treaty exempts it.',
  ],
  W8BENE: [
    'The entity named on this form is the beneficial owner of the income it relates to.',
    'The entity named on this form is not a US person.',
    'The signer has the capacity to sign for the entity.',
  ],
  W8ECI: [
    'The payee is the beneficial owner of the income and is not a US person.',
    'The income is effectively connected with a trade or business in the US.',
    'The income is included in the payee’s gross income in a US tax return.',
  ],
}

const second = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`

const printDetails = (doc: Doc, { person, entity, tinType, last4, treatyCountry }: FormDocument) => {
  const { legalName, businessName, street, city, region, postalCode, country } = person
  heading(doc, entity === 'individual' ? 'Person' : 'Company')
  paragraph(doc, `Name: ${legalName}`)
  if (businessName !== null) paragraph(doc, `Business name: ${businessName}`)
  paragraph(
    doc,
    `Address: ${[street, `${postalCode} ${city}`, region, country].filter((line) => line !== null).join(', ')}`,
  )
  paragraph(
    doc,
    `${tinType === 'foreign' ? 'Foreign tax number' : tinType} ending in ${last4 || 'not shown'}`,
  )
  if (treatyCountry !== null) paragraph(doc, `Treaty benefits are claimed as a resident of ${treatyCountry}.`)
}

/** A signed form as a PDF file: a substitute form, with the last four characters of the number only. */
export const printTaxForm = (document: FormDocument): Promise<Buffer> => {
  const { form, signedName, signedAt, validUntil } = document
  return printPdf(
    { title: TITLES[form], createdAt: new Date(signedAt), footer: `Hearth · substitute form ${form}` },
    (doc) => {
      doc.font(BOLD).fontSize(16).fillColor('#111111').text(TITLES[form])
      printDetails(doc, document)
      heading(doc, 'Certified under penalties of perjury')
      for (const text of CERTIFIED[form]) paragraph(doc, text)
      heading(doc, 'Signature')
      paragraph(doc, `${signedName} signed electronically on ${second(signedAt)}.`)
      paragraph(
        doc,
        validUntil === null
          ? 'Valid until the details change.'
          : `Valid until ${validUntil}, or until the details change.`,
      )
      paragraph(doc, 'The full number is kept in a vault, apart from this document.')
    },
  )
}
