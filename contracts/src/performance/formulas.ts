import type { LocalDate } from '../kernel/dates.ts'
import { multiplyRatio, sum, type Currency } from '../kernel/money.ts'
import type { Rating } from '../review/ratings.ts'
import type { PeriodFigureCode } from './figures.ts'
import type { MonthAggregates } from './month.ts'
import type { Share } from './numbers.ts'
import { countOf, hasNight, nightsOf, type NightSet } from './nights.ts'
import type { Period } from './period.ts'
import { MIN_ANSWERS } from './rates.ts'
import type { Attribution, Figure, NightCounts } from './responses.ts'

/** What figures of a period are computed from; it adds up over listings and months. */
export type PeriodSums = Readonly<{
  nights: NightCounts
  /** Revenue by night. Minor units of one currency. */
  nightMinor: number
  /** Revenue of the stays that begin in the period, all their nights. */
  checkInMinor: number
  /** Their number, nights and lead times in days. */
  stays: number
  stayNights: number
  leadDays: readonly number[]
}>

const NO_NIGHTS: NightCounts = { guest: 0, owner: 0, blocked: 0, open: 0, total: 0 }
export const NO_SUMS: PeriodSums = {
  nights: NO_NIGHTS,
  nightMinor: 0,
  checkInMinor: 0,
  stays: 0,
  stayNights: 0,
  leadDays: [],
}

export const addNights = (one: NightCounts, other: NightCounts): NightCounts => ({
  guest: one.guest + other.guest,
  owner: one.owner + other.owner,
  blocked: one.blocked + other.blocked,
  open: one.open + other.open,
  total: one.total + other.total,
})

/** The sums of all of them together. */
export const addSums = (all: readonly PeriodSums[]): PeriodSums => ({
  nights: all.map(({ nights }) => nights).reduce(addNights, NO_NIGHTS),
  nightMinor: sum(all.map(({ nightMinor }) => nightMinor)),
  checkInMinor: sum(all.map(({ checkInMinor }) => checkInMinor)),
  stays: sum(all.map(({ stays }) => stays)),
  stayNights: sum(all.map(({ stayNights }) => stayNights)),
  leadDays: all.flatMap(({ leadDays }) => leadDays),
})

/** The nights of a set by what they are; nights with guests count although the listing was not live. */
export const countNights = (
  { guest, owner, blocked }: Pick<MonthAggregates, 'guest' | 'owner' | 'blocked'>,
  live: NightSet,
  within: NightSet,
): NightCounts => {
  const counted = within & (live | guest)
  const total = countOf(counted)
  const [guests, owners, blocks] = [guest, owner, blocked].map((nights) => countOf(nights & counted))
  return {
    guest: guests ?? 0,
    owner: owners ?? 0,
    blocked: blocks ?? 0,
    open: total - (guests ?? 0) - (owners ?? 0) - (blocks ?? 0),
    total,
  }
}

export const EMPTY_MONTH: MonthAggregates = { guest: 0, owner: 0, blocked: 0, revenue: {}, arrivals: [] }

/** What of one listing’s month lies in the period; money of the currency only, nights and stays of all. */
export const sumMonth = (
  month: LocalDate,
  aggregates: MonthAggregates,
  live: NightSet,
  period: Period,
  currency: Currency,
): PeriodSums => {
  const within = nightsOf(month, period)
  const arrivals = aggregates.arrivals.filter(({ day }) => hasNight(within, day))
  return {
    nights: countNights(aggregates, live, within),
    nightMinor: (aggregates.revenue[currency] ?? []).reduce(
      (total, amount, day) => (hasNight(within, day + 1) ? total + amount : total),
      0,
    ),
    stays: arrivals.length,
    stayNights: sum(arrivals.map(({ nights }) => nights)),
    leadDays: arrivals.map(({ leadDays }) => leadDays),
    checkInMinor: sum(
      arrivals.filter((arrival) => arrival.currency === currency).map(({ totalMinor }) => totalMinor),
    ),
  }
}

const NOTHING: Figure = { value: null, top: null, bottom: null }

/** `top × factor ÷ bottom`, half away from zero; null over nothing. */
const ratio = (top: number, bottom: number, factor: number): Figure => ({
  value: bottom === 0 ? null : multiplyRatio(top, factor, bottom),
  top,
  bottom,
})
const BPS = 10_000
const share = (top: number, bottom: number) => ratio(top, bottom, BPS)
const perNight = (minor: number, nights: number) => ratio(minor, nights, 1)

/** In hundredths where `factor` is 100; of an even number the middle between the two in the middle. */
export const median = (values: readonly number[], factor: number): number | null => {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = 0] =
    sorted.length % 2 === 0
      ? [sorted[middle - 1], sorted[middle]]
      : [sorted[Math.floor(middle)], sorted[Math.floor(middle)]]
  return multiplyRatio(low + high, factor, 2)
}

/** Revenue by the attribution; what was paid is not known from nights. */
export const revenueOf = (sums: PeriodSums, by: Attribution, paidMinor: number): number =>
  by === 'night' ? sums.nightMinor : by === 'check_in' ? sums.checkInMinor : paidMinor

/** Every figure of the period (docs/domain/performance.md#figures). `paidMinor`: of these listings. */
export const computePeriodFigures = (
  sums: PeriodSums,
  by: Attribution = 'night',
  paidMinor = 0,
): Readonly<Record<PeriodFigureCode, Figure>> => {
  const { guest, owner, blocked, total } = sums.nights
  const onSale = total - owner - blocked
  const revenue = revenueOf(sums, by, paidMinor)
  return {
    occupancy: share(guest, total),
    adjusted_occupancy: share(guest, onSale),
    owner_inclusive_occupancy: share(guest + owner, total),
    revenue: { value: revenue, top: revenue, bottom: null },
    adr: perNight(sums.nightMinor, guest),
    revpar: perNight(sums.nightMinor, total),
    adjusted_revpar: perNight(sums.nightMinor, onSale),
    length_of_stay: ratio(sums.stayNights, sums.stays, 100),
    lead_time: { ...NOTHING, value: median(sums.leadDays, 100), bottom: sums.leadDays.length },
  }
}

/** A rate of answers; without a value where too few say anything (docs/domain/performance.md#too-few). */
export const answersFigure = ({ hits, count }: Share): Figure => ({
  ...share(hits, count),
  ...(count < MIN_ANSWERS ? { value: null } : {}),
})

/** Of completed stays and those that the host canceled, which of them counts (docs/domain/performance.md). */
export const hostCancellationFigure = (canceled: number, completed: number): Figure =>
  share(canceled, canceled + completed)

export const ratingFigure = ({ stars, count }: Rating): Figure => ratio(stars, count, 100)

/** Minutes to the answer, of clocks that were stopped. */
export const responseTimeFigure = (minutes: readonly number[]): Figure => ({
  ...NOTHING,
  value: median(minutes, 1),
  bottom: minutes.length,
})
