import { dataExportPartContext } from '@hearth/contracts/account'
import type pg from 'pg'
import { withTransaction } from '@hearth/platform/postgres/pool'
import type { Box } from '@hearth/platform/sealing/box'

export type DataExports = ReturnType<typeof openDataExports>

/** Exports of accounts' data in `app.data_export`, sealed in pieces. */
export const openDataExports = ({ pool, box }: Readonly<{ pool: pg.Pool; box: Box }>) => ({
  /** Writes an export and replaces the rest of an interrupted attempt, in one transaction. */
  write: async (
    about: Readonly<{ id: string; hostAccountId: string; name: string; expiresAt: string }>,
    parts: AsyncIterable<Uint8Array>,
  ): Promise<void> => {
    await withTransaction(pool, async (transaction) => {
      await transaction.query('delete from app.data_export where id = $1', [about.id])
      await transaction.query(
        'insert into app.data_export (id, host_account_id, name, expires_at) values ($1, $2, $3, $4)',
        [about.id, about.hostAccountId, about.name, about.expiresAt],
      )
      let part = 0
      for await (const bytes of parts) {
        await transaction.query(
          'insert into app.data_export_part (export_id, part, sealed) values ($1, $2, $3)',
          [
            about.id,
            part,
            box.seal(Buffer.from(bytes).toString('base64'), dataExportPartContext(about.id, part)),
          ],
        )
        part += 1
      }
    })
  },
  remove: async (id: string): Promise<void> => {
    await pool.query('delete from app.data_export where id = $1', [id])
  },
  removeOf: async (hostAccountId: string): Promise<void> => {
    await pool.query('delete from app.data_export where host_account_id = $1', [hostAccountId])
  },
})
