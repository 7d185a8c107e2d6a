import { dataExportPartContext } from '@hearth/contracts/account'
import type { Box } from '@hearth/platform/sealing/box'
import type pg from 'pg'

export type DataExports = ReturnType<typeof createDataExportReader>

/** Reads finished copies of accounts' data from `app.data_export`. */
export const createDataExportReader = ({ pool, box }: Readonly<{ pool: pg.Pool; box: Box }>) => ({
  /** Its file name, while this account may download it; undefined when it is foreign, expired or gone. */
  find: async (hostAccountId: string, id: string): Promise<Readonly<{ name: string }> | undefined> => {
    const { rows } = await pool.query<{ name: string }>(
      'select name from app.data_export where id = $1 and host_account_id = $2 and expires_at > now()',
      [id, hostAccountId],
    )
    return rows[0]
  },
  /** Its bytes, piece by piece. */
  read: async function* (id: string): AsyncGenerator<Buffer> {
    for (let part = 0; ; part += 1) {
      const { rows } = await pool.query<{ sealed: Buffer }>(
        'select sealed from app.data_export_part where export_id = $1 and part = $2',
        [id, part],
      )
      if (!rows[0]) return
      yield Buffer.from(box.open(rows[0].sealed, dataExportPartContext(id, part)), 'base64')
    }
  },
})
