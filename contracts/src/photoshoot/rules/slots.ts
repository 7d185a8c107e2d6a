import type { ClaimKind } from '../../calendar/messages.ts'
import { addHours, addMinutes, type Instant, type LocalDate } from '../../kernel/dates.ts'
import type { Slot } from '../photoshoot.ts'
import type { ShootClaim } from '../shootDay.ts'

/** Slots begin at least this long from now and at most this far ahead (docs/domain/photoshoot.md#slots). */
const LEAD_HOURS = 48
export const HORIZON_DAYS = 30
/** Between two shoots the photographer travels. */
const TRAVEL_MINUTES = 45
/** The light is too low for this long after sunrise and before sunset. */
const LOW_LIGHT_HOURS = 1
/** The home is free for this long after guests leave and before others come. */
const GUEST_MARGIN_HOURS = 1
/** Claims on nights with people in the home. */
export const OCCUPYING_KINDS: readonly ClaimKind[] = ['booking', 'request_hold', 'owner_stay', 'ical_import']
const STEP_MS = 30 * 60_000

/** How long a shoot takes, minutes, and how many images it gives (docs/domain/photoshoot.md#slots). */
export const computeShootSize = (bedrooms: number): Readonly<{ minutes: number; images: number }> => {
  if (bedrooms <= 1) return { minutes: 60, images: 15 }
  if (bedrooms === 2) return { minutes: 90, images: 20 }
  return bedrooms === 3 ? { minutes: 120, images: 25 } : { minutes: 180, images: 30 }
}

/** A photographer's region: a square of one degree, named by its south-west corner, such as `n40w074`. */
export const computeRegion = ({ lat, lng }: Readonly<{ lat: number; lng: number }>): string => {
  const side = (degrees: number, plus: string, minus: string, width: number) =>
    `${degrees < 0 ? minus : plus}${String(Math.abs(degrees)).padStart(width, '0')}`
  return `${side(Math.floor(lat), 'n', 's', 2)}${side(Math.floor(lng), 'e', 'w', 3)}`
}

type Span = Readonly<{ startsAt: Instant; endsAt: Instant }>
const touches = (a: Span, b: Span) => a.startsAt < b.endsAt && b.startsAt < a.endsAt

const withMargin = ({ startsAt, endsAt }: Span): Span => ({
  startsAt: addHours(startsAt, -GUEST_MARGIN_HOURS),
  endsAt: addHours(endsAt, GUEST_MARGIN_HOURS),
})

/** Whether people are in the home during a slot, or leave or arrive too near to it. */
export const amongGuests = (slot: Slot, occupied: readonly Span[]): boolean =>
  occupied.some((stay) => touches(withMargin(stay), slot))

/** Whether a claim is still valid. */
export const stands = ({ until }: Pick<ShootClaim, 'until'>, now: Instant): boolean =>
  until === null || now < until

/** Claims of others that keep a slot from being taken: too near to travel between them. */
export const inTheWay = <C extends Omit<ShootClaim, 'madeUntil'>>(
  claims: readonly C[],
  slot: Slot,
  photoshootId: string,
  now: Instant,
): readonly C[] => {
  const wide = {
    startsAt: addMinutes(slot.startsAt, -TRAVEL_MINUTES),
    endsAt: addMinutes(slot.endsAt, TRAVEL_MINUTES),
  }
  return claims.filter(
    (claim) => claim.photoshootId !== photoshootId && stands(claim, now) && touches(claim, wide),
  )
}

/** From sunrise to sunset of one day. */
export type Daylight = Readonly<{ date: LocalDate; sunrise: Instant; sunset: Instant }>

export type SlotSituation = Readonly<{
  now: Instant
  minutes: number
  /** When guests or their cleaners are there, from arrival to departure. */
  occupied: readonly Span[]
}>

/** The slots of a day by light, lead, horizon and guests; who else has them is another question. */
export const slotsOn = (
  { sunrise, sunset }: Daylight,
  { now, minutes, occupied }: SlotSituation,
): readonly Slot[] => {
  const from =
    Math.ceil(
      Math.max(Date.parse(addHours(sunrise, LOW_LIGHT_HOURS)), Date.parse(addHours(now, LEAD_HOURS))) /
        STEP_MS,
    ) * STEP_MS
  const to = Math.min(
    Date.parse(addHours(sunset, -LOW_LIGHT_HOURS)),
    Date.parse(addHours(now, HORIZON_DAYS * 24)),
  )
  const count = Math.floor((to - from - minutes * 60_000) / STEP_MS) + 1
  const guests = occupied.map(withMargin)
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const startsAt = new Date(from + index * STEP_MS).toISOString()
    return { startsAt, endsAt: addMinutes(startsAt, minutes) }
  }).filter((slot) => !guests.some((stay) => touches(stay, slot)))
}
