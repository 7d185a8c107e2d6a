import type { FoldedUnit, ReportContext, ReportDefinition, ReportRow } from '../kernel/report.ts'
import { bookings, type BookingRow } from '../booking/index.ts'
import { bookingProjection } from '../booking/projections.ts'
import { claims } from '../calendar/index.ts'
import { addDays, type LocalDate } from '../kernel/dates.ts'
import {
  computePeriodFigures,
  EMPTY_MONTH,
  firstDayOf,
  hasNight,
  isBooked,
  listDates,
  listMonths,
  liveNightsOf,
  nightsOf,
  nightsOfStay,
  NO_SUMS,
  countNights,
  readLiveSpans,
  type MonthStay,
  type Period,
} from '../performance/index.ts'
import {
  BLOCK_EVENTS,
  LIVE_EVENTS,
  performanceListingProjection,
  performanceMonthProjection,
} from '../performance/projections.ts'
import type { Projection } from '../kernel/projection.ts'
import { amount, count, day, money, number, text } from './definition.ts'
import { nameStay } from './stayReports.ts'

const toPeriod = ({ from, to }: ReportContext): Period => ({ from, to: addDays(to, 1) })

/** Each month of the listing in the period, as the performance page reads it. */
const readMonths = (unit: FoldedUnit, ctx: ReportContext) => {
  const rows = new Map(unit.rowsOf(performanceMonthProjection).map((row) => [row.id, row]))
  const spans = readLiveSpans(unit.rowsOf(performanceListingProjection)[0]?.changes ?? [], (at) =>
    ctx.dayOf(at, unit.id),
  )
  return listMonths(toPeriod(ctx)).map((month) => {
    const id = `${month}/${unit.id}`
    return {
      id,
      month,
      row: rows.get(id) ?? { ...EMPTY_MONTH, stays: [] },
      live: liveNightsOf(month, spans),
    }
  })
}

const toNight = (
  date: LocalDate,
  stay: MonthStay,
  ctx: ReportContext,
  {
    booking,
    listingId,
    amountMinor,
    quantity,
  }: Readonly<{
    booking: BookingRow | undefined
    listingId: string
    amountMinor: number
    quantity: number
  }>,
): ReportRow => {
  const { currency } = stay
  const cells = [
    date,
    ctx.sees('code') ? (booking?.code ?? '') : '',
    ctx.sees('guestName') ? (booking?.guestName ?? '') : '',
    ctx.titleOf(listingId),
    currency,
    money(amountMinor, currency),
  ]
  return { cells, quantity, currency, amountMinor }
}

/** The nights of guests and what they bring, as the performance page counts them: of two stays the first. */
export const nightReport: ReportDefinition = {
  resource: bookings,
  needs: ['money', 'outcome'],
  projections: [performanceMonthProjection, bookingProjection] as readonly Projection[],
  source: { of: 'listings', types: [...BLOCK_EVENTS, ...LIVE_EVENTS] },
  columns: [
    day('Night'),
    text('Booking'),
    text('Guest'),
    text('Listing'),
    text('Currency'),
    amount('Price after discounts'),
  ],
  readRecords: (unit, ctx) => {
    const booked = new Map(unit.rowsOf(bookingProjection).map((row) => [row.id, row]))
    const byStay = new Map<string, ReportRow[]>()
    for (const { month, row } of readMonths(unit, ctx)) {
      let taken = 0
      for (const stay of row.stays.filter((one) => isBooked(one))) {
        const nights = nightsOfStay(month, stay) & nightsOf(month, toPeriod(ctx))
        const rows = listDates(month, nights).map((date) => {
          const place = Number(date.slice(8))
          return toNight(date, stay, ctx, {
            booking: booked.get(stay.bookingId),
            listingId: unit.id,
            amountMinor: stay.amounts[place - 1 - firstDayOf(month, stay)] ?? 0,
            quantity: hasNight(taken, place) ? 0 : 1,
          })
        })
        taken |= nights
        byStay.set(stay.bookingId, [...(byStay.get(stay.bookingId) ?? []), ...rows])
      }
    }
    return [...byStay].flatMap(([id, rows]) => {
      const row = booked.get(id)
      const label = row === undefined ? ctx.titleOf(unit.id) : nameStay(row, unit.id, ctx)
      return rows.length === 0 ? [] : [{ key: id, label, listingId: unit.id, bookingId: id, rows }]
    })
  },
}

/** What each live night was, month by month, as the performance page counts them. */
export const occupancyReport: ReportDefinition = {
  resource: claims,
  projections: [performanceMonthProjection, performanceListingProjection] as readonly Projection[],
  source: { of: 'listings', types: [...BLOCK_EVENTS, ...LIVE_EVENTS] },
  columns: [
    text('Listing'),
    text('Month'),
    count('Live nights'),
    count('Guests'),
    count('Yours'),
    count('Blocked'),
    count('Open'),
    count('Occupancy, %'),
  ],
  readRecords: (unit, ctx) =>
    readMonths(unit, ctx).flatMap(({ id, month, row, live }) => {
      const nights = countNights(row, live, nightsOf(month, toPeriod(ctx)))
      if (nights.total === 0) return []
      const { guest, owner, blocked, open, total } = nights
      const { value } = computePeriodFigures({ ...NO_SUMS, nights }).occupancy
      const title = ctx.titleOf(unit.id)
      const name = month.slice(0, 7)
      const cells = [
        title,
        name,
        ...[total, guest, owner, blocked, open].map(number),
        value === null ? '' : { number: (value / 100).toFixed(2) },
      ]
      const rows = [{ cells, quantity: guest, currency: null, amountMinor: 0 }]
      return [{ key: id, label: `${title}, ${name}`, listingId: unit.id, bookingId: null, rows }]
    }),
}
