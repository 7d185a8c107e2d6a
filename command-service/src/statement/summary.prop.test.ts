import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { sum, type Currency } from '@hearth/contracts/kernel/money'
import type { LedgerEntry, LedgerKind } from '@hearth/contracts/ledger'
import { groupByKind, groupByListing, nextMonth, type Month } from '@hearth/contracts/statement'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSummary, earnedOn, totalOf, type StatementPeriod } from './summary.ts'

const START = '2026-01-10T12:00:00.000Z'
const KINDS: readonly LedgerKind[] = ['booking_earnings', 'earnings_reversal', 'reimbursement', 'chargeback']

type Fact =
  | Readonly<{ type: 'LedgerEntryPosted'; data: LedgerEntry; revision: bigint }>
  | Readonly<{
      type: 'EntriesSettled'
      data: Readonly<{ payoutId: string; currency: Currency; amountMinor: number; on: string }>
      revision: bigint
    }>

const createEntry = (
  n: number,
  kind: LedgerKind,
  currency: Currency,
  amountMinor: number,
  availableAt: Instant,
  booking: number,
): LedgerEntry => ({
  entryId: deriveId('entry', String(n)),
  kind,
  currency,
  amountMinor,
  components: [{ code: 'nights', amountMinor, basis: { rule: 'stated' } }],
  availableAt,
  listingId: booking % 3 === 0 ? null : deriveId('listing', String(booking % 3)),
  bookingId: booking === 0 ? null : deriveId('booking', String(booking)),
  source: { stream: 's', revision: 0, eventId: deriveId('event') },
  policies: [],
  text: 'Something',
})

/** Entries and payments on any days, in any order, and after which of them a statement is locked. */
const histories = fc.record({
  timezone: fc.constantFrom('UTC', 'Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago'),
  steps: fc.array(
    fc.record({
      kind: fc.constantFrom(...KINDS, 'pay', 'pay', 'lock', 'lock'),
      currency: fc.constantFrom<Currency>('USD', 'JPY'),
      amountMinor: fc.integer({ min: -90_000, max: 90_000 }).filter((amount) => amount !== 0),
      /** Before or after the day of the step. */
      hours: fc.integer({ min: -24 * 70, max: 24 * 40 }),
      booking: fc.nat(4),
    }),
    { minLength: 1, maxLength: 40, size: 'max' },
  ),
})
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never

const summarize = (period: StatementPeriod, facts: readonly Fact[]) => {
  const summary = createSummary(period)
  for (const fact of facts) summary.add(fact)
  return summary.finish()
}

/** Locks a statement for one month after the other while entries are posted. */
const live = ({ timezone, steps }: History) => {
  const facts: Fact[] = []
  const locked: {
    period: StatementPeriod
    revision: number
    sections: ReturnType<typeof summarize>['sections']
  }[] = []
  let month: Month = '2026-01'
  steps.forEach(({ kind, currency, amountMinor, hours, booking }, n) => {
    const at = addHours(START, n * 60 + hours)
    const revision = BigInt(facts.length)
    if (kind === 'lock') {
      const last = locked.at(-1)
      const previous = last ? { month: last.period.month, ledgerRevision: last.revision } : null
      const period = { month, timezone, previous }
      const { ledgerRevision, sections } = summarize(period, facts)
      locked.push({ period, revision: ledgerRevision, sections })
      month = nextMonth(month)
    } else if (kind === 'pay') {
      const data = { payoutId: deriveId('payout', String(n)), currency, amountMinor, on: at.slice(0, 10) }
      facts.push({ type: 'EntriesSettled', data, revision })
    } else {
      facts.push({
        type: 'LedgerEntryPosted',
        data: createEntry(n, kind, currency, amountMinor, at, booking),
        revision,
      })
    }
  })
  return { facts, locked }
}

/** What had been posted by the revision and belongs to the month or an earlier one, less what was paid. */
const naiveBalance = (
  facts: readonly Fact[],
  currency: Currency,
  timezone: string,
  month: Month,
  revision: number,
): number =>
  sum(
    facts.flatMap((fact) => {
      if (fact.data.currency !== currency || Number(fact.revision) > revision) return []
      if (fact.type === 'EntriesSettled')
        return fact.data.on.slice(0, 7) <= month ? [-fact.data.amountMinor] : []
      const { kind, availableAt, amountMinor } = fact.data
      const day = toLocalDate(
        kind === 'booking_earnings' ? addHours(availableAt, -24) : availableAt,
        timezone,
      )
      return day.slice(0, 7) <= month ? [amountMinor] : []
    }),
  )

describe('statements of random ledgers', () => {
  test('add up, follow each other and equal a naive sum; each entry is in one of them', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { facts, locked } = live(history)
        const closing = new Map<Currency, number>()
        const counted: string[] = []
        for (const { period, revision, sections } of locked) {
          for (const section of sections) {
            const { currency, openingMinor, movementMinor, paidMinor, closingMinor } = totalOf(section)
            expect(openingMinor).toBe(closing.get(currency) ?? 0)
            expect(openingMinor + movementMinor - paidMinor).toBe(closingMinor)
            expect(closingMinor).toBe(naiveBalance(facts, currency, history.timezone, period.month, revision))
            closing.set(currency, closingMinor)
            counted.push(...section.entries.map(({ entryId }) => entryId))
            expect(sum(groupByListing(section.entries, {}).map(({ netMinor }) => netMinor))).toBe(
              movementMinor,
            )
            const prior = section.entries.filter(({ priorMonth }) => priorMonth !== null)
            expect(
              sum(groupByKind(section.entries).map(({ amountMinor }) => amountMinor)) +
                sum(prior.map(({ amountMinor }) => amountMinor)),
            ).toBe(movementMinor)
            for (const { priorMonth } of prior) expect(String(priorMonth) < period.month).toBe(true)
          }
        }
        const last = locked.at(-1)
        const due = facts.flatMap((fact) =>
          fact.type === 'LedgerEntryPosted' &&
          last !== undefined &&
          Number(fact.revision) <= last.revision &&
          earnedOn(fact.data, history.timezone).slice(0, 7) <= last.period.month
            ? [fact.data.entryId]
            : [],
        )
        expect(counted.toSorted()).toEqual(due.toSorted())
      }),
      { numRuns: 300 },
    )
  })

  test('a statement comes out the same however much is posted later', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { facts, locked } = live(history)
        for (const { period, revision, sections } of locked)
          expect(
            summarize(
              period,
              facts.filter((fact) => Number(fact.revision) <= revision),
            ).sections,
          ).toEqual(sections)
      }),
      { numRuns: 100 },
    )
  })
})
