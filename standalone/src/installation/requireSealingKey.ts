import { appSchema } from '@hearth/platform/postgres/appSchema'
import { ownsSubjectKeys } from '@hearth/platform/sealing/subjectKeys'
import pg from 'pg'
import type { Settings } from './settings.ts'

/**
 * Rejects when a given database holds personal data that another installation sealed: this one could not read
 * it.
 */
export const requireSealingKey = async (
  { DATABASE_URL, HEARTH_DATA }: Pick<Settings, 'DATABASE_URL' | 'HEARTH_DATA'>,
  sealingKey: string,
): Promise<void> => {
  if (DATABASE_URL === undefined) return
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 })
  try {
    const { rows } = await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
      `${appSchema}.subject_key`,
    ])
    if (!rows[0]?.found || (await ownsSubjectKeys(pool, sealingKey))) return
    throw new Error(
      'The data in the database of DATABASE_URL is sealed with another key than the one in HEARTH_DATA ' +
        `${HEARTH_DATA}. Use the HEARTH_DATA with which it was created, or another database.`,
    )
  } finally {
    await pool.end()
  }
}
