import { MAX_FILE_BYTES, type Uploaded } from '@hearth/contracts/file'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { parseIdempotencyKey } from '@hearth/platform/http/requestHeaders'
import type { Answer, RouteRequest } from '@hearth/platform/http/route'
import { createUploadSlots } from './uploadSlots.ts'
import type { Uploads } from './uploads.ts'
import type { Upload, UploadPurpose } from './uploadTable.ts'

/** A phone on a slow connection needs this long for 10 MB. */
export const UPLOAD_WITHIN_MS = 40_000

/** What an uploaded file is for. */
export type Place = Readonly<{
  tenantId: string
  listingId: Id
  threadId?: Id
  purpose?: UploadPurpose
  reimbursementId?: Id
  name: string
}>

/** Takes the body of a request as a file. `place` says what for, or why not. */
export type Intake = (
  request: Pick<RouteRequest, 'headers' | 'readBody'>,
  place: (key: Id) => Promise<Place | AppProblem>,
) => Promise<Answer | AppProblem>

const toUploaded = ({ id, listingId, state, type, name, size, width, height, reason }: Upload): Uploaded => {
  if (state === 'refused' || listingId === null) {
    const detail = reason ?? 'We can’t accept this file'
    throw new AppProblem('VALIDATION_FAILED', detail, { errors: [{ pointer: '', detail }] })
  }
  return { id, listingId, state, type, name, size, width, height }
}

/**
 * Answers once a file is inspected (docs/domain/file.md#judging). The same key and bytes again are the same
 * file. All uploads of a process share its slots.
 */
export const createIntake = (uploads: Pick<Uploads, 'receive' | 'inspect'>): Intake => {
  const slots = createUploadSlots()
  return async ({ headers, readBody }, place) => {
    const key = parseIdempotencyKey(headers)
    if (headers['content-encoding'] !== undefined)
      throw new AppProblem('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding isn’t supported')
    const found = await place(key)
    if (found instanceof AppProblem) return found
    const { tenantId, listingId, threadId, reimbursementId } = found
    const inspect = async (bytes: Buffer): Promise<Answer> => {
      const id = deriveId('file', tenantId, threadId ?? reimbursementId ?? listingId, key)
      const received = await uploads.receive({ ...found, id, bytes })
      const inspected = received.state === 'quarantined' ? await uploads.inspect(received.id) : received
      return { status: 201, body: toUploaded(inspected ?? received) }
    }
    return slots.run(tenantId, () => readBody(MAX_FILE_BYTES), inspect)
  }
}
