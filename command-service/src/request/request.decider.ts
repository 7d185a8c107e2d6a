import type { RequestCommand, RequestEvent } from '@hearth/contracts/request'
import { reject, type Decider } from '../runtime/decider.ts'
import { byActor, done, ofRequest, withAnyStep, type Data } from './common.ts'
import { decideExpense } from './expense.ts'
import type { RequestFacts } from './request.facts.ts'
import { requestFold, type RequestState } from './request.state.ts'
import { decideService } from './service.ts'

/** A question that waits for someone's answer, of any kind (docs/domain/request.md#states). */
export const request: Decider<RequestState, RequestCommand, RequestEvent, RequestFacts> = {
  ...requestFold,
  decide: {
    ...decideService,
    ...decideExpense,
    WithdrawRequest: withAnyStep('WithdrawRequest', (_: Data<'WithdrawRequest'>, state, ctx) =>
      state.kind === 'expense_approval' && ctx.actor.kind !== 'staff'
        ? reject('FORBIDDEN', 'Hearth asked for this approval. Decline it instead.')
        : done({ type: 'RequestWithdrawn', data: { ...ofRequest(state, ctx), ...byActor(ctx) } }),
    ),
  },
}
