import { PRICE_EVIDENCE, type Evidence, type Item, type ReimbursementKind } from '../reimbursement.ts'

/** What an item lacks: a photo of it, a proof of its price, or the bookings that were lost. */
export type MissingEvidence = Readonly<{ itemId: string; missing: 'photo' | 'price' | 'bookings' }>
type File = Pick<Evidence, 'itemId' | 'kind'>

const listMissing = (
  kind: ReimbursementKind,
  { category, lostBookings }: Item,
  files: readonly File[],
): readonly MissingEvidence['missing'][] => {
  if (category === 'lost_income') return lostBookings.length === 0 ? ['bookings'] : []
  const hasPhoto = kind === 'expense' || files.some((file) => file.kind === 'photo_after')
  const proofs = category === 'cleaning' ? ['invoice'] : PRICE_EVIDENCE
  const hasPrice = files.some((file) => proofs.includes(file.kind))
  return [...(hasPhoto ? [] : (['photo'] as const)), ...(hasPrice ? [] : (['price'] as const))]
}

/**
 * What must be added before a claim can be submitted (docs/domain/reimbursement.md#evidence). A file that is
 * about the whole claim counts for each item.
 */
export const listMissingEvidence = (
  kind: ReimbursementKind,
  items: readonly Item[],
  evidence: readonly File[],
): readonly MissingEvidence[] =>
  items.flatMap((item) => {
    const files = evidence.filter(({ itemId }) => itemId === null || itemId === item.itemId)
    return listMissing(kind, item, files).map((missing) => ({ itemId: item.itemId, missing }))
  })
