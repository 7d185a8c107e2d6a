import { addMonths, type LocalDate } from '@hearth/contracts/kernel/dates'
import { groupBy } from '@hearth/contracts/kernel/groupBy'
import { zCurrency, type Currency } from '@hearth/contracts/kernel/money'
import {
  addSums,
  aggregateMonth,
  type Attribution,
  computePeriodFigures,
  endOfMonth,
  type Figures,
  hasNight,
  isBooked,
  listMonths,
  nightsOf,
  NO_SUMS,
  type Performance,
  type Period,
  type PeriodSums,
  ratingFigure,
  startOfMonth,
  sumMonth,
} from '@hearth/contracts/performance'
import { addTotals, type AnswerFigures, type AnswerTotals } from './readAnswers.ts'
import type { PerformanceScope } from './openScope.ts'
import type { ListingMonth } from './readMonths.ts'

type Sees = PerformanceScope['sees']
type Side = Performance['before']

const MONTHS_BEFORE = 4
const MAX_MONTHS = 24

/** The months of the charts: the last of the period with four before it and one after it, and all of its own. */
export const listChartMonths = (period: Period): readonly LocalDate[] => {
  const own = listMonths(period)
  const last = own.at(-1) ?? startOfMonth(period.from)
  const earliest = addMonths(last, -MONTHS_BEFORE)
  const first = own[0] === undefined || own[0] > earliest ? earliest : own[0]
  return listMonths({ from: first, to: addMonths(last, 2) }).slice(-MAX_MONTHS)
}

export const sumPeriod = (months: readonly ListingMonth[], period: Period, currency: Currency): PeriodSums =>
  addSums(months.map(({ month, row, live }) => sumMonth(month, row, live, period, currency)))

/** The months as they were booked at the instant; blocked nights and live days are those known now. */
export const asBooked = (months: readonly ListingMonth[], at: string): readonly ListingMonth[] =>
  months.map(({ row, ...rest }) => {
    const booked = aggregateMonth(
      rest.month,
      row.stays.filter((stay) => isBooked(stay, at)),
      [],
    )
    const { guest } = booked
    return {
      ...rest,
      row: { ...row, ...booked, owner: row.owner & ~guest, blocked: row.blocked & ~guest },
    }
  })

const NO_ANSWERS: AnswerFigures = {
  rating: null,
  acceptance: null,
  host_cancellation_rate: null,
  response_rate: null,
  response_time: null,
}

/** Every figure, as far as the reader may see it. */
const createSide = (
  sums: PeriodSums,
  { by, paidMinor, answers }: Readonly<{ by: Attribution; paidMinor: number; answers: AnswerFigures }>,
  { money, payouts }: Sees,
): Side => {
  const { revenue, adr, revpar, adjusted_revpar, ...open } = computePeriodFigures(sums, by, paidMinor)
  const figures: Figures = {
    ...open,
    revenue: money && (by !== 'payout' || payouts) ? revenue : null,
    adr: money ? adr : null,
    revpar: money ? revpar : null,
    adjusted_revpar: money ? adjusted_revpar : null,
    ...answers,
  }
  return { nights: sums.nights, figures }
}

/** One of the two periods that are compared. */
export type ComparedSide = Readonly<{
  period: Period
  months: readonly ListingMonth[]
  /** Paid for nights, by listing; empty unless revenue is by payout date. */
  paid: ReadonlyMap<string, number>
  answers: AnswerFigures
  ratings: readonly AnswerTotals[]
}>

type Computed = Pick<Performance, 'nights' | 'figures' | 'before' | 'listings'>

const sumPaid = (paid: ReadonlyMap<string, number>) => [...paid.values()].reduce((all, one) => all + one, 0)

/** The figures of all listings together and of each, in both periods. */
export const computeSides = (
  { listings, sees, currency }: Readonly<{ currency: Currency }> & PerformanceScope,
  now: ComparedSide,
  before: ComparedSide,
  by: Attribution,
): Computed => {
  const sumsOf = ({ months, period }: ComparedSide) => {
    const byListing = groupBy(months, ({ listing }) => listing.id)
    return new Map(listings.map(({ id }) => [id, sumPeriod(byListing.get(id) ?? [], period, currency)]))
  }
  const [sums, sumsBefore] = [sumsOf(now), sumsOf(before)]
  const together = (of: ReadonlyMap<string, PeriodSums>, side: ComparedSide) =>
    createSide(addSums([...of.values()]), { by, paidMinor: sumPaid(side.paid), answers: side.answers }, sees)
  const ofListing = (id: string, of: ReadonlyMap<string, PeriodSums>, side: ComparedSide) =>
    createSide(
      of.get(id) ?? NO_SUMS,
      {
        by,
        paidMinor: side.paid.get(id) ?? 0,
        answers: {
          ...NO_ANSWERS,
          rating: sees.ratings
            ? ratingFigure(addTotals(side.ratings.filter(({ listingId }) => listingId === id)))
            : null,
        },
      },
      sees,
    )
  const rows = listings
    .filter(({ id }) => [sums, sumsBefore].some((of) => (of.get(id)?.nights.total ?? 0) > 0))
    .map(({ id, title, place }) => ({
      listingId: id,
      title,
      place,
      ...ofListing(id, sums, now),
      before: ofListing(id, sumsBefore, before),
    }))
  return {
    ...together(sums, now),
    before: together(sumsBefore, before),
    listings: rows.toSorted(
      (one, other) =>
        (other.figures.revenue?.value ?? 0) - (one.figures.revenue?.value ?? 0) ||
        other.nights.guest - one.nights.guest,
    ),
  }
}

/** Each month of the charts, and the same a year before, whole and by nights. */
export const computeMonths = (
  { sees, today, currency }: Readonly<{ currency: Currency }> & PerformanceScope,
  months: readonly ListingMonth[],
  period: Period,
): Performance['months'] => {
  const byMonth = groupBy(months, ({ month }) => month)
  const figuresOf = (month: LocalDate) => {
    const whole = { from: month, to: endOfMonth(month) }
    const { occupancy, revenue } = computePeriodFigures(sumPeriod(byMonth.get(month) ?? [], whole, currency))
    return { occupancy, revenue: sees.money ? revenue : null }
  }
  const own = new Set(listMonths(period))
  return listChartMonths(period).map((month) => ({
    month: month.slice(0, 7),
    inPeriod: own.has(month),
    isOver: endOfMonth(month) <= today,
    ...figuresOf(month),
    before: figuresOf(addMonths(month, -12)),
  }))
}

/** Money of these listings in other currencies, which no figure has. */
export const computeLeftOut = (
  { sees, currency }: Readonly<{ currency: Currency }> & PerformanceScope,
  months: readonly ListingMonth[],
  period: Period,
): Performance['leftOut'] => {
  const others = new Map<Currency, Readonly<{ nights: number; revenueMinor: number }>>()
  for (const { month, row } of months) {
    const within = nightsOf(month, period)
    for (const [code, amounts] of Object.entries(row.revenue)) {
      const other = zCurrency.parse(code)
      const counted = amounts.filter((amount, day) => amount !== 0 && hasNight(within, day + 1))
      if (other === currency || counted.length === 0) continue
      const known = others.get(other) ?? { nights: 0, revenueMinor: 0 }
      others.set(other, {
        nights: known.nights + counted.length,
        revenueMinor: counted.reduce((all, amount) => all + amount, known.revenueMinor),
      })
    }
  }
  return [...others].map(([code, { nights, revenueMinor }]) => ({
    currency: code,
    nights,
    revenueMinor: sees.money ? revenueMinor : null,
  }))
}
