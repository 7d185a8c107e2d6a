import type { DisruptionCommand, DisruptionEvent } from '@hearth/contracts/disruption'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import { disruptionFold, type DisruptionState } from './disruption.state.ts'

/** Why it can't be decided; undefined where it waits for a decision. */
const refuseDecision = (state: DisruptionState): Rejected | undefined => {
  if (state.status === 'none') return reject('NOT_FOUND', 'This event doesn’t exist.')
  return state.status === 'declared'
    ? undefined
    : reject('ALREADY_DECIDED', 'This event has already been approved or rejected.')
}

/** One person declares an event, another approves it (docs/domain/disruption.md#two-people). */
export const disruption: Decider<DisruptionState, DisruptionCommand, DisruptionEvent> = {
  ...disruptionFold,
  decide: {
    DeclareDisruption: (declaration, state, { id, actor }) =>
      state.status === 'none'
        ? accept([{ type: 'DisruptionDeclared', data: { disruptionId: id, ...declaration, by: actor.id } }])
        : reject('DUPLICATE', 'This event has already been declared.'),
    ApproveDisruption: (_data, state, { id, actor }) => {
      const refused = refuseDecision(state)
      if (refused !== undefined) return refused
      return state.status !== 'none' && state.declaredBy === actor.id
        ? reject('FOUR_EYES_SAME_ACTOR', 'You declared this event, so someone else has to approve it.')
        : accept([{ type: 'DisruptionApproved', data: { disruptionId: id, by: actor.id } }])
    },
    /** Who declared it may take it back. */
    RejectDisruption: ({ reason }, state, { id, actor }) =>
      refuseDecision(state) ??
      accept([{ type: 'DisruptionRejected', data: { disruptionId: id, by: actor.id, reason } }]),
    RecordDisruptionApplied: (_data, { status }, { id }) =>
      accept(status === 'approved' ? [{ type: 'DisruptionApplied', data: { disruptionId: id } }] : []),
  },
}
