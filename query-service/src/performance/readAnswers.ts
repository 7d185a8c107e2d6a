import { bookings } from '@hearth/contracts/booking'
import { events } from '@hearth/contracts/event'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import {
  answersFigure,
  hostCancellationFigure,
  ratingFigure,
  responseShare,
  responseTimeFigure,
  type EndedClock,
  type Figure,
  type FigureCode,
  type OpenedRecord,
  type RequestOutcomes,
} from '@hearth/contracts/performance'
import { requests } from '@hearth/contracts/request'
import { RATING_DAYS, reviews } from '@hearth/contracts/review'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import type { PerformanceScope } from './openScope.ts'

const YEAR_DAYS = 365
const RESPONSE_DAYS = 90
const RECENT_DAYS = 30
/** More clocks than these within 30 days change no rate by a hundredth. */
const MAX_CLOCKS = 10_000
export const ANSWER_TABLES = [bookings, events, requests, reviews].map(({ table }) => table)

/** Whose records count, up to which instant. `listingIds`: null for all. */
export type AnswersOf = Readonly<{ account: string; listingIds: readonly string[] | null; at: Instant }>

/** Whether the column names a listing that counts. */
export const isOf = (column: RawBuilder<unknown>, { listingIds }: AnswersOf) =>
  listingIds === null ? sql`true` : sql`${column} = any(${[...listingIds]}::text[])`

/** After the instant that many days before `at`, and not after `at`. */
export const isWithin = (column: RawBuilder<unknown>, { at }: AnswersOf, days: number) =>
  sql`${column} > cast(${addHours(at, -24 * days)} as timestamptz) and ${column} <= cast(${at} as timestamptz)`

const instant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const zRecord = z.object({
  kind: z.enum(['review', 'answer', 'booking_request', 'completed_stay', 'host_cancellation']),
  id: z.string(),
  bookingId: z.string().nullable(),
  listingId: z.string().nullable(),
  at: z.string(),
  hit: z.boolean(),
  stars: z.coerce.number().nullable(),
  minutes: z.coerce.number().nullable(),
})

/** The newest first. */
const readRecords = async (
  { db }: Sources,
  select: RawBuilder<unknown>,
  limit: number,
): Promise<readonly OpenedRecord[]> => {
  const { rows } = await sql<Record<string, unknown>>`
    ${select} order by 5 desc, 2 limit ${sql.lit(limit)}`.execute(db)
  return rows.map((row) => zRecord.parse(row))
}

const NOTHING = sql`null::int as stars, null::int as minutes`

const isAnswered = (of: AnswersOf) => sql`
  tenant_id = ${of.account}
  and kind = 'booking_request'
  and status in ('accepted', 'declined', 'expired')
  and ${isWithin(sql.ref('moved_at'), of, YEAR_DAYS)}
  and ${isOf(sql.ref('listing_id'), of)}`

const requestsSql = (of: AnswersOf) => sql`
      select
        'booking_request' as kind,
        id,
        null::text as "bookingId",
        listing_id as "listingId",
        ${instant(sql.ref('moved_at'))} as at,
        status = 'accepted' as hit,
        ${NOTHING}
      from ${tableRef(requests.table)}
      where ${isAnswered(of)}`

/**
 * How the account’s response clocks ended, newest first. What a guest took back in time, and what needed no
 * reply, was no question to answer.
 */
const clocksSql = (of: AnswersOf, days: number) => sql`
      select
        'answer' as kind,
        substr(stream, 8) as id,
        null::text as "bookingId",
        listing_id as "listingId",
        ${instant(sql.ref('occurred_at'))} as at,
        (answer ->> 'onTime')::boolean as hit,
        null::int as stars,
        case
          when answer ->> 'by' <> 'request_ended' then round((answer ->> 'elapsedS')::int / 60.0)::int
        end as minutes
      from ${tableRef(events.table)}
      where
        tenant_id = ${of.account}
        and type = 'ResponseClockStopped'
        and ${isWithin(sql.ref('occurred_at'), of, days)}
        and answer ->> 'by' <> 'no_reply_needed'
        and (answer ->> 'by' <> 'request_ended' or not (answer ->> 'onTime')::boolean)
        and ${isOf(sql.ref('listing_id'), of)}`

/** Reviews of guests that are revealed and not removed. */
const reviewsSql = (of: AnswersOf) => sql`
      select
        'review' as kind,
        id,
        id as "bookingId",
        listing_id as "listingId",
        ${instant(sql.ref('guest_reviewed_at'))} as at,
        true as hit,
        overall as stars,
        null::int as minutes
      from ${tableRef(reviews.table)}
      where
        tenant_id = ${of.account}
        and overall is not null
        and ${isWithin(sql.ref('guest_reviewed_at'), of, RATING_DAYS)}
        and ${isOf(sql.ref('listing_id'), of)}`

/** Stays that ended, and those that the host canceled without a waiver. */
const endedStaysSql = (of: AnswersOf) => sql`
      select
        case when status = 'cancelled' then 'host_cancellation' else 'completed_stay' end as kind,
        id,
        id as "bookingId",
        listing_id as "listingId",
        ${instant(sql`case when status = 'cancelled' then cancelled_at else check_out_instant end`)} as at,
        status = 'cancelled' as hit,
        ${NOTHING}
      from ${tableRef(bookings.table)}
      where
        tenant_id = ${of.account}
        and ${isOf(sql.ref('listing_id'), of)}
        and (
          (status in ('checked_out', 'completed') and ${isWithin(sql.ref('check_out_instant'), of, YEAR_DAYS)})
          or (
            status = 'cancelled'
            and outcome ->> 'initiator' = 'host'
            and not (outcome ->> 'waived')::boolean
            and ${isWithin(sql.ref('cancelled_at'), of, YEAR_DAYS)}
          )
        )`

/** A record of each kind that a figure counts, as SQL. */
const COUNTED = {
  rating: reviewsSql,
  acceptance: requestsSql,
  host_cancellation_rate: endedStaysSql,
} as const satisfies Partial<Record<FigureCode, (of: AnswersOf) => RawBuilder<unknown>>>
type CountedCode = keyof typeof COUNTED

export type AnswerTotals = Readonly<{ listingId: string; count: number; hits: number; stars: number }>
const zTotals = z.object({
  listingId: z.string(),
  count: z.coerce.number(),
  hits: z.coerce.number(),
  stars: z.coerce.number(),
})

/** The records of one kind, counted by listing. */
export const readTotals = async (
  { db }: Sources,
  code: CountedCode,
  of: AnswersOf,
): Promise<readonly AnswerTotals[]> => {
  const { rows } = await sql<Record<string, unknown>>`
    select
      "listingId",
      count(*) as count,
      count(*) filter (where hit) as hits,
      coalesce(sum(stars), 0) as stars
    from (${COUNTED[code](of)}) as record
    group by 1
    order by 1`.execute(db)
  return rows.map((row) => zTotals.parse(row))
}

export const addTotals = (totals: readonly Omit<AnswerTotals, 'listingId'>[]) =>
  totals.reduce(
    (all, { count, hits, stars }) => ({
      count: all.count + count,
      hits: all.hits + hits,
      stars: all.stars + stars,
    }),
    { count: 0, hits: 0, stars: 0 },
  )

/** How the account’s requests to book ended. */
export const readOutcomes = async ({ db }: Sources, of: AnswersOf): Promise<RequestOutcomes> => {
  const { rows } = await sql<RequestOutcomes>`
    select
      count(*) filter (where status = 'accepted')::int as accepted,
      count(*) filter (where status = 'declined')::int as declined,
      count(*) filter (where status = 'expired')::int as expired
    from ${tableRef(requests.table)}
    where ${isAnswered(of)}`.execute(db)
  return rows[0] ?? { accepted: 0, declined: 0, expired: 0 }
}

/** How the clocks of so many days ended, newest first. */
export const readClocks = (sources: Sources, of: AnswersOf, days = RESPONSE_DAYS) =>
  readRecords(sources, clocksSql(of, days), MAX_CLOCKS)

export const toEnded = (clocks: readonly OpenedRecord[], at: Instant): readonly EndedClock[] =>
  clocks.map((clock) => ({ onTime: clock.hit, recent: clock.at > addHours(at, -24 * RECENT_DAYS) }))

/** The clocks of the last 30 days, or the last 10 where those are fewer. */
const takeCounted = (clocks: readonly OpenedRecord[], at: Instant): readonly OpenedRecord[] =>
  clocks.slice(0, responseShare(toEnded(clocks, at)).count)

/** The figures that look back from an instant. */
const ANSWER_CODES = [
  'rating',
  'acceptance',
  'host_cancellation_rate',
  'response_rate',
  'response_time',
] as const satisfies readonly FigureCode[]
export type AnswerCode = (typeof ANSWER_CODES)[number]
export const isAnswerCode = (code: FigureCode): code is AnswerCode =>
  (ANSWER_CODES as readonly FigureCode[]).includes(code)

const computeFigure = (code: CountedCode, { hits, count, stars }: ReturnType<typeof addTotals>): Figure =>
  code === 'rating'
    ? ratingFigure({ stars, count })
    : code === 'acceptance'
      ? answersFigure({ hits, count })
      : hostCancellationFigure(hits, count - hits)

const computeClocks = (code: 'response_rate' | 'response_time', clocks: readonly OpenedRecord[]): Figure =>
  code === 'response_rate'
    ? answersFigure({ hits: clocks.filter(({ hit }) => hit).length, count: clocks.length })
    : responseTimeFigure(clocks.flatMap(({ minutes }) => minutes ?? []))

/** Whether the reader may see the figure. */
export const seesAnswers = (code: AnswerCode, { money, ratings, answers }: PerformanceScope['sees']) =>
  code === 'rating' ? ratings : code === 'host_cancellation_rate' ? money : answers

export type AnswerFigures = Readonly<Record<AnswerCode, Figure | null>>

/** Every figure that looks back, and the ratings by listing. */
export const readAnswerFigures = async (
  sources: Sources,
  sees: PerformanceScope['sees'],
  of: AnswersOf,
): Promise<Readonly<{ figures: AnswerFigures; ratings: readonly AnswerTotals[] }>> => {
  const totalsOf = async (code: CountedCode) =>
    seesAnswers(code, sees) ? readTotals(sources, code, of) : null
  const [ratings, acceptance, ended, clocks] = await Promise.all([
    totalsOf('rating'),
    totalsOf('acceptance'),
    totalsOf('host_cancellation_rate'),
    sees.answers ? readClocks(sources, of) : null,
  ])
  const figure = (code: CountedCode, totals: readonly AnswerTotals[] | null) =>
    totals && computeFigure(code, addTotals(totals))
  const counted = clocks && takeCounted(clocks, of.at)
  return {
    ratings: ratings ?? [],
    figures: {
      rating: figure('rating', ratings),
      acceptance: figure('acceptance', acceptance),
      host_cancellation_rate: figure('host_cancellation_rate', ended),
      response_rate: counted && computeClocks('response_rate', counted),
      response_time: counted && computeClocks('response_time', counted),
    },
  }
}

/** A figure with the newest of its records; `count` is the number of all. */
export const openAnswers = async (
  sources: Sources,
  code: AnswerCode,
  of: AnswersOf,
  limit: number,
): Promise<Readonly<{ figure: Figure; records: readonly OpenedRecord[]; count: number }>> => {
  if (code === 'response_rate' || code === 'response_time') {
    const counted = takeCounted(await readClocks(sources, of), of.at)
    const clocks = code === 'response_rate' ? counted : counted.filter(({ minutes }) => minutes !== null)
    return {
      figure: computeClocks(code, counted),
      records: clocks.slice(0, limit),
      count: clocks.length,
    }
  }
  const [totals, records] = await Promise.all([
    readTotals(sources, code, of),
    readRecords(sources, COUNTED[code](of), limit),
  ])
  const all = addTotals(totals)
  return { figure: computeFigure(code, all), records, count: all.count }
}
