import { newId, type Id } from '@hearth/contracts/kernel/ids'
import type pg from 'pg'
import { AppProblem } from '../http/appProblem.ts'
import { cleanFile, MAX_FILE_BYTES, type FileType } from './cleanFile.ts'

/** Bytes that an account may keep. */
export const QUOTA_BYTES = 500_000_000
/** Files cleaned at the same time in one process; each may take a picture's pixels of memory. */
const AT_ONCE = 2

/** `quarantined`: as it was sent, shown to nobody. `unscanned`: nothing known against it, and no scanner looked; for staff with care. `refused`: its bytes are gone. */
export type UploadState = 'quarantined' | 'clean' | 'unscanned' | 'refused'
export type Upload = Readonly<{ id: Id; tenantId: string; name: string; type: FileType | null; size: number; state: UploadState; reason: string | null }>
/** Looks for what harms; without one PDFs stay `unscanned`. Pictures are made anew and need none. */
export type Scanner = (bytes: Buffer) => Promise<'clean' | 'infected'>

type Row = { id: Id; tenant_id: string; name: string; type: FileType | null; size: number; state: UploadState; reason: string | null }
const COLUMNS = 'id, tenant_id, name, type, size, state, reason'
const uploadOf = ({ tenant_id, ...row }: Row): Upload => ({ ...row, tenantId: tenant_id })

/** Uploaded files in schema `app`: first in quarantine, then judged; what was judged half is judged again. Ids are random and no secret: the caller checks the account. */
export const openUploads = ({ pool, scan, quota = QUOTA_BYTES }: Readonly<{ pool: pg.Pool; scan?: Scanner; quota?: number }>) => {
  let working = 0
  const waiting: (() => void)[] = []
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    // Who leaves hands the place over, so that nobody slips in between.
    if (working < AT_ONCE) working += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }

  const settle = async (id: Id, state: UploadState, { bytes, type, reason }: Readonly<{ bytes?: Buffer; type?: FileType; reason?: string }>): Promise<Upload | undefined> => {
    const { rows } = await pool.query<Row>(
      `update app.upload set state = $2, content = $3, type = $4, reason = $5, size = coalesce(length($3::bytea), size) where id = $1 and state = 'quarantined' returning ${COLUMNS}`,
      [id, state, bytes ?? null, type ?? null, reason ?? null],
    )
    return rows[0] && uploadOf(rows[0])
  }

  return {
    /** Puts a file into quarantine. 413 for one that is too large, 422 when the account's room is full. */
    receive: async ({ tenantId, name, bytes }: Readonly<{ tenantId: string; name: string; bytes: Buffer }>): Promise<Upload> => {
      if (bytes.length > MAX_FILE_BYTES) throw new AppProblem('TOO_LARGE', `At most ${MAX_FILE_BYTES / 1e6} MB`)
      const { rows } = await pool.query<Row>(
        `insert into app.upload (id, tenant_id, name, size, state, content)
         select $1, $2, $3, $4::int, 'quarantined', $5::bytea where (select coalesce(sum(size), 0) from app.upload where tenant_id = $2 and state <> 'refused') + $4::int <= $6::bigint
         returning ${COLUMNS}`,
        [newId(), tenantId, name.replaceAll('\0', '').toWellFormed().slice(0, 300), bytes.length, bytes, quota],
      )
      if (!rows[0]) throw new AppProblem('LIMIT_EXCEEDED', `Files of this account may take ${quota / 1e6} MB together`)
      return uploadOf(rows[0])
    },

    /** Judges a file that is in quarantine; undefined when there is none with this id. */
    judge: (id: Id): Promise<Upload | undefined> =>
      inTurn(async () => {
        const { rows } = await pool.query<{ content: Buffer }>(`select content from app.upload where id = $1 and state = 'quarantined'`, [id])
        const bytes = rows[0]?.content
        if (!bytes) return undefined
        const file = await cleanFile(bytes)
        if ('refused' in file) return settle(id, 'refused', { reason: file.detail })
        if (file.type !== 'application/pdf') return settle(id, 'clean', file)
        if (!scan) return settle(id, 'unscanned', file)
        return (await scan(file.bytes)) === 'clean' ? settle(id, 'clean', file) : settle(id, 'refused', { reason: 'The scanner found something harmful' })
      }),

    /** Those whose judgement was not finished, the oldest first. */
    inQuarantine: async (limit = 100): Promise<readonly Id[]> => {
      const { rows } = await pool.query<{ id: Id }>(`select id from app.upload where state = 'quarantined' order by created_at limit $1`, [limit])
      return rows.map(({ id }) => id)
    },

    /** A file of this account with its bytes; undefined for another account's, as for one that does not exist. Quarantined and refused ones have no bytes for anybody. */
    read: async (id: Id, tenantId: string): Promise<(Upload & Readonly<{ bytes: Buffer | undefined }>) | undefined> => {
      const { rows } = await pool.query<Row & { content: Buffer | null }>(`select ${COLUMNS}, case when state in ('clean', 'unscanned') then content end as content from app.upload where id = $1 and tenant_id = $2`, [id, tenantId])
      const row = rows[0]
      if (!row) return undefined
      const { content, ...rest } = row
      return { ...uploadOf(rest), bytes: content ?? undefined }
    },

    /** Removes all files of an account. */
    forget: async (tenantId: string): Promise<void> => {
      await pool.query('delete from app.upload where tenant_id = $1', [tenantId])
    },
  }
}
