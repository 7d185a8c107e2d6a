import { sum } from '@hearth/contracts/kernel/money'
import type { DecisionVersion, ItemDecision } from '@hearth/contracts/reimbursement'
import { done, notFound, ofClaim, type Data, type Decided, type ReimbursementContext } from './common.ts'
import { decideWith, formulasOf } from './deciding.ts'
import type { KnownReimbursement, ReimbursementState } from './reimbursement.state.ts'

/** What the guest owes for a decision; undefined where nothing is to be charged, or it was tried already. */
export const owedByGuest = (
  state: KnownReimbursement,
  version: DecisionVersion,
): Readonly<{ amountMinor: number }> | undefined => {
  if (state.kind === 'expense' || state.charged.includes(version)) return undefined
  if (state.status === 'guest_accepted')
    return version === 1
      ? { amountMinor: sum(state.items.map(({ claimedMinor }) => claimedMinor)) }
      : undefined
  const decision = state.decisions.find((decided) => decided.version === version)
  return decision === undefined || decision.payableMinor === 0
    ? undefined
    : { amountMinor: decision.payableMinor }
}

const amountOf = (state: KnownReimbursement, version: DecisionVersion, amountMinor: number) => ({
  version,
  amountMinor,
  currency: state.currency,
})

/** The guest agreed to every item and has paid: nothing is taken off. */
const approveAll = (state: KnownReimbursement): ItemDecision[] => {
  const formulas = formulasOf(state)
  return state.items.map(({ itemId, claimedMinor }, index) => ({
    itemId,
    approvedMinor: claimedMinor,
    reason: 'approved_full' as const,
    formula: formulas[index]!,
    note: null,
  }))
}

/** What is recorded of the money that follows from a decision (docs/domain/reimbursement.md#payment). */
export const decidePaying = {
  RecordReimbursementPayment: (
    { version, entryId }: Data<'RecordReimbursementPayment'>,
    state: ReimbursementState,
    ctx: ReimbursementContext,
  ): Decided => {
    if (state.status === 'none') return notFound
    const decision = state.decisions.find((decided) => decided.version === version)
    if (decision === undefined || state.paid.includes(version)) return done()
    const paid = amountOf(state, version, decision.payableMinor)
    return done({ type: 'ReimbursementPaid', data: { ...ofClaim(state, ctx), ...paid, entryId } })
  },
  RecordReimbursementCharge: (
    { version, providerRef }: Data<'RecordReimbursementCharge'>,
    state: ReimbursementState,
    ctx: ReimbursementContext,
  ): Decided => {
    if (state.status === 'none') return notFound
    const owed = owedByGuest(state, version)
    if (owed === undefined) return done()
    const charged = {
      ...ofClaim(state, ctx),
      ...amountOf(state, version, owed.amountMinor),
      providerRef,
    }
    const event = { type: 'ReimbursementGuestCharged', data: charged } as const
    if (state.status !== 'guest_accepted') return done(event)
    const people = { by: ctx.actor.id, approvedBy: null }
    const decided = decideWith(approveAll(state), people, state, ctx)
    return decided.ok ? done(event, ...decided.events) : decided
  },
  FailReimbursementCharge: (
    { version, failure }: Data<'FailReimbursementCharge'>,
    state: ReimbursementState,
    ctx: ReimbursementContext,
  ): Decided => {
    if (state.status === 'none') return notFound
    const owed = owedByGuest(state, version)
    if (owed === undefined) return done()
    const failed = { ...ofClaim(state, ctx), ...amountOf(state, version, owed.amountMinor), failure }
    return done({ type: 'ReimbursementGuestChargeFailed', data: failed })
  },
}
