import type { GeocodedPlace } from '@hearth/contracts/geocode'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { deadline } from '@hearth/platform/retry/deadline'
import { z } from 'zod'

const ANSWER_WITHIN_MS = 3_000
const MAX_PLACES = 8
const MAX_ANSWER_BYTES = 200_000
const METERS_PER_DEGREE = 111_320

/** Finds places by their address or name; the best first. Throws `DEPENDENCY_UNAVAILABLE`. */
export type Geocoder = (
  query: string,
  country: string | undefined,
  signal: AbortSignal,
) => Promise<readonly GeocodedPlace[]>

const zDegrees = (most: number) => z.coerce.number().min(-most).max(most)
const zText = z.string().max(500).optional()
/** The fields that we read of Nominatim's `/search?format=jsonv2&addressdetails=1`. */
const zFound = z.object({
  lat: zDegrees(90),
  lon: zDegrees(180),
  display_name: z.string().min(1).max(500),
  boundingbox: z.tuple([zDegrees(90), zDegrees(90), zDegrees(180), zDegrees(180)]),
  address: z
    .object({
      city: zText,
      town: zText,
      village: zText,
      state: zText,
      country_code: z
        .string()
        .regex(/^[A-Za-z]{2}$/)
        .optional(),
    })
    .default({}),
})

/** Half the diagonal of the box that a place fills, metres. */
const computeAccuracy = ({ lat, boundingbox: [south, north, west, east] }: z.infer<typeof zFound>): number =>
  Math.round(
    (Math.hypot(north - south, (east - west) * Math.cos((lat * Math.PI) / 180)) * METERS_PER_DEGREE) / 2,
  )

export const parsePlace = (found: z.infer<typeof zFound>): GeocodedPlace => {
  const { lat, lon, display_name: label, address } = found
  return {
    label,
    geo: { lat, lng: lon },
    accuracyMeters: computeAccuracy(found),
    city: address.city ?? address.town ?? address.village ?? null,
    region: address.state ?? null,
    country: address.country_code?.toUpperCase() ?? null,
  }
}

/**
 * The places in an answer. Invalid ones are left out, so that one mistake of the geocoder does not hide the
 * others.
 */
export const parsePlaces = (answer: unknown): readonly GeocodedPlace[] =>
  (Array.isArray(answer) ? answer : [])
    .flatMap((entry: unknown) => {
      const found = zFound.safeParse(entry)
      return found.success ? [parsePlace(found.data)] : []
    })
    .slice(0, MAX_PLACES)

const unavailable = (cause: unknown) =>
  new AppProblem(
    'DEPENDENCY_UNAVAILABLE',
    'Address search is temporarily unavailable. Place the pin on the map yourself.',
    {},
    {},
    cause,
  )

/**
 * A geocoder that speaks Nominatim's protocol, at this address; standalone's own knows towns only and needs
 * no network.
 */
export const nominatim =
  (url: URL): Geocoder =>
  async (query, country, signal) => {
    const parameters = new URLSearchParams({
      q: query,
      format: 'jsonv2',
      addressdetails: '1',
      limit: String(MAX_PLACES),
      ...(country === undefined ? {} : { countrycodes: country.toLowerCase() }),
    })
    try {
      const answer = await fetch(`${url.href.replace(/\/$/, '')}/search?${parameters}`, {
        headers: { accept: 'application/json', 'user-agent': 'Hearth' },
        redirect: 'error',
        signal: deadline(ANSWER_WITHIN_MS, signal),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}`)
      if (text.length > MAX_ANSWER_BYTES) throw new Error('The geocoder answered too much')
      return parsePlaces(JSON.parse(text))
    } catch (error) {
      throw unavailable(error)
    }
  }
