import type { ClaimRow } from '@hearth/contracts/calendar'
import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import type { NightOverrides } from '@hearth/contracts/listing'
import type { ListedBooking, Claim, Listing } from '../../data/records/records.ts'
import { layoutBars, type Bar } from '../grid/layoutBars.ts'
import { listOpenNights, type OpenNight } from './openNights.ts'
import { listDays, type NightWindow } from './window.ts'

/**
 * One listing in the window. `covering[column]` is the bar of the night; `known` is false until the claims
 * are read.
 */
export type CalendarRow = Readonly<{
  listing: Listing
  today: LocalDate
  known: boolean
  bars: readonly Bar[]
  covering: readonly (Bar | undefined)[]
  open: ReadonlyMap<LocalDate, OpenNight>
  /** What single nights have instead of the listing's price and rules, by date. */
  overrides: NightOverrides
  clashes: number
  /** Runs of open nights that are too short to be booked. */
  gaps: number
}>

type Question = Readonly<{
  listing: Listing
  claims: readonly Claim[]
  stays: readonly ListedBooking[]
  overrides?: NightOverrides
  window: NightWindow
  today: LocalDate
  known: boolean
}>

/** An overbooked stay claims no nights; it is drawn as if it did, so that the clash is visible. */
const toClaim = ({ id, listingId, checkIn, checkOut, nights, confirmedAt }: ListedBooking): ClaimRow => ({
  id,
  listingId,
  kind: 'booking',
  start: checkIn,
  end: checkOut,
  nights,
  state: 'committed',
  shared: false,
  holdExpiresAt: null,
  note: null,
  ownerStay: null,
  createdBy: '',
  createdAt: confirmedAt,
  releasedAt: null,
  restorableUntil: null,
  removedStart: null,
  removedEnd: null,
  feedId: null,
  importKind: null,
  reference: null,
})

export const createRow = ({
  listing,
  claims,
  stays,
  overrides = {},
  window,
  today,
  known,
}: Question): CalendarRow => {
  const claimed = new Set(claims.map(({ id }) => id))
  const unclaimed = stays.filter(({ id, status }) => status === 'overbooked' && !claimed.has(id)).map(toClaim)
  const bars = layoutBars(
    [...claims, ...unclaimed],
    new Map(stays.map((stay) => [stay.id, stay])),
    window,
    today,
  )
  const open = known
    ? listOpenNights(listing, claims, window, today, overrides)
    : new Map<LocalDate, OpenNight>()
  const covering = listDays(window).map((date) =>
    bars.findLast(({ claim }) => claim.start <= date && date < claim.end),
  )
  const starts = [...open.values()].filter(
    ({ date, gap }) => gap && open.get(addDays(date, -1))?.gap !== true,
  )
  return {
    listing,
    today,
    known,
    bars,
    covering,
    open,
    overrides,
    clashes: bars.filter(({ kind }) => kind === 'clash').length,
    gaps: starts.length,
  }
}
