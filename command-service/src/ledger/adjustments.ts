import {
  entryFrom,
  LEDGER_KINDS,
  type EntryHead,
  type LedgerCommand,
  type LedgerEvent,
} from '@hearth/contracts/ledger'
import { deriveEventId } from '@hearth/contracts/kernel/ids'
import { formatStream } from '@hearth/contracts/kernel/message'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import type { LedgerFacts } from './ledger.facts.ts'
import type { LedgerState, Proposal } from './ledger.state.ts'

const noAdjustment = reject('NOT_FOUND', 'This adjustment doesn’t exist.')

/** Why an adjustment cannot be decided by this person; the proposal when it can. */
const undecided = (state: LedgerState, adjustmentId: string, actorId: string): Proposal | Rejected => {
  const proposal = Object.hasOwn(state.adjustments, adjustmentId)
    ? state.adjustments[adjustmentId]
    : undefined
  if (proposal === undefined) return noAdjustment
  if (proposal.state !== 'proposed') return reject('ALREADY_DECIDED', `This adjustment is ${proposal.state}.`)
  return proposal.by === actorId
    ? reject('FOUR_EYES_SAME_ACTOR', 'You proposed this adjustment, so someone else has to decide.')
    : proposal
}

const isRefused = (found: Proposal | Rejected): found is Rejected => 'ok' in found

type Names = 'ProposeAdjustment' | 'ApproveAdjustment' | 'RejectAdjustment'

/**
 * Amounts that no event explains: one person proposes with a reason, another decides
 * (docs/domain/ledger.md#adjustments).
 */
export const decideAdjustments: Pick<
  Decider<LedgerState, LedgerCommand, LedgerEvent, LedgerFacts>['decide'],
  Names
> = {
  ProposeAdjustment: (
    { currency, amountMinor, listingId, bookingId, reason },
    state,
    { id, targetId, actor, facts },
  ) => {
    if (Object.hasOwn(state.adjustments, targetId)) return accept([])
    if (facts.unknown.length > 0) {
      const errors = facts.unknown.map((field) => ({
        pointer: `/${field}`,
        detail: 'doesn’t belong to this account',
      }))
      return reject('VALIDATION_FAILED', 'Choose a listing or booking of this account, or leave it empty.', {
        errors,
      })
    }
    return accept([
      {
        type: 'AdjustmentProposed',
        data: {
          hostAccountId: id,
          adjustmentId: targetId,
          currency,
          amountMinor,
          listingId,
          bookingId,
          reason,
          by: actor.id,
        },
      },
    ])
  },
  ApproveAdjustment: (_data, state, { id, targetId, actor, commandId, now }) => {
    const proposal = undecided(state, targetId, actor.id)
    if (isRefused(proposal)) return proposal
    const { currency, amountMinor, listingId, bookingId, reason } = proposal
    const source = {
      stream: formatStream('hostLedger', id),
      revision: state.revision + 1,
      eventId: deriveEventId(commandId, 0),
    }
    const head: EntryHead = {
      kind: 'manual_adjustment',
      currency,
      availableAt: now,
      listingId,
      bookingId,
      source,
      policies: [],
      text: `${LEDGER_KINDS.manual_adjustment.title}: ${reason}`,
    }
    const entry = entryFrom(head, [{ code: 'adjustment', amountMinor, basis: { rule: 'stated' } }])
    if (entry === undefined)
      return reject('POLICY_VIOLATION', 'The amount can’t be 0.', {
        rule: 'nothing_to_adjust',
      })
    return accept<LedgerEvent>([
      { type: 'AdjustmentApproved', data: { hostAccountId: id, adjustmentId: targetId, by: actor.id } },
      { type: 'LedgerEntryPosted', data: { hostAccountId: id, ...entry } },
    ])
  },
  RejectAdjustment: ({ reason }, state, { id, targetId, actor }) => {
    const proposal = undecided(state, targetId, actor.id)
    if (isRefused(proposal)) return proposal
    return accept([
      {
        type: 'AdjustmentRejected',
        data: { hostAccountId: id, adjustmentId: targetId, by: actor.id, reason },
      },
    ])
  },
}
