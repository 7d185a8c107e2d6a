import { addMinutes, earlier, type Instant } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import { nextStatus, outcomeHash, PREVIEW_TOKEN, zPreviewRequest } from '@hearth/contracts/request'
import type { Secret } from '@hearth/platform/config/secret'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { formatEtag } from '@hearth/platform/http/requestHeaders'
import { route, type Route } from '@hearth/platform/http/route'
import { signToken } from '@hearth/platform/sealing/signedToken'
import { actingAs } from '@hearth/platform/session/principal'
import { z } from 'zod'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { ReadState } from '../runtime/decider.ts'
import { previewDecision } from './bookingRequest.ts'
import { createRequestFactLoader, type RequestFactPorts } from './request.facts.ts'
import { requestFold } from './request.state.ts'

/** Other streams may be this old; what a promise rests on is read again. */
const MAX_AGE_MS = 1_000
const COMMANDS = { accept: 'AcceptRequest', decline: 'DeclineRequest' } as const

/** The wall clock. */
export type PreviewPorts = Readonly<{ now: () => Instant }>

export type PreviewRouteParts = Readonly<{
  handler: Pick<CommandHandler, 'locate' | 'view'>
  ports: Readonly<{ request: RequestFactPorts & PreviewPorts }>
  quoteSecret: Secret
}>

/**
 * `POST /api/requests/{id}/preview {decision}` → what the decision would do, with the token that it must carry
 * (docs/domain/request.md#previews). Changes nothing.
 */
export const previewRoute = ({ handler, ports, quoteSecret }: PreviewRouteParts): Route =>
  route({
    method: 'POST',
    path: '/api/requests/:id/preview',
    access: { capability: 'request.decide' },
    tenant: 'own',
    rate: 'write',
    params: z.strictObject({ id: z.string() }),
    body: zPreviewRequest,
    handler: async ({ principal, params: { id }, body: { decision } }) => {
      const type = COMMANDS[decision]
      const key = newId()
      const command = { type, id, data: {}, principal, commandId: key, correlationId: key }
      const target = await handler.locate(command)
      if (target.kind === 'rejected') return new AppProblem(target.code, target.detail, target.facts)
      const { state, revision } = await handler.view(requestFold, target.id, 0)
      if (state.kind === 'none') return new AppProblem('NOT_FOUND', 'This request doesn’t exist.')
      if (state.kind !== 'booking_request' || nextStatus(state.kind, state.status, type) === undefined)
        return new AppProblem('INVALID_TRANSITION', `The request is ${state.status.replaceAll('_', ' ')}.`, {
          requestStatus: state.status,
        })
      const at = ports.request.now()
      const readState: ReadState = async (of, other, { fresh = false } = {}) =>
        (await handler.view(of, other, fresh ? 0 : MAX_AGE_MS)).state
      const request = {
        id: target.id,
        tenantId: target.tenantId,
        now: at,
        recordedAt: at,
        actor: actingAs(principal),
        where: null,
      }
      const facts = await createRequestFactLoader(ports.request)(
        { type: 'AcceptRequest', data: { previewToken: '', note: null } },
        request,
        readState,
      )
      const previewed = previewDecision(state, decision, at, facts)
      if (!previewed.ok) return new AppProblem(previewed.code, previewed.detail, previewed.facts)
      const validUntil = earlier(addMinutes(at, facts.terms.previewMinutes), state.dueAt)
      const resultHash = outcomeHash(previewed.outcome)
      const payload = { requestId: target.id, decision, resultHash, validUntil }
      return {
        status: 200,
        headers: { etag: formatEtag(revision) },
        body: {
          ...previewed.outcome,
          requestId: target.id,
          revision: Number(revision),
          computedAt: at,
          validUntil,
          token: signToken(quoteSecret.reveal(), PREVIEW_TOKEN, payload),
        },
      }
    },
  })
