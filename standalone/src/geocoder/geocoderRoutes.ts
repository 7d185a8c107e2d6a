import { Router } from 'express'
import { z } from 'zod'
import type { Town, Towns } from './towns.ts'

const zQuery = z.object({
  q: z.string().max(300),
  countrycodes: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(20).default(5),
})
const DEGREES_PER_KM = 1 / 111.32

/** Half the width of a town in kilometres: about two for ten thousand people, twelve for a million. */
const estimateRadius = ({ population }: Town) => Math.max(1, Math.min(25, 0.012 * Math.sqrt(population)))

const formatPlace = (town: Town) => {
  const { name, country, region, lat, lng } = town
  const up = estimateRadius(town) * DEGREES_PER_KM
  const across = up / Math.max(0.1, Math.cos((lat * Math.PI) / 180))
  // GeoNames has words as region codes in few countries only.
  const state = /^[A-Z]{2,3}$/.test(region) ? region : undefined
  return {
    lat: String(lat),
    lon: String(lng),
    display_name: [name, state, country].filter((part) => part !== undefined).join(', '),
    boundingbox: [lat - up, lat + up, lng - across, lng + across].map(String),
    address: { city: name, state, country_code: country.toLowerCase() },
  }
}

/**
 * A geocoder without a network, in the protocol of Nominatim; it knows towns, not streets. They are loaded on
 * the first request: few runs need them, and they take 140 MB.
 */
export const geocoderRoutes = (): Router => {
  let towns: Promise<Towns> | undefined
  const router = Router()
  router.get('/search', async (request, response) => {
    const query = zQuery.safeParse(request.query)
    if (!query.success) {
      response.status(400).json({ error: 'q, and countrycodes of one country' })
      return
    }
    const { q, countrycodes, limit } = query.data
    towns ??= import('./towns.ts').then(({ openTowns }) => openTowns())
    response.json((await towns)(q, countrycodes?.toUpperCase(), limit).map(formatPlace))
  })
  return router
}
