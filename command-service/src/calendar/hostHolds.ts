import type { CalendarEvent, Span } from '@hearth/contracts/calendar'
import { overlaps } from '@hearth/contracts/kernel/dates'
import type { CalendarState, Claim } from './calendar.state.ts'

/** Nights that are blocked because the host cancelled a stay. */
export const findHostHolds = ({ claims }: CalendarState, span: Span): readonly Claim[] =>
  claims.filter((claim) => claim.kind === 'host_cancellation_hold' && overlaps(claim, span))

/** Gives the nights of `span` to an overbooked stay; the rest of the hold stays blocked. */
export const yieldNights = (
  { claimId: blockId, kind, start, end, note }: Claim,
  span: Span,
  listingId: string,
  idFor: (label: string) => string,
): CalendarEvent[] => {
  const before: Span[] = start < span.start ? [{ start, end: span.start }] : []
  const after: Span[] = span.end < end ? [{ start: span.end, end }] : []
  const [kept, rest] = [...before, ...after]
  if (kept === undefined)
    return [{ type: 'BlockRemoved', data: { listingId, blockId, start, end, remaining: null } }]
  const changed = {
    listingId,
    blockId,
    kind,
    before: { start, end, note },
    after: { ...kept, note },
  }
  if (rest === undefined) return [{ type: 'BlockChanged', data: changed }]
  const created = { listingId, blockId: idFor(`rest/${blockId}`), kind, ...rest, note, ownerStay: null }
  return [
    { type: 'BlockChanged', data: changed },
    { type: 'BlockCreated', data: created },
  ]
}
