import { z } from 'zod'
import { zLine } from '../kernel/text.ts'

/** What `GET /api/geocode` is asked: an address or the name of a place. */
export const zGeocodeQuery = z.strictObject({
  q: zLine(3, 250),
  /** ISO 3166-1, two letters. */ country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
    .optional(),
})

export const zGeocodedPlace = z.strictObject({
  label: z.string(),
  /** Degrees, WGS 84. */
  geo: z.strictObject({ lat: z.number(), lng: z.number() }),
  /** The place lies within this distance, metres. */
  accuracyMeters: z.int(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  country: z.string().nullable(),
})
export type GeocodedPlace = z.infer<typeof zGeocodedPlace>

/**
 * The best first, at most eight. `available: false` where no geocoder is configured: hosts set the pin
 * themselves.
 */
export const zGeocoded = z.strictObject({ available: z.boolean(), places: z.array(zGeocodedPlace) })
export type Geocoded = z.infer<typeof zGeocoded>
