import { taxProfiles, type TaxDocumentForm } from '@hearth/contracts/tax-profile'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'

/** Accounts for which the form of the year was issued, in the order of their ids. */
export const listAccountsWithDocument = async (
  pool: pg.Pool,
  form: TaxDocumentForm,
  year: number,
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from ${qualified(taxProfiles.table)} where documents @> $1::jsonb order by id`,
    [JSON.stringify([{ form, year }])],
  )
  return rows.map(({ id }) => id)
}
