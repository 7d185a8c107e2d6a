import { z } from 'zod'
import { defineResource } from '../kernel/resource.ts'
import { zAgreement, zMerge } from './agreement.ts'

/**
 * A listing's agreement. `id` is `deriveAgreementId(listingId)`. Names, addresses and proofs are in the log
 * only: `GET /api/agreements/{id}/text`.
 */
export const zAgreementRow = zAgreement.extend({ id: z.string() })
export type AgreementRow = z.infer<typeof zAgreementRow>

export const agreements = defineResource({
  name: 'agreements',
  table: 'agreement',
  row: zAgreementRow,
  capability: 'agreement.read',
  visibility: {
    listingId: 'open',
    hostAccountId: 'open',
    status: 'open',
    model: 'open',
    templateVersion: 'open',
    terms: 'open',
    documentSha256: 'open',
    signedSha256: 'open',
    authorityFileId: 'open',
    signers: 'open',
    sentAt: 'open',
    expiresAt: 'open',
    signedAt: 'open',
    countersignedAt: 'open',
    amendment: 'agreement.read',
    effectiveOn: 'open',
    reason: 'agreement.read',
    id: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['sentAt', 'status', 'expiresAt'],
  defaultSort: ['sentAt', 'DESC'],
  filter: { status: 'equals', listingId: 'equals', hostAccountId: 'equals', model: 'equals' },
})

/**
 * `GET /api/agreements/{id}/text`: what the text is filled with, and the signers' names by their user ids.
 * `[erased]` where a person was erased.
 */
export const zAgreementWords = z.strictObject({
  documentSha256: z.string(),
  merge: zMerge,
  names: z.record(z.string(), z.string()),
})
export type AgreementWords = z.infer<typeof zAgreementWords>
