import { zId } from '@hearth/contracts/kernel/ids'
import type { FieldError } from '@hearth/contracts/kernel/problem'
import { findUpload, type Upload } from './uploadTable.ts'
import type pg from 'pg'

/** A file as deciders see it. Pixels; null for other files than pictures. */
export type UsableFile = Readonly<{ width: number | null; height: number | null }>

/** Finds a file that was uploaded for this listing and may be used; undefined for every other id. */
export type FindFile = (listingId: string, fileId: string) => Promise<UsableFile | undefined>

/** A file that a command names, and where it does. */
export type NamedFile = readonly [pointer: string, fileId: string]

export const nameFiles = (fileIds: readonly string[]): readonly NamedFile[] =>
  fileIds.map((fileId, index) => [`/fileIds/${index}`, fileId])

/** Those of a command's files that are not the listing's. */
export const findUnknownFiles = async (
  findFile: FindFile,
  listingId: string,
  files: readonly NamedFile[],
): Promise<readonly FieldError[]> => {
  const found = await Promise.all(files.map(([, fileId]) => findFile(listingId, fileId)))
  return files.flatMap(([pointer], index) =>
    found[index] === undefined
      ? [{ pointer, detail: 'isn’t a file that was uploaded for this listing' }]
      : [],
  )
}

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
