import { fileKey, isVideo, zFileSize, type FileSize } from '@hearth/contracts/file'
import { zId } from '@hearth/contracts/kernel/ids'
import { listings } from '@hearth/contracts/listing'
import { maskContacts } from '@hearth/contracts/thread'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import type { Storage } from '@hearth/platform/storage/port'
import { answerVideo } from './answerVideo.ts'
import { fileHeaders } from './fileHeaders.ts'
import { findFile, readFileBytes, wasRemoved, type StoredFile } from './readFile.ts'
import { z } from 'zod'
import { createModel, createScope } from '../runtime/model.ts'
import { readOne } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'
import { isOfSeenIncident } from '../incident/isOfSeenIncident.ts'
import { isEvidence } from '../reimbursement/isEvidence.ts'
import { isOfSeenRequest } from '../request/isOfSeenRequest.ts'
import { isSentFile } from '../thread/isSentFile.ts'

const listingModel = createModel(listings)
const zPath = z.strictObject({ id: z.string().max(200), size: z.string().max(20) })
const notFound = () => new AppProblem('NOT_FOUND')

/** A photo that was removed from its listing is no longer shown. */
const isOfSeenListing = async (
  sources: Sources,
  principal: Principal,
  file: StoredFile & Readonly<{ listingId: string }>,
): Promise<boolean> => {
  if (!maySee(principal, 'listing.read')) return false
  const listing = await readOne(sources.db, listingModel, createScope(principal), file.listingId)
  if (!listing) return false
  const { photoIds } = listing
  const isShown = Array.isArray(photoIds) && photoIds.includes(file.id)
  return isShown || !(await wasRemoved(sources, file))
}

/** A file of a message, an incident or a claim is shown to those who see that, others with their listing or request. */
const isShown = async (
  sources: Sources,
  principal: Principal,
  file: StoredFile & Readonly<{ listingId: string }>,
): Promise<boolean> => {
  const { threadId, purpose, reimbursementId } = file
  if (threadId !== null) return isSentFile(sources, principal, { ...file, threadId })
  if (purpose === 'incident') return isOfSeenIncident(sources, principal, file)
  if (reimbursementId !== null) return isEvidence(sources, principal, { ...file, reimbursementId })
  return (
    (await isOfSeenListing(sources, principal, file)) || (await isOfSeenRequest(sources, principal, file))
  )
}

/** In messages, a name may hold contact details that are hidden there. */
const nameOf = ({ name, threadId }: StoredFile): string =>
  threadId !== null && maskContacts(name, '').masked.length > 0 ? '' : name

const formatHeaders = (file: StoredFile, size: FileSize, length: number) => {
  const type = size === 'full' ? (file.type ?? 'image/webp') : 'image/webp'
  const headers = fileHeaders(nameOf(file), type, length)
  // The content of a key never changes, and each account on a device has its own cache entry. What is sent in
  // messages can be taken back.
  return type === 'application/pdf' || file.threadId !== null || file.purpose !== null
    ? headers
    : { ...headers, 'cache-control': 'private, max-age=3600, immutable', vary: 'Cookie' }
}

const isPhotoOfListing = ({ threadId, purpose, reimbursementId, type }: StoredFile): boolean =>
  threadId === null && purpose === null && reimbursementId === null && type !== 'application/pdf'

type Storages = Pick<Storage, 'get' | 'getPart'>

const readVideo = (storage: Storages, file: StoredFile, range: string | undefined) =>
  answerVideo(
    {
      size: file.size,
      headers: formatHeaders(file, 'full', file.size),
      readPart: (start, end) => storage.getPart(fileKey(file.tenantId, file.id, 'full'), start, end),
    },
    range,
  )

/**
 * `GET /api/files/{id}/{size}`: an uploaded file, for those who may see its listing or its request, or read
 * the conversation that it was sent in, the incident or the claim that it proves; an unscanned one is for staff only
 * (docs/domain/file.md#judging).
 */
export const fileRoute = (sources: Sources, storage: Storages): Route =>
  route({
    method: 'GET',
    path: '/api/files/:id/:size',
    access: { capability: 'file.read' },
    tenant: 'own',
    rate: 'read',
    params: zPath,
    query: z.strictObject({}),
    handler: async ({ principal, params, headers }) => {
      const [id, size] = [zId.safeParse(params.id), zFileSize.safeParse(params.size)]
      const file = id.success && size.success ? await findFile(sources.pool, id.data) : undefined
      if (!file?.listingId || !size.success) return notFound()
      if (!(await isShown(sources, principal, { ...file, listingId: file.listingId }))) return notFound()
      if (file.state === 'unscanned' && principal.actor.kind !== 'staff')
        return new AppProblem(
          'FORBIDDEN',
          'This PDF hasn’t been checked for viruses, so only Hearth can open it. ' +
            'Ask for photos of it, or ask Hearth about it.',
        )
      if (file.type !== null && isVideo(file.type)) {
        const video =
          size.data === 'full' && file.state === 'clean'
            ? await readVideo(storage, file, headers.range)
            : undefined
        if (video) sources.accessLog.note([file])
        return video ?? notFound()
      }
      const bytes = await readFileBytes(storage, file, size.data)
      if (!bytes) return notFound()
      // Photos are public; the access log names the other files of a host.
      if (!isPhotoOfListing(file)) sources.accessLog.note([file])
      return {
        status: 200,
        headers: formatHeaders(file, size.data, bytes.length),
        stream: async (response) => {
          response.write(bytes)
        },
      }
    },
  })
