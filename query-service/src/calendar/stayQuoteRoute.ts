import { stayFailures, type ClaimRow, type TakenNights } from '@hearth/contracts/calendar'
import { nightsBetween, zLocalDate } from '@hearth/contracts/kernel/dates'
import { findClosing, listings, quoteStay, zListingRow } from '@hearth/contracts/listing'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { toInstant, toLocalDate } from '@hearth/platform/zones/localTime'
import { z } from 'zod'
import { createModel } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { readAround, TABLES_AROUND } from './readAround.ts'

const model = createModel(listings)
const zListing = z.object(zListingRow.shape)
const MAX_NIGHTS = 365
const zCount = (min: number) => z.coerce.number().pipe(z.int().min(min).max(30))

const toTaken = ({ id, kind, start, end, importKind }: ClaimRow): TakenNights => ({
  claimId: id,
  kind,
  start,
  end,
  ...(importKind === null ? {} : { origin: { importKind } }),
})

/**
 * `GET /api/listings/{id}/quote?checkIn&checkOut&guests&pets`: what a stay costs before taxes, and every rule
 * that it breaks (docs/domain/listing.md#quotes).
 */
export const stayQuoteRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/listings/:id/quote',
    access: { capability: 'listing.price' },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({
      checkIn: zLocalDate,
      checkOut: zLocalDate,
      guests: zCount(1).default(1),
      pets: zCount(0).default(0),
    }),
    handler: async ({ principal, params, query, headers, signal }) => {
      const { checkIn, checkOut, guests, pets } = query
      const nights = nightsBetween(checkIn, checkOut)
      if (nights < 1 || nights > MAX_NIGHTS)
        throw new AppProblem('INVALID_DATE_RANGE', `A stay has 1 to ${MAX_NIGHTS} nights.`)
      const tables = [listings.table, ...TABLES_AROUND]
      const position = await waitForToken(sources.positions, tables, headers, signal)
      const listing = zListing.parse(await findRow(sources, model, principal, params.id))
      if (listing.pricing === null)
        throw new AppProblem('PRECONDITION_FAILED', 'The listing has no price yet.')
      const { claims, overrides, contract } = await readAround(sources, principal, listing.id, checkIn)
      const now = new Date(sources.now()).toISOString()
      const today = toLocalDate(now, listing.timezone)
      const failures = stayFailures({
        stay: { kind: 'booking', start: checkIn, end: checkOut },
        closing: findClosing(listing, contract, today),
        rules: listing.rules,
        overrides,
        taken: claims.map(toTaken),
        now,
        checkInInstant: toInstant(checkIn, listing.checkInTime, listing.timezone),
        today,
        party: { guests, maxGuests: listing.maxGuests },
      })
      const price = quoteStay(listing.pricing, overrides, { checkIn, checkOut }, { guests, pets })
      return {
        status: 200,
        headers: position,
        body: { currency: listing.currency, ...price, failures },
      }
    },
  })
