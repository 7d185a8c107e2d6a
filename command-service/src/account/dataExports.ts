import { dataExportPartContext } from '@hearth/contracts/account'
import type pg from 'pg'
import { tryWithLock } from '@hearth/platform/postgres/advisoryLock'
import type { Box } from '@hearth/platform/sealing/box'
import { RetryableError } from '../runtime/outcome.ts'

export type DataExports = ReturnType<typeof openDataExports>

type About = Readonly<{ id: string; hostAccountId: string; name: string; expiresAt: string }>

/** Exports of accounts' data in `app.data_export`, sealed in pieces. */
export const openDataExports = ({ pool, box }: Readonly<{ pool: pg.Pool; box: Box }>) => {
  /** Until its last piece is there, an export counts as expired. */
  const begin = async ({ id, hostAccountId, name }: About): Promise<void> => {
    await pool.query('delete from app.data_export where id = $1', [id])
    await pool.query(
      `insert into app.data_export (id, host_account_id, name, expires_at) values ($1, $2, $3, '-infinity')`,
      [id, hostAccountId, name],
    )
  }
  const complete = async ({ id, expiresAt }: About): Promise<void> => {
    const { rowCount } = await pool.query('update app.data_export set expires_at = $2 where id = $1', [
      id,
      expiresAt,
    ])
    if (rowCount !== 1) throw new RetryableError('the export was removed while it was written')
  }
  return {
    /**
     * Writes an export and replaces the rest of an interrupted attempt. There is no transaction around it: the
     * next piece may take longer than the server lets one idle. Rejects with a retryable error while another
     * process writes it, or when it was removed meanwhile.
     */
    write: async (about: About, parts: AsyncIterable<Uint8Array>): Promise<void> => {
      const written = await tryWithLock(pool, `data-export/${about.id}`, async () => {
        await begin(about)
        let part = 0
        for await (const bytes of parts) {
          const context = dataExportPartContext(about.id, part)
          await pool.query('insert into app.data_export_part (export_id, part, sealed) values ($1, $2, $3)', [
            about.id,
            part,
            box.seal(Buffer.from(bytes).toString('base64'), context),
          ])
          part += 1
        }
        await complete(about)
      })
      if (written === undefined) throw new RetryableError('another process writes this export')
    },
    remove: async (id: string): Promise<void> => {
      await pool.query('delete from app.data_export where id = $1', [id])
    },
    removeOf: async (hostAccountId: string): Promise<void> => {
      await pool.query('delete from app.data_export where host_account_id = $1', [hostAccountId])
    },
  }
}
