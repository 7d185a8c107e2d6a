import { fileKey, type FileSize } from '@hearth/contracts/file'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { Storage } from '@hearth/platform/storage/port'
import type pg from 'pg'
import { cleanFile } from './cleanFile.ts'
import { resizePicture } from './pictureSizes.ts'
import { settleStored, settleUpload, type Upload } from './uploadTable.ts'

/** Scans for viruses; without one PDFs stay `unscanned`. Pictures are re-encoded and need none. */
export type Scanner = (bytes: Buffer) => Promise<'clean' | 'infected'>

/**
 * Decides whether a quarantined file is kept, and stores it if so. Undefined when its bytes aren't in quarantine.
 * `received` are these bytes, where the caller has them: reading them again would take several times their memory.
 */
export const inspectUpload = async (
  parts: Readonly<{ pool: pg.Pool; storage: Storage; scan?: Scanner }>,
  id: Id,
  received?: Buffer,
): Promise<Upload | undefined> => {
  const { pool, storage, scan } = parts
  const { rows } = await pool.query<{ tenantId: string; content: Buffer | null }>(
    `
      select tenant_id as "tenantId", case when $2::boolean then content end as content
      from app.upload
      where id = $1 and state = 'quarantined' and content is not null`,
    [id, received === undefined],
  )
  const [row] = rows
  const content = received ?? row?.content
  if (!row || !content) return undefined
  const { tenantId } = row
  const refuse = (reason: string) => settleUpload(pool, id, 'refused', { reason })
  const store = (size: FileSize, bytes: Buffer, contentType: string) =>
    storage.put(fileKey(tenantId, id, size), bytes, contentType)

  const file = await cleanFile(content)
  if ('refused' in file) return refuse(file.detail)
  const { type, bytes, takenLocal } = file
  if (type === 'application/pdf') {
    const verdict = scan ? await scan(bytes) : 'unscanned'
    if (verdict === 'infected') return refuse('The virus scanner found a problem with this file')
    await store('full', bytes, type)
    return settleStored(parts, { id, tenantId }, verdict, { type, size: bytes.length })
  }
  const { width, height, sizes } = await resizePicture(file)
  await store('full', bytes, type)
  for (const smaller of sizes) await store(smaller.size, smaller.bytes, smaller.type)
  return settleStored(parts, { id, tenantId }, 'clean', {
    type,
    size: bytes.length,
    width,
    height,
    takenLocal,
  })
}
