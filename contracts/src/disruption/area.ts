import { z } from 'zod'
import { zLine } from '../kernel/text.ts'
import { zCountryCode } from '../listing/sections/fields.ts'
import { plainText, zGeo, type Address, type Geo } from '../listing/sections/location.ts'

export const MAX_RADIUS_KM = 1_000
const EARTH_RADIUS_KM = 6_371

/** Where an event is: a country, a region of it, or what is within a distance of a point in it. */
export const zArea = z.strictObject({
  country: zCountryCode,
  region: zLine(1, 80).nullable().default(null),
  circle: z
    .strictObject({ center: zGeo, radiusKm: z.int().min(1).max(MAX_RADIUS_KM) })
    .nullable()
    .default(null),
})
export type Area = z.infer<typeof zArea>

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Along a great circle. */
export const distanceKm = (a: Geo, b: Geo): number => {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const share = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lng, b.lng)
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(share)))
}

/**
 * Whether a home is in the area; its limits count. Regions are compared without case, accents and punctuation. A
 * home whose position is not known is in no circle.
 */
export const isInArea = (
  { country, region, circle }: Area,
  { address, geo }: Readonly<{ address: Pick<Address, 'country' | 'region'>; geo: Geo | null }>,
): boolean =>
  address.country === country &&
  (region === null || plainText(address.region) === plainText(region)) &&
  (circle === null || (geo !== null && distanceKm(circle.center, geo) <= circle.radiusKm))
