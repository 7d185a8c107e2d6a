import { createHash } from 'node:crypto'
import { fileKey, filesFolder, MAX_FILE_BYTES, type FileSize, type FileType } from '@hearth/contracts/file'
import type { Id } from '@hearth/contracts/kernel/ids'
import pLimit from 'p-limit'
import type pg from 'pg'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Storage } from '@hearth/platform/storage/port'
import { cleanFile } from './cleanFile.ts'
import { pictureSizes } from './pictureSizes.ts'

/** Bytes that an account may keep. */
export const QUOTA_BYTES = 5_000_000_000
/**
 * Files cleaned at the same time in one process: one alone may take as much memory as a picture of 40
 * megapixels has pixels, some times over.
 */
const MAX_CONCURRENT = 1
/** What somebody is waiting for is left to them for so long. */
const LEFT_ALONE = '1 minute'
/** Why a file was refused is remembered for so long. */
const REMEMBERED = '7 days'

/**
 * `quarantined`: as it was sent, shown to nobody. `unscanned`: nothing known against it, and no scanner looked; for staff with care. `refused`: its bytes are gone.
 */
export type UploadState = 'quarantined' | 'clean' | 'unscanned' | 'refused'
/** `size` in bytes; `width` and `height` of pictures in pixels. */
export type Upload = Readonly<{
  id: Id
  tenantId: string
  listingId: Id | null
  name: string
  type: FileType | null
  size: number
  width: number | null
  height: number | null
  state: UploadState
  reason: string | null
}>
/** Looks for what harms; without one PDFs stay `unscanned`. Pictures are made anew and need none. */
export type Scanner = (bytes: Buffer) => Promise<'clean' | 'infected'>

const COLUMNS =
  'id, tenant_id as "tenantId", listing_id as "listingId", name, type, size, width, height, state, reason'
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The index of files as readers need it. Ids are no secret: the caller checks the account. */
export const findUpload = async (pool: Pick<pg.Pool, 'query'>, id: Id): Promise<Upload | undefined> =>
  (await pool.query<Upload>(`select ${COLUMNS} from app.upload where id = $1`, [id])).rows[0]

export type Received = Readonly<{
  id: Id
  tenantId: string
  listingId: Id | null
  name: string
  bytes: Buffer
}>

/**
 * Uploaded files: first in quarantine in schema `app`, then judged, then in the storage; what was judged half
 * is judged again.
 */
export const openUploads = ({
  pool,
  storage,
  scan,
  quota = QUOTA_BYTES,
}: Readonly<{ pool: pg.Pool; storage: Storage; scan?: Scanner; quota?: number }>) => {
  const limit = pLimit(MAX_CONCURRENT)

  const settle = async (
    id: Id,
    state: UploadState,
    { type, size, width, height, reason }: Partial<Upload>,
  ): Promise<Upload | undefined> => {
    const { rows } = await pool.query<Upload>(
      `
        update app.upload
        set
          state = $2,
          content = null,
          type = $3,
          size = coalesce($4, size),
          width = $5,
          height = $6,
          reason = $7
        where id = $1 and state = 'quarantined'
        returning ${COLUMNS}`,
      [id, state, type ?? null, size ?? null, width ?? null, height ?? null, reason ?? null],
    )
    return rows[0]
  }

  const judgeNow = async (id: Id): Promise<Upload | undefined> => {
    const { rows } = await pool.query<{ tenantId: string; content: Buffer }>(
      `select tenant_id as "tenantId", content from app.upload where id = $1 and state = 'quarantined'`,
      [id],
    )
    const [row] = rows
    if (!row) return undefined
    const file = await cleanFile(row.content)
    if ('refused' in file) return settle(id, 'refused', { reason: file.detail })
    const { type, bytes } = file
    const keep = (size: FileSize, content: Buffer, contentType: string) =>
      storage.put(fileKey(row.tenantId, id, size), content, contentType)
    /** Whose account was removed meanwhile leaves nothing behind. */
    const settleKept = async (state: UploadState, found: Partial<Upload>) => {
      const settled = await settle(id, state, found)
      if (!settled && !(await findUpload(pool, id)))
        await storage.removeAll(`${filesFolder(row.tenantId)}${id}/`)
      return settled
    }
    if (type === 'application/pdf') {
      const verdict = scan ? await scan(bytes) : 'unscanned'
      if (verdict === 'infected')
        return settle(id, 'refused', { reason: 'The virus scanner found a problem with this file' })
      await keep('full', bytes, type)
      return settleKept(verdict, { type, size: bytes.length })
    }
    const { width, height, sizes } = await pictureSizes(file)
    await keep('full', bytes, type)
    for (const smaller of sizes) await keep(smaller.size, smaller.bytes, smaller.type)
    return settleKept('clean', { type, size: bytes.length, width, height })
  }

  return {
    /**
     * Puts a file into quarantine; the same id and bytes again are the same file. 413 for one that is too
     * large, 422 when the account's room is full or the id belongs to other bytes.
     */
    receive: async ({ id, tenantId, listingId, name, bytes }: Received): Promise<Upload> => {
      if (bytes.length > MAX_FILE_BYTES)
        throw new AppProblem('TOO_LARGE', `The file is too large. The limit is ${MAX_FILE_BYTES / 1e6} MB`)
      const hash = sha256(bytes)
      const { rows } = await pool.query<Upload>(
        `
          insert into app.upload (id, tenant_id, listing_id, name, size, state, content, sha256)
          select $1, $2, $3, $4, $5::int, 'quarantined', $6::bytea, $7
          where
            (
              select coalesce(sum(size), 0)
              from app.upload
              where tenant_id = $2 and state <> 'refused'
            ) + $5::int <= $8::bigint
          on conflict (id) do nothing
          returning ${COLUMNS}`,
        [
          id,
          tenantId,
          listingId,
          name.replaceAll('\0', '').toWellFormed().slice(0, 300),
          bytes.length,
          bytes,
          hash,
          quota,
        ],
      )
      if (rows[0]) return rows[0]
      const { rows: known } = await pool.query<Upload & { sha256: string }>(
        `select ${COLUMNS}, sha256 from app.upload where id = $1`,
        [id],
      )
      const [before] = known
      if (!before)
        throw new AppProblem(
          'LIMIT_EXCEEDED',
          `This account has reached its limit of ${quota / 1e9} GB for files`,
        )
      const { sha256: sent, ...upload } = before
      if (sent !== hash)
        throw new AppProblem(
          'IDEMPOTENCY_KEY_REUSED',
          'A different file was sent with this Idempotency-Key. Use a new one.',
        )
      return upload
    },

    /** Judges a file that is in quarantine; undefined when there is none with this id. */
    judge: (id: Id): Promise<Upload | undefined> => limit(() => judgeNow(id)),

    /** Judges what a process left half-judged, and forgets old refusals. */
    sweep: async (): Promise<void> => {
      const { rows } = await pool.query<{ id: Id }>(
        `
          select id
          from app.upload
          where state = 'quarantined' and created_at < now() - interval '${LEFT_ALONE}'
          order by created_at
          limit 100`,
      )
      await pool.query(
        `delete from app.upload where state = 'refused' and created_at < now() - interval '${REMEMBERED}'`,
      )
      const failed: unknown[] = []
      // One that cannot be judged is no reason to leave the others.
      for (const { id } of rows)
        await limit(() => judgeNow(id)).catch((error: unknown) => void failed.push(error))
      if (failed.length > 0)
        throw new Error(`${failed.length} files could not be judged`, { cause: failed[0] })
    },

    /** Removes all files of an account. */
    forget: async (tenantId: string): Promise<void> => {
      // The rows first: what is being judged finds its own gone and removes what it kept.
      await pool.query('delete from app.upload where tenant_id = $1', [tenantId])
      await storage.removeAll(filesFolder(tenantId))
    },
  }
}
export type Uploads = ReturnType<typeof openUploads>
