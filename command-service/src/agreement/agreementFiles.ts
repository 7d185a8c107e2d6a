import { createHash } from 'node:crypto'
import { agreementFileKey } from '@hearth/contracts/agreement'
import type { Storage } from '@hearth/platform/storage/port'
import { printAgreement, type AgreementDocument } from './printAgreement.ts'

export type PrintedAgreement = Readonly<{ sha256: string; bytes: Buffer }>

/** Agreements in the storage, each under the SHA-256 of its bytes; a file is never replaced. */
export type AgreementFiles = Readonly<{
  /** The same content gives the same file. Nothing is stored yet. */
  print: (document: AgreementDocument) => Promise<PrintedAgreement>
  store: (hostAccountId: string, file: PrintedAgreement) => Promise<void>
  /** Whether the file exists and matches the hash in its name. */
  isWhole: (hostAccountId: string, sha256: string) => Promise<boolean>
}>

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export const createAgreementFiles = (storage: Pick<Storage, 'put' | 'get'>): AgreementFiles => ({
  print: async (document) => {
    const bytes = await printAgreement(document)
    return { sha256: sha256Of(bytes), bytes }
  },
  store: (hostAccountId, { sha256, bytes }) =>
    storage.put(agreementFileKey(hostAccountId, sha256), bytes, 'application/pdf'),
  isWhole: async (hostAccountId, sha256) => {
    const bytes = await storage.get(agreementFileKey(hostAccountId, sha256))
    return bytes !== undefined && sha256Of(bytes) === sha256
  },
})
