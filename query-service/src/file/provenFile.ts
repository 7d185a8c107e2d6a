import { createHash } from 'node:crypto'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Answer } from '@hearth/platform/http/route'
import type { Storage } from '@hearth/platform/storage/port'
import { fileHeaders } from './fileHeaders.ts'

/**
 * The bytes of a document whose hash an event names. NOT_FOUND where there is none. A file that differs from it is
 * never shown as that document: DEPENDENCY_UNAVAILABLE, naming the `record`.
 */
export const readProvenFile = async (
  storage: Pick<Storage, 'get'>,
  sha256: string | null,
  keyOf: (sha256: string) => string,
  record: string,
): Promise<Buffer> => {
  const bytes = sha256 === null ? undefined : await storage.get(keyOf(sha256))
  if (bytes === undefined) throw new AppProblem('NOT_FOUND')
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new AppProblem(
      'DEPENDENCY_UNAVAILABLE',
      `The stored file doesn’t match ${record}. Please contact us.`,
    )
  return bytes
}

export const answerPdf = (name: string, bytes: Buffer): Answer => ({
  status: 200,
  headers: fileHeaders(name, 'application/pdf', bytes.length),
  stream: async (response) => {
    response.write(bytes)
  },
})
