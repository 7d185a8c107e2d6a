import { zApproveByCode } from '@hearth/contracts/impersonation'
import { zId } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { parseIdempotencyKey } from '@hearth/platform/http/requestHeaders'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import { runningImpersonationRoutes } from './runningRoutes.ts'
import {
  readActiveState,
  readState,
  requireSessionId,
  sendStep,
  zEmpty,
  type ImpersonationParts,
} from './steps.ts'

const params = z.strictObject({ id: zId })
const byStaff = {
  method: 'POST',
  access: { capability: 'impersonation.look' },
  tenant: 'any',
  rate: 'write',
} as const

const startRoute = (parts: ImpersonationParts): Route =>
  route({
    ...byStaff,
    path: '/api/impersonations/:id/start',
    params,
    body: zEmpty,
    handler: async (request) => {
      const { id } = request.params
      const sessionId = requireSessionId(request.principal)
      const key = parseIdempotencyKey(request.headers)
      await sendStep(parts, { type: 'StartImpersonation', data: {} }, id, key, request)
      const state = await readActiveState(parts, id)
      const { staffUserId, targetAccountId: hostAccountId, mode, scopes, expiresAt } = state
      const session = { id, staffUserId, hostAccountId, mode, scopes, expiresAt }
      const cookie = await parts.sessions.take(sessionId, session)
      parts.principals.forget(sessionId)
      if (cookie === undefined) throw new AppProblem('UNAUTHENTICATED')
      return { status: 200, headers: { 'set-cookie': cookie }, body: { id, expiresAt } }
    },
  })

const approveByCodeRoute = (parts: ImpersonationParts): Route =>
  route({
    ...byStaff,
    path: '/api/impersonations/:id/approve-by-code',
    params,
    body: zApproveByCode,
    handler: async (request) => {
      const { principal, headers, body } = request
      const { id } = request.params
      const key = parseIdempotencyKey(headers)
      const state = await readState(parts, id)
      if (state.status === 'none' || state.staffUserId !== principal.actor.id)
        throw new AppProblem('NOT_FOUND')
      // A code is only tried where it can approve something, so that a repeated request costs no attempt.
      const approvedBy =
        state.status === 'requested' ? await parts.hostCodes.use(state.targetAccountId, body.code, id) : ''
      if (approvedBy === undefined)
        throw new AppProblem(
          'TICKET_INVALID',
          'This code is wrong or has expired. Ask the host for a new one.',
        )
      const approval = { type: 'ApproveImpersonationByCode', data: { approvedBy } } as const
      const { revision, events } = await sendStep(parts, approval, id, key, request)
      return { status: 200, body: { id, revision: Number(revision), events } }
    },
  })

const hostCodeRoute = ({ hostCodes }: ImpersonationParts): Route =>
  route({
    method: 'POST',
    path: '/api/account/impersonation-code',
    access: { capability: 'impersonation.consent' },
    tenant: 'own',
    rate: 'write',
    body: zEmpty,
    handler: async ({ principal }) => ({
      status: 201,
      body: await hostCodes.make(principal.tenantId ?? '', principal.actor.id),
    }),
  })

/** Impersonation routes that do more than send a command: they change the session, or record a page view. */
export const impersonationRoutes = (parts: ImpersonationParts): readonly Route[] => [
  startRoute(parts),
  approveByCodeRoute(parts),
  ...runningImpersonationRoutes(parts),
  hostCodeRoute(parts),
]
