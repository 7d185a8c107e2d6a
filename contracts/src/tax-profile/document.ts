import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zDac7Home, zDac7Quarter, zDraftBox } from './preview.ts'

/** Forms that are issued: to the host, and to the tax authority. */
export const TAX_DOCUMENT_FORMS = ['1099-K', '1099-MISC', '1099-NEC', 'DAC7'] as const
export const zTaxDocumentForm = z.enum(TAX_DOCUMENT_FORMS)
export type TaxDocumentForm = z.infer<typeof zTaxDocumentForm>

/** What a form says of a year: boxes of a US form, or quarters of a DAC7 report. Minor units. */
export const zTaxFigures = z.strictObject({
  boxes: z.array(zDraftBox),
  quarters: z.array(zDac7Quarter),
  /** The quarters by home, which add up to them; none in a DAC7 report that was issued before they were kept. */
  homes: z.array(zDac7Home),
})
export type TaxFigures = z.infer<typeof zTaxFigures>

/** A form as it was issued; it never changes. A correction is a document of its own. */
export const zTaxDocument = zTaxFigures.extend({
  id: z.string(),
  year: z.int(),
  form: zTaxDocumentForm,
  /** The last ledger event that it counts. */
  ledgerRevision: z.int(),
  /** The entry of the vault with the number that is reported. */
  vaultRef: z.string(),
  fileSha256: z.string(),
  issuedAt: zInstant,
  /** The document that this one takes the place of. */
  corrects: z.string().nullable(),
})
export type TaxDocument = z.infer<typeof zTaxDocument>
