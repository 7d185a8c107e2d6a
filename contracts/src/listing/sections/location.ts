import { z } from 'zod'
import { zLine } from '../../kernel/text.ts'
import { zCountryCode } from './fields.ts'
import { defineSection } from './section.ts'

/** A postal address. Countries without regions or postal codes leave them null. */
export const zAddress = z.strictObject({
  line1: zLine(1, 120),
  line2: zLine(1, 120).nullable().default(null),
  city: zLine(1, 80),
  region: zLine(1, 80).nullable().default(null),
  postalCode: zLine(1, 16).nullable().default(null),
  country: zCountryCode,
})
export type Address = z.infer<typeof zAddress>

/** On one line, without the country. */
export const formatAddress = ({ line1, line2, postalCode, city, region }: Address): string =>
  [line1, line2, [postalCode, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ')

/** A name without what says nothing about it: case, accents and punctuation. */
export const plainText = (text: string | null) =>
  (text ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/**
 * Whether two addresses are one place, however they are written: case, accents and punctuation say nothing,
 * the second line names the unit.
 */
export const isSameAddress = (a: Address, b: Address): boolean =>
  (['line1', 'line2', 'city', 'postalCode', 'country'] as const).every(
    (line) => plainText(a[line]) === plainText(b[line]),
  )

/** Degrees, WGS 84. */
export const zGeo = z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
export type Geo = z.infer<typeof zGeo>

/** Where it is. Guests see the place blurred to `publicPrecisionMeters` until they have booked. */
export const zLocation = defineSection({
  address: zAddress,
  geo: zGeo,
  /** How sure the geocoder was. Metres. */
  geoAccuracyMeters: z.int().min(0).max(100_000),
  /** The host has put the pin where the house is, or said that it is right. */
  pinConfirmed: z.boolean(),
  publicPrecisionMeters: z.int().min(100).max(5_000),
})

/** The pin is at the house: placed by the host, or found within 50 m (docs/domain/listing.md#place). */
export const MAX_GEO_ACCURACY_METERS = 50
