import { zApproveByCode, zPageView, type ImpersonationCommand } from '@hearth/contracts/impersonation'
import { deriveId, newId, zId } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { parseIdempotencyKey } from '@hearth/platform/http/requestHeaders'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal, Principals } from '@hearth/platform/session/principal'
import { z } from 'zod'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Done, Envelope, Outcome } from '../runtime/outcome.ts'
import type { HostCodes } from './hostCodes.ts'
import { impersonationFold, type ImpersonationState } from './impersonation.state.ts'
import type { ImpersonationSessions } from './sessions.ts'

export type ImpersonationParts = Readonly<{
  handle: (envelope: Envelope) => Promise<Outcome>
  handler: Pick<CommandHandler, 'view'>
  sessions: ImpersonationSessions
  hostCodes: HostCodes
  principals: Principals
}>

type Step = Readonly<{ principal: Principal; correlationId: string; traceparent?: string }>

const nothing = z.strictObject({})
const params = z.strictObject({ id: zId })
const acts = {
  method: 'POST',
  access: { capability: 'impersonation.look' },
  tenant: 'any',
  rate: 'write',
} as const
const within = {
  method: 'POST',
  access: 'signed-in',
  tenant: 'own',
  rate: 'write',
  whileImpersonating: true,
} as const

const doneOr = (outcome: Outcome): Done => {
  if (outcome.kind === 'rejected') throw new AppProblem(outcome.code, outcome.detail, outcome.facts)
  return outcome
}

const runningOf = ({ impersonation, endedImpersonation }: Principal) => {
  if (endedImpersonation !== undefined)
    throw new AppProblem('IMPERSONATION_OVER', 'Your impersonation session has ended.')
  if (impersonation === undefined)
    throw new AppProblem('INVALID_TRANSITION', 'You’re not impersonating a host.')
  return impersonation
}

const sessionOf = ({ sessionId }: Principal): string => {
  if (sessionId === undefined) throw new AppProblem('FORBIDDEN', 'Only people can impersonate a host.')
  return sessionId
}

const RECORD = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Ids of records stand in the routes of their pages. */
const recordIdsOf = (path: string): string[] =>
  [...new Set(path.match(RECORD))].filter((id) => zId.safeParse(id).success).slice(0, 20)

/**
 * What of an impersonation is more than a command: the session changes with it, or it is written down at each
 * page.
 */
export const impersonationRoutes = ({
  handle,
  handler,
  sessions,
  hostCodes,
  principals,
}: ImpersonationParts): readonly Route[] => {
  const send = async (
    { type, data }: ImpersonationCommand,
    id: string,
    commandId: string,
    { principal, correlationId, traceparent }: Step,
  ): Promise<Done> =>
    doneOr(
      await handle({
        type,
        data,
        id,
        commandId,
        principal,
        correlationId,
        ...(traceparent === undefined ? {} : { traceparent }),
        internal: true,
      }),
    )
  const stateOf = async (id: string): Promise<ImpersonationState> =>
    (await handler.view(impersonationFold, id, 0)).state

  const start = route({
    ...acts,
    path: '/api/impersonations/:id/start',
    params,
    body: nothing,
    handler: async (request) => {
      const {
        principal,
        params: { id },
        headers,
      } = request
      const sessionId = sessionOf(principal)
      await send({ type: 'StartImpersonation', data: {} }, id, parseIdempotencyKey(headers), request)
      const state = await stateOf(id)
      if (state.status !== 'active')
        throw new AppProblem('INVALID_TRANSITION', 'The session has ended in the meantime.')
      const { staffUserId, targetAccountId: hostAccountId, mode, scopes, expiresAt } = state
      const cookie = await sessions.take(sessionId, {
        id,
        staffUserId,
        hostAccountId,
        mode,
        scopes,
        expiresAt,
      })
      principals.forget(sessionId)
      if (cookie === undefined) throw new AppProblem('UNAUTHENTICATED')
      return { status: 200, headers: { 'set-cookie': cookie }, body: { id, expiresAt } }
    },
  })

  const approveByCode = route({
    ...acts,
    path: '/api/impersonations/:id/approve-by-code',
    params,
    body: zApproveByCode,
    handler: async (request) => {
      const {
        principal,
        params: { id },
        headers,
        body,
      } = request
      const key = parseIdempotencyKey(headers)
      const state = await stateOf(id)
      if (state.status === 'none' || state.staffUserId !== principal.actor.id)
        throw new AppProblem('NOT_FOUND')
      // What the code cannot change does not cost a try.
      const approvedBy =
        state.status === 'requested' ? await hostCodes.use(state.targetAccountId, body.code, id) : ''
      if (approvedBy === undefined)
        throw new AppProblem(
          'TICKET_INVALID',
          'This code is wrong or has expired. Ask the host for a new one.',
        )
      const { revision, events } = await send(
        { type: 'ApproveImpersonationByCode', data: { approvedBy } },
        id,
        key,
        request,
      )
      return { status: 200, body: { id, revision: Number(revision), events } }
    },
  })

  const extend = route({
    ...within,
    path: '/api/impersonation/extend',
    body: nothing,
    handler: async (request) => {
      const { id } = runningOf(request.principal)
      await send({ type: 'ExtendImpersonation', data: {} }, id, parseIdempotencyKey(request.headers), request)
      const state = await stateOf(id)
      if (state.status !== 'active')
        throw new AppProblem('INVALID_TRANSITION', 'The session has ended in the meantime.')
      await sessions.extend(id, state.expiresAt)
      principals.forget(sessionOf(request.principal))
      return { status: 200, body: { id, expiresAt: state.expiresAt } }
    },
  })

  const end = route({
    ...within,
    path: '/api/impersonation/end',
    body: nothing,
    handler: async (request) => {
      const id = request.principal.endedImpersonation ?? runningOf(request.principal).id
      const sessionId = sessionOf(request.principal)
      // The session is left first: whatever the outcome of the rest, the impersonation is over.
      const cookie = await sessions.leave(sessionId, id)
      principals.forget(sessionId)
      // What has run out is ended by its own clock.
      if (request.principal.impersonation !== undefined && (await stateOf(id)).status === 'active')
        await send(
          { type: 'EndImpersonation', data: { why: 'stopped' } },
          id,
          deriveId('end-impersonation', id),
          request,
        )
      return { status: 200, headers: cookie === undefined ? {} : { 'set-cookie': cookie }, body: { id } }
    },
  })

  const pageView = route({
    ...within,
    path: '/api/impersonation/page-view',
    body: zPageView,
    handler: async (request) => {
      const { id } = runningOf(request.principal)
      const { route: page } = request.body
      await send(
        { type: 'RecordPageView', data: { route: page, recordIds: recordIdsOf(page) } },
        id,
        newId(),
        request,
      )
      return { status: 204 }
    },
  })

  const hostCode = route({
    method: 'POST',
    path: '/api/account/impersonation-code',
    access: { capability: 'impersonation.consent' },
    tenant: 'own',
    rate: 'write',
    body: nothing,
    handler: async ({ principal }) => ({
      status: 201,
      body: await hostCodes.make(principal.tenantId ?? '', principal.actor.id),
    }),
  })

  return [start, approveByCode, extend, end, pageView, hostCode]
}
