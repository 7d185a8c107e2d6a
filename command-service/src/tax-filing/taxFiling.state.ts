import type { Instant } from '@hearth/contracts/kernel/dates'
import type { TaxFile, TaxFilingEvent } from '@hearth/contracts/tax-filing'
import type { Fold } from '../runtime/decider.ts'

export type MadeFile = TaxFile & Readonly<{ madeAt: Instant }>
export type TaxFilingState = Readonly<{ files: readonly MadeFile[] }>

export const taxFilingFold: Fold<TaxFilingState, TaxFilingEvent> = {
  category: 'taxFiling',
  initial: { files: [] },
  evolve: {
    TaxFileMade: ({ files }, { taxFilingId: _id, ...file }, madeAt) => ({
      files: [...files, { ...file, madeAt }],
    }),
  },
}

/** The ids of all documents that are in a file. */
export const listFiled = ({ files }: TaxFilingState): ReadonlySet<string> =>
  new Set(files.flatMap(({ documents }) => documents.map(({ documentId }) => documentId)))
