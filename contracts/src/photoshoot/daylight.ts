import {
  DAY_MS,
  HOUR_MS,
  addDays,
  addHours,
  fromDayNumber,
  type Instant,
  type LocalDate,
} from '../kernel/dates.ts'
import type { Daylight } from './index.ts'
import { getTimes } from 'suncalc'

type Place = Readonly<{ lat: number; lng: number }>

const DEGREES_PER_HOUR = 15
/** Where the sun does not set, a photographer's day is this long on both sides of noon. */
const MAX_HALF_DAY_HOURS = 9

/** The day by the sun, which a place's clocks may count otherwise. */
export const computeSolarDate = (instant: Instant, { lng }: Place): LocalDate =>
  fromDayNumber(Math.floor((Date.parse(instant) + (lng / DEGREES_PER_HOUR) * HOUR_MS) / DAY_MS))

/** From sunrise to sunset of one solar day; undefined where the sun does not rise. */
export const daylightOn = (date: LocalDate, place: Place): Daylight | undefined => {
  const noon = addHours(`${date}T12:00:00.000Z`, -place.lng / DEGREES_PER_HOUR)
  const { sunrise, sunset, solarNoon, alwaysUp } = getTimes(new Date(noon), place.lat, place.lng)
  if (alwaysUp === true)
    return {
      date,
      sunrise: addHours(solarNoon.toISOString(), -MAX_HALF_DAY_HOURS),
      sunset: addHours(solarNoon.toISOString(), MAX_HALF_DAY_HOURS),
    }
  return sunrise === null || sunset === null
    ? undefined
    : { date, sunrise: sunrise.toISOString(), sunset: sunset.toISOString() }
}

/** The days from the one of `now` on. */
export const daylightFrom = (now: Instant, days: number, place: Place): readonly Daylight[] =>
  Array.from({ length: days + 1 }, (_, index) =>
    daylightOn(addDays(computeSolarDate(now, place), index), place),
  ).filter((day) => day !== undefined)
