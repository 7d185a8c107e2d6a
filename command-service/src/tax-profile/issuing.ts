import type { OfType } from '@hearth/contracts/kernel/message'
import {
  findCurrentDocument,
  type TaxDocument,
  type TaxFigures,
  type TaxProfile,
  type TaxProfileCommand,
  type TaxProfileEvent,
} from '@hearth/contracts/tax-profile'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { unmet } from '../runtime/refusals.ts'
import type { TaxContext } from './signing.ts'
import type { DraftedDocument } from './printTaxDocument.ts'

type Data<T extends TaxProfileCommand['type']> = OfType<TaxProfileCommand, T>['data']

/** The form as it would be issued now, or why it can't be. */
const readDrafted = ({ facts: { document } }: TaxContext): DraftedDocument | Rejected => {
  if (document?.isYearOver !== true)
    return unmet('YEAR_NOT_OVER', 'A form is issued after its year is over.', '/tax-center/draft')
  return (
    document.drafted ??
    unmet(
      'TAX_DETAILS_MISSING',
      'The host’s details for this form are missing: a W-9 with a matching number for a US form, and the EU ' +
        'details for DAC7.',
      '/tax-center',
    )
  )
}

const figuresOf = ({ boxes, quarters, homes }: TaxFigures): string => JSON.stringify([boxes, quarters, homes])

const isSame = (document: TaxDocument, drafted: DraftedDocument): boolean =>
  document.vaultRef === drafted.vaultRef && figuresOf(document) === figuresOf(drafted)

const dataOf = (drafted: DraftedDocument, ctx: TaxContext) => ({
  hostAccountId: ctx.id,
  documentId: ctx.idFor('tax-document'),
  ...drafted,
  fileSha256: ctx.facts.file?.sha256 ?? '',
})

const wasIssuedBy = ({ documents }: TaxProfile, ctx: TaxContext): boolean =>
  documents.some(({ id }) => id === ctx.idFor('tax-document'))

/** Forms for the host and the tax authority (docs/domain/tax-profile.md#documents). */
export const decideDocuments = {
  IssueTaxDocument: ({ form, year }: Data<'IssueTaxDocument'>, profile: TaxProfile, ctx: TaxContext) => {
    if (wasIssuedBy(profile, ctx)) return accept<TaxProfileEvent>([])
    if (findCurrentDocument(profile.documents, form, year) !== undefined)
      return reject('INVALID_TRANSITION', `This ${form} of ${year} was issued. Correct it instead.`)
    const drafted = readDrafted(ctx)
    if ('ok' in drafted) return drafted
    if (ctx.facts.document?.isDue !== true)
      return unmet('NOT_DUE', `No ${form} is due for ${year}.`, '/tax-center/draft')
    return accept<TaxProfileEvent>([{ type: 'TaxDocumentIssued', data: dataOf(drafted, ctx) }])
  },
  CorrectTaxDocument: ({ documentId }: Data<'CorrectTaxDocument'>, profile: TaxProfile, ctx: TaxContext) => {
    if (wasIssuedBy(profile, ctx)) return accept<TaxProfileEvent>([])
    const document = profile.documents.find(({ id }) => id === documentId)
    if (document === undefined) return reject('NOT_FOUND', 'This document doesn’t exist.')
    if (findCurrentDocument(profile.documents, document.form, document.year) !== document)
      return reject('INVALID_TRANSITION', 'This document was corrected. Correct the latest one.')
    const drafted = readDrafted(ctx)
    if ('ok' in drafted) return drafted
    if (isSame(document, drafted))
      return reject('INVALID_TRANSITION', 'Nothing has changed since this document was issued.')
    return accept<TaxProfileEvent>([
      { type: 'TaxDocumentCorrected', data: { ...dataOf(drafted, ctx), corrects: documentId } },
    ])
  },
}
