import { sum, type Currency } from '../../kernel/money.ts'
import type {
  Cause,
  EarningsExplanation,
  EntrySubject,
  ExplainedEntry,
  PayoutExplanation,
} from '../explanation.ts'
import { ledgerKindOf } from '../kinds.ts'
import type { LedgerEntryRow } from '../resource.ts'
import { formatFormula, sumLine } from './formula.ts'
import { isReplayed } from './replay.ts'

/** Whether amounts come to a total, written out. */
export const checkSum = (
  amounts: readonly number[],
  totalMinor: number,
  currency: Currency,
): ExplainedEntry['check'] => ({
  text: sumLine(amounts, totalMinor, currency),
  holds: sum(amounts) === totalMinor,
})

const NO_SUBJECT: EntrySubject = { listingTitle: null, stay: null }

/**
 * An entry as a tree: each component with its formula, and whether all of it adds up and follows from its
 * numbers.
 */
export const explainEntry = (
  row: LedgerEntryRow,
  cause: Cause | null,
  subject: EntrySubject = NO_SUBJECT,
): ExplainedEntry => {
  const {
    id: entryId,
    kind,
    text,
    currency,
    amountMinor,
    availableAt,
    postedAt,
    state,
    payoutId,
    settledOn,
    bookingId,
    listingId,
    policies,
    components,
  } = row
  const check = checkSum(
    components.map((component) => component.amountMinor),
    amountMinor,
    currency,
  )
  return {
    entryId,
    kind,
    title: ledgerKindOf(kind).title,
    text,
    currency,
    amountMinor,
    availableAt,
    postedAt,
    state,
    payoutId,
    settledOn,
    bookingId,
    listingId,
    subject,
    policies,
    cause,
    components: components.map((component) => ({
      code: component.code,
      amountMinor: component.amountMinor,
      formula: formatFormula(component, currency),
      inputs: component.basis,
    })),
    check: { ...check, holds: check.holds && components.every(isReplayed) },
  }
}

const checkEntries = (
  entries: readonly ExplainedEntry[],
  totalMinor: number,
  currency: Currency,
): ExplainedEntry['check'] => {
  const check = checkSum(
    entries.map(({ amountMinor }) => amountMinor),
    totalMinor,
    currency,
  )
  return {
    ...check,
    holds: check.holds && entries.every((entry) => entry.check.holds && entry.currency === currency),
  }
}

/** What a booking earned, entry by entry, the oldest first. */
export const explainEarnings = (
  bookingId: string,
  currency: Currency,
  entries: readonly ExplainedEntry[],
): EarningsExplanation => {
  const totalMinor = sum(entries.map(({ amountMinor }) => amountMinor))
  return {
    bookingId,
    currency,
    totalMinor,
    entries: [...entries],
    check: checkEntries(entries, totalMinor, currency),
  }
}

/** Why a payout is what it is; what is paid is the payout's own amount, not the entries'. */
export const explainPayout = (
  payout: Omit<PayoutExplanation, 'entries' | 'check'>,
  entries: readonly ExplainedEntry[],
): PayoutExplanation => ({
  ...payout,
  entries: [...entries],
  check: checkEntries(entries, payout.amountMinor, payout.currency),
})
