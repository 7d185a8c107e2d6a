import { deriveAgreementId } from '@hearth/contracts/agreement'
import { explainNight, type NightReason } from '@hearth/contracts/calendar'
import { events } from '@hearth/contracts/event'
import { zLocalDate } from '@hearth/contracts/kernel/dates'
import { formatStream } from '@hearth/contracts/kernel/message'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import { findClosing, listings, zListingRow } from '@hearth/contracts/listing'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { toInstant, toLocalDate } from '@hearth/platform/zones/localTime'
import { z } from 'zod'
import { readStreams } from '../runtime/readEvents.ts'
import { loadPeople, describeActor } from '../event/who.ts'
import { createModel, createScope } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { readAround, TABLES_AROUND } from './readAround.ts'
import { readNightHistory } from './readNightHistory.ts'

const listingModel = createModel(listings)
const zListing = z.object(zListingRow.shape)

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
        [listings.table, ...TABLES_AROUND, events.table],
        headers,
        signal,
      )
      const listing = zListing.parse(await findRow(sources, listingModel, principal, id))
      const { claims, overrides, contract } = await readAround(sources, principal, listing.id, date)
      const now = new Date(sources.now()).toISOString()
      const today = toLocalDate(now, listing.timezone)
      const explained = explainNight({
        date,
        listing,
        claims,
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
