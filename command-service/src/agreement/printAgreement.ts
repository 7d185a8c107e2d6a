import {
  agreementText,
  type AgreementModel,
  type AgreementTerms,
  type Merge,
  type Proof,
} from '@hearth/contracts/agreement'
import { BOLD, heading, paragraph, printPdf, REGULAR, type Doc } from '../pdf/printPdf.ts'

/** Everything that a printed agreement depends on. Equal content gives equal bytes. */
export type AgreementDocument = Readonly<{
  model: AgreementModel
  terms: AgreementTerms
  merge: Merge
  templateVersion: string
  signers: readonly Readonly<{ legalName: string; ownershipBps: number }>[]
  /** The document that an amendment replaces; null for an agreement. */
  amends: Readonly<{ documentSha256: string; reason: string }> | null
  /** Appended after the first signature: what was signed, and how. */
  certificate: Readonly<{ documentSha256: string; proofs: readonly Proof[] }> | null
}>

const WORDS: Readonly<Record<Proof['what'], string>> = {
  viewed: 'opened the document',
  consent: 'agreed to sign electronically',
  signed: 'signed with intent to be bound',
  countersigned: 'signed for Hearth',
  amendment_accepted: 'signed the changed terms',
}
const second = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
const share = (bps: number) => `${Number((bps / 100).toFixed(2))}%`

const printBody = (doc: Doc, { model, terms, merge, signers, amends }: AgreementDocument) => {
  const { title, parties, summary, clauses } = agreementText(model, terms, merge)
  doc
    .font(BOLD)
    .fontSize(18)
    .fillColor('#111111')
    .text(amends === null ? title : `Change to the ${title.toLowerCase().slice(0, 1)}${title.slice(1)}`)
  if (amends !== null) {
    paragraph(
      doc.moveDown(0.5),
      `These terms replace those in the document with SHA-256 ${amends.documentSha256} once ` +
        `everyone below has signed. Reason: ${amends.reason}`,
    )
  }
  doc.moveDown(0.5)
  for (const { role, name, address } of parties) paragraph(doc, `${role}: ${name}, ${address}`)
  heading(doc, 'In plain words', 13)
  for (const { title: what, text } of summary) {
    doc
      .font(BOLD)
      .fontSize(9.5)
      .fillColor('#222222')
      .text(`${what}. `, { continued: true, lineGap: 2 })
      .font(REGULAR)
      .text(text)
      .moveDown(0.35)
  }
  clauses.forEach(({ heading: what, paragraphs }, index) => {
    heading(doc, `${index + 1}. ${what}`)
    for (const text of paragraphs) paragraph(doc, text)
  })
  heading(doc, 'Signatures')
  for (const { legalName, ownershipBps } of signers)
    paragraph(doc, `${legalName}, ${share(ownershipBps)} of the home`)
  paragraph(doc, 'Hearth')
}

const printCertificate = (
  doc: Doc,
  { documentSha256, proofs }: NonNullable<AgreementDocument['certificate']>,
) => {
  doc.addPage().font(BOLD).fontSize(18).fillColor('#111111').text('Certificate of signature')
  paragraph(
    doc.moveDown(0.5),
    'This page was added after signing. It records who did what with the document above, when, ' +
      'and from where.',
  )
  paragraph(doc, `SHA-256 of the signed document, without this page: ${documentSha256}`)
  for (const { what, name, at, documentSha256: of, evidence } of proofs) {
    heading(doc, `${name} ${WORDS[what]}`, 10)
    paragraph(
      doc,
      `${second(at)}. Email ${evidence.email || 'unknown'}. ` +
        `IP address ${evidence.ip || 'unknown'}. Device ${evidence.userAgent || 'unknown'}.` +
        `${of === documentSha256 ? '' : ` Document ${of}.`}`,
    )
  }
}

/** The agreement as a PDF file, A4. */
export const printAgreement = (document: AgreementDocument): Promise<Buffer> => {
  const { merge, templateVersion, certificate } = document
  return printPdf(
    {
      title: `Management agreement for ${merge.listingName}`,
      createdAt: new Date(`${merge.preparedOn}T00:00:00.000Z`),
      footer: `Hearth · wording ${templateVersion}`,
    },
    (doc) => {
      printBody(doc, document)
      if (certificate !== null) printCertificate(doc, certificate)
    },
  )
}
