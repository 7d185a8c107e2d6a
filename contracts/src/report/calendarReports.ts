import type { ReportContext, ReportDefinition } from '../kernel/report.ts'
import { claims, type ClaimRow } from '../calendar/index.ts'
import { claimProjection } from '../calendar/projections.ts'
import { addDays, nightsBetween } from '../kernel/dates.ts'
import type { Projection } from '../kernel/projection.ts'
import { count, day, number, text } from './definition.ts'

const isTaken = ({ state, shared }: ClaimRow): boolean => state === 'committed' && !shared

/** The nights of the claim in the period, whose last day is in it. */
const countWithin = ({ start, end }: ClaimRow, { from, to }: ReportContext): number =>
  Math.max(0, nightsBetween(start > from ? start : from, end <= to ? end : addDays(to, 1)))

export const ownerStayReport: ReportDefinition = {
  resource: claims,
  projections: [claimProjection] as readonly Projection[],
  source: { of: 'listings', types: ['BlockCreated', 'BlockChanged', 'BlockRemoved', 'BlockRestored'] },
  columns: [
    text('Listing'),
    day('From'),
    day('To'),
    count('Nights in the period'),
    count('Guests'),
    text('Cleaning'),
  ],
  readRecords: ({ rowsOf }, ctx) =>
    rowsOf(claimProjection).flatMap((row) => {
      const nights = countWithin(row, ctx)
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
}
