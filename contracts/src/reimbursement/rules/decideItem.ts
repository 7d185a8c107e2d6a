import type { Item, ItemFormula, Outcome, ReasonCode } from '../reimbursement.ts'
import { computeFormula, mostFor, type FormulaContext } from './itemFormula.ts'

/** The reasons for which nothing is paid. */
const DENIALS: readonly ReasonCode[] = [
  'pre_existing',
  'wear_and_tear',
  'no_evidence',
  'not_guest_caused',
  'excluded_item',
  'duplicate',
]

/** The item at what it would cost elsewhere. */
const atMarketPrice = (item: Item, formula: ItemFormula, marketMinor: number): Item =>
  formula.rule === 'repair'
    ? { ...item, repairQuoteMinor: Math.min(marketMinor, formula.quoteMinor) }
    : { ...item, costMinor: Math.min(marketMinor, item.costMinor ?? item.claimedMinor) }

/** What a reason leads to: the formula that is shown, and the amount that is approved. */
export type DecidedItem = Readonly<{ formula: ItemFormula; approvedMinor: number }>

/**
 * What a reviewer's reason makes of an item; null where the reason does not fit the formula. The screen that
 * decides and the server compute it alike (docs/domain/reimbursement.md#decisions).
 */
export const decideItem = (
  item: Item,
  formula: ItemFormula,
  { reason, marketMinor }: Readonly<{ reason: ReasonCode; marketMinor: number | null }>,
  context: Omit<FormulaContext, 'cleaningMinor'>,
): DecidedItem | null => {
  if (DENIALS.includes(reason)) return { formula, approvedMinor: 0 }
  const approvedMinor = mostFor(item, formula)
  switch (reason) {
    case 'above_market_quote': {
      if (marketMinor === null || formula.rule === 'lost_income') return null
      const cleaningMinor = formula.rule === 'cleaning' ? formula.feeMinor : 0
      const fair = computeFormula(atMarketPrice(item, formula, marketMinor), { ...context, cleaningMinor })
      return { formula: fair, approvedMinor: mostFor(item, fair) }
    }
    case 'approved_full':
      return approvedMinor === item.claimedMinor ? { formula, approvedMinor } : null
    case 'repair':
      return formula.rule === 'repair' ? { formula, approvedMinor } : null
    default:
      return formula.rule === 'repair' ? null : { formula, approvedMinor }
  }
}

/** What a decision is called, by its sums. */
export const readOutcome = (claimedMinor: number, approvedMinor: number): Outcome => {
  if (approvedMinor === 0) return 'denied'
  return approvedMinor < claimedMinor ? 'partially_approved' : 'approved'
}
