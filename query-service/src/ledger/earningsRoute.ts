import { bookings, zBookingRow } from '@hearth/contracts/booking'
import { events } from '@hearth/contracts/event'
import { deriveEntryId, explainEarnings, ledgerEntries, type LedgerKind } from '@hearth/contracts/ledger'
import { formatStream } from '@hearth/contracts/kernel/message'
import { referrals } from '@hearth/contracts/referral'
import { route, type Route } from '@hearth/platform/http/route'
import { sql } from 'kysely'
import { z } from 'zod'
import { createModel, createScope } from '../runtime/model.ts'
import { readStreams } from '../runtime/readEvents.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { explainEntries } from './explainEntries.ts'

const bookingModel = createModel(bookings)
const zCurrencyOfRow = z.object({ currency: zBookingRow.shape.currency })

/**
 * `GET /api/bookings/{id}/earnings/explain`: why a booking earns what it does, down to the events and their
 * numbers (docs/domain/ledger.md#explaining).
 */
export const earningsRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/bookings/:id/earnings/explain',
    access: { capability: 'ledger.read' },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({}),
    handler: async ({ principal, params, headers, signal }) => {
      const position = await waitForToken(
        sources.positions,
        [bookings.table, ledgerEntries.table, events.table],
        headers,
        signal,
      )
      const booking = await findRow(sources, bookingModel, principal, params.id)
      const entries = await explainEntries(sources, principal, sql`booking_id = ${booking.id}`)
      return {
        status: 200,
        headers: position,
        body: explainEarnings(booking.id, zCurrencyOfRow.parse(booking).currency, entries),
      }
    },
  })

const referralModel = createModel(referrals)

/** The entry that each event of a referral makes; its id follows from the event's. */
const ENTRY_KINDS: Readonly<Record<string, LedgerKind>> = {
  ReferralRewarded: 'referral_reward',
  ReferralClawedBack: 'referral_clawback',
}
/** A referral is rewarded once, and reversed once. */
const MAX_CAUSES = 2

/** `GET /api/referrals/{id}/earnings/explain`: the reward of a referral, and what took it back. */
export const referralEarningsRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/referrals/:id/earnings/explain',
    access: { capability: 'referral.read' },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({}),
    handler: async ({ principal, params, headers, signal }) => {
      const position = await waitForToken(
        sources.positions,
        [referrals.table, ledgerEntries.table, events.table],
        headers,
        signal,
      )
      const { id } = await findRow(sources, referralModel, principal, params.id)
      const causes = await readStreams(sources, createScope(principal), {
        streams: [formatStream('referral', id)],
        types: Object.keys(ENTRY_KINDS),
        newestFirst: false,
        limit: MAX_CAUSES,
      })
      const ids = causes.flatMap(({ id: eventId, type }) => {
        const kind = ENTRY_KINDS[type]
        return kind === undefined ? [] : [deriveEntryId(eventId, kind)]
      })
      const entries = await explainEntries(sources, principal, sql`id = any(${ids}::text[])`)
      return { status: 200, headers: position, body: { entries } }
    },
  })
