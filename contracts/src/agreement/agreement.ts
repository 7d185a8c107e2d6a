import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { zAgreementModel, zAgreementTerms } from './terms.ts'

/** A listing has one agreement, under this id; a new one after its end continues in the same stream. */
export const deriveAgreementId = (listingId: Id): Id => deriveId('agreement', listingId)

/** What hosts must have agreed to before they sign: the wording's version. */
export const ESIGN_CONSENT_VERSION = '2026-11'
/** Which wording a document was made with; a changed text is a new version. */
export const TEMPLATE_VERSION = '2026-11'
/** A document that was sent can be signed for this long. */
export const SIGNING_DAYS = 30
/** The whole of the owners' shares, basis points. */
export const WHOLE_OWNERSHIP_BPS = 10_000

export const AGREEMENT_STATUSES = [
  'sent',
  'viewed',
  'partially_signed',
  'signed',
  'active',
  'terminating',
  'terminated',
  'declined',
  'voided',
  'expired',
] as const
export const zAgreementStatus = z.enum(AGREEMENT_STATUSES)
export type AgreementStatus = z.infer<typeof zAgreementStatus>

/** Waits for signatures, ours or theirs. */
export const isOpenForSigning = (status: AgreementStatus): boolean =>
  status === 'sent' || status === 'viewed' || status === 'partially_signed'
/** Binds both sides. */
export const isInForce = (status: AgreementStatus): boolean => status === 'active' || status === 'terminating'

/**
 * Where, when and by whom a step was taken with a document: the evidence that a court asks for
 * (docs/domain/agreement.md#signing).
 */
export const zEvidence = z.strictObject({ email: z.string(), ip: z.string(), userAgent: z.string() })
export type Evidence = z.infer<typeof zEvidence>

/** What the text is filled with. */
export const zMerge = z.strictObject({
  hostName: z.string(),
  hostAddress: z.string(),
  listingName: z.string(),
  listingAddress: z.string(),
  preparedOn: zLocalDate,
})
export type Merge = z.infer<typeof zMerge>

/** One who has to sign, without the name: that is sealed in the log. */
export const zSigner = z.strictObject({
  userId: z.string(),
  ownershipBps: z.int(),
  order: z.int(),
  viewedAt: zInstant.nullable(),
  readToEnd: z.boolean(),
  consentedAt: zInstant.nullable(),
  signedAt: zInstant.nullable(),
})
export type Signer = z.infer<typeof zSigner>

/** Other terms, proposed by staff; they bind once every signer has accepted them. */
export const zAmendment = z.strictObject({
  amendmentId: z.string(),
  terms: zAgreementTerms,
  reason: z.string(),
  documentSha256: z.string(),
  proposedAt: zInstant,
  expiresAt: zInstant,
  acceptedBy: z.array(z.string()),
})

/** An agreement without anything personal: what its row shows. */
export const zAgreement = z.strictObject({
  listingId: z.string(),
  hostAccountId: z.string(),
  status: zAgreementStatus,
  model: zAgreementModel,
  templateVersion: z.string(),
  terms: zAgreementTerms,
  /**
   * SHA-256 of the document that is to be signed, and of what was made of it with the certificate of the
   * signatures so far.
   */
  documentSha256: z.string(),
  signedSha256: z.string().nullable(),
  authorityFileId: z.string().nullable(),
  signers: z.array(zSigner),
  sentAt: zInstant,
  expiresAt: zInstant,
  signedAt: zInstant.nullable(),
  countersignedAt: zInstant.nullable(),
  amendment: zAmendment.nullable(),
  /** The last day on which it binds, once notice is given. */
  effectiveOn: zLocalDate.nullable(),
  /** Why it was declined, voided or ended. */
  reason: z.string().nullable(),
})
export type Agreement = z.infer<typeof zAgreement>

/** One step of the signing with its proof, as the certificate prints it. */
export type Proof = Readonly<{
  what: 'viewed' | 'consent' | 'signed' | 'countersigned' | 'amendment_accepted'
  userId: string
  name: string
  at: string
  documentSha256: string
  evidence: Evidence
}>
