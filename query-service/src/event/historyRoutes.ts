import { bookings } from '@hearth/contracts/booking'
import { events, type HistoryEntry } from '@hearth/contracts/event'
import { incidents } from '@hearth/contracts/incident'
import { formatStream, type RecordedEvent } from '@hearth/contracts/kernel/message'
import { listings } from '@hearth/contracts/listing'
import { reimbursements } from '@hearth/contracts/reimbursement'
import { referrals } from '@hearth/contracts/referral'
import { requests } from '@hearth/contracts/request'
import { reviews } from '@hearth/contracts/review'
import { route, type Route } from '@hearth/platform/http/route'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { z } from 'zod'
import { createModel, createScope, type ApiRow, type Model } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { seesFields } from '../runtime/visibleFields.ts'
import { maskPersonal } from './maskPersonal.ts'
import { readStreams } from '../runtime/readEvents.ts'
import type { Context } from './line.ts'
import { describeEvent, SPOKEN_TYPES } from './sentences.ts'
import { loadPeople, describeActor } from './who.ts'

const MAX_ENTRIES = 500

const zRefund = z.object({ refundId: z.string(), amountMinor: z.number() })

const readContext = (row: ApiRow, events_: readonly RecordedEvent[], details: boolean): Context => {
  const refunds = new Map(
    events_.flatMap((event) => {
      const refund = event.type === 'RefundRequested' ? zRefund.safeParse(event.data).data : undefined
      return refund ? [[refund.refundId, refund.amountMinor] as const] : []
    }),
  )
  return {
    currency: String(row['currency']),
    refundMinor: (refundId) => refunds.get(refundId),
    details,
  }
}

/** What the system records for a person names that person. */
const readActorId = ({ metadata, data }: RecordedEvent): string => {
  const actorId = metadata['actorId'] ?? ''
  const by = z.object({ by: z.uuid() }).safeParse(data).data?.by
  return actorId === 'scheduler' && by !== undefined ? by : actorId
}

/** The timeline of a record: its events in plain words, the newest first. */
const buildTimeline = async (
  sources: Sources,
  principal: Principal,
  row: ApiRow,
  streams: readonly string[],
): Promise<readonly HistoryEntry[]> => {
  const found = await readStreams(sources, createScope(principal), {
    streams,
    types: SPOKEN_TYPES,
    newestFirst: true,
    limit: MAX_ENTRIES,
  })
  const people = await loadPeople(sources.pool, found.map(readActorId))
  const seesDetails = seesFields(principal, bookings, 'guestName', 'cancelReason', 'cancelMessage', 'notes')
  const context = readContext(row, found, seesDetails)
  const seesMoney = seesFields(principal, bookings, 'guestTotalMinor', 'outcome', 'refunds')
  const seesPersons = maySee(principal, 'event.personal')
  const entries = found.flatMap((event): HistoryEntry[] => {
    const line = describeEvent(
      seesPersons ? event : { ...event, data: maskPersonal(event.type, event.data) },
      context,
    )
    if (!line) return []
    return [
      {
        id: event.id,
        type: event.type,
        revision: Number(event.revision),
        at: event.metadata['occurredAt'] ?? event.recordedAt,
        recordedAt: event.recordedAt,
        text: line.text,
        who: describeActor(readActorId(event), people, principal),
        amountMinor: seesMoney ? (line.amountMinor ?? null) : null,
        amountBeforeMinor: seesMoney ? (line.amountBeforeMinor ?? null) : null,
        currency: seesMoney && line.amountMinor !== undefined ? (line.currency ?? context.currency) : null,
      },
    ]
  })
  // Several streams, and what an import recorded later, are one history.
  return entries.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
}

const historyRoute = (sources: Sources, model: Model, streamsOf: (id: string) => readonly string[]): Route =>
  route({
    method: 'GET',
    path: `/api/${model.resource.name}/:id/history`,
    access: { capability: model.resource.capability },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({}),
    handler: async ({ principal, params, headers, signal }) => {
      const position = await waitForToken(
        sources.positions,
        [model.resource.table, events.table],
        headers,
        signal,
      )
      const row = await findRow(sources, model, principal, params.id)
      return {
        status: 200,
        headers: position,
        body: { entries: await buildTimeline(sources, principal, row, streamsOf(row.id)) },
      }
    },
  })

/**
 * `GET /api/bookings/{id}/history`, and the same of listings, referrals, requests, reviews, incidents and
 * claims for reimbursement; a listing's history includes its blocks.
 */
export const historyRoutes = (sources: Sources): readonly Route[] => [
  historyRoute(sources, createModel(bookings), (id) => [formatStream('booking', id)]),
  historyRoute(sources, createModel(listings), (id) => [
    formatStream('listing', id),
    formatStream('calendar', id),
  ]),
  historyRoute(sources, createModel(referrals), (id) => [formatStream('referral', id)]),
  historyRoute(sources, createModel(requests), (id) => [formatStream('request', id)]),
  historyRoute(sources, createModel(reviews), (id) => [formatStream('review', id)]),
  historyRoute(sources, createModel(incidents), (id) => [formatStream('incident', id)]),
  historyRoute(sources, createModel(reimbursements), (id) => [formatStream('reimbursement', id)]),
]
