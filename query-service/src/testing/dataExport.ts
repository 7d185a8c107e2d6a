import { dataExportPartContext } from '@hearth/contracts/account'
import type { Box } from '@hearth/platform/sealing/box'
import type pg from 'pg'

/** Stores a data export as the command service does. */
export const storeDataExport = async (
  { pool, box }: Readonly<{ pool: pg.Pool; box: Box }>,
  {
    id,
    hostAccountId,
    name,
    expiresAt,
  }: Readonly<Record<'id' | 'hostAccountId' | 'name' | 'expiresAt', string>>,
  parts: readonly string[],
): Promise<void> => {
  await pool.query(
    'insert into app.data_export (id, host_account_id, name, expires_at) values ($1, $2, $3, $4)',
    [id, hostAccountId, name, expiresAt],
  )
  for (const [part, text] of parts.entries())
    await pool.query('insert into app.data_export_part (export_id, part, sealed) values ($1, $2, $3)', [
      id,
      part,
      box.seal(Buffer.from(text).toString('base64'), dataExportPartContext(id, part)),
    ])
}
