import type { ReconciliationCommand, ReconciliationEvent } from '@hearth/contracts/reconciliation'
import { accept, type Decider } from '../runtime/decider.ts'

type ReconciliationState = Readonly<{ status: 'none' | 'completed' }>

/** The result of one comparison with the bank. */
export const reconciliation: Decider<ReconciliationState, ReconciliationCommand, ReconciliationEvent> = {
  category: 'reconciliation',
  initial: { status: 'none' },
  evolve: {
    ReconciliationDifferenceFound: (state) => state,
    ReconciliationCompleted: () => ({ status: 'completed' }),
  },
  decide: {
    RecordReconciliation: ({ found, ...compared }, { status }, { id }) =>
      status === 'completed'
        ? accept([])
        : accept<ReconciliationEvent>([
            ...found.map((difference): ReconciliationEvent => ({
              type: 'ReconciliationDifferenceFound',
              data: { reconciliationId: id, ...difference },
            })),
            { type: 'ReconciliationCompleted', data: { reconciliationId: id, ...compared } },
          ]),
  },
}
