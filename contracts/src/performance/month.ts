import { z } from 'zod'
import { zClaimKind } from '../calendar/messages.ts'
import { nightsBetween, zInstant, zLocalDate, type LocalDate } from '../kernel/dates.ts'
import { zCurrency, type Currency } from '../kernel/money.ts'
import { countOf, endOfMonth, nightsOf, type NightSet } from './nights.ts'

/**
 * A stay as it was agreed at a time, with its nights in one month. It counts from `from` until `until`: null while
 * it stands. Those that ended are kept, so that a month can be read as it was booked at an instant.
 */
export const zMonthStay = z.strictObject({
  bookingId: z.string(),
  currency: zCurrency,
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  /** Whole days from booking to check-in; of an altered or moved stay, from the change of its check-in or the move. */
  leadDays: z.int(),
  /** The amounts of its nights in this month, oldest first; minor units, after discounts. */
  amounts: z.array(z.int()),
  /** All its nights. */
  totalMinor: z.int(),
  /** Null while it is overbooked: then it has no nights. */
  from: zInstant.nullable(),
  until: zInstant.nullable(),
})
export type MonthStay = z.infer<typeof zMonthStay>

export const zMonthBlock = z.strictObject({
  claimId: z.string(),
  kind: zClaimKind,
  start: zLocalDate,
  end: zLocalDate,
})
export type MonthBlock = z.infer<typeof zMonthBlock>

/** A stay that begins in the month. */
export const zArrival = z.strictObject({
  day: z.int(),
  nights: z.int(),
  leadDays: z.int(),
  currency: zCurrency,
  totalMinor: z.int(),
})
export type Arrival = z.infer<typeof zArrival>

const aggregates = {
  /** Nights as bits, see `NightSet`: with guests; else with the owner; else blocked. */
  guest: z.int(),
  owner: z.int(),
  blocked: z.int(),
  /** Revenue of each night by currency, from the first day of the month on; minor units. */
  revenue: z.partialRecord(zCurrency, z.array(z.int())),
  arrivals: z.array(zArrival),
}

/** What figures are computed from. */
export type MonthAggregates = Readonly<{
  guest: NightSet
  owner: NightSet
  blocked: NightSet
  revenue: Readonly<Partial<Record<Currency, readonly number[]>>>
  arrivals: readonly Arrival[]
}>

/**
 * One listing in one month, day by day. `id` is `<first day of the month>/<listing>`, so that some months of an
 * account are one range of the primary key (docs/domain/performance.md#read-model).
 */
export const zPerformanceMonthRow = z.strictObject({
  id: z.string(),
  listingId: z.string(),
  ...aggregates,
  stays: z.array(zMonthStay),
  blocks: z.array(zMonthBlock),
})
export type PerformanceMonthRow = z.infer<typeof zPerformanceMonthRow>

/** A listing that was ever published. */
export const zPerformanceListingRow = z.strictObject({
  id: z.string(),
  changes: z.array(z.strictObject({ at: zInstant, on: zLocalDate.nullable(), live: z.boolean() })),
  /** What reinstating it returns to; null while it is not suspended. */
  suspendedFrom: z.enum(['live', 'off']).nullable(),
})
export type PerformanceListingRow = z.infer<typeof zPerformanceListingRow>

/** A host who cancels takes these nights off the market: they stay in every denominator. */
const isBlocking = ({ kind }: MonthBlock) => kind !== 'owner_stay' && kind !== 'host_cancellation_hold'

const union = (
  month: LocalDate,
  spans: readonly Readonly<{ start: LocalDate; end: LocalDate }>[],
): NightSet => spans.reduce((nights, { start, end }) => nights | nightsOf(month, { from: start, to: end }), 0)

/** Whether it has its nights, now or as of an instant. */
export const isBooked = ({ from, until }: MonthStay, at?: string): boolean =>
  from !== null && (at === undefined ? until === null : from <= at && (until === null || until > at))

/** The nights of the stay in the month. */
export const nightsOfStay = (month: LocalDate, { checkIn, checkOut }: MonthStay): NightSet =>
  nightsOf(month, { from: checkIn, to: checkOut })

/** The day of the month, from 0, on which the stay’s first night in it lies. */
export const firstDayOf = (month: LocalDate, { checkIn }: MonthStay): number =>
  checkIn > month ? Number(checkIn.slice(8)) - 1 : 0

const sumRevenue = (month: LocalDate, stays: readonly MonthStay[]): MonthAggregates['revenue'] => {
  const days = countOf(nightsOf(month, { from: month, to: endOfMonth(month) }))
  const revenue: Partial<Record<Currency, number[]>> = {}
  for (const stay of stays) {
    const amounts = (revenue[stay.currency] ??= Array.from({ length: days }, () => 0))
    const first = firstDayOf(month, stay)
    for (const [night, amount] of stay.amounts.entries())
      amounts[first + night] = (amounts[first + night] ?? 0) + amount
  }
  return revenue
}

const beginsIn = (month: LocalDate, { checkIn }: MonthStay) => checkIn >= month && checkIn < endOfMonth(month)

/** What a month comes to, of these stays and blocks. Stays that share a night count it once. */
export const aggregateMonth = (
  month: LocalDate,
  booked: readonly MonthStay[],
  blocks: readonly MonthBlock[],
): MonthAggregates => {
  const guest = union(
    month,
    booked.map(({ checkIn, checkOut }) => ({ start: checkIn, end: checkOut })),
  )
  const own = union(
    month,
    blocks.filter(({ kind }) => kind === 'owner_stay'),
  )
  const owner = own & ~guest
  return {
    guest,
    owner,
    blocked: union(month, blocks.filter(isBlocking)) & ~guest & ~owner,
    revenue: sumRevenue(month, booked),
    arrivals: booked
      .filter((stay) => beginsIn(month, stay))
      .map(({ checkIn, checkOut, leadDays, currency, totalMinor }) => ({
        day: Number(checkIn.slice(8)),
        nights: nightsBetween(checkIn, checkOut),
        leadDays,
        currency,
        totalMinor,
      })),
  }
}
