import { utcDay } from '@hearth/contracts/kernel/dates'
import type { PayoutCommand, PayoutEvent } from '@hearth/contracts/payout'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import type { PayoutFacts } from './payout.facts.ts'
import type { PayoutState, ReturnProposal } from './payout.state.ts'

type Paid = Extract<PayoutState, { status: 'paid' | 'returned' }>

const unknown = () => reject('NOT_FOUND', 'This payout doesn’t exist.')

/** The payout while the bank has paid it; a refusal otherwise. */
const findPaid = (state: PayoutState): Paid | Rejected => {
  if (state.status === 'none') return unknown()
  if (state.status === 'paid') return state
  return reject(
    'INVALID_TRANSITION',
    state.status === 'returned' ? 'This payout is returned already.' : 'This payout isn’t paid.',
  )
}

/**
 * The amounts that may have come back, by what the bank has reported: a return of less than was paid, or all
 * of it when the bank says that the transfer failed.
 */
export const listReturnable = ({ amountMinor, raised }: Paid): readonly number[] =>
  raised.flatMap((text) => {
    const [field, , actual = ''] = text.split('/')
    if (field === 'state') return actual === 'failed' || actual === 'returned' ? [amountMinor] : []
    const returned = Number(actual)
    return field === 'amount' && returned > 0 && returned < amountMinor ? [returned] : []
  })

/** The proposal, when this person may decide about it. */
const findProposal = (
  state: PayoutState,
  actorId: string,
): Readonly<{ paid: Paid; proposal: ReturnProposal }> | Rejected => {
  const paid = findPaid(state)
  if ('ok' in paid) return paid
  const { returnProposal: proposal } = paid
  if (proposal === null)
    return reject('INVALID_TRANSITION', 'Someone has to propose the return of this payout first.')
  return proposal.by === actorId
    ? reject('FOUR_EYES_SAME_ACTOR', 'You proposed this, so someone else has to decide.')
    : { paid, proposal }
}

type Names = 'ProposePayoutReturn' | 'ApprovePayoutReturn' | 'RejectPayoutReturn'

/**
 * A payout of which the bank returned less than it had paid, or that failed after it was paid: two people turn
 * the difference into a return (docs/domain/payout.md#returns).
 */
export const decideReturns: Pick<
  Decider<PayoutState, PayoutCommand, PayoutEvent, PayoutFacts>['decide'],
  Names
> = {
  ProposePayoutReturn: ({ returnedMinor, reason }, state, { id, actor }) => {
    const paid = findPaid(state)
    if ('ok' in paid) return paid
    if (paid.returnProposal !== null)
      return reject('INVALID_TRANSITION', 'Someone has already proposed the return of this payout.')
    if (!listReturnable(paid).includes(returnedMinor))
      return reject('PRECONDITION_FAILED', 'The bank hasn’t reported that this amount came back.', {
        rule: 'return_not_reported',
      })
    const data = { payoutId: id, returnedMinor, reason, by: actor.id }
    return accept([{ type: 'PayoutReturnProposed', data }])
  },
  ApprovePayoutReturn: (_data, state, { id, actor, now }) => {
    const found = findProposal(state, actor.id)
    if ('ok' in found) return found
    const { providerRef, amountMinor } = found.paid
    const { returnedMinor } = found.proposal
    const chargeMinor = amountMinor - returnedMinor
    return accept<PayoutEvent>([
      {
        type: 'PayoutReturnApproved',
        data: { payoutId: id, returnedMinor, chargeMinor, by: actor.id },
      },
      {
        type: 'PayoutReturned',
        data: { payoutId: id, providerRef, code: 'rejected', returnedAt: now, returnedOn: utcDay(now) },
      },
    ])
  },
  RejectPayoutReturn: ({ reason }, state, { id, actor }) => {
    const found = findProposal(state, actor.id)
    return 'ok' in found
      ? found
      : accept([{ type: 'PayoutReturnRejected', data: { payoutId: id, by: actor.id, reason } }])
  },
}
