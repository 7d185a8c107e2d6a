import { createHash } from 'node:crypto'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileKey, filesFolder } from '@hearth/contracts/file'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { Storage } from '@hearth/platform/storage/port'
import type pg from 'pg'
import { cleanVideo } from './cleanVideo.ts'
import { tryEach } from './tryEach.ts'
import { insertUpload, settleStored, settleUpload, type ReceivedFile, type Upload } from './uploadTable.ts'

/** Gives the bytes of a video piece by piece. */
export type ReadPieces = (take: (piece: Buffer) => Promise<void>) => Promise<void>

const FOLDER = 'hearth-video-'
/** A request that receives a video is over by then. */
const INTERRUPTED_AFTER_MS = 3_600_000

/** Writes the pieces to a file of this machine as they arrive. */
const writePieces = async (path: string, read: ReadPieces): Promise<Pick<Upload, 'size' | 'sha256'>> => {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    await read(async (piece) => {
      hash.update(piece)
      size += piece.length
      await file.writeFile(piece)
    })
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}

type Parts = Readonly<{ pool: pg.Pool; storage: Storage; quota: number }>

const inspectVideo = async (parts: Parts, { id, tenantId }: Upload, path: string) => {
  const video = await cleanVideo(path)
  if ('refused' in video) return settleUpload(parts.pool, id, 'refused', { reason: video.detail })
  await parts.storage.putFile(fileKey(tenantId, id, 'full'), path, video.type)
  return settleStored(parts, { id, tenantId }, 'clean', video)
}

/**
 * Receives a video into a file of this machine, and from there into the storage; it is never all in memory. One
 * whose sending or storing is interrupted is not kept: the same id and bytes again are the same video.
 */
export const receiveVideo = async (
  parts: Parts,
  received: ReceivedFile,
  read: ReadPieces,
): Promise<Upload> => {
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`))
  try {
    const path = join(folder, 'video')
    const written = await writePieces(path, read)
    const upload = await insertUpload(parts.pool, { ...received, ...written, content: null }, parts.quota)
    return upload.state === 'quarantined' ? ((await inspectVideo(parts, upload, path)) ?? upload) : upload
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what a process left that stopped while it received or stored a video. */
export const forgetInterruptedVideos = async ({ pool, storage }: Omit<Parts, 'quota'>): Promise<void> => {
  const old = Date.now() - INTERRUPTED_AFTER_MS
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(FOLDER))
  await tryEach(
    names.map((name) => join(tmpdir(), name)),
    async (folder) => {
      if ((await stat(folder)).mtimeMs < old) await rm(folder, { recursive: true, force: true })
    },
    'interrupted videos could not be removed',
  )
  const { rows } = await pool.query<{ id: Id; tenantId: string }>(
    `
      select id, tenant_id as "tenantId"
      from app.upload
      where state = 'quarantined' and content is null and created_at < now() - interval '1 hour'
      limit 100`,
  )
  for (const { id, tenantId } of rows) {
    await storage.removeAll(`${filesFolder(tenantId)}${id}/`)
    await pool.query(`delete from app.upload where id = $1 and state = 'quarantined'`, [id])
  }
}
