import { bookings } from '@hearth/contracts/booking'
import { calendars } from '@hearth/contracts/calendar'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { listings } from '@hearth/contracts/listing'
import type { Today } from '@hearth/contracts/today'
import { sql, type RawBuilder } from 'kysely'
import { createModel, type Scope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef, whereSql } from '../runtime/sql.ts'

const bookingModel = createModel(bookings)
const calendarModel = createModel(calendars)
const listingModel = createModel(listings)
const NIGHTS = 30

/** Guests who are in house now, and live listings. */
export const readInHouse = async (
  { db }: Sources,
  scope: Scope,
  tenant: readonly RawBuilder<unknown>[],
): Promise<Today['inHouse']> => {
  const isInHouse = sql`(status = 'in_stay' or (status = 'cancelling' and status_before = 'in_stay'))`
  const { rows } = await sql<{ count: number; listings: number }>`
    select
      (
        select count(*)::int
        from ${tableRef('booking')}
        where ${whereSql(bookingModel, scope, [], [...tenant, isInHouse])}
      ) as count,
      (
        select count(*)::int
        from ${tableRef('listing')}
        where ${whereSql(listingModel, scope, [], [...tenant, sql`status = 'live'`])}
      ) as listings`.execute(db)
  return rows[0] ?? { count: 0, listings: 0 }
}

/** The occupied nights of live listings on `from` and the 29 days after it. */
export const readOccupancy = async (
  { db }: Sources,
  scope: Scope,
  tenant: readonly RawBuilder<unknown>[],
  from: LocalDate,
): Promise<Today['occupancy']> => {
  const { rows } = await sql<{ date: string; occupied: number; listings: number }>`
    with
      live as materialized (
        select id
        from ${tableRef('listing')}
        where ${whereSql(listingModel, scope, [], [...tenant, sql`status = 'live'`])}
      ),
      stay as materialized (
        select
          id as listing_id,
          cast(claim ->> 'start' as date) as first,
          cast(claim ->> 'end' as date) as last
        from
          ${tableRef(calendars.table)}
          cross join jsonb_array_elements(claims) as claim
        where
          ${whereSql(calendarModel, scope, [], tenant)}
          and claim ->> 'kind' = 'booking'
          and cast(claim ->> 'start' as date) < cast(${from} as date) + ${NIGHTS}::int
          and cast(claim ->> 'end' as date) > cast(${from} as date)
      ),
      night as (
        select cast(${from} as date) + n as date
        from generate_series(0, ${NIGHTS - 1}::int) as n
      )
    select
      night.date,
      count(distinct live.id)::int as occupied,
      (select count(*)::int from live) as listings
    from
      night
      left join stay on stay.first <= night.date and stay.last > night.date
      left join live on live.id = stay.listing_id
    group by night.date
    order by night.date`.execute(db)
  const occupied = rows.reduce((total, night) => total + night.occupied, 0)
  const all = rows.reduce((total, night) => total + night.listings, 0)
  return { bps: all === 0 ? 0 : Math.round((occupied * 10_000) / all), nights: rows }
}
