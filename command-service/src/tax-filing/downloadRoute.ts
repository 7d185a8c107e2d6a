import {
  parseTaxFilingId,
  zDownloadTaxFile,
  zTaxFilingId,
  type FiledDocument,
} from '@hearth/contracts/tax-filing'
import type { AccessWriter } from '@hearth/platform/audit/accessWriter'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { taxProfileFold } from '../tax-profile/taxProfile.state.ts'
import { readReturn, type TaxReturn } from './readReturn.ts'
import type { TaxFilingPorts } from './taxFiling.facts.ts'
import { taxFilingFold, type MadeFile, type TaxFilingState } from './taxFiling.state.ts'
import { writeTaxFile } from './writeTaxFile.ts'

type Options = Readonly<{
  handler: Pick<CommandHandler, 'view'>
  ports: Readonly<{ taxFiling: Pick<TaxFilingPorts, 'readStream' | 'readNumbers' | 'hashFile'> }>
  recordAccess: AccessWriter
}>

const changed = () =>
  new AppProblem(
    'PRECONDITION_FAILED',
    'Details of a host in this file were erased after it was made, so it can’t be written again.',
  )

/** The document that was filed first, of those that a document takes the place of. */
const firstOf = ({ files }: TaxFilingState, { documentId, corrects }: FiledDocument): string => {
  if (corrects === null) return documentId
  const earlier = files.flatMap(({ documents }) => documents).find((one) => one.documentId === corrects)
  return earlier === undefined ? corrects : firstOf({ files }, earlier)
}

const readFiled = async (
  state: TaxFilingState,
  filed: FiledDocument,
  { handler, ports }: Options,
): Promise<TaxReturn> => {
  const { hostAccountId, documentId, corrects, homes } = filed
  const { documents } = (await handler.view(taxProfileFold, hostAccountId, 0)).state
  const document = documents.find(({ id }) => id === documentId)
  if (document === undefined) throw changed()
  const picked = { hostAccountId, document, corrects, first: firstOf(state, filed) }
  const read = await readReturn(picked, homes, ports.taxFiling)
  if (typeof read === 'string') throw changed()
  return read
}

/** The bytes of a file; throws where they would not be those that were made. */
const rewrite = async (
  taxFilingId: string,
  state: TaxFilingState,
  file: MadeFile,
  options: Options,
): Promise<string> => {
  const returns: TaxReturn[] = []
  for (const filed of file.documents) returns.push(await readFiled(state, filed, options))
  const content = writeTaxFile({ ...file, taxFilingId, isFirst: state.files[0] === file }, returns)
  if (options.ports.taxFiling.hashFile(content) !== file.contentHash) throw changed()
  return content
}

/**
 * `POST /api/tax-filings/{id}/download {fileId}`: a file for the tax authority, with whole tax numbers. The access log
 * of each host in it says who took it, before it is sent (docs/domain/tax-filing.md#downloads).
 */
export const taxFileRoute = (options: Options): Route =>
  route({
    method: 'POST',
    path: '/api/tax-filings/:id/download',
    access: { capability: 'tax.file' },
    tenant: 'any',
    rate: 'write',
    deadlineMs: 60_000,
    params: z.strictObject({ id: zTaxFilingId }),
    body: zDownloadTaxFile,
    handler: async ({ principal, params: { id }, body: { fileId } }) => {
      const { state } = await options.handler.view(taxFilingFold, id, 0)
      const index = state.files.findIndex((one) => one.fileId === fileId)
      const file = state.files[index]
      if (file === undefined) return new AppProblem('NOT_FOUND')
      const content = await rewrite(id, state, file, options)
      const at = new Date().toISOString()
      await options.recordAccess(
        file.documents.map(({ hostAccountId, documentId }) => ({
          staffUserId: principal.actor.id,
          hostAccountId,
          impersonationId: null,
          resource: 'tax-filings/download',
          recordIds: [documentId],
          at,
        })),
      )
      const isXml = parseTaxFilingId(id).form === 'DAC7'
      const name = `${id.toLowerCase()}-${index + 1}.${isXml ? 'xml' : 'csv'}`
      return {
        status: 200,
        headers: {
          'content-type': isXml ? 'application/xml; charset=utf-8' : 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
        },
        stream: async (response) => void response.write(content),
      }
    },
  })
