import type { LocalDate } from '@hearth/contracts/kernel/dates'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { sum, type Currency } from '@hearth/contracts/kernel/money'
import { earnedAt, partOfComponent, type LedgerEntry, type LedgerEvent } from '@hearth/contracts/ledger'
import type {
  Month,
  PriorAdjustment,
  StatementEntry,
  StatementPayout,
  StatementSection,
  StatementTotal,
} from '@hearth/contracts/statement'
import { toLocalDate } from '@hearth/platform/zones/localTime'

/** What a statement is about: everything up to the month's end that its predecessor does not count. */
export type StatementPeriod = Readonly<{
  month: Month
  timezone: string
  previous: Readonly<{ month: Month; ledgerRevision: number }> | null
}>

/** What was paid, before the bank's reference is known. */
export type SectionDraft = Omit<StatementSection, 'payouts'> &
  Readonly<{ payouts: readonly Omit<StatementPayout, 'reference'>[] }>

/** The day an entry counts on, as in the breakdown. */
export const earnedOn = (entry: LedgerEntry, timezone: string): LocalDate =>
  toLocalDate(earnedAt(entry), timezone)

const sumParts = ({ kind, components }: LedgerEntry): StatementEntry['parts'] => {
  const parts: StatementEntry['parts'] = {}
  for (const { code, amountMinor } of components) {
    const part = partOfComponent(kind, code)
    parts[part] = (parts[part] ?? 0) + amountMinor
  }
  return parts
}

type Open = {
  openingMinor: number
  closingMinor: number
  entries: StatementEntry[]
  payouts: Omit<StatementPayout, 'reference'>[]
}

/**
 * Sums a ledger up to a statement, one event after the other, so that the whole ledger is never in memory.
 * An entry is counted by the first statement that is locked after it was posted and whose month is not before
 * the day it was earned on (docs/domain/statement.md#what-counts).
 */
export const createSummary = ({ month, timezone, previous }: StatementPeriod) => {
  const sections = new Map<Currency, Open>()
  /** The month in which each stay began to earn. */
  const stayMonths = new Map<string, Month>()
  let ledgerRevision = -1

  const openSection = (currency: Currency): Open => {
    const known = sections.get(currency)
    if (known !== undefined) return known
    const section: Open = { openingMinor: 0, closingMinor: 0, entries: [], payouts: [] }
    sections.set(currency, section)
    return section
  }
  /** Adds the amount to the sums; whether it is this statement's own. */
  const count = (section: Open, day: LocalDate, amountMinor: number): boolean => {
    if (day.slice(0, 7) > month) return false
    section.closingMinor += amountMinor
    const isPrevious =
      previous !== null && day.slice(0, 7) <= previous.month && ledgerRevision <= previous.ledgerRevision
    if (isPrevious) section.openingMinor += amountMinor
    return !isPrevious
  }

  const post = (entry: LedgerEntry): void => {
    const { entryId, kind, bookingId, listingId, amountMinor } = entry
    const day = earnedOn(entry, timezone)
    const section = openSection(entry.currency)
    const own = day.slice(0, 7)
    if (kind === 'booking_earnings' && bookingId !== null && own < (stayMonths.get(bookingId) ?? '9999'))
      stayMonths.set(bookingId, own)
    if (!count(section, day, amountMinor)) return
    const about = kind === 'booking_earnings' ? own : (stayMonths.get(bookingId ?? '') ?? own)
    const first = about < own ? about : own
    section.entries.push({
      entryId,
      kind,
      bookingId,
      listingId,
      earnedOn: day,
      amountMinor,
      parts: sumParts(entry),
      priorMonth: first < month ? first : null,
    })
  }

  return {
    add: ({ type, data, revision }: Pick<RecordedEvent, 'type' | 'data' | 'revision'>): void => {
      ledgerRevision = Number(revision)
      const event = { type, data } as LedgerEvent
      if (event.type === 'LedgerEntryPosted') post(event.data)
      if (event.type !== 'EntriesSettled') return
      const { currency, payoutId, on, amountMinor } = event.data
      const section = openSection(currency)
      if (count(section, on, -amountMinor)) section.payouts.push({ payoutId, paidOn: on, amountMinor })
    },
    /** The sections so far, and the last event that they count; -1 without one. */
    finish: (): Readonly<{ ledgerRevision: number; sections: readonly SectionDraft[] }> => ({
      ledgerRevision,
      sections: [...sections]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, section]) => ({
          currency,
          ...section,
          entries: section.entries.toSorted(
            (a, b) => a.earnedOn.localeCompare(b.earnedOn, 'en') || a.entryId.localeCompare(b.entryId, 'en'),
          ),
        })),
    }),
  }
}

export const totalOf = (
  section: Omit<StatementSection, 'payouts'> & Pick<SectionDraft, 'payouts'>,
): StatementTotal => ({
  currency: section.currency,
  openingMinor: section.openingMinor,
  movementMinor: sum(section.entries.map(({ amountMinor }) => amountMinor)),
  paidMinor: sum(section.payouts.map(({ amountMinor }) => amountMinor)),
  closingMinor: section.closingMinor,
})

/** What the sections correct of earlier months, the oldest first. */
export const listAdjustments = (
  sections: readonly Pick<StatementSection, 'currency' | 'entries'>[],
): readonly PriorAdjustment[] => {
  const found = new Map<string, PriorAdjustment>()
  for (const { currency, entries } of sections)
    for (const { priorMonth: month, amountMinor } of entries) {
      if (month === null) continue
      const key = `${month} ${currency}`
      const known = found.get(key) ?? { month, currency, entries: 0, amountMinor: 0 }
      found.set(key, {
        ...known,
        entries: known.entries + 1,
        amountMinor: known.amountMinor + amountMinor,
      })
    }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, adjustment]) => adjustment)
}
