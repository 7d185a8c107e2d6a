import { zId } from '@hearth/contracts/kernel/ids'
import { findUpload } from './uploads.ts'
import type pg from 'pg'
import type { Sources } from '../runtime/decider.ts'

/** A listing's own file that was judged and not refused. */
export const createFileFinder =
  (pool: pg.Pool): Sources['fileOf'] =>
  async (listingId, fileId) => {
    const file = zId.safeParse(fileId).success ? await findUpload(pool, fileId) : undefined
    return file?.listingId === listingId && (file.state === 'clean' || file.state === 'unscanned')
      ? { width: file.width, height: file.height }
      : undefined
  }
