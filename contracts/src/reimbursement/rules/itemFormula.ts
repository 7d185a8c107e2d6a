import type { LocalDate } from '../../kernel/dates.ts'
import { multiplyRatio } from '../../kernel/money.ts'
import type { ReimbursementTerms } from '../../policy/terms.ts'
import type { Item, ItemFormula, LostBooking } from '../reimbursement.ts'

type Ratio = Readonly<{ numerator: number; denominator: number }>
type Terms = Pick<
  ReimbursementTerms,
  'usefulLifeMonths' | 'minFactorBps' | 'unknownAgeFactorBps' | 'maxLostNights'
>
/** What a formula needs to know besides the item. */
export type FormulaContext = Readonly<{
  terms: Terms
  /** The day of the damage: the last day of the stay, or of the claim. */
  on: LocalDate
  /** What the guest paid for cleaning, and no item before this one has used. */
  cleaningMinor: number
}>

/** Whole months from one day to a later one; 0 when it is not later. */
export const countMonths = (from: LocalDate, to: LocalDate): number => {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number)
  return Math.max(0, (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0))
}

/** What is left of the value of a thing of that age. */
const computeFactor = (ageMonths: number | null, lifeMonths: number | null, terms: Terms): Ratio => {
  if (lifeMonths === null) return { numerator: 1, denominator: 1 }
  if (ageMonths === null) return { numerator: terms.unknownAgeFactorBps, denominator: 10_000 }
  const left = lifeMonths - ageMonths
  return left * 10_000 < terms.minFactorBps * lifeMonths
    ? { numerator: terms.minFactorBps, denominator: 10_000 }
    : { numerator: left, denominator: lifeMonths }
}

const depreciate = (costMinor: number, item: Item, { terms, on }: FormulaContext): ItemFormula => {
  const usefulLifeMonths = terms.usefulLifeMonths[item.category] ?? null
  const ageMonths = item.purchasedOn === null ? null : countMonths(item.purchasedOn, on)
  const factor = computeFactor(ageMonths, usefulLifeMonths, terms)
  const resultMinor = multiplyRatio(costMinor, factor.numerator, factor.denominator)
  return { rule: 'depreciated', costMinor, ageMonths, usefulLifeMonths, ...factor, resultMinor }
}

/** The first nights count, up to the limit; the last booking by its share. */
const countLostIncome = (lostBookings: readonly LostBooking[], limit: number): ItemFormula => {
  let countedNights = 0
  let resultMinor = 0
  for (const { nights, lostMinor } of lostBookings) {
    const counted = Math.min(nights, limit - countedNights)
    countedNights += counted
    resultMinor += multiplyRatio(lostMinor, counted, nights)
  }
  const nights = lostBookings.reduce((sum, booking) => sum + booking.nights, 0)
  const lostMinor = lostBookings.reduce((sum, booking) => sum + booking.lostMinor, 0)
  return { rule: 'lost_income', nights, lostMinor, countedNights, resultMinor }
}

/** What an item comes to by the rules (docs/domain/reimbursement.md#item-formula); minor units. */
export const computeFormula = (item: Item, context: FormulaContext): ItemFormula => {
  const costMinor = item.costMinor ?? item.claimedMinor
  if (item.category === 'lost_income') return countLostIncome(item.lostBookings, context.terms.maxLostNights)
  if (item.category === 'cleaning') {
    const feeMinor = Math.min(context.cleaningMinor, costMinor)
    return { rule: 'cleaning', invoiceMinor: costMinor, feeMinor, resultMinor: costMinor - feeMinor }
  }
  const quoteMinor = item.repairQuoteMinor
  return quoteMinor !== null && quoteMinor < costMinor
    ? { rule: 'repair', costMinor, quoteMinor, resultMinor: quoteMinor }
    : depreciate(costMinor, item, context)
}

/** The most that can be approved of an item: never more than is claimed. */
export const mostFor = (item: Pick<Item, 'claimedMinor'>, formula: ItemFormula): number =>
  Math.min(item.claimedMinor, formula.resultMinor)

/**
 * The formula of each item, in their order: the cleaning that the guest paid is taken off once, from the first
 * item that can bear it.
 */
export const computeFormulas = (items: readonly Item[], context: FormulaContext): readonly ItemFormula[] => {
  let { cleaningMinor } = context
  return items.map((item) => {
    const formula = computeFormula(item, { ...context, cleaningMinor })
    if (formula.rule === 'cleaning') cleaningMinor -= formula.feeMinor
    return formula
  })
}
