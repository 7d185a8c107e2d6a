import { zId } from '@hearth/contracts/kernel/ids'
import { findUpload, type Upload } from './uploadTable.ts'
import type pg from 'pg'

/** A file as deciders see it. Pixels; null for other files than pictures. */
export type UsableFile = Readonly<{ width: number | null; height: number | null }>

/** Finds a file that was uploaded for this listing and may be used; undefined for every other id. */
export type FindFile = (listingId: string, fileId: string) => Promise<UsableFile | undefined>

/** Whether it was inspected, not refused and not withdrawn. */
export const isUsable = ({ state, withdrawn }: Pick<Upload, 'state' | 'withdrawn'>): boolean =>
  (state === 'clean' || state === 'unscanned') && !withdrawn

/** A listing's own file that was inspected and not refused. */
export const createFileFinder =
  (pool: pg.Pool): FindFile =>
  async (listingId, fileId) => {
    const file = zId.safeParse(fileId).success ? await findUpload(pool, fileId) : undefined
    return file?.listingId === listingId &&
      file.threadId === null &&
      file.purpose === null &&
      file.reimbursementId === null &&
      isUsable(file)
      ? { width: file.width, height: file.height }
      : undefined
  }
