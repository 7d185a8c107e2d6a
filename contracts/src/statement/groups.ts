import { sum } from '../kernel/money.ts'
import { LEDGER_KIND_NAMES, type LedgerKind } from '../ledger/kinds.ts'
import type { BreakdownPart } from '../ledger/breakdown.ts'
import type { StatementContent, StatementEntry } from './content.ts'

export type KindLine = Readonly<{ kind: LedgerKind; entries: number; amountMinor: number }>
export type ListingLine = Readonly<{
  /** Null: money of no listing. */
  listingId: string | null
  title: string | null
  stays: number
  grossMinor: number
  feeMinor: number
  /** Taxes, retained cleaning, adjustments and withholding. */
  otherMinor: number
  netMinor: number
}>

const total = (entries: readonly StatementEntry[]) => sum(entries.map(({ amountMinor }) => amountMinor))
/** What the entries come to in one part. */
export const sumPart = (entries: readonly StatementEntry[], part: BreakdownPart): number =>
  sum(entries.map(({ parts }) => parts[part] ?? 0))

export const isOwnMonth = ({ priorMonth }: StatementEntry): boolean => priorMonth === null

/** The entries of the statement's own month by kind, in the order of the table of kinds. */
export const groupByKind = (entries: readonly StatementEntry[]): readonly KindLine[] =>
  LEDGER_KIND_NAMES.flatMap((kind) => {
    const its = entries.filter((entry) => entry.kind === kind && isOwnMonth(entry))
    return its.length === 0 ? [] : [{ kind, entries: its.length, amountMinor: total(its) }]
  })

/** All entries by listing, in the order of their titles; what belongs to no listing is last. */
export const groupByListing = (
  entries: readonly StatementEntry[],
  titles: StatementContent['listings'],
): readonly ListingLine[] => {
  const ids = [...new Set(entries.map(({ listingId }) => listingId))]
  return ids
    .map((listingId): ListingLine => {
      const its = entries.filter((entry) => entry.listingId === listingId)
      const [grossMinor, feeMinor] = [sumPart(its, 'gross'), sumPart(its, 'platform_fee')]
      const netMinor = total(its)
      const stays = its.flatMap(({ kind, bookingId }) => (kind === 'booking_earnings' ? [bookingId] : []))
      return {
        listingId,
        title: listingId === null ? null : (titles[listingId] ?? null),
        stays: new Set(stays).size,
        grossMinor,
        feeMinor,
        otherMinor: netMinor - grossMinor - feeMinor,
        netMinor,
      }
    })
    .toSorted((a, b) => (a.title ?? '\uffff').localeCompare(b.title ?? '\uffff', 'en'))
}
