import { isVideo, safeFileName } from '@hearth/contracts/file'
import type pg from 'pg'
import { isUsable } from '../file/usableFile.ts'
import { findUpload } from '../file/uploadTable.ts'
import type { FindEvidence } from './incident.facts.ts'

export const createEvidenceFinder =
  (pool: pg.Pool): FindEvidence =>
  async (listingId, fileId) => {
    const file = await findUpload(pool, fileId)
    if (file === undefined || file.listingId !== listingId || file.purpose !== 'incident') return undefined
    if (!isUsable(file) || file.type === null || isVideo(file.type)) return undefined
    const { name, type, size, width, height, sha256 } = file
    return { fileId, name: safeFileName(name, type), type, size, width, height, sha256 }
  }
