import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zTaxDocumentForm } from '../tax-profile/document.ts'
import { zFiledDocument, zTaxFile } from './messages.ts'

/** The files of a form and a year, the newest last. */
export const zTaxFilingRow = z.strictObject({
  id: z.string(),
  form: zTaxDocumentForm,
  year: z.int(),
  files: z.array(
    zTaxFile.omit({ operator: true, contentHash: true, documents: true }).extend({
      madeAt: zInstant,
      /** Without their hosts: who is in a file is read with the document, which the access log records. */
      documents: z.array(zFiledDocument.pick({ documentId: true, corrects: true })),
    }),
  ),
  changedAt: zInstant,
})
export type TaxFilingRow = z.infer<typeof zTaxFilingRow>

export const taxFilings = defineResource({
  name: 'tax-filings',
  table: 'tax_filing',
  row: zTaxFilingRow,
  capability: 'tax.filings',
  visibility: { id: 'open', form: 'open', year: 'open', files: 'open', changedAt: 'open' },
  scope: 'platform',
  sort: ['changedAt', 'year'],
  defaultSort: ['changedAt', 'DESC'],
  filter: { form: 'equals', year: 'equals' },
})
