import { claims } from '@hearth/contracts/calendar'
import { events } from '@hearth/contracts/event'
import { addDays, nightsBetween, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { computeNumberEffects, type RequestNumbers, type Share } from '@hearth/contracts/performance'
import { requests, zRequestRow, type RequestRow } from '@hearth/contracts/request'
import { threads } from '@hearth/contracts/thread'
import { route, type Route } from '@hearth/platform/http/route'
import { sql } from 'kysely'
import { z } from 'zod'
import { readClocks, readOutcomes, toEnded, type AnswersOf } from '../performance/readAnswers.ts'
import { createModel, createScope } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'

const TABLES = [requests, claims, threads, events].map(({ table }) => table)
const model = createModel(requests)
const zRequest = z.object(zRequestRow.shape)

type Span = Readonly<{ start: LocalDate; end: LocalDate }>

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

const readNumbers = async (sources: Sources, request: RequestRow, of: AnswersOf): Promise<RequestNumbers> => {
  const month = request.checkIn === null ? null : findMonth(request.checkIn)
  const [acceptance, clocks, dueAt, occupancy] = await Promise.all([
    readOutcomes(sources, of),
    readClocks(sources, of),
    readDeadline(sources, of.account, request.id),
    month && readNights(sources, request.listingId, month),
  ])
  const isInTime = dueAt != null && of.at < dueAt
  return {
    month: month && month.start.slice(0, 7),
    numbers: [
      ...computeNumberEffects({
        acceptance,
        isBookingRequest: request.kind === 'booking_request',
        clocks: toEnded(clocks, of.at),
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
      const of = { account: request.hostAccountId, listingIds, at: new Date(sources.now()).toISOString() }
      const body = await readNumbers(sources, request, of)
      return { status: 200, headers: position, body }
    },
  })
