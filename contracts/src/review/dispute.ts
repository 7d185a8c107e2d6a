import { z } from 'zod'
import { zId } from '../kernel/ids.ts'

/** Why a host asks to have a review removed (docs/domain/review.md#disputes). */
export const DISPUTE_GROUNDS = [
  'retaliatory',
  'extortion',
  'irrelevant',
  'private_info',
  'discriminatory',
  'conflict_of_interest',
] as const
export type DisputeGround = (typeof DISPUTE_GROUNDS)[number]

/** `uphold`: the review stays. */
export const DISPUTE_DECISIONS = ['uphold', 'remove'] as const
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number]

/** What supports it: the review’s own texts, a file, a reimbursement claim or an incident of the stay. */
export const zEvidence = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('public_text') }),
  z.strictObject({ kind: z.literal('private_text') }),
  z.strictObject({ kind: z.literal('file'), fileId: zId }),
  z.strictObject({ kind: z.literal('claim'), claimId: zId }),
  z.strictObject({ kind: z.literal('incident'), incidentId: zId }),
])
export type Evidence = z.infer<typeof zEvidence>
