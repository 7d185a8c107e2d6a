import { claims, zClaimRow } from '@hearth/contracts/calendar'
import {
  listingContents,
  listings,
  readSection,
  zListingContentRow,
  zListingRow,
} from '@hearth/contracts/listing'
import {
  HORIZON_DAYS,
  inTheWay,
  OCCUPYING_KINDS,
  derivePhotoshootId,
  computeRegion,
  deriveShootDayId,
  shootDays,
  computeShootSize,
  slotsOn,
  zShootDayRow,
  type PhotoshootSlots,
} from '@hearth/contracts/photoshoot'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { daylightFrom } from '@hearth/contracts/photoshoot/daylight'
import { route, type Route } from '@hearth/platform/http/route'
import { sql } from 'kysely'
import { z } from 'zod'
import { modelOf, scopeOf } from '../runtime/model.ts'
import { readWhere } from '../runtime/readRows.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { instantOf } from '../runtime/zones.ts'

const [listingModel, contentModel, claimModel, dayModel] = [
  modelOf(listings),
  modelOf(listingContents),
  modelOf(claims),
  modelOf(shootDays),
]
const [zListing, zContent, zClaim, zDay] = [
  z.object(zListingRow.shape),
  z.object(zListingContentRow.shape),
  z.object(zClaimRow.shape),
  z.object(zShootDayRow.shape),
]
const MAX_CLAIMS = 2_000

/**
 * `GET /api/listings/{id}/photoshoot-slots`: when a photographer could come, by light, notice, guests and
 * other shoots (docs/domain/photoshoot.md#slots).
 */
export const slotsRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/listings/:id/photoshoot-slots',
    access: { capability: 'photoshoot.read' },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({}),
    handler: async ({ principal, params: { id }, headers, signal }) => {
      const position = await waitForToken(
        sources.positions,
        [listings.table, listingContents.table, claims.table, shootDays.table],
        headers,
        signal,
      )
      const listing = zListing.parse(await findRow(sources, listingModel, principal, id))
      const content = zContent.parse(await findRow(sources, contentModel, principal, id))
      const place = readSection(content, 'location').values.geo
      if (place == null)
        throw new AppProblem('PRECONDITION_FAILED', 'Say first where the home is.', {
          unmet: [
            { code: 'PLACE_MISSING', message: 'Say first where the home is.', fixRoute: `/onboarding/${id}` },
          ],
        })
      const { minutes, images } = computeShootSize(readSection(content, 'info').values.bedrooms ?? 1)
      const { timezone, checkInTime, checkOutTime } = listing
      const now = new Date(sources.now()).toISOString()
      const stays = (
        await readWhere(
          sources.db,
          claimModel,
          scopeOf(principal),
          [
            sql`listing_id = ${id}`,
            sql`state <> 'released'`,
            sql`${sql.ref('end')} >= cast(${now.slice(0, 10)} as date) - 1`,
          ],
          MAX_CLAIMS,
        )
      ).map((row) => zClaim.parse(row))
      const occupied = stays
        .filter(({ kind }) => OCCUPYING_KINDS.includes(kind))
        .map(({ start, end }) => ({
          startsAt: instantOf(start, checkInTime, timezone),
          endsAt: instantOf(end, checkOutTime, timezone),
        }))
      const days = daylightFrom(now, HORIZON_DAYS, place)
      const dayIds = days.map(({ date }) => deriveShootDayId(computeRegion(place), date))
      // Photographers’ days belong to no account; of what others booked only the gaps are told.
      const everywhere = { tenantId: null, listingIds: null, staff: true }
      const taken = (
        await readWhere(sources.db, dayModel, everywhere, [sql`id = any(${dayIds}::text[])`], dayIds.length)
      ).flatMap((row) => zDay.parse(row).claims)
      const slots = days
        .flatMap((day) => slotsOn(day, { now, minutes, occupied }))
        .filter((slot) => inTheWay(taken, slot, derivePhotoshootId(id), now).length === 0)
      const body: PhotoshootSlots = { timezone, minutes, images, slots }
      return { status: 200, headers: position, body }
    },
  })
