import {
  addDays,
  addHours,
  addMilliseconds,
  fromDayNumber,
  hoursBetween,
  overlaps,
  toDayNumber,
  weekday,
  type Instant,
  type LocalDate,
} from '@hearth/contracts/kernel/dates'
import type { CancellationPolicyCode } from '@hearth/contracts/policy'
import { toInstant } from '@hearth/platform/zones/localTime'
import { cumulate, drawBetween, drawCumulated, drawIndex, drawName, drawOne, type Random } from './draw.ts'
import { DAYS_AFTER, DAYS_BEFORE, nowOf, randomIn, type Run } from './run.ts'
import type { End, Shape } from './shape.ts'
import { PLACES, type Place } from './world.ts'

export const CHECK_IN_TIME = '15:00'
export const CHECK_OUT_TIME = '11:00'
const STAYS_PER_LISTING = 75
const TRIES = 40
const MAX_LEAD_DAYS = 720
const NO_SHOW_HOURS = 7

export type PlannedStay = Readonly<{
  /** Counts the tenant's bookings from 0. */
  number: number
  source: 'direct' | 'airbnb' | 'vrbo' | 'booking' | 'manual'
  policy: CancellationPolicyCode
  adults: number
  children: number
  infants: number
  checkIn: LocalDate
  checkOut: LocalDate
  nightMinor: number
  confirmedAt: Instant
  /** How the stay ended, and when; an end after now is still to come. */
  end: End
  endsAt: Instant
}>
export type PlannedListing = Readonly<{
  number: number
  baseNightMinor: number
  cleaningMinor: number
  policy: CancellationPolicyCode
  stays: readonly PlannedStay[]
}>
export type PlannedTenant = Readonly<{ number: number; place: Place; listings: readonly PlannedListing[] }>

/** The likelihood of an arrival on each day of the run's time. */
export const arrivalSums = (run: Run, { months, weekdays }: Shape): readonly number[] => {
  const first = toDayNumber(addDays(run.today, -DAYS_BEFORE))
  return cumulate(
    Array.from({ length: DAYS_BEFORE + DAYS_AFTER }, (_, day) => {
      const date = fromDayNumber(first + day)
      return (months[Number(date.slice(5, 7)) - 1] ?? 0) * (weekdays[weekday(date)] ?? 0)
    }),
  )
}

type Dates = Pick<PlannedStay, 'checkIn' | 'checkOut' | 'confirmedAt' | 'end' | 'endsAt'>

/** The instant from which the nights are free again. */
const freeFrom = ({ end, endsAt }: Dates): Instant => (end === 'cancelled' ? endsAt : '9999')
const collides = (a: Dates, b: Dates) =>
  overlaps({ start: a.checkIn, end: a.checkOut }, { start: b.checkIn, end: b.checkOut }) &&
  a.confirmedAt < freeFrom(b) &&
  b.confirmedAt < freeFrom(a)

const datesAt = (
  random: Random,
  shape: Shape,
  place: Place,
  end: End,
  checkIn: LocalDate,
  nights: number,
): Dates => {
  const leadDays = Math.min(MAX_LEAD_DAYS, Math.round(drawBetween(random, shape.leadDays[end])))
  const arrival = toInstant(checkIn, CHECK_IN_TIME, place.timezone)
  const checkOut = addDays(checkIn, nights)
  // Booked at some time of that day; on the day of arrival in the hours before it.
  const confirmedAt = addHours(arrival, -24 * leadDays - 1 - Math.floor(random() * 6))
  const between =
    drawBetween(random, shape.cancelledAfter) * (hoursBetween(confirmedAt, arrival) * 3_600_000 - 2_000)
  const endsAt =
    end === 'cancelled'
      ? addMilliseconds(confirmedAt, 1_000 + Math.floor(between))
      : end === 'no_show'
        ? addHours(arrival, NO_SHOW_HOURS)
        : toInstant(checkOut, CHECK_OUT_TIME, place.timezone)
  return { checkIn, checkOut, confirmedAt, end, endsAt }
}

/** Dates on which no other stay is in the way. After too many tries, the first free night. */
const placeStay = (
  random: Random,
  run: Run,
  shape: Shape,
  sums: readonly number[],
  place: Place,
  taken: readonly Dates[],
): Dates => {
  const end = drawName(random, shape.ends)
  const first = addDays(run.today, -DAYS_BEFORE)
  const now = nowOf(run)
  for (let tried = 0; tried < TRIES; tried += 1) {
    const dates = datesAt(
      random,
      shape,
      place,
      end,
      addDays(first, drawCumulated(random, sums)),
      1 + drawIndex(random, shape.nights),
    )
    if (dates.confirmedAt < now && !taken.some((other) => collides(dates, other))) return dates
  }
  for (let day = 0; day < DAYS_BEFORE; day += 1) {
    const dates = datesAt(random, shape, place, end, addDays(first, day), 1)
    if (!taken.some((other) => collides(dates, other))) return dates
  }
  throw new Error('No night is free')
}

/**
 * One tenant with this many bookings, drawn from the shape; depends on the run and the tenant's number alone.
 */
export const planTenant = (
  run: Run,
  number: number,
  size: number,
  shape: Shape,
  sums: readonly number[],
): PlannedTenant => {
  const random = randomIn(run, 'tenant', number)
  const place = drawOne(random, PLACES)
  const partners = ['airbnb', 'vrbo', 'booking'] as const
  const count = Math.ceil(size / STAYS_PER_LISTING)
  let made = 0
  const listings = Array.from({ length: count }, (_, listing): PlannedListing => {
    const baseNightMinor = Math.max(
      1_000,
      Math.round((drawBetween(random, shape.nightMinor) * place.rate) / 100) * 100,
    )
    const cleaningMinor = Math.round((baseNightMinor * (0.2 + random() * 0.4)) / 500) * 500
    const policy = drawName(random, shape.policies.stayed)
    const dates: Dates[] = []
    const stays: PlannedStay[] = []
    const share = Math.floor(((listing + 1) * size) / count) - made
    for (let stay = 0; stay < share; stay += 1) {
      const placed = placeStay(random, run, shape, sums, place, dates)
      dates.push(placed)
      const channel = drawName(random, shape.channels)
      stays.push({
        number: made,
        ...placed,
        source: channel === 'direct' ? 'direct' : channel === 'office' ? 'manual' : drawOne(random, partners),
        policy: channel === 'partner' ? drawName(random, shape.policies[placed.end]) : policy,
        adults: 1 + drawIndex(random, shape.adults),
        children: drawIndex(random, shape.children),
        infants: drawIndex(random, shape.infants),
        nightMinor: Math.max(
          500,
          Math.round(
            (baseNightMinor * (shape.monthRates[Number(placed.checkIn.slice(5, 7)) - 1] ?? 1)) / 100,
          ) * 100,
        ),
      })
      made += 1
    }
    return { number: listing, baseNightMinor, cleaningMinor, policy, stays }
  })
  return { number, place, listings }
}
