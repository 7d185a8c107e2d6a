import { utcDay } from '@hearth/contracts/kernel/dates'
import { entryProblems, type LedgerCommand, type LedgerEvent } from '@hearth/contracts/ledger'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { getId } from '../runtime/idMap.ts'
import { decideAdjustments } from './adjustments.ts'
import { decideAssignment } from './assignment.ts'
import type { LedgerFacts } from './ledger.facts.ts'
import { ledgerFold, type LedgerState } from './ledger.state.ts'

const notUnderWay = reject('INVALID_TRANSITION', 'This payout has no entries in transit.')

const findGroup = (
  hostAccountId: string,
  payoutId: string,
  { currency, amountMinor, entries }: LedgerState['assigned'][string],
) => ({
  hostAccountId,
  payoutId,
  currency,
  amountMinor,
  entryIds: entries.map(({ entryId }) => entryId),
})

export const ledger: Decider<LedgerState, LedgerCommand, LedgerEvent, LedgerFacts> = {
  ...ledgerFold,
  decide: {
    ...decideAdjustments,
    PostEntries: ({ entries }, state, { id }) => {
      const added = entries.filter(
        ({ entryId }, index) =>
          getId(state.posted, entryId) === undefined &&
          entries.findIndex((other) => other.entryId === entryId) === index,
      )
      const problems = added.flatMap((entry) => entryProblems(entry))
      if (problems.length > 0) return wrongField('/entries', problems.join(' '))
      return accept(
        added.map((entry) => ({ type: 'LedgerEntryPosted', data: { hostAccountId: id, ...entry } })),
      )
    },
    ...decideAssignment,
    SettleEntries: ({ payoutId, at, on = utcDay(at) }, state, { id }) => {
      const group = state.assigned[payoutId]
      if (group !== undefined)
        return accept([{ type: 'EntriesSettled', data: { ...findGroup(id, payoutId, group), at, on } }])
      return getId(state.closed, payoutId) === 'settled' ? accept([]) : notUnderWay
    },
    UnassignEntries: ({ payoutId, reason }, state, { id }) => {
      const group = state.assigned[payoutId]
      if (group !== undefined)
        return accept([{ type: 'EntriesUnassigned', data: { ...findGroup(id, payoutId, group), reason } }])
      return getId(state.closed, payoutId) === 'unassigned' ? accept([]) : notUnderWay
    },
    RecordMoneyReduced: ({ entryId, told }, state, { id }) => {
      if (getId(state.posted, entryId) === undefined) return reject('NOT_FOUND', 'This entry doesn’t exist.')
      return accept(
        state.unnotified[entryId] === undefined
          ? []
          : [{ type: 'MoneyReducedNotified', data: { hostAccountId: id, entryId, told } }],
      )
    },
  },
}
