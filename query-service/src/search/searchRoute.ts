import { bookings } from '@hearth/contracts/booking'
import { listings } from '@hearth/contracts/listing'
import { zFoundBooking, zFoundListing, zSearchQuery, type SearchResults } from '@hearth/contracts/search'
import { ANY_CASE } from '@hearth/platform/read-model/tables'
import { maySee } from '@hearth/platform/session/principal'
import { route, type Route } from '@hearth/platform/http/route'
import { sql, type RawBuilder } from 'kysely'
import { createModel, createScope, type Model, type Scope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef, whereSql } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'
import { seesFields } from '../runtime/visibleFields.ts'
import { listExactPatterns, listTypoPatterns, splitWords, type SearchPatterns } from './searchPatterns.ts'

const bookingModel = createModel(bookings)
const listingModel = createModel(listings)
const MAX_FOUND = 6
const MAX_WORDS = 8

type Columns = Readonly<Record<string, keyof SearchPatterns>>
const BOOKING_COLUMNS: Columns = { guest_name: 'words', code: 'codes' }
const LISTING_COLUMNS: Columns = { title: 'words', place: 'words' }

/** Each word in at least one of the columns. */
const matchSql = (columns: Columns, patterns: readonly SearchPatterns[]): RawBuilder<unknown>[] =>
  patterns.map(
    (one) =>
      sql`(${sql.join(
        Object.entries(columns).map(
          ([column, kind]) =>
            sql`r.${sql.ref(column)} ${sql.raw(ANY_CASE)} ilike any(${[...one[kind]]}::text[])`,
        ),
        sql` or `,
      )})`,
  )

type Search = Readonly<{
  model: Model
  scope: Scope
  columns: Columns
  order: RawBuilder<unknown>
  words: readonly string[]
}>

/**
 * The ids of the rows that match best: those with the words as typed, and only if there are none, those with
 * one mistake in a word. One statement; both parts use the trigram indexes.
 */
const foundSql = ({ model, scope, columns, order, words }: Search): RawBuilder<unknown> => {
  const matching = (patterns: readonly SearchPatterns[], more: readonly RawBuilder<unknown>[] = []) => sql`
    select r.* from ${tableRef(model.resource.table)} as r
    where ${whereSql(model, scope, [], [...matchSql(columns, patterns), ...more])}
    order by ${order}, r.id
    limit ${sql.lit(MAX_FOUND)}`
  return sql`
    exact as materialized (${matching(words.map(listExactPatterns))}),
    near as materialized (
      ${matching(words.map(listTypoPatterns), [sql`not exists (select from exact)`])}
    ),
    found as (select * from exact union all select * from near)`
}

type Row = Record<string, unknown>
const toShown = (rows: readonly Row[]) =>
  rows.map((row) => ({ id: String(row['id']), tenantId: String(row['~tenantId']) }))
const withoutTenant = ({ '~tenantId': _tenantId, ...row }: Row) => row

/** Bookings by guest or code: stays that have not ended first, each kind by how near it is to today. */
const findBookings = async ({ db }: Sources, scope: Scope, words: readonly string[], now: string) => {
  const today = sql`(cast(${now} as timestamptz) at time zone 'UTC')::date`
  const nearest = (row: 'r' | 'found') =>
    sql`${sql.ref(`${row}.check_out`)} < ${today}, abs(${sql.ref(`${row}.check_in`)} - ${today})`
  const search = { model: bookingModel, scope, columns: BOOKING_COLUMNS, order: nearest('r'), words }
  const { rows } = await sql<Row>`with ${foundSql(search)}
    select
      found.id, found.tenant_id as "~tenantId", found.code, found.guest_name as "guestName",
      coalesce(l.title, '') as "listingTitle", coalesce(l.place, '') as place,
      found.check_in as "checkIn", found.check_out as "checkOut", found.status
    from found
      left join ${tableRef('listing')} as l on l.tenant_id = found.tenant_id and l.id = found.listing_id
    order by ${nearest('found')}, found.id`.execute(db)
  return rows
}

const findListings = async ({ db }: Sources, scope: Scope, words: readonly string[]) => {
  const order = sql`r.title`
  const search = { model: listingModel, scope, columns: LISTING_COLUMNS, order, words }
  const { rows } = await sql<Row>`with ${foundSql(search)}
    select found.id, found.tenant_id as "~tenantId", found.title, found.place
    from found order by found.title, found.id`.execute(db)
  return rows
}

/**
 * `GET /api/search?q=`: bookings and listings for the command palette, of the account or, for staff, of all
 * accounts (docs/domain/commands.md#search).
 */
export const searchRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/search',
    access: { capability: 'booking.read' },
    tenant: 'own',
    rate: 'read',
    query: zSearchQuery,
    handler: async ({ principal, query: { q }, headers, signal }) => {
      const position = await waitForToken(sources.positions, ['booking', 'listing'], headers, signal)
      const scope = createScope(principal)
      const words = splitWords(q).slice(0, MAX_WORDS)
      const now = new Date(sources.now()).toISOString()
      // Guests and codes are found only by those who see them.
      const seesGuests = seesFields(principal, bookings, 'code', 'guestName')
      const [stays, homes] = await Promise.all([
        seesGuests ? findBookings(sources, scope, words, now) : [],
        maySee(principal, listings.capability) ? findListings(sources, scope, words) : [],
      ])
      sources.accessLog.note(toShown(stays), 'bookings')
      sources.accessLog.note(toShown(homes), 'listings')
      const body: SearchResults = {
        bookings: stays.map((row) => zFoundBooking.parse(withoutTenant(row))),
        listings: homes.map((row) => zFoundListing.parse(withoutTenant(row))),
      }
      return { status: 200, headers: position, body }
    },
  })
