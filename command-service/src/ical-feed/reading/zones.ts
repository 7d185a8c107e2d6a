import { Temporal } from 'temporal-polyfill'
import { findIana } from 'windows-iana'

/** Converts between the clock of a place and instants. */
export type Zone = Readonly<{
  toInstant: (wall: Temporal.PlainDateTime) => Temporal.Instant
  toWall: (instant: Temporal.Instant) => Temporal.PlainDateTime
}>

/** A zone of the tz database; undefined when it has no such name. */
export const createNamedZone = (name: string): Zone | undefined => {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
  } catch {
    return undefined
  }
  return {
    toInstant: (wall) => wall.toZonedDateTime(name).toInstant(),
    toWall: (instant) => instant.toZonedDateTimeISO(name).toPlainDateTime(),
  }
}

/** Where the tz database files a city or the zone of a country under its own name. */
const AREAS = [
  'US',
  'Canada',
  'Europe',
  'America',
  'Asia',
  'Australia',
  'Africa',
  'Pacific',
  'Atlantic',
  'Indian',
]
const WINTER = Temporal.Instant.from('2026-01-15T12:00:00Z')
const SUMMER = Temporal.Instant.from('2026-07-15T12:00:00Z')

const offsetAt = (zone: string, instant: Temporal.Instant) => instant.toZonedDateTimeISO(zone).offset
/**
 * A zone by what Windows shows, such as `(UTC-08:00) Pacific Time (US & Canada)`: the first of its names that
 * the tz database knows with that offset.
 */
const findByDisplayName = (text: string): Zone | undefined => {
  const [, offset, names = ''] =
    /^\((?:UTC|GMT)([+-]\d\d:\d\d)?\)\s*([^()]*)/.exec(text.replace('\u2212', '-')) ?? []
  if (names === '') return undefined
  for (const name of names.split(',').map((each) =>
    each
      .trim()
      .replace(/ Time$/, '')
      .replaceAll(' ', '_'),
  ))
    for (const area of AREAS) {
      const id = `${area}/${name}`
      const zone = /^[A-Za-z_]+$/.test(name) ? createNamedZone(id) : undefined
      if (zone && [WINTER, SUMMER].some((when) => offsetAt(id, when) === (offset ?? '+00:00'))) return zone
    }
  return undefined
}

/** `UTC+2`, `GMT-05:00`: an offset instead of a name. */
const findByOffset = (text: string): Zone | undefined => {
  const [, sign, hours, minutes = '00'] = /^(?:UTC|GMT)([+-])(\d\d?):?(\d\d)?$/i.exec(text) ?? []
  return hours === undefined ? undefined : createNamedZone(`${sign}${hours.padStart(2, '0')}:${minutes}`)
}

/**
 * A zone by the names that calendars use: of the tz database, also after a prefix such as `/mozilla.org/2005/`,
 * of Windows by the table of CLDR, or an offset. Undefined for any other name.
 */
export const findZoneByName = (name: string): Zone | undefined => {
  if (name.length > 100) return undefined
  const known = createNamedZone(name)
  if (known !== undefined) return known
  const [windows] = findIana(name)
  const [, tail] = /\/([A-Z][A-Za-z]+\/[A-Za-z_/-]+)$/.exec(name) ?? []
  return (
    (windows === undefined ? undefined : createNamedZone(windows)) ??
    (tail === undefined ? undefined : createNamedZone(tail)) ??
    findByOffset(name) ??
    findByDisplayName(name)
  )
}
