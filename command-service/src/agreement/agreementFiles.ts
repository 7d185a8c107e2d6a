import { createHash } from 'node:crypto'
import { agreementFileKey } from '@hearth/platform/storage/agreementFileKey'
import type { Storage } from '@hearth/platform/storage/port'
import type { Documents } from '../runtime/decider.ts'
import { printAgreement } from './printAgreement.ts'

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Agreements in the storage, each under the SHA-256 of its bytes: kept before an event names it, and nothing takes its place. */
export const agreementFiles = (storage: Pick<Storage, 'put' | 'get'>): Documents => ({
  keep: async (hostAccountId, document) => {
    const bytes = await printAgreement(document)
    const sha256 = sha256Of(bytes)
    await storage.put(agreementFileKey(hostAccountId, sha256), bytes, 'application/pdf')
    return sha256
  },
  isWhole: async (hostAccountId, sha256) => {
    const bytes = await storage.get(agreementFileKey(hostAccountId, sha256))
    return bytes !== undefined && sha256Of(bytes) === sha256
  },
})
