import { readProblem } from '../data/http/problems.ts'
import type { Attached } from '../data/useDraftFiles.ts'

/** The files of a refused message. Those that the server no longer has are uploaded again. */
export const renewFiles = (files: readonly Attached[], error: unknown): readonly Attached[] => {
  const pointers = readProblem(error)?.errors?.map(({ pointer }) => pointer) ?? []
  return files.map((one, index) =>
    pointers.includes(`/attachments/${index}`) ? { ...one, fileId: null, state: 'waiting' } : one,
  )
}
