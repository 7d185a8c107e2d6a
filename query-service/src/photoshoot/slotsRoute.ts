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
import type { Instant } from '@hearth/contracts/kernel/dates'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { daylightFrom } from '@hearth/contracts/photoshoot/daylight'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { toInstant } from '@hearth/platform/zones/localTime'
import { sql } from 'kysely'
import { z } from 'zod'
import { createModel, createScope } from '../runtime/model.ts'
import { readWhere } from '../runtime/readRows.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'

const [listingModel, contentModel, claimModel, dayModel] = [
  createModel(listings),
  createModel(listingContents),
  createModel(claims),
  createModel(shootDays),
]
const [zListing, zContent, zClaim, zDay] = [
  z.object(zListingRow.shape),
  z.object(zListingContentRow.shape),
  z.object(zClaimRow.shape),
  z.object(zShootDayRow.shape),
]
type Listing = z.infer<typeof zListing>
const MAX_CLAIMS = 2_000

const placeMissing = (listingId: string) => {
  const message = 'Say first where the home is.'
  return new AppProblem('PRECONDITION_FAILED', message, {
    unmet: [{ code: 'PLACE_MISSING', message, fixRoute: `/onboarding/${listingId}` }],
  })
}

/** When guests or owners are in the home, from yesterday on. */
const readOccupied = async ({ db }: Sources, principal: Principal, listing: Listing, now: Instant) => {
  const isRecentClaim = [
    sql`listing_id = ${listing.id}`,
    sql`state <> 'released'`,
    sql`${sql.ref('end')} >= cast(${now.slice(0, 10)} as date) - 1`,
  ]
  const rows = await readWhere(db, claimModel, createScope(principal), isRecentClaim, MAX_CLAIMS)
  const { timezone, checkInTime, checkOutTime } = listing
  return rows
    .map((row) => zClaim.parse(row))
    .filter(({ kind }) => OCCUPYING_KINDS.includes(kind))
    .map(({ start, end }) => ({
      startsAt: toInstant(start, checkInTime, timezone),
      endsAt: toInstant(end, checkOutTime, timezone),
    }))
}

/** Photographers’ days belong to no account. Only the gaps between other hosts' bookings are disclosed. */
const readBooked = async ({ db }: Sources, dayIds: readonly string[]) => {
  const everywhere = { tenantId: null, listingIds: null, staff: true }
  const rows = await readWhere(db, dayModel, everywhere, [sql`id = any(${dayIds}::text[])`], dayIds.length)
  return rows.flatMap((row) => zDay.parse(row).claims)
}

const readSlots = async (sources: Sources, principal: Principal, id: string): Promise<PhotoshootSlots> => {
  const listing = zListing.parse(await findRow(sources, listingModel, principal, id))
  const content = zContent.parse(await findRow(sources, contentModel, principal, id))
  const place = readSection(content, 'location').values.geo
  if (place == null) throw placeMissing(id)
  const { minutes, images } = computeShootSize(readSection(content, 'info').values.bedrooms ?? 1)
  const now = new Date(sources.now()).toISOString()
  const occupied = await readOccupied(sources, principal, listing, now)
  const days = daylightFrom(now, HORIZON_DAYS, place)
  const booked = await readBooked(
    sources,
    days.map(({ date }) => deriveShootDayId(computeRegion(place), date)),
  )
  const slots = days
    .flatMap((day) => slotsOn(day, { now, minutes, occupied }))
    .filter((slot) => inTheWay(booked, slot, derivePhotoshootId(id), now).length === 0)
  return { timezone: listing.timezone, minutes, images, slots }
}

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
    handler: async ({ principal, params, headers, signal }) => {
      const tables = [listings.table, listingContents.table, claims.table, shootDays.table]
      const position = await waitForToken(sources.positions, tables, headers, signal)
      return { status: 200, headers: position, body: await readSlots(sources, principal, params.id) }
    },
  })
