import { sum, type Currency } from '../../kernel/money.ts'
import type { Cause, EarningsExplanation, ExplainedEntry } from '../explanation.ts'
import { ledgerKindOf } from '../kinds.ts'
import type { LedgerEntryRow } from '../resource.ts'
import { formulaOf, sumLine } from './formula.ts'
import { isReplayed } from './replay.ts'

/** Whether amounts come to a total, written out. */
export const checkSum = (amounts: readonly number[], totalMinor: number, currency: Currency): ExplainedEntry['check'] => ({ text: sumLine(amounts, totalMinor, currency), holds: sum(amounts) === totalMinor })

/** An entry as a tree: each component with its formula, and whether all of it adds up and follows from its numbers. */
export const explainEntry = (row: LedgerEntryRow, cause: Cause | null): ExplainedEntry => {
  const { id: entryId, kind, text, currency, amountMinor, availableAt, postedAt, state, payoutId, bookingId, listingId, policies, components } = row
  const check = checkSum(components.map((component) => component.amountMinor), amountMinor, currency)
  return {
    entryId, kind, title: ledgerKindOf(kind).title, text, currency, amountMinor, availableAt, postedAt, state, payoutId, bookingId, listingId, policies, cause,
    components: components.map((component) => ({ code: component.code, amountMinor: component.amountMinor, formula: formulaOf(component, currency), inputs: component.basis })),
    check: { ...check, holds: check.holds && components.every(isReplayed) },
  }
}

/** What a booking earned, entry by entry, the oldest first. */
export const explainEarnings = (bookingId: string, currency: Currency, entries: readonly ExplainedEntry[]): EarningsExplanation => {
  const amounts = entries.map(({ amountMinor }) => amountMinor)
  const totalMinor = sum(amounts)
  const check = checkSum(amounts, totalMinor, currency)
  return { bookingId, currency, totalMinor, entries: [...entries], check: { ...check, holds: check.holds && entries.every((entry) => entry.check.holds && entry.currency === currency) } }
}
