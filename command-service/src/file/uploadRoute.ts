import { zUploadQuery } from '@hearth/contracts/file'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { UPLOAD_WITHIN_MS, type Intake } from './intake.ts'

/** `POST /api/uploads?listingId=&name=`: takes a file of a listing as the request's body. */
export const uploadRoute = ({
  intake,
  handler,
}: Readonly<{ intake: Intake; handler: Pick<CommandHandler, 'locate'> }>): Route =>
  route({
    method: 'POST',
    path: '/api/uploads',
    access: { capability: 'listing.write' },
    tenant: 'own',
    rate: 'write',
    content: 'raw',
    deadlineMs: UPLOAD_WITHIN_MS,
    query: zUploadQuery,
    handler: async ({ principal, query: { listingId, name }, correlationId, ...request }) =>
      intake(request, async (commandId) => {
        // Adding a photo and uploading a file need the same rights.
        const type = 'AddListingPhoto'
        const target = await handler.locate({
          type,
          id: listingId,
          data: {},
          principal,
          commandId,
          correlationId,
        })
        return target.kind === 'rejected'
          ? new AppProblem(target.code, target.detail, target.facts)
          : { tenantId: target.tenantId, listingId, name }
      }),
  })
