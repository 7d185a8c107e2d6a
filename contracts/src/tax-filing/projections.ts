import { formatStream, idOfStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import { parseTaxFilingId, type TaxFilingEvent } from './messages.ts'
import { zTaxFilingRow, type TaxFilingRow } from './resource.ts'

export const taxFilingProjection = defineProjection<TaxFilingRow>({
  name: 'tax_filing',
  version: 2,
  row: zTaxFilingRow,
  streams: ({ id }) => [formatStream('taxFiling', id)],
  categories: ['taxFiling'],
  keys: ({ stream }) => [idOfStream(stream)],
  fold: foldBy<TaxFilingRow, TaxFilingEvent>({
    TaxFileMade: (row, event) => {
      const { taxFilingId: id, operator: _operator, contentHash: _hash, documents, ...file } = event.data
      const filed = documents.map(({ documentId, corrects }) => ({ documentId, corrects }))
      const madeAt = occurredAtOf(event)
      return {
        id,
        ...parseTaxFilingId(id),
        files: [...(row?.files ?? []), { ...file, madeAt, documents: filed }],
        changedAt: madeAt,
      }
    },
  }),
})
