import { addMinutes, earlier, type Instant } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import {
  nextStatus,
  outcomeHash,
  PREVIEW_TOKEN,
  type PreviewRequest,
  type RequestDecision,
  type RequestPreview,
} from '@hearth/contracts/request'
import type { Secret } from '@hearth/platform/config/secret'
import { signToken } from '@hearth/platform/sealing/signedToken'
import { actingAs, type Principal } from '@hearth/platform/session/principal'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { ReadState } from '../runtime/decider.ts'
import { refuse, type Refused } from '../runtime/outcome.ts'
import type { Previewed } from '../runtime/previewRoute.ts'
import { isOfGuest, previewDecision, type GuestRequest } from './guestDecision.ts'
import { createRequestFactLoader, type RequestFactPorts } from './request.facts.ts'
import { requestFold } from './request.state.ts'

/** Other streams may be this old; what a promise rests on is read again. */
export const MAX_AGE_MS = 1_000
/** The guest answers what a host offered: its preview says what that does, and its token decides nothing. */
const nameCommand = ({ kind, status }: GuestRequest, decision: RequestDecision) => {
  if (status === 'offered') return decision === 'accept' ? 'AcceptOffer' : 'DeclineOffer'
  if (decision === 'decline') return 'DeclineRequest'
  return kind === 'refund_waiver' ? 'GrantRefundWaiver' : 'AcceptRequest'
}

const isPossible = (state: GuestRequest, decision: RequestDecision) =>
  nextStatus(state.kind, state.status, nameCommand(state, decision)) !== undefined

/** The wall clock. */
export type PreviewPorts = Readonly<{ now: () => Instant }>

export type PreviewParts = Readonly<{
  handler: Pick<CommandHandler, 'locate' | 'view'>
  ports: Readonly<{ request: RequestFactPorts & PreviewPorts }>
  quoteSecret: Secret
}>

/**
 * What a decision would do now, for those who may take it, with the token that it must carry
 * (docs/domain/request.md#previews).
 */
export const createPreview = ({ handler, ports, quoteSecret }: PreviewParts) => {
  const loadFacts = createRequestFactLoader(ports.request)
  const readState: ReadState = async (of, id, { fresh = false } = {}) =>
    (await handler.view(of, id, fresh ? 0 : MAX_AGE_MS)).state

  return async (
    principal: Principal,
    id: string,
    { decision, amountMinor }: PreviewRequest,
  ): Promise<Previewed<RequestPreview> | Refused> => {
    const key = newId()
    const command = { type: 'AcceptRequest', id, data: {}, principal, commandId: key, correlationId: key }
    const target = await handler.locate(command)
    if (target.kind === 'rejected') return target
    const { state, revision } = await handler.view(requestFold, target.id, 0)
    if (state.kind === 'none') return refuse('NOT_FOUND', 'This request doesn’t exist.')
    if (!isOfGuest(state) || !isPossible(state, decision))
      return refuse('INVALID_TRANSITION', `The request is ${state.status.replaceAll('_', ' ')}.`, {
        requestStatus: state.status,
      })
    const now = ports.request.now()
    const { tenantId } = target
    const about = { id: target.id, tenantId, now, recordedAt: now, actor: actingAs(principal), where: null }
    const asked = { type: 'AcceptRequest', data: { previewToken: '', note: null } } as const
    const facts = await loadFacts(asked, about, readState)
    const previewed = previewDecision(state, decision, now, facts, amountMinor)
    if (!previewed.ok) return refuse(previewed.code, previewed.detail, previewed.facts)
    const { outcome } = previewed
    const validUntil = earlier(addMinutes(now, facts.terms.previewMinutes), state.dueAt)
    const payload = { requestId: target.id, decision, resultHash: outcomeHash(outcome), validUntil }
    const token = signToken(quoteSecret.reveal(), PREVIEW_TOKEN, payload)
    const of = { requestId: target.id, revision: Number(revision), computedAt: now }
    return { kind: 'previewed', preview: { ...outcome, ...of, validUntil, token } }
  }
}
