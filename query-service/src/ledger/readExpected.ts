import { bookings } from '@hearth/contracts/booking'
import { zCurrency, type Currency } from '@hearth/contracts/kernel/money'
import { EXPECTED_STATUSES, type BreakdownQuery, type PayoutsBreakdown } from '@hearth/contracts/ledger'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { createModel } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef, whereSql } from '../runtime/sql.ts'
import { seesFields } from '../runtime/visibleFields.ts'
import type { BreakdownScope } from './breakdownSql.ts'

const bookingModel = createModel(bookings)

const seesExpected = (principal: Principal): boolean =>
  maySee(principal, bookings.capability) && seesFields(principal, bookings, 'hostPayoutMinor')

/** The currencies of an account's stays that have not begun; none for who may not see what they earn. */
export const readExpectedCurrencies = async (
  { db }: Sources,
  principal: Principal,
  { scope, account }: Pick<BreakdownScope, 'scope' | 'account'>,
): Promise<readonly Currency[]> => {
  if (account === undefined || !seesExpected(principal)) return []
  const conditions = [sql`tenant_id = ${account}`, sql`status = any(${[...EXPECTED_STATUSES]}::text[])`]
  const { rows } = await sql<{ currency: string }>`
    select distinct currency
    from ${tableRef(bookings.table)}
    where ${whereSql(bookingModel, scope, [], conditions)}`.execute(db)
  return rows.map(({ currency }) => zCurrency.parse(currency))
}

/** What stays that have not begun are to earn, by their check-in. */
export const readExpected = async (
  { db }: Sources,
  principal: Principal,
  { scope, account, currency }: BreakdownScope,
  { when, from, to }: BreakdownQuery,
): Promise<PayoutsBreakdown['expected']> => {
  if (when === 'paid' || !seesExpected(principal)) return null
  const conditions = [
    sql`currency = ${currency}`,
    sql`status = any(${[...EXPECTED_STATUSES]}::text[])`,
    ...(account === undefined ? [] : [sql`tenant_id = ${account}`]),
    ...(from === undefined ? [] : [sql`check_in >= cast(${from} as date)`]),
    ...(to === undefined ? [] : [sql`check_in <= cast(${to} as date)`]),
  ]
  const { rows } = await sql<{ amount: string; stays: number }>`
    select
      coalesce(sum(host_payout_minor), 0)::bigint as amount,
      count(*)::int as stays
    from ${tableRef(bookings.table)}
    where ${whereSql(bookingModel, scope, [], conditions)}`.execute(db)
  return { amountMinor: Number(rows[0]?.amount ?? 0), stays: rows[0]?.stays ?? 0 }
}
