import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import { OCCUPYING_KINDS, regionOf, shootDayIdOf, shootSizeOf, slotsOn, type Slot } from '@hearth/contracts/photoshoot'
import { daylightOn, solarDateOf } from '@hearth/platform/daylight'
import type { CalendarState } from '../calendar/calendar.state.ts'
import { contentOf, type ListingState } from '../listing/listing.state.ts'
import { localInstant } from '../runtime/localTime.ts'

type Place = Readonly<{ lat: number; lng: number }>

/** What of a listing its photo shoot depends on. */
export type Home = Readonly<{ hostAccountId: string; currency: Currency; feeModel: 'self_managed' | 'full_service'; place: Place; region: string; minutes: number; images: number }>

/** Undefined as long as nobody knows where it is. */
export const homeOf = (state: ListingState): Home | undefined => {
  if (state.status === 'none') return undefined
  const { location, info } = contentOf(state)
  const place = location?.geo
  if (place == null) return undefined
  return { hostAccountId: state.hostAccountId, currency: state.currency, feeModel: state.feeModel, place, region: regionOf(place), ...shootSizeOf(info?.bedrooms ?? 1) }
}

/** When people are in the home. */
export const occupiedTimes = (listing: ListingState, { claims }: Pick<CalendarState, 'claims'>): readonly Slot[] => {
  if (listing.status === 'none') return []
  const { timezone, checkInTime, checkOutTime } = listing
  return claims
    .filter(({ kind }) => OCCUPYING_KINDS.includes(kind))
    .map(({ start, end }) => ({ startsAt: localInstant(start, checkInTime, timezone), endsAt: localInstant(end, checkOutTime, timezone) }))
}

/** The photographer's day that a slot belongs to. */
export const dayOf = ({ place, region }: Home, startsAt: Instant) => {
  const date = solarDateOf(startsAt, place)
  return { date, region, shootDayId: shootDayIdOf(region, date) }
}

/** The slot that begins then, if light, notice and guests allow it. */
export const slotAt = (home: Home, startsAt: Instant, now: Instant, occupied: readonly Slot[]): Slot | undefined => {
  const light = daylightOn(dayOf(home, startsAt).date, home.place)
  return light && slotsOn(light, { now, minutes: home.minutes, occupied }).find((slot) => slot.startsAt === startsAt)
}
