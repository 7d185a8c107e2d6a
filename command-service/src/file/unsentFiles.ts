import { filesFolder } from '@hearth/contracts/file'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { Storage } from '@hearth/platform/storage/port'
import type pg from 'pg'
import { tryEach } from './tryEach.ts'

/** A file that was uploaded for a message waits for it so long (docs/domain/thread.md#attachments). */
const KEPT_FOR = '1 day'
/** A command that found the file before it was withdrawn is over by then. */
const REMOVED_AFTER = '10 minutes'
const MAX_FILES = 100

type Unsent = Readonly<{ id: Id; tenantId: string; threadId: Id; withdrawn: boolean }>

/**
 * Removes files that no message names. A file is first withdrawn, so that no message can name it any more, and
 * is removed if none does after that.
 */
export const createUnsentFileSweep = ({
  pool,
  storage,
  isSent,
}: Readonly<{
  pool: pg.Pool
  storage: Pick<Storage, 'removeAll'>
  /** Whether a message of the conversation names the file, by the event store. */
  isSent: (threadId: string, fileId: string) => Promise<boolean>
}>) => {
  const withdraw = (id: Id) =>
    pool.query('update app.upload set withdrawn_at = now() where id = $1 and withdrawn_at is null', [id])

  const remove = async ({ id, tenantId }: Unsent) => {
    // Refused first: a removal that was interrupted starts over. One that was uploaded again is not withdrawn.
    const { rowCount } = await pool.query(
      `update app.upload set state = 'refused' where id = $1 and withdrawn_at is not null`,
      [id],
    )
    if (rowCount === 0) return
    await storage.removeAll(`${filesFolder(tenantId)}${id}/`)
    await pool.query(`delete from app.upload where id = $1 and state = 'refused'`, [id])
  }

  const settle = async (file: Unsent) => {
    if (await isSent(file.threadId, file.id))
      await pool.query('update app.upload set sent = true, withdrawn_at = null where id = $1', [file.id])
    else await (file.withdrawn ? remove(file) : withdraw(file.id))
  }

  return async (): Promise<void> => {
    const { rows } = await pool.query<Unsent>(
      `
        select id, tenant_id as "tenantId", thread_id as "threadId", withdrawn_at is not null as withdrawn
        from app.upload
        where
          thread_id is not null
          and not sent
          and created_at < now() - interval '${KEPT_FOR}'
          and (
            case
              when withdrawn_at is null then state in ('clean', 'unscanned')
              else withdrawn_at < now() - interval '${REMOVED_AFTER}'
            end
          )
        order by created_at
        limit ${MAX_FILES}`,
    )
    await tryEach(rows, settle, 'files that were not sent could not be removed')
  }
}
