import type { Span } from '@hearth/contracts/calendar'
import { addDays, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import {
  amongGuests,
  OCCUPYING_KINDS,
  computeRegion,
  deriveShootDayId,
  computeShootSize,
  slotsOn,
  type Slot,
} from '@hearth/contracts/photoshoot'
import { daylightOn, computeSolarDate } from '@hearth/contracts/photoshoot/daylight'
import { toLocalDate, toInstant } from '@hearth/platform/zones/localTime'
import type { CalendarState } from '../calendar/calendar.state.ts'
import { contentOf, type ListingState, type StartedListing } from '../listing/listing.state.ts'

type Clock = Pick<StartedListing, 'timezone' | 'checkInTime' | 'checkOutTime'>
type Coordinates = Readonly<{ lat: number; lng: number }>

/** What a photo shoot needs to know of its listing. */
export type Home = Readonly<{
  hostAccountId: string
  currency: Currency
  feeModel: 'self_managed' | 'full_service'
  coordinates: Coordinates
  region: string
  minutes: number
  images: number
}>

/** Undefined while the coordinates are unknown. */
export const readHome = (state: ListingState): Home | undefined => {
  if (state.status === 'none') return undefined
  const { location, info } = contentOf(state)
  const coordinates = location?.geo
  if (coordinates == null) return undefined
  return {
    hostAccountId: state.hostAccountId,
    currency: state.currency,
    feeModel: state.feeModel,
    coordinates,
    region: computeRegion(coordinates),
    ...computeShootSize(info?.bedrooms ?? 1),
  }
}

const stayTimes = ({ timezone, checkInTime, checkOutTime }: Clock, { start, end }: Span): Slot => ({
  startsAt: toInstant(start, checkInTime, timezone),
  endsAt: toInstant(end, checkOutTime, timezone),
})

/** When guests or owners are in the home. */
export const occupiedTimes = (clock: Clock, { claims }: Pick<CalendarState, 'claims'>): readonly Slot[] =>
  claims.filter(({ kind }) => OCCUPYING_KINDS.includes(kind)).map((claim) => stayTimes(clock, claim))

/**
 * The nights that a slot blocks: those whose guests would be in the home. A slot between a departure and an
 * arrival blocks the night of its day, so that no guest stays through it.
 */
export const shootNights = (clock: Clock, slot: Slot): readonly LocalDate[] => {
  const day = toLocalDate(slot.startsAt, clock.timezone)
  const nights = [addDays(day, -1), day].filter((night) =>
    amongGuests(slot, [stayTimes(clock, { start: night, end: addDays(night, 1) })]),
  )
  return nights.length > 0 ? nights : [day]
}

/** The photographer's day of a slot. */
export const findShootDay = ({ coordinates, region }: Home, startsAt: Instant) => {
  const date = computeSolarDate(startsAt, coordinates)
  return { date, region, shootDayId: deriveShootDayId(region, date) }
}

/** The slot that starts then, if daylight, notice and guests allow it. */
export const findSlot = (
  home: Home,
  startsAt: Instant,
  now: Instant,
  occupied: readonly Slot[],
): Slot | undefined => {
  const light = daylightOn(findShootDay(home, startsAt).date, home.coordinates)
  return (
    light &&
    slotsOn(light, { now, minutes: home.minutes, occupied }).find((slot) => slot.startsAt === startsAt)
  )
}
