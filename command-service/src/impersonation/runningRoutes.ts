import { zPageView } from '@hearth/contracts/impersonation'
import { deriveId, newId, zId } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { parseIdempotencyKey } from '@hearth/platform/http/requestHeaders'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import {
  readActiveState,
  readState,
  requireSessionId,
  sendStep,
  zEmpty,
  type ImpersonationParts,
} from './steps.ts'

const whileImpersonating = {
  method: 'POST',
  access: 'signed-in',
  tenant: 'own',
  rate: 'write',
  whileImpersonating: true,
} as const

const requireImpersonation = ({ impersonation, endedImpersonation }: Principal) => {
  if (endedImpersonation !== undefined)
    throw new AppProblem('IMPERSONATION_OVER', 'Your impersonation session has ended.')
  if (impersonation === undefined)
    throw new AppProblem('INVALID_TRANSITION', 'You’re not impersonating a host.')
  return impersonation
}

const RECORD_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** The path of a page contains the ids of the records it shows. */
const findRecordIds = (path: string): string[] =>
  [...new Set(path.match(RECORD_ID))].filter((id) => zId.safeParse(id).success).slice(0, 20)

const extendRoute = (parts: ImpersonationParts): Route =>
  route({
    ...whileImpersonating,
    path: '/api/impersonation/extend',
    body: zEmpty,
    handler: async (request) => {
      const { id } = requireImpersonation(request.principal)
      const key = parseIdempotencyKey(request.headers)
      await sendStep(parts, { type: 'ExtendImpersonation', data: {} }, id, key, request)
      const { expiresAt } = await readActiveState(parts, id)
      await parts.sessions.extend(id, expiresAt)
      parts.principals.forget(requireSessionId(request.principal))
      return { status: 200, body: { id, expiresAt } }
    },
  })

const endRoute = (parts: ImpersonationParts): Route =>
  route({
    ...whileImpersonating,
    path: '/api/impersonation/end',
    body: zEmpty,
    handler: async (request) => {
      const { principal } = request
      const id = principal.endedImpersonation ?? requireImpersonation(principal).id
      const sessionId = requireSessionId(principal)
      // The session is left first: the impersonation is over even if the command fails.
      const cookie = await parts.sessions.leave(sessionId, id)
      parts.principals.forget(sessionId)
      // An expired impersonation is ended by its own timer.
      if (principal.impersonation !== undefined && (await readState(parts, id)).status === 'active') {
        const commandId = deriveId('end-impersonation', id)
        await sendStep(parts, { type: 'EndImpersonation', data: { why: 'stopped' } }, id, commandId, request)
      }
      return { status: 200, headers: cookie === undefined ? {} : { 'set-cookie': cookie }, body: { id } }
    },
  })

const pageViewRoute = (parts: ImpersonationParts): Route =>
  route({
    ...whileImpersonating,
    path: '/api/impersonation/page-view',
    body: zPageView,
    handler: async (request) => {
      const { id } = requireImpersonation(request.principal)
      const { route: page } = request.body
      const data = { route: page, recordIds: findRecordIds(page) }
      await sendStep(parts, { type: 'RecordPageView', data }, id, newId(), request)
      return { status: 204 }
    },
  })

/** Routes of a session that is impersonating a host. */
export const runningImpersonationRoutes = (parts: ImpersonationParts): readonly Route[] => [
  extendRoute(parts),
  endRoute(parts),
  pageViewRoute(parts),
]
