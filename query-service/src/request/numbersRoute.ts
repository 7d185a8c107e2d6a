import { claims } from '@hearth/contracts/calendar'
import { events } from '@hearth/contracts/event'
import { addDays, nightsBetween, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import {
  computeNumberEffects,
  type EndedClock,
  type RequestNumbers,
  type RequestOutcomes,
  type Share,
} from '@hearth/contracts/performance'
import { requests, zRequestRow, type RequestRow } from '@hearth/contracts/request'
import { threads } from '@hearth/contracts/thread'
import { route, type Route } from '@hearth/platform/http/route'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { createModel, createScope } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'

const ACCEPTANCE_DAYS = 365
const RESPONSE_DAYS = 90
const RECENT_DAYS = 30
/** More clocks than these within 30 days change no rate by a hundredth. */
const MAX_CLOCKS = 10_000
const TABLES = [requests, claims, threads, events].map(({ table }) => table)
const model = createModel(requests)
const zRequest = z.object(zRequestRow.shape)

/** `listingIds`: those that the reader sees; null for all. */
type Of = Readonly<{ account: string; listingIds: readonly string[] | null; now: Instant }>
type Span = Readonly<{ start: LocalDate; end: LocalDate }>

const ofListings = (column: RawBuilder<unknown>, { listingIds }: Of) =>
  listingIds === null ? sql`true` : sql`${column} = any(${listingIds})`

const daysAgo = (now: Instant, days: number): Instant =>
  new Date(Date.parse(now) - days * 86_400_000).toISOString()

/** How the account's requests to book ended. */
const readOutcomes = async ({ db }: Sources, of: Of): Promise<RequestOutcomes> => {
  const { rows } = await sql<RequestOutcomes>`
    select
      count(*) filter (where status = 'accepted')::int as accepted,
      count(*) filter (where status = 'declined')::int as declined,
      count(*) filter (where status = 'expired')::int as expired
    from ${tableRef(requests.table)}
    where
      tenant_id = ${of.account}
      and kind = 'booking_request'
      and moved_at > ${daysAgo(of.now, ACCEPTANCE_DAYS)}
      and ${ofListings(sql.ref('listing_id'), of)}`.execute(db)
  return rows[0] ?? { accepted: 0, declined: 0, expired: 0 }
}

/**
 * How the account's response clocks ended, newest first. What a guest took back in time, and what needed no
 * reply, was no question to answer.
 */
const readClocks = async ({ db }: Sources, of: Of): Promise<readonly EndedClock[]> => {
  const { rows } = await sql<EndedClock>`
    select
      (data ->> 'onTime')::boolean as "onTime",
      occurred_at > ${daysAgo(of.now, RECENT_DAYS)} as recent
    from ${tableRef(events.table)}
    where
      tenant_id = ${of.account}
      and type = 'ResponseClockStopped'
      and occurred_at > ${daysAgo(of.now, RESPONSE_DAYS)}
      and data ->> 'by' <> 'no_reply_needed'
      and (data ->> 'by' <> 'request_ended' or not (data ->> 'onTime')::boolean)
      and ${ofListings(sql`data ->> 'listingId'`, of)}
    order by occurred_at desc
    limit ${sql.lit(MAX_CLOCKS)}`.execute(db)
  return rows
}

/** Until when an answer to the guest is in time, where the conversation waits for this one. */
const readDeadline = async (
  { db }: Sources,
  account: string,
  requestId: string,
): Promise<Instant | null | undefined> => {
  const { rows } = await sql<{ dueAt: Instant | null }>`
    select to_char(due_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt"
    from ${tableRef(threads.table)}
    where tenant_id = ${account} and open_request_id = ${requestId} and awaiting`.execute(db)
  return rows[0]?.dueAt
}

const overlap = (one: Span, other: Span): number => {
  const start = one.start > other.start ? one.start : other.start
  const end = one.end < other.end ? one.end : other.end
  return start < end ? nightsBetween(start, end) : 0
}

const findMonth = (day: LocalDate): Span => {
  const start = `${day.slice(0, 7)}-01`
  return { start, end: `${addDays(start, 31).slice(0, 7)}-01` }
}

/** The nights of guests in the month. */
const readNights = async ({ db }: Sources, listingId: string, month: Span): Promise<Share> => {
  const { rows } = await sql<Span>`
    select ${sql.ref('start')}::text as start, ${sql.ref('end')}::text as end
    from ${tableRef(claims.table)}
    where
      listing_id = ${listingId}
      and kind = 'booking'
      and state <> 'released'
      and ${sql.ref('start')} < cast(${month.end} as date)
      and ${sql.ref('end')} > cast(${month.start} as date)`.execute(db)
  const hits = rows.reduce((nights, span) => nights + overlap(span, month), 0)
  return { hits, count: nightsBetween(month.start, month.end) }
}

/** How many nights more the month would have after accepting. */
const countMore = ({ checkIn, checkOut, before }: RequestRow, month: Span): number => {
  if (checkIn === null || checkOut === null) return 0
  const asked = overlap({ start: checkIn, end: checkOut }, month)
  return before === null ? asked : asked - overlap({ start: before.checkIn, end: before.checkOut }, month)
}

const readNumbers = async (sources: Sources, request: RequestRow, of: Of): Promise<RequestNumbers> => {
  const month = request.checkIn === null ? null : findMonth(request.checkIn)
  const [acceptance, clocks, dueAt, occupancy] = await Promise.all([
    readOutcomes(sources, of),
    readClocks(sources, of),
    readDeadline(sources, of.account, request.id),
    month && readNights(sources, request.listingId, month),
  ])
  const isInTime = dueAt != null && of.now < dueAt
  return {
    month: month && month.start.slice(0, 7),
    numbers: [
      ...computeNumberEffects({
        acceptance,
        isBookingRequest: request.kind === 'booking_request',
        clocks,
        waits: dueAt === undefined ? null : isInTime ? 'in_time' : 'late',
        occupancy,
        nightsMore: month === null ? 0 : countMore(request, month),
      }),
    ],
    answerInTimeUntil: isInTime ? dueAt : null,
  }
}

/** `GET /api/requests/{id}/numbers` (docs/domain/performance.md). */
export const numbersRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/requests/:id/numbers',
    access: { capability: requests.capability },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({}),
    handler: async ({ principal, params, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const request = zRequest.parse(await findRow(sources, model, principal, params.id))
      const { listingIds } = createScope(principal)
      const of = { account: request.hostAccountId, listingIds, now: new Date(sources.now()).toISOString() }
      const body = await readNumbers(sources, request, of)
      return { status: 200, headers: position, body }
    },
  })
