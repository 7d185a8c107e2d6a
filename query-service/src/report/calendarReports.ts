import { claims, type ClaimRow } from '@hearth/contracts/calendar'
import { claimProjection } from '@hearth/contracts/calendar/projections'
import { addDays, listNights, nightsBetween, type LocalDate } from '@hearth/contracts/kernel/dates'
import { listings } from '@hearth/contracts/listing'
import { endOfMonth, listMonths } from '@hearth/contracts/performance'
import { createModel } from '../runtime/model.ts'
import type { StreamSource } from './foldRecords.ts'
import { count, day, defineReport, number, text, type ReportContext, type ReportRow } from './definition.ts'

const calendarSource: StreamSource = { of: createModel(listings), orderBy: 'title', prefix: 'calendar' }
const isTaken = ({ state, shared }: ClaimRow): boolean => state === 'committed' && !shared

/** The part of [start, end) that lies in the period, whose last day is in it. */
const clip = (start: LocalDate, end: LocalDate, { from, to }: ReportContext) => {
  const after = addDays(to, 1)
  return { start: start > from ? start : from, end: end < after ? end : after }
}
const listNightsWithin = (claim: ClaimRow, ctx: ReportContext): readonly LocalDate[] => {
  const { start, end } = clip(claim.start, claim.end, ctx)
  return listNights(start, end)
}

export const ownerStayReport = defineReport({
  resource: claims,
  projection: claimProjection,
  source: calendarSource,
  columns: [
    text('Listing'),
    day('From'),
    day('To'),
    count('Nights in the period'),
    count('Guests'),
    text('Cleaning'),
  ],
  readRecords: (all, ctx) =>
    all.flatMap((row) => {
      const nights = listNightsWithin(row, ctx).length
      if (row.kind !== 'owner_stay' || !isTaken(row) || nights === 0) return []
      const title = ctx.titleOf(row.listingId)
      const cells = [
        title,
        row.start,
        row.end,
        number(nights),
        number(row.ownerStay?.guests ?? 0),
        row.ownerStay?.cleaningRequested === true ? 'requested' : '',
      ]
      const rows = [{ cells, quantity: nights, currency: null, amountMinor: 0 }]
      const label = `${title}, ${row.start} to ${row.end}`
      return [{ key: row.id, label, listingId: row.listingId, bookingId: null, rows }]
    }),
})

export const occupancyReport = defineReport({
  resource: claims,
  projection: claimProjection,
  source: calendarSource,
  columns: [
    text('Listing'),
    text('Month'),
    count('Nights'),
    count('Sold'),
    count('Yours'),
    count('Blocked'),
    count('Open'),
    count('Occupancy, %'),
  ],
  readRecords: (all, ctx, stream) => {
    const taken = new Map<LocalDate, 'sold' | 'yours' | 'blocked'>()
    for (const row of all.filter(isTaken)) {
      const use = row.kind === 'booking' ? 'sold' : row.kind === 'owner_stay' ? 'yours' : 'blocked'
      for (const night of listNightsWithin(row, ctx)) if (taken.get(night) !== 'sold') taken.set(night, use)
    }
    const listingId = stream.slice('calendar-'.length)
    const title = ctx.titleOf(listingId)
    const period = { from: ctx.from, to: addDays(ctx.to, 1) }
    const rows = listMonths(period).map((start): ReportRow => {
      const month = start.slice(0, 7)
      const whole = clip(start, endOfMonth(start), ctx)
      const uses = [...taken].flatMap(([night, use]) => (night.startsWith(month) ? [use] : []))
      const countOf = (wanted: string) => uses.filter((use) => use === wanted).length
      const [nights, sold, yours, blocked] = [
        nightsBetween(whole.start, whole.end),
        countOf('sold'),
        countOf('yours'),
        countOf('blocked'),
      ]
      const open = nights - sold - yours - blocked
      const share = { number: ((100 * sold) / nights).toFixed(1) }
      const cells = [
        title,
        month,
        number(nights),
        number(sold),
        number(yours),
        number(blocked),
        number(open),
        share,
      ]
      return { cells, quantity: sold, currency: null, amountMinor: 0 }
    })
    return [{ key: listingId, label: title, listingId, bookingId: null, rows }]
  },
})
