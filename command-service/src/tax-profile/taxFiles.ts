import { createHash } from 'node:crypto'
import type { Storage } from '@hearth/platform/storage/port'
import type { TaxOperator } from '@hearth/contracts/kernel/taxOperator'
import { taxFileKey } from '@hearth/contracts/tax-profile'
import { printTaxDocument, type IssuedDocument } from './printTaxDocument.ts'
import { printTaxForm, type FormDocument } from './printTaxForm.ts'

export type { FormDocument } from './printTaxForm.ts'
export type PrintedFile = Readonly<{ sha256: string; bytes: Buffer }>

/** Tax documents in the storage, each under the SHA-256 of its bytes; a file is never replaced. */
export type TaxFiles = Readonly<{
  /** The same content gives the same file. Nothing is stored yet. */
  print: (document: FormDocument) => Promise<PrintedFile>
  printDocument: (document: IssuedDocument) => Promise<PrintedFile>
  store: (hostAccountId: string, file: PrintedFile) => Promise<void>
}>

const named = (bytes: Buffer): PrintedFile => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes,
})

export const createTaxFiles = (
  storage: Pick<Storage, 'put'>,
  operator: TaxOperator | undefined,
): TaxFiles => ({
  print: async (document) => named(await printTaxForm(document)),
  printDocument: async (document) => named(await printTaxDocument(document, operator)),
  store: (hostAccountId, { sha256, bytes }) =>
    storage.put(taxFileKey(hostAccountId, sha256), bytes, 'application/pdf'),
})
