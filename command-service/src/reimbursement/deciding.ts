import { addHours } from '@hearth/contracts/kernel/dates'
import { formatAmount, nominalToMinor, sum } from '@hearth/contracts/kernel/money'
import {
  computeFormulas,
  decideItem,
  readOutcome,
  type DecisionVersion,
  type Item,
  type ItemDecision,
  type ItemFormula,
} from '@hearth/contracts/reimbursement'
import { reject, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import {
  byActor,
  done,
  ofClaim,
  withStep,
  type Data,
  type Decided,
  type ReimbursementContext,
} from './common.ts'
import { lastDecisionOf, type KnownReimbursement } from './reimbursement.state.ts'

type Wanted = Data<'DecideReimbursement'>['items'][number]

const sameActor = (detail: string) => reject('FOUR_EYES_SAME_ACTOR', detail)

/** People who took part in a decision take no part in the one about its appeal. */
export const refuseOwnAppeal = (
  { status, decisions }: KnownReimbursement,
  { actor }: ReimbursementContext,
): Rejected | null =>
  status === 'appealed' && decisions.some(({ by, approvedBy }) => by === actor.id || approvedBy === actor.id)
    ? sameActor('You took part in the decision that is appealed. Another reviewer decides this.')
    : null

/** The formula of each item, as everyone sees it. */
export const formulasOf = ({ items, terms, on, cleaningMinor }: KnownReimbursement) =>
  computeFormulas(items, { terms, on, cleaningMinor })

/** Wear can only be seen by comparing. */
const canCompare = ({ evidence }: KnownReimbursement, itemId: string): boolean =>
  (['photo_before', 'photo_after'] as const).every((kind) =>
    evidence.some((file) => file.kind === kind && (file.itemId === null || file.itemId === itemId)),
  )

const decideOne = (
  wanted: Wanted,
  index: number,
  item: Item,
  formula: ItemFormula,
  state: KnownReimbursement,
): ItemDecision | Rejected => {
  const { itemId, reason, marketMinor, note } = wanted
  const { terms, on, currency } = state
  if (reason === 'wear_and_tear' && !canCompare(state, itemId))
    return reject('EVIDENCE_REQUIRED', 'Wear needs a photo from before and one from after the stay.', {
      errors: [{ pointer: `/items/${index}/reason`, detail: 'needs photos to compare' }],
    })
  const decided = decideItem(item, formula, { reason, marketMinor }, { terms, on })
  if (decided === null) return wrongField(`/items/${index}/reason`, 'doesn’t fit this item')
  if (decided.approvedMinor !== wanted.approvedMinor)
    return wrongField(
      `/items/${index}/approvedMinor`,
      `must be ${formatAmount(decided.approvedMinor, currency)} by the rules`,
    )
  const before = lastDecisionOf(state)?.approvedByItem[itemId] ?? 0
  if (decided.approvedMinor < before)
    return wrongField(
      `/items/${index}/approvedMinor`,
      `can’t be less than the first decision, ${formatAmount(before, currency)}`,
    )
  return { itemId, reason, note, ...decided }
}

/** What was decided about each item, in the order of the claim. */
const decideAll = (wanted: readonly Wanted[], state: KnownReimbursement): ItemDecision[] | Rejected => {
  const formulas = formulasOf(state)
  const decisions: ItemDecision[] = []
  for (const [position, item] of state.items.entries()) {
    const index = wanted.findIndex(({ itemId }) => itemId === item.itemId)
    const found = wanted[index]
    const formula = formulas[position]
    if (found === undefined || formula === undefined)
      return wrongField('/items', 'must decide each item of the claim')
    const decision = decideOne(found, index, item, formula, state)
    if ('ok' in decision) return decision
    decisions.push(decision)
  }
  return wanted.length === decisions.length ? decisions : wrongField('/items', 'must name each item once')
}

/** The decision, with what follows from it. */
export const decideWith = (
  items: readonly ItemDecision[],
  people: Readonly<{ by: string; approvedBy: string | null }>,
  state: KnownReimbursement,
  ctx: ReimbursementContext,
): Decided => {
  const totalMinor = sum(items.map(({ approvedMinor }) => approvedMinor))
  const outcome = readOutcome(sum(state.items.map(({ claimedMinor }) => claimedMinor)), totalMinor)
  const before = lastDecisionOf(state)
  const version: DecisionVersion = before === undefined ? 1 : 2
  const data = {
    ...ofClaim(state, ctx),
    ...people,
    version,
    items: [...items],
    totalMinor,
    currency: state.currency,
    outcome,
    payableMinor: totalMinor - (before?.totalMinor ?? 0),
  }
  if (before !== undefined) return done({ type: 'ReimbursementDecidedFinal', data })
  const appealBy = outcome === 'approved' ? null : addHours(ctx.now, state.terms.appealHours)
  return done({ type: 'ReimbursementDecided', data: { ...data, appealBy } })
}

/** How claims are decided (docs/domain/reimbursement.md#decisions). */
export const decideDeciding = {
  DecideReimbursement: withStep(
    'DecideReimbursement',
    ({ items }: Data<'DecideReimbursement'>, state, ctx) => {
      const refused = refuseOwnAppeal(state, ctx)
      if (refused !== null) return refused
      if (state.proposal !== null)
        return reject('INVALID_TRANSITION', 'A decision waits for a second person already.')
      const decided = decideAll(items, state)
      if ('ok' in decided) return decided
      const totalMinor = sum(decided.map(({ approvedMinor }) => approvedMinor))
      const limit = nominalToMinor(state.terms.secondPersonAboveNominal, state.currency)
      if (totalMinor <= limit) return decideWith(decided, { ...byActor(ctx), approvedBy: null }, state, ctx)
      const version: DecisionVersion = state.decisions.length === 0 ? 1 : 2
      const { currency } = state
      const data = { ...ofClaim(state, ctx), ...byActor(ctx), version, items: decided, totalMinor, currency }
      return done({ type: 'ReimbursementDecisionProposed', data })
    },
  ),
  ApproveReimbursementDecision: withStep(
    'ApproveReimbursementDecision',
    (_: Data<'ApproveReimbursementDecision'>, state, ctx) => {
      const { proposal } = state
      if (proposal === null) return reject('INVALID_TRANSITION', 'No decision waits for a second person.')
      if (proposal.by === ctx.actor.id)
        return sameActor('You proposed this decision. A second person approves it.')
      const { by, items } = proposal
      return refuseOwnAppeal(state, ctx) ?? decideWith(items, { by, approvedBy: ctx.actor.id }, state, ctx)
    },
  ),
  ReturnReimbursementDecision: withStep(
    'ReturnReimbursementDecision',
    ({ reason }: Data<'ReturnReimbursementDecision'>, state, ctx) => {
      if (state.proposal === null)
        return reject('INVALID_TRANSITION', 'No decision waits for a second person.')
      const data = { ...ofClaim(state, ctx), ...byActor(ctx), reason }
      return done({ type: 'ReimbursementDecisionReturned', data })
    },
  ),
}
