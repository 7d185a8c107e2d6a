import { safeFileName } from '@hearth/contracts/file'
import type pg from 'pg'
import { isUsable } from '../file/usableFile.ts'
import { findUpload } from '../file/uploadTable.ts'
import type { Evidence } from '@hearth/contracts/reimbursement'

/** An uploaded file, as it becomes evidence. */
export type EvidenceFile = Omit<Evidence, 'itemId' | 'kind' | 'by' | 'addedAt'>

/** `takenLocal`: by the camera's clock, with the offset where it knew it. */
export type FoundReimbursementFile = Omit<EvidenceFile, 'takenAt'> & Readonly<{ takenLocal: string | null }>

/**
 * Finds a file that was uploaded for this claim, or for its listing as one of its own; undefined for every other
 * id.
 */
export type FindReimbursementFile = (
  reimbursementId: string,
  listingId: string,
  fileId: string,
) => Promise<FoundReimbursementFile | undefined>

export const createReimbursementFileFinder =
  (pool: pg.Pool): FindReimbursementFile =>
  async (reimbursementId, listingId, fileId) => {
    const file = await findUpload(pool, fileId)
    if (file === undefined || file.listingId !== listingId || file.threadId !== null) return undefined
    if (file.reimbursementId !== null && file.reimbursementId !== reimbursementId) return undefined
    const { type, size, width, height, sha256, takenLocal } = file
    if (!isUsable(file) || type === null || sha256 === null) return undefined
    return { fileId, name: safeFileName(file.name, type), type, size, width, height, sha256, takenLocal }
  }
