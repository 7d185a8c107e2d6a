import type { Instant } from '../../kernel/dates.ts'
import type { Id } from '../../kernel/ids.ts'
import { formatAmount, payableUnit, type Currency } from '../../kernel/money.ts'
import type { EntrySource, LedgerEntry } from '../entry.ts'
import type { LedgerKind } from '../kinds.ts'
import { deriveEntryId, entryFrom } from './entries.ts'

/** The entry that takes what cannot be transferred out of a payout. */
export const carriedEntryId = (payoutId: Id): Id => deriveEntryId(payoutId, 'carried_forward')

/**
 * Whether an entry reduces what the host is owed. What is carried forward does not: it is owed again in the
 * same append.
 */
export const isReduction = ({ kind, amountMinor }: Pick<LedgerEntry, 'kind' | 'amountMinor'>): boolean =>
  amountMinor < 0 && kind !== 'carried_forward'

/**
 * Leaves `restMinor` of a payout on the balance: one entry takes it out of the payout, the other owes it to
 * the host from now on. Together they are 0.
 */
export const carryForward = ({
  payoutId,
  currency,
  restMinor,
  listingId,
  source,
  now,
}: Readonly<{
  payoutId: Id
  currency: Currency
  restMinor: number
  listingId: Id | null
  source: EntrySource
  now: Instant
}>): readonly LedgerEntry[] => {
  const unit = `${formatAmount(payableUnit(currency), currency)} ${currency}`
  const entryOf = (kind: LedgerKind, amountMinor: number, text: string): readonly LedgerEntry[] => {
    const head = { kind, currency, availableAt: now, listingId, bookingId: null, source, policies: [], text }
    const entry = entryFrom(head, [{ code: 'rest', amountMinor, basis: { rule: 'stated' } }])
    return entry === undefined ? [] : [{ ...entry, entryId: deriveEntryId(payoutId, kind) }]
  }
  return [
    // What is owed comes first, so that the balance does not fall below what it is.
    ...entryOf('brought_forward', restMinor, `Carried from an earlier payout: less than ${unit}`),
    ...entryOf('carried_forward', -restMinor, `Carried to the next payout: banks pay multiples of ${unit}`),
  ]
}
