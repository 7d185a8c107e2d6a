import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zTaxDocumentForm } from '../tax-profile/document.ts'
import { zTaxFile } from './messages.ts'

/** The files of a form and a year, the newest last. */
export const zTaxFilingRow = z.strictObject({
  id: z.string(),
  form: zTaxDocumentForm,
  year: z.int(),
  files: z.array(zTaxFile.omit({ operator: true, contentHash: true }).extend({ madeAt: zInstant })),
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
