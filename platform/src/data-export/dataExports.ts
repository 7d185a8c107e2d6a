import type pg from 'pg'
import { withTransaction } from '../postgres/pool.ts'
import type { Box } from '../sealing/box.ts'

export type DataExports = ReturnType<typeof openDataExports>

const contextOf = (exportId: string, part: number) => `data-export/${exportId}/${part}`

/** Copies of accounts' data in `app.data_export`, sealed in pieces. */
export const openDataExports = ({ pool, box }: Readonly<{ pool: pg.Pool; box: Box }>) => ({
  /** Writes a copy, in place of what an interrupted attempt left. All of it or nothing is there. */
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
          [about.id, part, box.seal(Buffer.from(bytes).toString('base64'), contextOf(about.id, part))],
        )
        part += 1
      }
    })
  },
  /**
   * Its file name, while it can be downloaded by this account; undefined when it is foreign, over or gone.
   */
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
      yield Buffer.from(box.open(rows[0].sealed, contextOf(id, part)), 'base64')
    }
  },
  remove: async (id: string): Promise<void> => {
    await pool.query('delete from app.data_export where id = $1', [id])
  },
  removeOf: async (hostAccountId: string): Promise<void> => {
    await pool.query('delete from app.data_export where host_account_id = $1', [hostAccountId])
  },
})
