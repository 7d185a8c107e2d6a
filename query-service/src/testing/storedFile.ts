import { fileKey, type FileSize, type StoredType } from '@hearth/contracts/file'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import type { Storage } from '@hearth/platform/storage/port'
import type pg from 'pg'

/** Stores a judged file as the command service does, and returns its id. */
export const storeFile = async (
  { pool, storage }: Readonly<{ pool: pg.Pool; storage: Storage }>,
  file: Readonly<{
    tenantId: string
    listingId: string
    threadId?: string
    reimbursementId?: string
    name: string
    type: StoredType
    state: 'clean' | 'unscanned'
    sizes: readonly Readonly<{ size: FileSize; bytes: Buffer; type: string }>[]
  }>,
): Promise<Id> => {
  const id = newId()
  await pool.query(
    `
      insert into app.upload (id, tenant_id, listing_id, thread_id, reimbursement_id, name, type, size, state)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      file.tenantId,
      file.listingId,
      file.threadId ?? null,
      file.reimbursementId ?? null,
      file.name,
      file.type,
      file.sizes.at(-1)?.bytes.length ?? 0,
      file.state,
    ],
  )
  for (const { size, bytes, type } of file.sizes)
    await storage.put(fileKey(file.tenantId, id, size), bytes, type)
  return id
}
