import { z } from 'zod'
import { zLocalDate } from '@hearth/contracts/kernel/dates'
import { zId } from '@hearth/contracts/kernel/ids'
import { zLine } from '@hearth/contracts/kernel/text'
import {
  computeFormulas,
  zClaimedMinor,
  zItemCategory,
  type Item,
  type ItemCategory,
  type ItemFormula,
} from '@hearth/contracts/reimbursement'
import { browserZone, todayIn } from '../../components/dates/localDate.ts'
import type { FieldsForm } from '../../components/form/useCommandForm.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'

export const MAX_DESCRIPTION = 200

/** Of a thing: its price, its age and a repair count. Of the others only what they cost. */
export const isThing = (category: ItemCategory) => category !== 'cleaning' && category !== 'lost_income'

/** What the form asks. What is claimed may stay empty: then it is what the item costs. */
export const itemSchema = z
  .strictObject({
    description: zLine(3, MAX_DESCRIPTION),
    category: zItemCategory,
    costMinor: zClaimedMinor.nullable(),
    claimedMinor: zClaimedMinor.nullable(),
    repairQuoteMinor: zClaimedMinor.nullable(),
    purchasedOn: zLocalDate.nullable(),
    lostBookingIds: z.array(zId),
  })
  .refine(({ category, costMinor }) => category === 'lost_income' || costMinor !== null, {
    path: ['costMinor'],
  })
  .refine(({ category, claimedMinor }) => category !== 'lost_income' || claimedMinor !== null, {
    path: ['claimedMinor'],
  })
  .refine(({ category, lostBookingIds }) => category !== 'lost_income' || lostBookingIds.length > 0, {
    path: ['lostBookingIds'],
  })
  .refine(({ purchasedOn }) => purchasedOn === null || purchasedOn <= todayIn(browserZone()), {
    path: ['purchasedOn'],
  })
export type ItemValues = z.input<typeof itemSchema>
type ItemAnswers = z.output<typeof itemSchema>
export type ItemForm = FieldsForm<ItemValues, ItemAnswers>

export const NO_ITEM: ItemValues = {
  description: '',
  category: 'furniture',
  costMinor: null,
  claimedMinor: null,
  repairQuoteMinor: null,
  purchasedOn: null,
  lostBookingIds: [],
}

/** What is claimed where the host does not say: the cost, less the cleaning that the guest paid. */
const claimByDefault = ({ category, costMinor }: ItemAnswers, cleaningMinor: number): number => {
  const cost = costMinor ?? 0
  return category === 'cleaning' && cost > cleaningMinor ? cost - cleaningMinor : cost
}

/** The item as its command takes it. */
export const toBody = (answers: ItemAnswers, cleaningMinor: number) => {
  const { category, claimedMinor, costMinor, repairQuoteMinor, purchasedOn, lostBookingIds } = answers
  const thing = isThing(category)
  return {
    ...answers,
    claimedMinor: claimedMinor ?? claimByDefault(answers, cleaningMinor),
    costMinor: category === 'lost_income' ? null : costMinor,
    repairQuoteMinor: thing ? repairQuoteMinor : null,
    purchasedOn: thing ? purchasedOn : null,
    lostBookingIds: category === 'lost_income' ? lostBookingIds : [],
  }
}

/** A saved item as the form shows it. */
export const fromItem = (item: Item, cleaningMinor: number): ItemValues => {
  const { description, category, claimedMinor, repairQuoteMinor, purchasedOn, lostBookings } = item
  const costMinor = category === 'lost_income' ? null : (item.costMinor ?? claimedMinor)
  const values = {
    description,
    category,
    costMinor,
    claimedMinor: null,
    repairQuoteMinor,
    purchasedOn,
    lostBookingIds: lostBookings.map(({ bookingId }) => bookingId),
  }
  const isDefault = category !== 'lost_income' && claimByDefault(values, cleaningMinor) === claimedMinor
  return { ...values, claimedMinor: isDefault ? null : claimedMinor }
}

type Claim = Pick<ReimbursementRecord, 'items' | 'terms' | 'checkOut' | 'openedAt' | 'cleaningMinor'>

/**
 * What the item would bring as it is typed, by the rules that the reviewer uses. `itemId` is the saved one that it
 * replaces; null: it comes after the others.
 */
export const previewFormula = (
  answers: ItemAnswers,
  itemId: string | null,
  { items, terms, checkOut, openedAt, cleaningMinor }: Claim,
): ItemFormula | undefined => {
  const saved = items ?? []
  const known = saved.find((item) => item.itemId === itemId)
  const typed: Item = {
    ...toBody(answers, cleaningMinor ?? 0),
    itemId: itemId ?? '',
    lostBookings: known?.lostBookings ?? [],
  }
  const all = known ? saved.map((item) => (item === known ? typed : item)) : [...saved, typed]
  const context = { terms, on: checkOut ?? openedAt.slice(0, 10), cleaningMinor: cleaningMinor ?? 0 }
  return computeFormulas(all, context)[all.indexOf(typed)]
}
