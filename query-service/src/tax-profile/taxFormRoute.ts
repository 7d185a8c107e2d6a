import { createHash } from 'node:crypto'
import { taxFileKey, taxProfiles, zUsForm } from '@hearth/contracts/tax-profile'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Storage } from '@hearth/platform/storage/port'
import { z } from 'zod'
import { fileHeaders } from '../file/fileHeaders.ts'
import { createModel } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'

const model = createModel(taxProfiles)
const zHash = z.string().regex(/^[a-f0-9]{64}$/)
const zSigned = z.object({ form: z.object({ form: zUsForm, fileSha256: zHash }) })

/** `GET /api/tax-profiles/{id}/form.pdf`: the tax form as it was signed (docs/domain/tax-profile.md#forms). */
export const taxFormRoute = (sources: Sources, storage: Pick<Storage, 'get'>): Route =>
  route({
    method: 'GET',
    path: '/api/tax-profiles/:id/form.pdf',
    access: { capability: 'tax.read' },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({}),
    handler: async ({ principal, params, headers, signal }) => {
      await waitForToken(sources.positions, [taxProfiles.table], headers, signal)
      const row = await findRow(sources, model, principal, params.id)
      // Without a signed form there is no file.
      const form = zSigned.safeParse(row).data?.form
      const bytes = form && (await storage.get(taxFileKey(params.id, form.fileSha256)))
      if (form === undefined || bytes === undefined) throw new AppProblem('NOT_FOUND')
      if (createHash('sha256').update(bytes).digest('hex') !== form.fileSha256)
        throw new AppProblem(
          'DEPENDENCY_UNAVAILABLE',
          'The stored file doesn’t match the form in our records. Please contact us.',
        )
      return {
        status: 200,
        headers: fileHeaders(`${form.form.toLowerCase()}.pdf`, 'application/pdf', bytes.length),
        stream: async (response) => {
          response.write(bytes)
        },
      }
    },
  })
