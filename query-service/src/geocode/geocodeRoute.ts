import { zGeocodeQuery, type Geocoded } from '@hearth/contracts/geocode'
import { route, type Route } from '@hearth/platform/http/route'
import type { Geocoder } from './geocoder.ts'

/**
 * `GET /api/geocode?q=&country=`: where an address is. What hosts type goes only to the geocoder of the
 * settings.
 */
export const geocodeRoute = (geocoder: Geocoder | undefined): Route =>
  route({
    method: 'GET',
    path: '/api/geocode',
    access: { capability: 'listing.read' },
    tenant: 'none',
    rate: 'read',
    query: zGeocodeQuery,
    handler: async ({ query: { q, country }, signal }) => {
      const body: Geocoded =
        geocoder === undefined
          ? { available: false, places: [] }
          : { available: true, places: [...(await geocoder(q, country, signal))] }
      return { status: 200, body }
    },
  })
