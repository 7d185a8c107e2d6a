import { MAX_FILE_BYTES, MAX_VIDEO_BYTES, type Uploaded } from '@hearth/contracts/file'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { REQUEST_WITHIN_MS } from '@hearth/platform/http/connections'
import { parseIdempotencyKey } from '@hearth/platform/http/requestHeaders'
import type { Answer, RouteRequest } from '@hearth/platform/http/route'
import { createSlots } from '@hearth/platform/http/slots'
import { createUploadSlots } from './uploadSlots.ts'
import type { Uploads } from './uploads.ts'
import type { Upload, UploadPurpose } from './uploadTable.ts'

/** A phone on a slow connection needs this long for 10 MB. */
export const UPLOAD_WITHIN_MS = 40_000
/** And this long for 50 MB. */
export const VIDEO_WITHIN_MS = REQUEST_WITHIN_MS
/** Videos that a process receives at the same time, and of one account; further ones are refused with 503. */
const MAX_VIDEOS = 16
const MAX_VIDEOS_PER_ACCOUNT = 2

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
  request: Pick<RouteRequest, 'headers' | 'readBody' | 'readBodyPieces'>,
  place: (key: Id) => Promise<Place | AppProblem>,
) => Promise<Answer | AppProblem>

const videoTooLarge = () =>
  new AppProblem(
    'TOO_LARGE',
    `The video is too large. The limit is ${MAX_VIDEO_BYTES / 1e6} MB`,
    {},
    { connection: 'close' },
  )

const toUploaded = ({ id, listingId, state, type, name, size, width, height, reason }: Upload): Uploaded => {
  if (state === 'refused' || listingId === null) {
    const detail = reason ?? 'We can’t accept this file'
    throw new AppProblem('VALIDATION_FAILED', detail, { errors: [{ pointer: '', detail }] })
  }
  return { id, listingId, state, type, name, size, width, height }
}

type FindPlace = Parameters<Intake>[1]

/** Where a file belongs and the id that follows from its key: the same key is the same file. */
const findPlace = async (headers: RouteRequest['headers'], place: FindPlace) => {
  const key = parseIdempotencyKey(headers)
  if (headers['content-encoding'] !== undefined)
    throw new AppProblem('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding isn’t supported')
  const found = await place(key)
  if (found instanceof AppProblem) return found
  const { tenantId, listingId, threadId, reimbursementId } = found
  return { ...found, id: deriveId('file', tenantId, threadId ?? reimbursementId ?? listingId, key) }
}

/**
 * Answers once a file is inspected (docs/domain/file.md#judging). The same key and bytes again are the same
 * file. All uploads of a process share its slots.
 */
export const createIntake = (uploads: Pick<Uploads, 'receive' | 'inspect'>): Intake => {
  const slots = createUploadSlots()
  return async ({ headers, readBody }, place) => {
    const found = await findPlace(headers, place)
    if (found instanceof AppProblem) return found
    const inspect = async (bytes: Buffer): Promise<Answer> => {
      const received = await uploads.receive({ ...found, bytes })
      const inspected =
        received.state === 'quarantined' ? await uploads.inspect(received.id, bytes) : received
      return { status: 201, body: toUploaded(inspected ?? received) }
    }
    return slots.run(found.tenantId, () => readBody(MAX_FILE_BYTES), inspect)
  }
}

/** The same for a video, whose bytes are never all in memory (docs/domain/file.md#videos). */
export const createVideoIntake = (uploads: Pick<Uploads, 'receiveVideo'>): Intake => {
  const slots = createSlots(MAX_VIDEOS, MAX_VIDEOS_PER_ACCOUNT)
  return async ({ headers, readBodyPieces }, place) => {
    const found = await findPlace(headers, place)
    if (found instanceof AppProblem) return found
    if (Number(headers['content-length']) > MAX_VIDEO_BYTES) return videoTooLarge()
    const leave = slots.take(found.tenantId)
    if (!leave) throw new AppProblem('OVERLOADED', undefined, {}, { 'retry-after': '2' })
    try {
      const received = await uploads.receiveVideo(found, (take) => readBodyPieces(MAX_VIDEO_BYTES, take))
      return { status: 201, body: toUploaded(received) }
    } finally {
      leave()
    }
  }
}
