import { ledgerEntries, STAY_KINDS } from '@hearth/contracts/ledger'
import type { Period } from '@hearth/contracts/performance'
import { sql } from 'kysely'
import { createModel } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef, whereSql } from '../runtime/sql.ts'
import type { PerformanceScope } from './openScope.ts'

const entryModel = createModel(ledgerEntries)

export type PaidStay = Readonly<{ bookingId: string; listingId: string; amountMinor: number }>

/**
 * What the bank paid for nights in the period, by stay: the component `nights` of its entries, before the Hearth
 * fee. Minor units of the scope’s currency.
 */
export const readPaid = async (
  { db }: Sources,
  { scope, account, currency, listings }: PerformanceScope,
  { from, to }: Period,
): Promise<readonly PaidStay[]> => {
  const { rows } = await sql<{ bookingId: string; listingId: string; amount: string }>`
    select
      booking_id as "bookingId",
      listing_id as "listingId",
      sum((component ->> 'amountMinor')::bigint) as amount
    from ${tableRef(ledgerEntries.table)}, lateral jsonb_array_elements(components) as component
    where
      ${whereSql(
        entryModel,
        scope,
        [],
        [
          sql`tenant_id = ${account}`,
          sql`currency = ${currency}`,
          sql`kind = any(${[...STAY_KINDS]}::text[])`,
          sql`booking_id is not null`,
          sql`listing_id = any(${listings.map(({ id }) => id)}::text[])`,
          sql`settled_on >= cast(${from} as date)`,
          sql`settled_on < cast(${to} as date)`,
          sql`component ->> 'code' = 'nights'`,
        ],
      )}
    group by 1, 2`.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: Number(amount) }))
}

export const sumByListing = (paid: readonly PaidStay[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const { listingId, amountMinor } of paid) sums.set(listingId, (sums.get(listingId) ?? 0) + amountMinor)
  return sums
}
