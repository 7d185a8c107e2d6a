import { createHash } from 'node:crypto'
import { filesFolder, MAX_FILE_BYTES } from '@hearth/contracts/file'
import type { Id } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Storage } from '@hearth/platform/storage/port'
import pLimit from 'p-limit'
import type pg from 'pg'
import { inspectUpload, type Scanner } from './inspectUpload.ts'
import { forgetInterruptedVideos, receiveVideo, type ReadPieces } from './receiveVideo.ts'
import { tryEach } from './tryEach.ts'
import { insertUpload, type Received, type ReceivedFile, type Upload } from './uploadTable.ts'

/** Bytes that an account may keep. */
const QUOTA_BYTES = 5_000_000_000
/** Files inspected at the same time in one process: a 40-megapixel picture takes several times its pixels. */
const MAX_CONCURRENT = 1
/** A request inspects the file it sent; the sweep waits this long before it does so. */
const SWEEP_AFTER = '1 minute'
/** The record of a refused file, with its reason, is kept for this long. */
const REFUSED_KEPT_FOR = '7 days'

/**
 * Uploaded files: first in quarantine in schema `app`, then inspected, then in the storage. An inspection
 * that was interrupted starts over.
 */
export const openUploads = ({
  quota = QUOTA_BYTES,
  ...parts
}: Readonly<{ pool: pg.Pool; storage: Storage; scan?: Scanner; quota?: number }>) => {
  const { pool, storage } = parts
  const limit = pLimit(MAX_CONCURRENT)
  const inspect = (id: Id, received?: Buffer): Promise<Upload | undefined> =>
    limit(() => inspectUpload(parts, id, received))

  return {
    /**
     * Puts a file into quarantine; the same id and bytes again are the same file. 413 for one that is too
     * large, 422 when the account's quota is used up or the id belongs to different bytes.
     */
    receive: async ({ bytes, ...received }: Received): Promise<Upload> => {
      if (bytes.length > MAX_FILE_BYTES)
        throw new AppProblem('TOO_LARGE', `The file is too large. The limit is ${MAX_FILE_BYTES / 1e6} MB`)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return insertUpload(pool, { ...received, size: bytes.length, sha256, content: bytes }, quota)
    },

    /** Takes a video as it arrives, inspects it and stores it. The same refusals as of a file. */
    receiveVideo: (received: ReceivedFile, read: ReadPieces): Promise<Upload> =>
      receiveVideo({ pool, storage, quota }, received, read),

    /** Inspects a file that is in quarantine, with the bytes that were received; undefined when there is none. */
    inspect,

    /** Inspects the files that a process left in quarantine, and forgets old refusals. */
    sweep: async (): Promise<void> => {
      const { rows } = await pool.query<{ id: Id }>(
        `
          select id
          from app.upload
          where
            state = 'quarantined'
            and content is not null
            and created_at < now() - interval '${SWEEP_AFTER}'
          order by created_at
          limit 100`,
      )
      await pool.query(
        `
          delete from app.upload
          where
            state = 'refused'
            and withdrawn_at is null
            and created_at < now() - interval '${REFUSED_KEPT_FOR}'`,
      )
      await forgetInterruptedVideos(parts)
      await tryEach(rows, ({ id }) => inspect(id), 'files could not be inspected')
    },

    /** Removes all files of a conversation. */
    forgetThread: async (threadId: string): Promise<void> => {
      const remove = async ({ rows }: pg.QueryResult<{ id: Id; tenantId: string }>) => {
        for (const { id, tenantId } of rows) await storage.removeAll(`${filesFolder(tenantId)}${id}/`)
      }
      const found = 'id, tenant_id as "tenantId"'
      // The rows second: a removal that was interrupted finds them again. What was stored in between goes too.
      await remove(await pool.query(`select ${found} from app.upload where thread_id = $1`, [threadId]))
      await remove(
        await pool.query(`delete from app.upload where thread_id = $1 returning ${found}`, [threadId]),
      )
    },

    /**
     * Removes all uploads of an account, but not what the storage holds of them. A file that is being inspected
     * finds its row gone and removes what it stored.
     */
    forget: async (tenantId: string): Promise<void> => {
      await pool.query('delete from app.upload where tenant_id = $1', [tenantId])
    },
  }
}
export type Uploads = ReturnType<typeof openUploads>
