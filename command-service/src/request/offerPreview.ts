import { addMinutes, earlier } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import {
  nextStatus,
  outcomeHash,
  PREVIEW_TOKEN,
  type OfferPreview,
  type OfferPreviewRequest,
} from '@hearth/contracts/request'
import { signToken } from '@hearth/platform/sealing/signedToken'
import { actingAs, type Principal } from '@hearth/platform/session/principal'
import { bookingFold } from '../booking/booking.state.ts'
import type { ReadState } from '../runtime/decider.ts'
import { notFound, refuse, type Refused } from '../runtime/outcome.ts'
import type { Previewed } from '../runtime/previewRoute.ts'
import { refuseFields } from '../runtime/refusals.ts'
import { previewOffer } from './offer.ts'
import { MAX_AGE_MS, type PreviewParts } from './preview.ts'
import { createRequestFactLoader } from './request.facts.ts'
import { requestFold } from './request.state.ts'

/** The command that makes the offer, with a token that the preview doesn’t have yet. */
const describeCommand = (bookingId: string, { counteredId, listingId, ...offer }: OfferPreviewRequest) => {
  const data = { ...offer, message: '', previewToken: '' }
  return counteredId === null
    ? ({ type: 'OfferAlteration', data: { ...data, listingId, bookingId, after: null } } as const)
    : ({ type: 'CounterRequest', data } as const)
}

/**
 * What an offer would do once the guest accepts it, for those who may make it, with the token that it must carry
 * (docs/domain/request.md#offers).
 */
export const createOfferPreview = ({ handler, ports, quoteSecret }: PreviewParts) => {
  const loadFacts = createRequestFactLoader(ports.request)
  const readState: ReadState = async (of, id, { fresh = false } = {}) =>
    (await handler.view(of, id, fresh ? 0 : MAX_AGE_MS)).state

  return async (
    principal: Principal,
    bookingId: string,
    wanted: OfferPreviewRequest,
  ): Promise<Previewed<OfferPreview> | Refused> => {
    const { counteredId } = wanted
    const command = describeCommand(bookingId, wanted)
    const key = newId()
    // Staff choose no account here: it is the booking's.
    const { tenantId: hostAccountId } = await handler.view(bookingFold, bookingId, MAX_AGE_MS)
    if (hostAccountId === undefined) return notFound()
    const sent = { ...command, principal, hostAccountId, commandId: key, correlationId: key }
    const target = await handler.locate(counteredId === null ? sent : { ...sent, id: counteredId })
    if (target.kind === 'rejected') return target
    const { state } = await handler.view(requestFold, target.id, 0)
    if (counteredId !== null) {
      if (state.kind !== 'alteration' || state.bookingId !== bookingId)
        return refuse('NOT_FOUND', 'This request doesn’t exist.')
      if (nextStatus(state.kind, state.status, 'CounterRequest') === undefined)
        return refuse('INVALID_TRANSITION', `The request is ${state.status}.`, {
          requestStatus: state.status,
        })
    }
    const now = ports.request.now()
    const { tenantId } = target
    const about = { id: target.id, tenantId, now, recordedAt: now, actor: actingAs(principal), where: null }
    const facts = await loadFacts(command, about, readState)
    const wrong = refuseFields(facts.unknown)
    if (wrong !== null) return refuse(wrong.code, wrong.detail, wrong.facts)
    const planned = previewOffer(wanted, facts.alteration, now, facts.terms)
    if (!planned.ok) return refuse(planned.code, planned.detail, planned.facts)
    const { outcome, offered } = planned
    const requestId = counteredId ?? bookingId
    const validUntil = earlier(addMinutes(now, facts.terms.previewMinutes), offered.dueAt)
    const payload = { requestId, decision: 'offer', resultHash: outcomeHash(outcome), validUntil } as const
    const token = signToken(quoteSecret.reveal(), PREVIEW_TOKEN, payload)
    const of = { requestId, computedAt: now, answerBy: offered.dueAt }
    return { kind: 'previewed', preview: { ...outcome, ...of, validUntil, token } }
  }
}
