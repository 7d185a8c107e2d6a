import type { Geocoded } from '@hearth/contracts/geocode'
import { getJson } from '../../data/http/http.ts'
import type { Geo } from './map/mapMath.ts'

/** The pin's position. `geoAccuracyMeters`: the geocoder's accuracy, null where the host placed it. */
export type Pin = Readonly<{ geo: Geo | null; geoAccuracyMeters: number | null; pinConfirmed: boolean }>
/** The part that is typed so far. */
export type Address = Readonly<
  Record<'line1' | 'line2' | 'city' | 'region' | 'postalCode' | 'country', string | null>
>
const MAX_QUERY = 250
/** A host who goes on does not wait longer than this for the town to be found. */
const GUESS_TIMEOUT_MS = 3_000

/** The places that an address may mean, the most likely first. */
export const findPlaces = (
  { line1, city, region, postalCode, country }: Address,
  signal?: AbortSignal,
): Promise<Geocoded> => {
  const q = [line1, city, region, postalCode]
    .filter((part) => part !== null && part.trim() !== '')
    .join(', ')
    .slice(0, MAX_QUERY)
  const isCode = country !== null && /^[A-Z]{2}$/.test(country)
  return getJson(`/api/geocode?${new URLSearchParams({ q, ...(isCode ? { country } : {}) })}`, signal)
}

/** The most likely pin of an address, for the host to confirm later; none when it is not found in time. */
export const guessPin = async (address: Address): Promise<Pin | undefined> => {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), GUESS_TIMEOUT_MS)
  try {
    const [first] = (await findPlaces(address, timeout.signal)).places
    return first && { geo: first.geo, geoAccuracyMeters: first.accuracyMeters, pinConfirmed: false }
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
