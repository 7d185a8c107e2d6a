import { listingContents, listings, zAddress, type Address } from '@hearth/contracts/listing'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { readRows } from '../workers/dueWork.ts'

/**
 * The addresses of the account's other listings that were not delisted, by the read models: a guard against
 * duplicates, not a lock.
 */
export const readOtherAddresses = async (
  pool: pg.Pool,
  hostAccountId: string,
  exceptListingId: string,
): Promise<readonly Address[]> => {
  const rows = await readRows(
    pool,
    `
      select content.personal -> 'location' -> 'address' as address
      from
        ${qualified(listingContents.table)} content
        join ${qualified(listings.table)} listing using (tenant_id, id)
      where content.tenant_id = $1 and id <> $2 and listing.status <> 'delisted'`,
    [hostAccountId, exceptListingId],
  )
  return rows.flatMap((row) => zAddress.safeParse((row as Readonly<{ address: unknown }>).address).data ?? [])
}
