import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { Temporal } from 'temporal-polyfill'
import type { Zone } from './zones.ts'

/**
 * A moment as a calendar writes it: a time on the clock of `zone`, which is `UTC`, a name, or null for local
 * time. With `isDay` it is a whole day in every zone.
 */
export type Moment = Readonly<{ wall: Temporal.PlainDateTime; isDay: boolean; zone: string | null }>
/** The listing's facts that turn moments into nights. */
export type Place = Readonly<{ timezone: string; checkInTime: string }>

/** Why an entry is not understood (docs/domain/ical-feed.md#entries-that-are-not-understood). */
export type EntryProblem = 'malformed' | 'dates' | 'time_zone' | 'repetition'
/** An entry that is not understood. */
export class EntryError extends Error {
  override name = 'EntryError'
  readonly problem: EntryProblem
  constructor(problem: EntryProblem) {
    super(problem)
    this.problem = problem
  }
}

/** A value of type date or date-time, with or without separators; undefined when it isn't a real time. */
export const parseMoment = (value: unknown, tzid: unknown): Moment | undefined => {
  const found = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z)?)?$/.exec(String(value).trim())
  if (found === null) {
    // A day without `VALUE=DATE`: the parser expects a time after it.
    const day = /^(\d{4}-\d\d-\d\d)T::$/.exec(String(value))?.[1]
    return day === undefined ? undefined : parseMoment(day, tzid)
  }
  const [, year, month, day, hour, minute, second = '00', utc] = found
  const isDay = hour === undefined
  const time = isDay ? '00:00:00' : `${hour}:${minute}:${second === '60' ? '59' : second}`
  try {
    const wall = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${time}`)
    if (isDay) return { wall, isDay, zone: null }
    const zone = typeof tzid === 'string' ? tzid.replaceAll('"', '') : null
    return { wall, isDay, zone: utc === 'Z' ? 'UTC' : zone }
  } catch {
    return undefined
  }
}

export const toDay = (wall: Temporal.PlainDateTime): LocalDate => wall.toPlainDate().toString()

/** Converts moments between the zones of a calendar and of the listing. */
export type Clock = Readonly<{
  checkInTime: string
  /** The moment on the clock of another zone; null is the listing's. A whole day stays as it is. */
  toZone: (moment: Moment, zone: string | null) => Temporal.PlainDateTime
}>

/** `findZone` finds the zones that a calendar names. A name that it does not find throws an `EntryError`. */
export const createClock = (
  { checkInTime }: Place,
  listing: Zone,
  findZone: (name: string) => Zone | undefined,
): Clock => {
  const find = (name: string | null): Zone => {
    if (name === null) return listing
    const zone = findZone(name)
    if (zone === undefined) throw new EntryError('time_zone')
    return zone
  }
  return {
    checkInTime,
    toZone: ({ wall, isDay, zone: from }, to) => {
      if (isDay) return wall
      const [source, target] = [find(from), find(to)]
      return from === to ? wall : target.toWall(source.toInstant(wall))
    },
  }
}

/**
 * The night after the last one, for an entry with an end time: one that ends after check-in time takes that
 * night, too (docs/domain/ical-feed.md#from-entries-to-nights).
 */
export const nightAfter = (end: Temporal.PlainDateTime, { checkInTime }: Clock): LocalDate =>
  Temporal.PlainTime.compare(end.toPlainTime(), Temporal.PlainTime.from(checkInTime)) <= 0
    ? toDay(end)
    : addDays(toDay(end), 1)
