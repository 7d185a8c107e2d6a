import {
  agreementFileKey,
  agreements,
  evolveAgreement,
  type AgreementState,
  type AgreementWords,
} from '@hearth/contracts/agreement'
import { events } from '@hearth/contracts/event'
import { formatStream } from '@hearth/contracts/kernel/message'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import type { Storage } from '@hearth/platform/storage/port'
import { answerPdf, readProvenFile } from '../file/provenFile.ts'
import { z } from 'zod'
import { readStreams } from '../runtime/readEvents.ts'
import { createModel, createScope } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'

const agreementModel = createModel(agreements)
const MAX_EVENTS = 1_000
const folds = evolveAgreement as Readonly<
  Record<string, ((state: AgreementState, data: never, at: string) => AgreementState) | undefined>
>

const common = {
  method: 'GET',
  access: { capability: 'agreement.read' },
  tenant: 'own',
  rate: 'read',
  params: zPathId,
} as const

/** The agreement from its events, personal fields included, for those who may see its row. */
const readWhole = async (sources: Sources, principal: Principal, id: string) => {
  await findRow(sources, agreementModel, principal, id)
  const story = await readStreams(sources, createScope(principal), {
    streams: [formatStream('agreement', id)],
    limit: MAX_EVENTS,
  })
  const whole = story.reduce<AgreementState>(
    (state, event) => folds[event.type]?.(state, event.data as never, occurredAtOf(event)) ?? state,
    undefined,
  )
  if (whole === undefined) throw new AppProblem('NOT_FOUND')
  return whole
}

const textRoute = (sources: Sources): Route =>
  route({
    ...common,
    path: '/api/agreements/:id/text',
    query: z.strictObject({}),
    handler: async ({ principal, params, headers, signal }) => {
      const tables = [agreements.table, events.table]
      const position = await waitForToken(sources.positions, tables, headers, signal)
      const { merge, names, documentSha256 } = await readWhole(sources, principal, params.id)
      const body: AgreementWords = { documentSha256, merge, names }
      return { status: 200, headers: position, body }
    },
  })

const documentRoute = (sources: Sources, storage: Pick<Storage, 'get'>): Route =>
  route({
    ...common,
    path: '/api/agreements/:id/document.pdf',
    /** `signed`: with the certificate of all signatures so far; `amendment`: the terms that are proposed. */
    query: z.strictObject({ which: z.enum(['document', 'signed', 'amendment']).default('document') }),
    handler: async ({ principal, params, query }) => {
      const { hostAccountId, documentSha256, signedSha256, amendment } = await readWhole(
        sources,
        principal,
        params.id,
      )
      const sha256 = {
        document: documentSha256,
        signed: signedSha256,
        amendment: amendment?.documentSha256 ?? null,
      }[query.which]
      const keyOf = (sha: string) => agreementFileKey(hostAccountId, sha)
      const bytes = await readProvenFile(storage, sha256, keyOf, 'the document in our records')
      return answerPdf(`agreement-${query.which}.pdf`, bytes)
    },
  })

/**
 * What only the log and the file store hold of an agreement: names and addresses, and the documents.
 */
export const agreementRoutes = (sources: Sources, storage: Pick<Storage, 'get'>): readonly Route[] => [
  textRoute(sources),
  documentRoute(sources, storage),
]
