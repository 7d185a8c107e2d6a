import findZone from '@photostructure/tz-lookup'

/**
 * The IANA time zone at a place given in degrees (docs/domain/listing.md#place), such as `Europe/Lisbon`; at
 * sea `Etc/GMT±n`. Undefined for coordinates outside the globe.
 */
export const timeZoneAt = ({ lat, lng }: Readonly<{ lat: number; lng: number }>): string | undefined =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? findZone(lat, lng) : undefined
