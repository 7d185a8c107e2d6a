import { formatAmount, nominalToMinor } from '@hearth/contracts/kernel/money'
import { listMissingEvidence } from '@hearth/contracts/reimbursement'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import type { Text } from '../../i18n/text.ts'

/** Something that a claim needs before it can be sent. */
export type Need = Readonly<{
  key: string
  done: boolean
  title: string
  text: string
  /** The item at which it is added. */
  itemId?: string
}>

type Context = Readonly<{
  t: Text
  /** Files that are on their way. */
  uploading: number
  /** Files that were chosen and can't be evidence. */
  refused: number
  /** An item has changes that are not saved, or one is being written. */
  unsaved: boolean
  /** In milliseconds. */
  now: number
}>

const listEvidenceNeeds = (claim: ReimbursementRecord, t: Text): readonly Need[] => {
  const items = claim.items ?? []
  const missing = listMissingEvidence(claim.kind, items, claim.evidence ?? [])
  const nameOf = (id: string) => items.find(({ itemId }) => itemId === id)?.description ?? ''
  const isCleaning = (id: string) => items.find(({ itemId }) => itemId === id)?.category === 'cleaning'
  const open = missing.map(({ itemId, missing: what }): Need => {
    const item = nameOf(itemId)
    const place = { key: `${itemId}/${what}`, done: false, itemId }
    if (what === 'photo')
      return {
        ...place,
        title: t('reimbursement.draft.needs.photo', { item }),
        text: t('reimbursement.draft.needs.photoText'),
      }
    if (what === 'bookings') return { ...place, title: item, text: t('reimbursement.draft.needLost') }
    return {
      ...place,
      title: t(isCleaning(itemId) ? 'reimbursement.draft.needs.invoice' : 'reimbursement.draft.needs.price', {
        item,
      }),
      text: t('reimbursement.draft.needs.priceText'),
    }
  })
  const done = (what: 'photo' | 'price', title: string): readonly Need[] => {
    const needing = items.filter(
      ({ category }) => category !== 'lost_income' && (what === 'price' || claim.kind !== 'expense'),
    ).length
    const text = t('reimbursement.draft.needs.done', { done: needing, all: needing })
    return needing === 0 || missing.some((one) => one.missing === what)
      ? []
      : [{ key: what, done: true, title, text }]
  }
  return [
    ...done('photo', t('reimbursement.draft.needs.photos')),
    ...done('price', t('reimbursement.draft.needs.prices')),
    ...open,
  ]
}

/** Everything that a draft needs before it can be sent, and what it already has. */
export const listNeeds = (
  claim: ReimbursementRecord,
  { t, uploading, refused, unsaved, now }: Context,
): readonly Need[] => {
  const { items, bookingCode, claimedMinor, currency, terms, checkOutInstant, kind } = claim
  const capMinor = nominalToMinor(terms.capNominal, currency)
  const need = (key: string, title: string, text: string): Need => ({ key, done: false, title, text })
  return [
    ...(bookingCode === null
      ? []
      : [
          {
            key: 'stay',
            done: true,
            title: t('reimbursement.draft.needs.stay'),
            text: t('reimbursement.draft.needs.stayText', { code: bookingCode }),
          },
        ]),
    ...(kind === 'expense' || checkOutInstant === null || Date.parse(checkOutInstant) <= now
      ? []
      : [
          need(
            'checkOut',
            t('reimbursement.draft.needs.checkOut'),
            t('reimbursement.draft.needs.checkOutText', { at: formatReaderInstant(checkOutInstant) }),
          ),
        ]),
    ...((items ?? []).length === 0
      ? [need('items', t('reimbursement.draft.needs.items'), t('reimbursement.draft.needs.itemsText'))]
      : listEvidenceNeeds(claim, t)),
    ...(uploading > 0
      ? [need('uploads', t('reimbursement.draft.needs.uploads'), t('reimbursement.draft.needs.uploadsText'))]
      : []),
    ...(refused > 0
      ? [need('refused', t('reimbursement.draft.needs.refused'), t('reimbursement.draft.needs.refusedText'))]
      : []),
    ...(unsaved
      ? [need('unsaved', t('reimbursement.draft.needs.unsaved'), t('reimbursement.draft.needs.unsavedText'))]
      : []),
    ...((claimedMinor ?? 0) > capMinor
      ? [
          need(
            'limit',
            t('reimbursement.draft.needs.limit'),
            t('reimbursement.draft.needs.limitText', { amount: formatAmount(capMinor, currency) }),
          ),
        ]
      : []),
  ]
}
