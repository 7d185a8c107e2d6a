import { filesFolder, type StoredType } from '@hearth/contracts/file'
import type { Id } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Storage } from '@hearth/platform/storage/port'
import type pg from 'pg'

/**
 * `quarantined`: as it was sent, shown to no one. `unscanned`: no problem found, but no virus scanner is
 * configured. `refused`: its bytes are gone.
 */
export type UploadState = 'quarantined' | 'clean' | 'unscanned' | 'refused'
/** Evidence of an incident is only for those who see incidents. */
export type UploadPurpose = 'incident'
/** `size` in bytes; `width` and `height` of pictures in pixels. */
export type Upload = Readonly<{
  id: Id
  tenantId: string
  listingId: Id | null
  /** The conversation that it was uploaded for. */
  threadId: Id | null
  /** Null for a file of the listing itself. */
  purpose: UploadPurpose | null
  /** The claim for reimbursement that it was uploaded for. */
  reimbursementId: Id | null
  name: string
  type: StoredType | null
  size: number
  width: number | null
  height: number | null
  state: UploadState
  reason: string | null
  /** Of the bytes as they were sent, in hex. */
  sha256: string
  /** It was not sent for too long: no message can name it any more. */
  withdrawn: boolean
  /**
   * When a picture was taken, by its camera: `2026-11-22T11:40:05`, with the offset where the camera knew it.
   */
  takenLocal: string | null
}>

const COLUMNS =
  'id, tenant_id as "tenantId", listing_id as "listingId", thread_id as "threadId", name, type, size, ' +
  'width, height, state, reason, purpose, sha256, withdrawn_at is not null as withdrawn, ' +
  'taken_local as "takenLocal", reimbursement_id as "reimbursementId"'

/** The record of a file. Ids are no secret: the caller checks the account. */
export const findUpload = async (pool: Pick<pg.Pool, 'query'>, id: Id): Promise<Upload | undefined> =>
  (await pool.query<Upload>(`select ${COLUMNS} from app.upload where id = $1`, [id])).rows[0]

/** A file that was withdrawn and is uploaded again waits for its message again; undefined if it is being removed. */
const restoreUpload = async (pool: Pick<pg.Pool, 'query'>, id: Id): Promise<Upload | undefined> =>
  (
    await pool.query<Upload>(
      `
        update app.upload
        set withdrawn_at = null, created_at = now()
        where id = $1 and state <> 'refused'
        returning ${COLUMNS}`,
      [id],
    )
  ).rows[0]

/** A file that arrives, before its bytes are known. */
export type ReceivedFile = Readonly<{
  id: Id
  tenantId: string
  listingId: Id | null
  threadId?: Id | null
  purpose?: UploadPurpose | null
  reimbursementId?: Id | null
  name: string
}>
export type Received = ReceivedFile & Readonly<{ bytes: Buffer }>

type NewUpload = ReceivedFile &
  Readonly<{
    /** Of the bytes as they were sent. */
    size: number
    sha256: string
    /** Null for a video, whose bytes only the request that sends them has. */
    content: Buffer | null
  }>

/**
 * Puts a file into quarantine, or answers the record of the same file that was sent before. Throws when the
 * account's quota (in bytes) is used up, or the id belongs to different bytes.
 */
export const insertUpload = async (
  pool: Pick<pg.Pool, 'query'>,
  { id, tenantId, listingId, threadId = null, purpose = null, reimbursementId = null, ...file }: NewUpload,
  quota: number,
): Promise<Upload> => {
  const { name, size, sha256, content } = file
  const storedName = name.replaceAll('\0', '').toWellFormed().slice(0, 300)
  const { rows: inserted } = await pool.query<Upload>(
    `
      insert into app.upload (
        id, tenant_id, listing_id, name, size, state, content, sha256, thread_id, purpose, reimbursement_id
      )
      select $1, $2, $3, $4, $5::int, 'quarantined', $6::bytea, $7, $9::uuid, $10, $11::uuid
      where
        (
          select coalesce(sum(size), 0)
          from app.upload
          where tenant_id = $2 and state <> 'refused'
        ) + $5::int <= $8::bigint
      on conflict (id) do nothing
      returning ${COLUMNS}`,
    [id, tenantId, listingId, storedName, size, content, sha256, quota, threadId, purpose, reimbursementId],
  )
  if (inserted[0]) return inserted[0]
  const { rows: known } = await pool.query<Upload>(`select ${COLUMNS} from app.upload where id = $1`, [id])
  if (!known[0])
    throw new AppProblem(
      'LIMIT_EXCEEDED',
      `This account has reached its limit of ${quota / 1e9} GB for files`,
    )
  if (known[0].sha256 !== sha256)
    throw new AppProblem(
      'IDEMPOTENCY_KEY_REUSED',
      'A different file was sent with this Idempotency-Key. Use a new one.',
    )
  return known[0].withdrawn ? ((await restoreUpload(pool, id)) ?? known[0]) : known[0]
}

/** Takes a file out of quarantine. Undefined when it has left it already, or was removed. */
export const settleUpload = async (
  pool: Pick<pg.Pool, 'query'>,
  id: Id,
  state: UploadState,
  { type, size, width, height, reason, takenLocal }: Partial<Upload>,
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
        reason = $7,
        taken_local = $8
      where id = $1 and state = 'quarantined'
      returning ${COLUMNS}`,
    [
      id,
      state,
      type ?? null,
      size ?? null,
      width ?? null,
      height ?? null,
      reason ?? null,
      takenLocal ?? null,
    ],
  )
  return rows[0]
}

/** Settles a file that the storage has. One whose account was removed in the meantime leaves nothing behind. */
export const settleStored = async (
  { pool, storage }: Readonly<{ pool: pg.Pool; storage: Pick<Storage, 'removeAll'> }>,
  { id, tenantId }: Pick<Upload, 'id' | 'tenantId'>,
  state: UploadState,
  found: Partial<Upload>,
): Promise<Upload | undefined> => {
  const settled = await settleUpload(pool, id, state, found)
  if (!settled && !(await findUpload(pool, id))) await storage.removeAll(`${filesFolder(tenantId)}${id}/`)
  return settled
}
