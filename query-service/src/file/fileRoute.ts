import { zFileSize } from '@hearth/contracts/file'
import { zId } from '@hearth/contracts/kernel/ids'
import { listings } from '@hearth/contracts/listing'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Storage } from '@hearth/platform/storage/port'
import { fileHeaders } from './fileHeaders.ts'
import { findFile, readFileBytes, wasRemoved } from './readFile.ts'
import { z } from 'zod'
import { createModel, createScope } from '../runtime/model.ts'
import { readOne } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'

const listingModel = createModel(listings)
const zPath = z.strictObject({ id: z.string().max(200), size: z.string().max(20) })
const notFound = () => new AppProblem('NOT_FOUND')

/**
 * `GET /api/files/{id}/{size}`: an uploaded file, for those who may see its listing; an unscanned one is for
 * staff only (docs/domain/file.md#judging).
 */
export const fileRoute = (sources: Sources, storage: Pick<Storage, 'get'>): Route =>
  route({
    method: 'GET',
    path: '/api/files/:id/:size',
    access: { capability: 'listing.read' },
    tenant: 'own',
    rate: 'read',
    params: zPath,
    query: z.strictObject({}),
    handler: async ({ principal, params }) => {
      const [id, size] = [zId.safeParse(params.id), zFileSize.safeParse(params.size)]
      const file = id.success && size.success ? await findFile(sources.pool, id.data) : undefined
      if (!file?.listingId || !size.success) return notFound()
      // Photos are public; the access log names the other files of a host.
      const listing = await readOne(sources.db, listingModel, createScope(principal), file.listingId)
      if (!listing) return notFound()
      const { photoIds } = listing
      const isShown = Array.isArray(photoIds) && photoIds.includes(file.id)
      if (!isShown && (await wasRemoved(sources.pool, file))) return notFound()
      if (file.state === 'unscanned' && principal.actor.kind !== 'staff')
        return new AppProblem(
          'FORBIDDEN',
          'This file hasn’t been checked for viruses yet, so it can’t be opened. Try again shortly.',
        )
      const bytes = await readFileBytes(storage, file, size.data)
      if (!bytes) return notFound()
      if (file.type === 'application/pdf') sources.accessLog.note([file])
      const type = size.data === 'full' ? (file.type ?? 'image/webp') : 'image/webp'
      return {
        status: 200,
        // The content of a key never changes, and each account on a device has its own cache entry.
        headers: {
          ...fileHeaders(file.name, type, bytes.length),
          ...(type === 'application/pdf'
            ? {}
            : { 'cache-control': 'private, max-age=3600, immutable', vary: 'Cookie' }),
        },
        stream: async (response) => {
          response.write(bytes)
        },
      }
    },
  })
