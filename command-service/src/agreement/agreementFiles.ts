import { createHash } from 'node:crypto'
import { agreementFileKey } from '@hearth/contracts/agreement'
import type { Storage } from '@hearth/platform/storage/port'
import type { Documents } from '../runtime/decider.ts'
import { printAgreement, type AgreementDocument } from './printAgreement.ts'

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Agreements in the storage, each under the SHA-256 of its bytes; nothing takes its place. */
export type AgreementFiles = Readonly<{
  print: (
    hostAccountId: string,
    document: AgreementDocument,
  ) => Promise<Readonly<{ sha256: string; keep: () => Promise<void> }>>
  isWhole: Documents['isWhole']
}>

export const agreementFiles = (storage: Pick<Storage, 'put' | 'get'>): AgreementFiles => ({
  print: async (hostAccountId, document) => {
    const bytes = await printAgreement(document)
    const sha256 = sha256Of(bytes)
    return {
      sha256,
      keep: () => storage.put(agreementFileKey(hostAccountId, sha256), bytes, 'application/pdf'),
    }
  },
  isWhole: async (hostAccountId, sha256) => {
    const bytes = await storage.get(agreementFileKey(hostAccountId, sha256))
    return bytes !== undefined && sha256Of(bytes) === sha256
  },
})

/** What one command prints waits in memory until `keepAll`: a refused signature leaves no file behind. */
export const keptLater = ({
  print,
  isWhole,
}: AgreementFiles): Readonly<{ documents: Documents; keepAll: () => Promise<void> }> => {
  const waiting: (() => Promise<void>)[] = []
  return {
    documents: {
      keep: async (hostAccountId, document) => {
        const { sha256, keep } = await print(hostAccountId, document)
        waiting.push(keep)
        return sha256
      },
      isWhole,
    },
    keepAll: async () => void (await Promise.all(waiting.splice(0).map((keep) => keep()))),
  }
}
