import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Declaration, DisruptionEvent } from '@hearth/contracts/disruption'
import type { Fold } from '../runtime/decider.ts'

export type KnownDisruption = Declaration &
  Readonly<{
    status: 'declared' | 'approved' | 'applied' | 'rejected'
    declaredBy: string
    /** Null before it is approved. */
    approvedAt: Instant | null
  }>
export type DisruptionState = Readonly<{ status: 'none' }> | KnownDisruption

const change = (state: DisruptionState, part: Partial<KnownDisruption>): DisruptionState =>
  state.status === 'none' ? state : { ...state, ...part }

export const disruptionFold: Fold<DisruptionState, DisruptionEvent> = {
  category: 'disruption',
  initial: { status: 'none' },
  evolve: {
    DisruptionDeclared: (_state, { by: declaredBy, disruptionId: _id, ...declaration }) => ({
      status: 'declared',
      ...declaration,
      declaredBy,
      approvedAt: null,
    }),
    DisruptionApproved: (state, _data, approvedAt) => change(state, { status: 'approved', approvedAt }),
    DisruptionRejected: (state) => change(state, { status: 'rejected' }),
    DisruptionApplied: (state) => change(state, { status: 'applied' }),
  },
}
