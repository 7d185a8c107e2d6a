import type { ClaimRow } from '@hearth/contracts/calendar'
import { overlaps, type LocalDate } from '@hearth/contracts/kernel/dates'
import type { ListedBooking } from '../../data/records/records.ts'
import { findColumn, computeEnd, type NightWindow } from '../rows/window.ts'

export type BarKind =
  | 'in_house'
  | 'confirmed'
  | 'held'
  | 'channel'
  | 'blocked'
  | 'left'
  | 'cancelling'
  | 'clash'

/** What the calendar needs of a booking. */
export type Stay = Pick<ListedBooking, 'id' | 'guestName' | 'status' | 'source'>

/**
 * A claim as it is drawn: from `column` (which can be before the window) over `nights`. `cell` is the column
 * of the cell that contains it.
 */
export type Bar = Readonly<{
  claim: ClaimRow
  booking?: Stay
  kind: BarKind
  column: number
  nights: number
  cell: number
  cutLeft: boolean
  cutRight: boolean
}>

const CHANNELS: readonly string[] = ['airbnb', 'vrbo', 'booking', 'ical_import']

const classifyBar = (
  claim: ClaimRow,
  booking: Stay | undefined,
  today: LocalDate,
  clashes: boolean,
): BarKind => {
  if (clashes || booking?.status === 'overbooked') return 'clash'
  if (claim.kind !== 'booking' && claim.kind !== 'request_hold')
    return claim.kind === 'ical_import' ? 'channel' : 'blocked'
  if (booking?.status === 'cancelling') return 'cancelling'
  if (booking?.status === 'in_stay') return claim.end <= today ? 'left' : 'in_house'
  if (claim.end <= today || booking?.status === 'checked_out' || booking?.status === 'completed')
    return 'left'
  if (claim.kind === 'request_hold' || claim.state === 'held') return 'held'
  return booking && CHANNELS.includes(booking.source) ? 'channel' : 'confirmed'
}

/**
 * Bars of one listing, earliest first. Of two claims on the same nights the later made one is the clash,
 * drawn on top, unless the host lets them share the nights.
 */
export const layoutBars = (
  claims: readonly ClaimRow[],
  bookings: ReadonlyMap<string, Stay>,
  window: NightWindow,
  today: LocalDate,
): Bar[] => {
  const visible = claims.filter(
    (claim) =>
      claim.state !== 'released' && overlaps(claim, { start: window.start, end: computeEnd(window) }),
  )
  return visible
    .toSorted((a, b) => (a.start === b.start ? 0 : a.start < b.start ? -1 : 1))
    .map((claim) => {
      const booking = bookings.get(claim.id)
      const clashes = visible.some(
        (other) =>
          other !== claim &&
          !other.shared &&
          !claim.shared &&
          other.createdAt < claim.createdAt &&
          overlaps(other, claim),
      )
      const column = findColumn(window, claim.start)
      const last = findColumn(window, claim.end)
      return {
        claim,
        ...(booking ? { booking } : {}),
        kind: classifyBar(claim, booking, today, clashes),
        column,
        nights: claim.nights,
        cell: Math.max(0, column),
        cutLeft: column < 0,
        cutRight: last >= window.days,
      }
    })
}
