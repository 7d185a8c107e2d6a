import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCurrency } from '../kernel/money.ts'
import { zTaxOperator } from '../kernel/taxOperator.ts'
import { TAX_DOCUMENT_FORMS, zTaxDocumentForm, type TaxDocumentForm } from '../tax-profile/document.ts'

/** The most documents in a file; the others go into the next one (docs/domain/tax-filing.md#files). */
export const MAX_FILED = 100

/** The filing of a form and a year: `1099-K-2025`. */
export const zTaxFilingId = z.string().regex(new RegExp(`^(${TAX_DOCUMENT_FORMS.join('|')})-20\\d\\d$`))
export const formatTaxFilingId = (form: TaxDocumentForm, year: number): string => `${form}-${year}`
export const parseTaxFilingId = (id: string): Readonly<{ form: TaxDocumentForm; year: number }> => ({
  form: zTaxDocumentForm.parse(id.slice(0, -5)),
  year: Number(id.slice(-4)),
})

/** Documents that the authority doesn’t have, or corrections of those that it has; never both in one file. */
export const TAX_FILE_KINDS = ['new', 'corrections'] as const

/** A document in a file. */
export const zFiledDocument = z.strictObject({
  hostAccountId: z.string(),
  documentId: z.string(),
  /** The document of an earlier file that it takes the place of. */
  corrects: zId.nullable(),
  /** Of a DAC7 report: its homes, each as it was after this event of its listing. */
  homes: z.array(z.strictObject({ listingId: z.string(), revision: z.int() })),
})
export type FiledDocument = z.infer<typeof zFiledDocument>

/** Why a document can’t go into a file. */
export const LEFT_OUT = ['details_erased', 'number_missing', 'homes_missing'] as const
export const zLeftOut = z.strictObject({
  hostAccountId: z.string(),
  documentId: z.string(),
  why: z.enum(LEFT_OUT),
})
export type LeftOut = z.infer<typeof zLeftOut>

/** What a file comes to in one currency. */
export const zFileTotal = z.strictObject({ currency: zCurrency, grossMinor: z.int() })
export type FileTotal = z.infer<typeof zFileTotal>

export const zTaxFile = z.strictObject({
  fileId: z.string(),
  kind: z.enum(TAX_FILE_KINDS),
  /** In the order of the file. */
  documents: z.array(zFiledDocument),
  leftOut: z.array(zLeftOut),
  totals: z.array(zFileTotal),
  /** As the file names Hearth. A filing keeps the details with which it began. */
  operator: zTaxOperator,
  /** A keyed hash of the bytes. */
  contentHash: z.string(),
  madeBy: z.string(),
})
export type TaxFile = z.infer<typeof zTaxFile>

const platform = { by: 'platform', id: zTaxFilingId } as const

/**
 * The files with which a form of a year goes to its tax authority (docs/domain/tax-filing.md). Files are written from
 * events and the vault whenever they are downloaded, and stored nowhere.
 */
export const taxFiling = defineAggregate({
  category: 'taxFiling',
  events: {
    TaxFileMade: { version: 1, schema: zTaxFile.extend({ taxFilingId: zTaxFilingId }) },
  },
  commands: {
    /** Takes the documents that are in no file yet: the new ones, and corrections when there are no new ones. */
    MakeTaxFile: {
      schema: z.strictObject({}),
      route: { collection: 'tax-filings', verb: 'make-file' },
      capability: 'tax.file',
      ifMatch: 'none',
      stream: platform,
    },
  },
})
export type TaxFilingEvent = EventsOf<typeof taxFiling>
export type TaxFilingCommand = CommandsOf<typeof taxFiling>

/** `POST /api/tax-filings/{id}/download`: the bytes of a file, with whole tax numbers. */
export const zDownloadTaxFile = z.strictObject({ fileId: zId })
