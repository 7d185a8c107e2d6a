import { bookingMoney } from '@hearth/contracts/booking'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import { addDays, addHours } from '@hearth/contracts/kernel/dates'
import { createPrice, createSnapshot } from '@hearth/contracts/testing'
import { describeColumns, rowToColumns } from '@hearth/platform/read-model/columns'
import { qualified, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { escapeIdentifier, type Pool } from 'pg'

const FIRST = [
  'Ada',
  'Bruno',
  'Chiara',
  'Daniel',
  'Elif',
  'Farid',
  'Greta',
  'Hana',
  'Ines',
  'João',
  'Kwame',
  'Lucía',
  'Maria',
  'Noah',
  'Olga',
  'Pierre',
  'Qin',
  'Rosa',
  'Sven',
  'Tomás',
  'Uma',
  'Viktor',
  'Wanda',
  'Xenia',
  'Yusuf',
  'Zoë',
]
const NIGHTS = [1, 2, 2, 3, 3, 4, 5, 7, 10, 14]

// As large as real rows: prices of every night, the terms agreed, the instants of each night.
const model = (nights: number) => {
  const checkIn = '2026-05-01'
  const snapshot = createSnapshot(`${checkIn}T19:00:00.000Z`, nights, 'flexible')
  const money = bookingMoney(
    createPrice(
      checkIn,
      Array.from({ length: nights }, (_, night) => 9_000 + night * 700),
    ),
    snapshot.fee,
  )
  const data = {
    bookingId: 'x',
    listingId: 'x',
    hostAccountId: 'x',
    code: 'x',
    source: 'airbnb',
    externalRef: null,
    guestRef: 'x',
    guestName: 'x',
    party: { adults: 2, children: 0, infants: 0, pets: 0 },
    checkIn,
    checkOut: addDays(checkIn, nights),
    money,
    snapshot,
    clock: 'scheduler',
  }
  const row = bookingProjection.fold(
    undefined,
    {
      id: 'x',
      stream: 'booking-x',
      revision: 0n,
      type: 'BookingConfirmed',
      data,
      metadata: {},
      position: { commit: 0n, prepare: 0n },
      recordedAt: addHours(snapshot.checkInInstant, -900),
    },
    'x',
  )
  if (!row) throw new Error('The model of a booking was not folded')
  return row
}

// Derived from the number of the row, so the same every time. Few accounts have many bookings, many have few;
// most bookings are over and completed.
const numbered = `
  select
    n,
    model.*,
    hashint8(n)::bigint + 2147483648 as a,
    hashint8(n + 1000000007)::bigint + 2147483648 as b,
    hashint8(n + 2000000011)::bigint + 2147483648 as c
  from generate_series($1::bigint, $2::bigint) as n join model on model.number = n % ${NIGHTS.length}`

const own: Readonly<Record<string, string>> = {
  tenant_id: 'tenant',
  host_account_id: 'tenant',
  id: `md5('booking ' || n)::uuid::text`,
  code: `'HB-' || upper(substr(md5('code ' || n), 1, 8))`,
  listing_id: `md5(tenant || (b % (1 + ascii(tenant) % 12)))::uuid::text`,
  source: `(array['airbnb', 'airbnb', 'booking', 'direct', 'vrbo'])[1 + c % 5]`,
  external_ref: `case when c % 3 = 0 then 'X' || n end`,
  guest_ref: `'guest-' || b % 400000`,
  guest_name: `
    (array[${FIRST.map((name) => `'${name}'`).join(', ')}])[1 + a % ${FIRST.length}]
    || ' ' || chr((65 + b % 26)::int) || chr((97 + c % 26)::int) || '.'`,
  check_in: 'day',
  check_out: 'day + nights::int',
  status: `
    case
      when c % 8 = 0 then 'cancelled'
      when c % 997 = 0 then 'no_show'
      when day < date '2026-06-01' then 'completed'
      when day < date '2026-06-04' then 'in_stay'
      when c % 499 = 0 then 'overbooked'
      else 'confirmed'
    end`,
  confirmed_at: `day::timestamptz - make_interval(hours => (b % 4000)::int)`,
  check_in_instant: `day::timestamptz + interval '15 hours'`,
  check_out_instant: `day::timestamptz + make_interval(days => nights::int, hours => 11)`,
  payable_at: `day::timestamptz + interval '39 hours'`,
  currency: `(array['EUR', 'EUR', 'EUR', 'USD', 'GBP'])[1 + b % 5]`,
  guest_total_minor: '8000 + b % 400000',
  host_payout_minor: '7000 + b % 380000',
  cancelled_at: `case when c % 8 = 0 then day::timestamptz - interval '20 days' end`,
  _revision: '3',
  _commit: 'n',
  _at: `day::timestamptz`,
}

const withoutIndexes = async (pool: Pool, table: string, work: () => Promise<void>): Promise<void> => {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `
      select indexname as name, indexdef as definition
      from pg_indexes
      where schemaname = $1 and tablename = $2 and indexname like '%\\_idx'`,
    [READ_SCHEMA, table],
  )
  for (const { name } of rows) await pool.query(`drop index ${qualified(name)}`)
  await work()
  for (const { definition } of rows) await pool.query(definition)
  await pool.query(`vacuum analyze ${qualified(table)}`)
}

const insertBookings = async (pool: Pool, table: string, count: number, tenants: number): Promise<void> => {
  const columns = describeColumns(bookingProjection.row)
  const names = ['tenant_id', ...columns.map(({ column }) => column), '_revision', '_commit', '_at']
  const client = await pool.connect()
  try {
    await client.query(
      `create temporary table model as select 0 as number, * from ${qualified(table)} where false`,
    )
    const models = NIGHTS.map(model)
    for (const [number, row] of models.entries()) {
      const values = rowToColumns(columns, row)
      await client.query(
        `
          insert into model (number, ${columns.map(({ column }) => escapeIdentifier(column)).join(', ')})
          values ($1, ${values.map((_, index) => `$${index + 2}`).join(', ')})`,
        [number, ...values],
      )
    }
    for (let from = 1; from <= count; from += 100_000) {
      await client.query(
        `
          insert into ${qualified(table)} (${names.map((name) => escapeIdentifier(name)).join(', ')})
          select ${names.map((name) => own[name] ?? escapeIdentifier(name)).join(', ')}
          from
            (
              select
                *,
                md5('account ' || floor(${tenants} * power(a / 4294967296.0, 3)))::uuid::text as tenant,
                date '2024-01-01' + (b % 1100)::int as day
              from (${numbered}) as numbers
            ) as placed`,
        [from, Math.min(count, from + 99_999)],
      )
    }
    await client.query('drop table model')
  } finally {
    client.release()
  }
}

/**
 * Fills a table of the bookings projection with this many rows over this many accounts, without events behind
 * them: for plans and lists only. Its indexes are rebuilt afterwards.
 */
export const fillBookings = (pool: Pool, table: string, count: number, tenants: number): Promise<void> =>
  withoutIndexes(pool, table, () => insertBookings(pool, table, count, tenants))
