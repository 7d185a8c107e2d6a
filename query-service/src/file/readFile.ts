import { fileKey, type FileSize, type StoredType } from '@hearth/contracts/file'
import type { Id } from '@hearth/contracts/kernel/ids'
import { textIn } from '@hearth/contracts/kernel/message'
import { selectEvents } from '@hearth/platform/read-model/readLog'
import type { Storage } from '@hearth/platform/storage/port'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'

/** What the index of files says about one of them. */
export type StoredFile = Readonly<{
  id: Id
  tenantId: string
  listingId: Id | null
  /** The conversation that it was uploaded for. */
  threadId: Id | null
  /** `incident`: evidence, for those who see incidents. */
  purpose: string | null
  /** The claim for reimbursement that it was uploaded for. */
  reimbursementId: Id | null
  name: string
  type: StoredType | null
  /** Bytes of `full`. */
  size: number
  state: string
}>

/** Ids are not secret: the caller checks the account. */
export const findFile = async (pool: Pick<pg.Pool, 'query'>, id: Id): Promise<StoredFile | undefined> =>
  (
    await pool.query<StoredFile>(
      `
        select
          id, tenant_id as "tenantId", listing_id as "listingId", thread_id as "threadId", purpose,
          reimbursement_id as "reimbursementId", name, type, size, state
        from app.upload
        where id = $1`,
      [id],
    )
  ).rows[0]

/** Its bytes in that size; undefined in quarantine, after a refusal, and for a size that it does not have. */
export const readFileBytes = async (
  storage: Pick<Storage, 'get'>,
  { id, tenantId, state }: StoredFile,
  size: FileSize,
): Promise<Buffer | undefined> =>
  state === 'clean' || state === 'unscanned' ? storage.get(fileKey(tenantId, id, size)) : undefined

/** Whether the file was a photo of its listing that has been removed. It is kept, but no longer served. */
export const wasRemoved = async (
  sources: Pick<Sources, 'db' | 'store'>,
  { id, tenantId, listingId }: StoredFile,
): Promise<boolean> => {
  const removals = await selectEvents(
    sources,
    sql`
      from ${tableRef('event_log')}
      where tenant_id = ${tenantId} and stream = ${`listing-${listingId}`} and type = 'PhotoRemoved'`,
  )
  return removals.some(({ data }) => textIn(data, 'photoId') === id)
}
