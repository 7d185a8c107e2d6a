import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { zListedReimbursementRow, type Evidence, type Item } from '@hearth/contracts/reimbursement'
import { reimbursementProjection } from '@hearth/contracts/reimbursement/projections'
import type { ListedReimbursement, ReimbursementRecord } from '../../data/records/records.ts'

const DAY_MS = 86_400_000
/** An instant that many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

export const TERMS = FIRST_POLICIES.reimbursement.body
const of = { reimbursementId: 'c1', listingId: 'l1' }

export const tv: Item = {
  itemId: 'i1',
  description: 'Television, 43 inch',
  category: 'electronics',
  claimedMinor: 60_000,
  costMinor: 60_000,
  repairQuoteMinor: null,
  purchasedOn: '2025-11-10',
  lostBookings: [],
}
export const cleaning: Item = {
  ...tv,
  itemId: 'i2',
  description: 'Extra cleaning',
  category: 'cleaning',
  claimedMinor: 12_000,
  costMinor: 21_500,
  purchasedOn: null,
}

export const file = (values: Partial<Evidence>): Evidence => ({
  fileId: 'f1',
  itemId: 'i1',
  kind: 'photo_after',
  name: 'tv.jpg',
  type: 'image/jpeg',
  size: 2_000_000,
  width: 1_600,
  height: 1_200,
  sha256: 'a'.repeat(64),
  takenAt: '2026-11-12T17:05:00.000Z',
  by: 'u1',
  addedAt: '2026-11-13T10:00:00.000Z',
  ...values,
})
/** All that both items need. */
export const proof: readonly Evidence[] = [
  file({}),
  file({ fileId: 'f2', kind: 'photo_before', name: 'before.jpg' }),
  file({ fileId: 'f3', kind: 'receipt', name: 'receipt.pdf', type: 'application/pdf' }),
  file({ fileId: 'f4', itemId: 'i2', name: 'floor.jpg' }),
  file({ fileId: 'f5', itemId: 'i2', kind: 'invoice', name: 'invoice.pdf', type: 'application/pdf' }),
]

/** An event of the claim, that many days from now. */
export type Step = readonly [type: string, data: object, days?: number]

export const drafted: Step = [
  'ReimbursementDrafted',
  {
    ...of,
    hostAccountId: 'a1',
    code: 'CL-7W2KD4XN',
    kind: 'damage',
    bookingId: 'b1',
    incidentId: null,
    stay: {
      bookingCode: 'HB-7K2M9QXD',
      guestRef: 'g1',
      guestName: 'Grace A.',
      checkIn: '2026-11-05',
      checkOut: '2026-11-12',
      checkOutInstant: inDays(-2),
      cleaningMinor: 9_500,
    },
    currency: 'USD',
    closesAt: inDays(12),
    terms: TERMS,
    openedBy: 'u1',
  },
  -1,
]
export const withItems = (...items: readonly Item[]): readonly Step[] => [
  drafted,
  ...items.map((item): Step => ['ReimbursementItemAdded', { ...of, item }, -1]),
]
export const withProof: readonly Step[] = [
  ...withItems(tv, cleaning),
  ...proof.map((evidence): Step => ['ReimbursementEvidenceAttached', { ...of, evidence }, -1]),
]
export const submitted: readonly Step[] = [
  ...withProof,
  [
    'ReimbursementSubmitted',
    {
      ...of,
      by: 'u1',
      totalMinor: 72_000,
      currency: 'USD',
      guestBy: inDays(2.5),
      firstActionBy: inDays(4),
      decisionBy: inDays(14),
      flags: [],
    },
    -0.5,
  ],
]
export const underReview: readonly Step[] = [
  ...submitted,
  [
    'ReimbursementGuestDeclined',
    {
      ...of,
      guestRef: 'g1',
      text: 'The TV was like that when we came.',
      firstActionBy: inDays(2),
      decisionBy: inDays(10),
    },
    -0.2,
  ],
]
export const infoRequested: readonly Step[] = [
  ...underReview,
  [
    'ReimbursementInfoRequested',
    { ...of, by: 's1', questions: ['When did you buy the TV?'], dueAt: inDays(7) },
    -0.1,
  ],
]
const tvFormula = {
  rule: 'depreciated',
  costMinor: 60_000,
  ageMonths: 12,
  usefulLifeMonths: 48,
  numerator: 36,
  denominator: 48,
  resultMinor: 45_000,
} as const
const cleaningFormula = {
  rule: 'cleaning',
  invoiceMinor: 21_500,
  feeMinor: 9_500,
  resultMinor: 12_000,
} as const
export const decisions = [
  { itemId: 'i1', approvedMinor: 45_000, reason: 'depreciated', formula: tvFormula, note: null },
  { itemId: 'i2', approvedMinor: 12_000, reason: 'approved_full', formula: cleaningFormula, note: null },
] as const
export const decided: readonly Step[] = [
  ...underReview,
  ['ReimbursementReviewStarted', { ...of, by: 's1' }, -0.15],
  [
    'ReimbursementDecided',
    {
      ...of,
      by: 's1',
      version: 1,
      items: decisions,
      totalMinor: 57_000,
      currency: 'USD',
      outcome: 'partially_approved',
      approvedBy: null,
      payableMinor: 57_000,
      appealBy: inDays(13.5),
    },
    -0.1,
  ],
  ['ReimbursementPaid', { ...of, version: 1, amountMinor: 57_000, currency: 'USD', entryId: 'e1' }, -0.09],
]
export const proposed: readonly Step[] = [
  ...underReview,
  [
    'ReimbursementDecisionProposed',
    { ...of, by: 's1', version: 1, items: decisions, totalMinor: 57_000, currency: 'USD' },
    -0.1,
  ],
]

/** The claim as the projection makes it of these events. */
export const claimOf = (steps: readonly Step[]): ReimbursementRecord => {
  const row = steps.reduce<ReturnType<typeof reimbursementProjection.fold>>(
    (before, [type, data, days = 0], index) =>
      reimbursementProjection.fold(
        before,
        {
          id: `e${index}`,
          stream: 'reimbursement-c1',
          revision: BigInt(index),
          type,
          data,
          metadata: {},
          position: { commit: BigInt(index), prepare: BigInt(index) },
          recordedAt: inDays(days),
        },
        'c1',
      ),
    undefined,
  )
  if (!row) throw new Error('A claim begins with its draft')
  return { ...row, tenantId: 'a1', revision: steps.length - 1 }
}
/** The same as lists have it. */
export const listed = (claim: ReimbursementRecord): ListedReimbursement => {
  const { tenantId, revision, ...row } = claim
  return { ...zListedReimbursementRow.strip().parse(row), tenantId, revision }
}
