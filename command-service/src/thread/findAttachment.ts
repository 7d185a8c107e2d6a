import { isVideo, safeFileName } from '@hearth/contracts/file'
import type { Attachment } from '@hearth/contracts/thread'
import type pg from 'pg'
import { isUsable } from '../file/usableFile.ts'
import { findUpload } from '../file/uploadTable.ts'

/** Finds a file that was uploaded for this conversation and may be sent; undefined for every other id. */
export type FindAttachment = (threadId: string, fileId: string) => Promise<Attachment | undefined>

export const createAttachmentFinder =
  (pool: pg.Pool): FindAttachment =>
  async (threadId, fileId) => {
    const file = await findUpload(pool, fileId)
    if (file === undefined || file.threadId !== threadId || !isUsable(file) || file.type === null)
      return undefined
    const { type, size, width, height } = file
    if (isVideo(type)) return undefined
    return { fileId, name: safeFileName(file.name, type), type, size, width, height }
  }
