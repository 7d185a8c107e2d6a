import { bookings } from '@hearth/contracts/booking'
import { zMove, type Move } from '@hearth/contracts/today'
import { daysSql } from '@hearth/platform/read-model/tables'
import { sql, type RawBuilder } from 'kysely'
import { createModel, type Scope } from '../runtime/model.ts'
import type { ShownRows, Sources } from '../runtime/sources.ts'
import { tableRef, whereSql } from '../runtime/sql.ts'

const model = createModel(bookings)
const MAX_ITEMS = 100

export type Moves = Readonly<{ count: number; late: number; items: readonly Move[]; rows: ShownRows }>

type Way = Readonly<{
  date: RawBuilder<unknown>
  instant: RawBuilder<unknown>
  time: 'checkInTime' | 'checkOutTime'
  statuses: readonly string[]
  /** What an index finds over all accounts, if not the date. */
  found?: (utcToday: RawBuilder<unknown>) => RawBuilder<unknown>
}>
const ARRIVALS: Way = {
  date: sql.ref('r.check_in'),
  instant: sql.ref('r.check_in_instant'),
  time: 'checkInTime',
  statuses: ['confirmed', 'in_stay', 'cancelling'],
}
const DEPARTURES: Way = {
  date: sql.ref('r.check_out'),
  instant: sql.ref('r.check_out_instant'),
  time: 'checkOutTime',
  statuses: ['in_stay', 'checked_out', 'completed'],
  // A stay that ends on a day has the night before.
  found: (utcToday) =>
    sql`${sql.raw(daysSql('check_in', 'check_out'))} && daterange(${utcToday} - 2, ${utcToday} + 1)`,
}

/**
 * Guests who arrive or leave today, in the listing's time zone. A zone is at most a day ahead of or behind
 * UTC, so a range of days lets the query use the index.
 */
const readMoves = async (
  { db }: Sources,
  scope: Scope,
  tenant: readonly RawBuilder<unknown>[],
  now: string,
  seesDetails: boolean,
  way: Way,
): Promise<Moves> => {
  const utcToday = sql`(cast(${now} as timestamptz) at time zone 'UTC')::date`
  const where = whereSql(
    model,
    scope,
    [],
    [
      ...tenant,
      sql`${way.date} between ${utcToday} - 1 and ${utcToday} + 1`,
      ...(way.found === undefined ? [] : [way.found(utcToday)]),
      sql`${way.date} = (cast(${now} as timestamptz) at time zone (r.snapshot ->> 'timezone'))::date`,
      sql`r.status = any(${[...way.statuses]}::text[])`,
    ],
  )
  const { rows } = await sql<Record<string, unknown>>`
    with
      found as (
        select
          r.*,
          (r.status = 'in_stay' and r.check_out_instant < cast(${now} as timestamptz)) as late,
          ${way.instant} as moves_at
        from ${tableRef('booking')} as r
        where ${where}
      )
    select
      found.id as "bookingId",
      found.tenant_id as "~tenantId",
      found.code,
      found.guest_name as "guestName",
      found.guests,
      found.listing_id as "listingId",
      coalesce(l.title, '') as "listingTitle",
      found.snapshot ->> 'timezone' as timezone,
      found.snapshot ->> ${way.time} as time,
      found.check_in as "checkIn",
      found.check_out as "checkOut",
      found.nights,
      found.status,
      found.late,
      count(*) over () as "~count",
      count(*) filter (where found.late) over () as "~late"
    from
      found
      left join ${tableRef('listing')} as l on l.tenant_id = found.tenant_id and l.id = found.listing_id
    order by found.moves_at, found.id
    limit ${MAX_ITEMS}`.execute(db)
  return {
    count: Number(rows[0]?.['~count'] ?? 0),
    late: Number(rows[0]?.['~late'] ?? 0),
    rows: rows.map((row) => ({ id: String(row['bookingId']), tenantId: String(row['~tenantId']) })),
    items: rows.map(({ '~count': _count, '~late': _late, '~tenantId': _tenantId, ...move }) =>
      zMove.parse(seesDetails ? move : { ...move, code: null, guestName: null, guests: null }),
    ),
  }
}

export const readArrivals = (
  sources: Sources,
  scope: Scope,
  tenant: readonly RawBuilder<unknown>[],
  now: string,
  seesDetails: boolean,
) => readMoves(sources, scope, tenant, now, seesDetails, ARRIVALS)
export const readDepartures = (
  sources: Sources,
  scope: Scope,
  tenant: readonly RawBuilder<unknown>[],
  now: string,
  seesDetails: boolean,
) => readMoves(sources, scope, tenant, now, seesDetails, DEPARTURES)
