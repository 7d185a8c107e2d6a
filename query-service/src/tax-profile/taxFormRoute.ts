import { zId } from '@hearth/contracts/kernel/ids'
import { taxFileKey, taxProfiles, zTaxDocument, zUsForm } from '@hearth/contracts/tax-profile'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Storage } from '@hearth/platform/storage/port'
import { z } from 'zod'
import { answerPdf, readProvenFile } from '../file/provenFile.ts'
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
      if (form === undefined) throw new AppProblem('NOT_FOUND')
      const keyOf = (sha256: string) => taxFileKey(params.id, sha256)
      const bytes = await readProvenFile(storage, form.fileSha256, keyOf, 'the form in our records')
      return answerPdf(`${form.form.toLowerCase()}.pdf`, bytes)
    },
  })

const zDocuments = z.object({ documents: z.array(zTaxDocument) })

/** `GET /api/tax-profiles/{id}/document.pdf?document=`: a form as it was issued (docs/domain/tax-profile.md#documents). */
export const taxDocumentRoute = (sources: Sources, storage: Pick<Storage, 'get'>): Route =>
  route({
    method: 'GET',
    path: '/api/tax-profiles/:id/document.pdf',
    access: { capability: 'tax.read' },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({ document: zId }),
    handler: async ({ principal, params, query, headers, signal }) => {
      await waitForToken(sources.positions, [taxProfiles.table], headers, signal)
      const row = await findRow(sources, model, principal, params.id)
      const document = zDocuments.safeParse(row).data?.documents.find(({ id }) => id === query.document)
      if (document === undefined) throw new AppProblem('NOT_FOUND')
      const keyOf = (sha256: string) => taxFileKey(params.id, sha256)
      const bytes = await readProvenFile(storage, document.fileSha256, keyOf, 'the document in our records')
      return answerPdf(`${document.form.toLowerCase()}-${document.year}.pdf`, bytes)
    },
  })
