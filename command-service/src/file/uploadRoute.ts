import { MAX_FILE_BYTES, zUploadQuery, type Uploaded } from '@hearth/contracts/file'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { parseIdempotencyKey } from '@hearth/platform/http/requestHeaders'
import { route, type Answer, type Route } from '@hearth/platform/http/route'
import { createUploadSlots } from './uploadSlots.ts'
import type { Uploads } from './uploads.ts'
import type { Upload } from './uploadTable.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'

/** A phone on a slow connection needs this long for 10 MB. */
const WITHIN_MS = 40_000

const toUploaded = ({ id, listingId, state, type, name, size, width, height, reason }: Upload): Uploaded => {
  if (state === 'refused' || listingId === null) {
    const detail = reason ?? 'We can’t accept this file'
    throw new AppProblem('VALIDATION_FAILED', detail, { errors: [{ pointer: '', detail }] })
  }
  return { id, listingId, state, type, name, size, width, height }
}

/**
 * `POST /api/uploads?listingId=&name=`: takes a file as the request's body and answers once it is inspected
 * (docs/domain/file.md#judging). The same key and bytes again are the same file.
 */
export const uploadRoute = ({
  uploads,
  handler,
}: Readonly<{
  uploads: Pick<Uploads, 'receive' | 'inspect'>
  handler: Pick<CommandHandler, 'locate'>
}>): Route => {
  const slots = createUploadSlots()
  return route({
    method: 'POST',
    path: '/api/uploads',
    access: { capability: 'listing.write' },
    tenant: 'own',
    rate: 'write',
    content: 'raw',
    deadlineMs: WITHIN_MS,
    query: zUploadQuery,
    handler: async ({ principal, query: { listingId, name }, headers, readBody, correlationId }) => {
      const key = parseIdempotencyKey(headers)
      if (headers['content-encoding'] !== undefined)
        throw new AppProblem('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding isn’t supported')
      // Adding a photo and uploading a file need the same rights.
      const target = await handler.locate({
        type: 'AddListingPhoto',
        id: listingId,
        data: {},
        principal,
        commandId: key,
        correlationId,
      })
      if (target.kind === 'rejected') return new AppProblem(target.code, target.detail, target.facts)
      const { tenantId } = target
      const inspect = async (bytes: Buffer): Promise<Answer> => {
        const received = await uploads.receive({
          id: deriveId('file', tenantId, listingId, key),
          tenantId,
          listingId,
          name,
          bytes,
        })
        const inspected = received.state === 'quarantined' ? await uploads.inspect(received.id) : received
        return { status: 201, body: toUploaded(inspected ?? received) }
      }
      return slots.run(tenantId, () => readBody(MAX_FILE_BYTES), inspect)
    },
  })
}
