import type { Actor } from '@hearth/contracts/kernel/message'
import type { RequestCommand, RequestEvent, RequestKind } from '@hearth/contracts/request'
import { reject, type Decider } from '../runtime/decider.ts'
import { decideAlteration } from './alteration.ts'
import { decideBookingRequest } from './bookingRequest.ts'
import { byActor, done, ofRequest, withAnyStep, type Data } from './common.ts'
import { decideExpense } from './expense.ts'
import { decideForGuest, isOfGuest, refuseMoot } from './guestDecision.ts'
import { decideOffer } from './offer.ts'
import { decideRefundWaiver } from './refundWaiver.ts'
import { decideReminders } from './reminders.ts'
import type { RequestFacts } from './request.facts.ts'
import { requestFold, type KnownRequest, type RequestState } from './request.state.ts'
import { decideService } from './service.ts'

/** A host's offer is the host's. */
const listOpeners = (state: KnownRequest): readonly Actor['kind'][] =>
  state.kind === 'alteration' && state.byHost ? ['host', 'staff'] : OPENED_BY[state.kind]

/** Who may withdraw: guests by the gateway, hosts, Hearth. Hearth may also cancel what it works on. */
const OPENED_BY: Readonly<Record<RequestKind, readonly Actor['kind'][]>> = {
  booking_request: ['service'],
  alteration: ['service'],
  refund_waiver: ['service'],
  service: ['host', 'staff'],
  expense_approval: ['staff'],
}

/** A question that waits for someone's answer, of any kind (docs/domain/request.md#states). */
export const request: Decider<RequestState, RequestCommand, RequestEvent, RequestFacts> = {
  ...requestFold,
  decide: {
    ...decideBookingRequest,
    ...decideAlteration,
    ...decideOffer,
    ...decideRefundWaiver,
    ...decideForGuest,
    ...decideService,
    ...decideExpense,
    ...decideReminders,
    WithdrawRequest: withAnyStep('WithdrawRequest', (_: Data<'WithdrawRequest'>, state, ctx) => {
      const moot = isOfGuest(state) ? refuseMoot(state, ctx.facts) : null
      if (moot !== null) return moot
      return listOpeners(state).includes(ctx.actor.kind)
        ? done({ type: 'RequestWithdrawn', data: { ...ofRequest(state, ctx), ...byActor(ctx) } })
        : reject('FORBIDDEN', 'Only the side that opened this request can withdraw it. Decline it instead.')
    }),
  },
}
