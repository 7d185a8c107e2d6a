import { deriveAgreementId, agreements, zAgreementRow } from '@hearth/contracts/agreement'
import { claims, explainNight, zClaimRow, type NightReason } from '@hearth/contracts/calendar'
import { events } from '@hearth/contracts/event'
import { addDays, zLocalDate, type LocalDate } from '@hearth/contracts/kernel/dates'
import { formatStream } from '@hearth/contracts/kernel/message'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import {
  findClosing,
  listings,
  nightOverrides,
  zListingRow,
  zNightOverrideRow,
} from '@hearth/contracts/listing'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { z } from 'zod'
import { readStreams } from '../runtime/readEvents.ts'
import { loadPeople, describeActor } from '../event/who.ts'
import { createModel, createScope } from '../runtime/model.ts'
import { readOne, readWhere } from '../runtime/readRows.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { toInstant, toLocalDate } from '../runtime/zones.ts'
import { readNightHistory } from './readNightHistory.ts'

const listingModel = createModel(listings)
const claimModel = createModel(claims)
const zListing = z.object(zListingRow.shape)
const overrideModel = createModel(nightOverrides)
const agreementModel = createModel(agreements)
const zOverride = z.object(zNightOverrideRow.shape)
const zClaim = z.object(zClaimRow.shape)
const zContract = z.object(zAgreementRow.shape)
// The longest stay is a year: claims further away change nothing.
const REACH_DAYS = 366
const MAX_CLAIMS = 2_000

/** The events of the listing that cause it; the last one names the actor. */
const CAUSES: Readonly<Record<string, readonly string[]>> = {
  listing_paused: ['ListingPaused'],
  listing_closes: ['ListingDelisted', 'AgreementNoticeGiven'],
  listing_not_live: ['ListingStarted', 'ListingDrafted', 'ListingSuspended', 'ListingDelisted'],
  prep_time: ['ListingStarted', 'AvailabilityRulesChanged'],
  min_nights: ['ListingStarted', 'AvailabilityRulesChanged'],
  advance_notice: ['ListingStarted', 'AvailabilityRulesChanged'],
  booking_window: ['ListingStarted', 'AvailabilityRulesChanged'],
  closed_to_arrival: ['ListingStarted', 'AvailabilityRulesChanged'],
}

const withCause = async (
  sources: Sources,
  principal: Principal,
  listingId: string,
  reasons: readonly NightReason[],
): Promise<readonly NightReason[]> => {
  const types = [...new Set(reasons.flatMap(({ rule }) => (rule === undefined ? [] : (CAUSES[rule] ?? []))))]
  const found =
    types.length === 0
      ? []
      : await readStreams(sources, createScope(principal), {
          streams: [
            formatStream('listing', listingId),
            formatStream('agreement', deriveAgreementId(listingId)),
          ],
          types,
          newestFirst: true,
          limit: 200,
        })
  const caused = reasons.map((reason): NightReason => {
    const event =
      reason.rule === undefined
        ? undefined
        : found.find(({ type }) => CAUSES[reason.rule ?? '']?.includes(type))
    return event
      ? { ...reason, changedBy: event.metadata['actorId'] ?? '', changedAt: occurredAtOf(event) }
      : reason
  })
  const people = await loadPeople(
    sources.pool,
    caused.flatMap(({ changedBy }) => changedBy ?? []),
  )
  return caused.map((reason) =>
    reason.changedBy === undefined
      ? reason
      : { ...reason, changedBy: describeActor(reason.changedBy, people, principal).name },
  )
}

/** The overrides of the nights that a stay over the date can have. */
const readOverrides = async (sources: Sources, principal: Principal, listingId: string, date: LocalDate) => {
  const near = [
    sql`listing_id = ${listingId}`,
    sql`date between cast(${addDays(date, -REACH_DAYS)} as date) and cast(${addDays(date, REACH_DAYS)} as date)`,
  ]
  const rows = await readWhere(sources.db, overrideModel, createScope(principal), near, 2 * REACH_DAYS + 1)
  return Object.fromEntries(rows.map((row) => zOverride.parse(row)).map((row) => [row.date, row]))
}

/**
 * `GET /api/listings/{id}/calendar/{date}/explain`: why a night can or cannot be booked, who caused it and
 * when, and where to change it (docs/domain/calendar.md#explaining-a-night).
 */
export const explainRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/listings/:id/calendar/:date/explain',
    access: { capability: 'calendar.read' },
    tenant: 'own',
    rate: 'read',
    params: zPathId.extend({ date: zLocalDate }),
    query: z.strictObject({}),
    handler: async ({ principal, params: { id, date }, headers, signal }) => {
      const position = await waitForToken(
        sources.positions,
        [listings.table, claims.table, nightOverrides.table, agreements.table, events.table],
        headers,
        signal,
      )
      const listing = zListing.parse(await findRow(sources, listingModel, principal, id))
      const near = [
        sql`listing_id = ${listing.id}`,
        sql`state <> 'released'`,
        sql`${sql.ref('start')} <= cast(${addDays(date, REACH_DAYS)} as date)`,
        sql`${sql.ref('end')} >= cast(${addDays(date, -REACH_DAYS)} as date)`,
      ]
      const taken = (await readWhere(sources.db, claimModel, createScope(principal), near, MAX_CLAIMS)).map(
        (row) => zClaim.parse(row),
      )
      const overrides = await readOverrides(sources, principal, listing.id, date)
      const now = new Date(sources.now()).toISOString()
      const row = await readOne(
        sources.db,
        agreementModel,
        createScope(principal),
        deriveAgreementId(listing.id),
      )
      const contract = row && zContract.parse(row)
      const today = toLocalDate(now, listing.timezone)
      const explained = explainNight({
        date,
        listing,
        claims: taken,
        overrides,
        now,
        today,
        closing: findClosing(listing, contract, today),
        checkInInstant: toInstant(date, listing.checkInTime, listing.timezone),
      })
      return {
        status: 200,
        headers: position,
        body: {
          ...explained,
          reasons: await withCause(sources, principal, listing.id, explained.reasons),
          history: await readNightHistory(sources, principal, listing.id, date),
        },
      }
    },
  })
