import { addHours } from '@hearth/contracts/kernel/dates'
import { formatAmount, nominalToMinor, sum } from '@hearth/contracts/kernel/money'
import { listMissingEvidence, type MissingEvidence } from '@hearth/contracts/reimbursement'
import { reject, type Rejected } from '../runtime/decider.ts'
import {
  byActor,
  done,
  ofClaim,
  refuseWindow,
  reviewFrom,
  withStep,
  type Data,
  type ReimbursementContext,
} from './common.ts'
import type { KnownReimbursement } from './reimbursement.state.ts'

const MISSING: Readonly<Record<MissingEvidence['missing'], string>> = {
  photo: 'needs a photo of the damage',
  price: 'needs a receipt, a quote or an invoice',
  bookings: 'needs the bookings that were cancelled',
}

/** Why a claim can't be submitted now; null where it can. */
const refuseSubmitting = (state: KnownReimbursement, { now }: ReimbursementContext): Rejected | null => {
  const { closesAt, checkOutInstant, kind, items, evidence, currency, terms } = state
  if (closesAt !== null && now >= closesAt) return refuseWindow(closesAt)
  if (kind !== 'expense' && checkOutInstant !== null && now < checkOutInstant)
    return reject('PRECONDITION_FAILED', 'You can submit a claim once the guest has checked out.', {
      rule: 'before_check_out',
      until: checkOutInstant,
    })
  if (items.length === 0)
    return reject('PRECONDITION_FAILED', 'Add what you claim first.', { rule: 'no_items' })
  const missing = listMissingEvidence(kind, items, evidence)
  if (missing.length > 0) {
    const errors = missing.map((lack) => ({
      pointer: `/items/${items.findIndex(({ itemId }) => itemId === lack.itemId)}`,
      detail: MISSING[lack.missing],
    }))
    return reject('EVIDENCE_REQUIRED', 'Some items have no evidence yet.', { errors, missing })
  }
  const cap = nominalToMinor(terms.capNominal, currency)
  return sum(items.map(({ claimedMinor }) => claimedMinor)) > cap
    ? reject('LIMIT_EXCEEDED', `A claim can come to ${formatAmount(cap, currency)} at most.`, {
        rule: 'cap',
        limit: cap,
      })
    : null
}

/** A claim goes to the guest, or to the review (docs/domain/reimbursement.md#drafts). */
export const decideSubmitting = {
  SubmitReimbursement: withStep('SubmitReimbursement', (_: Data<'SubmitReimbursement'>, state, ctx) => {
    const refused = refuseSubmitting(state, ctx)
    if (refused !== null) return refused
    const { nextCheckIn } = ctx.facts
    const guestBy =
      state.kind === 'expense' || state.guestRef === null ? null : addHours(ctx.now, state.terms.guestHours)
    const submitted = {
      ...ofClaim(state, ctx),
      ...byActor(ctx),
      totalMinor: sum(state.items.map(({ claimedMinor }) => claimedMinor)),
      currency: state.currency,
      guestBy,
      ...reviewFrom(guestBy ?? ctx.now, state, ctx),
      flags: nextCheckIn !== null && nextCheckIn <= ctx.now ? (['filed_after_next_check_in'] as const) : [],
    }
    return done({ type: 'ReimbursementSubmitted', data: { ...submitted, flags: [...submitted.flags] } })
  }),
}
