import { entryProblems, type LedgerCommand, type LedgerEvent } from '@hearth/contracts/ledger'
import { sum } from '@hearth/contracts/kernel/money'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { getId } from '../runtime/idMap.ts'
import { decideAdjustments } from './adjustments.ts'
import type { LedgerFacts } from './ledger.facts.ts'
import { ledgerFold, type LedgerState, type OpenEntry } from './ledger.state.ts'

/** Why an entry cannot go into a payout; undefined when it can. */
const notPayable = (
  state: LedgerState,
  entry: OpenEntry,
  currency: string,
  now: string,
): Rejected | undefined => {
  if (entry.currency !== currency)
    return reject('CURRENCY_MISMATCH', `An entry in ${entry.currency} can’t be paid in ${currency}.`)
  if (entry.availableAt > now)
    return reject('PRECONDITION_FAILED', `This entry can be paid from ${entry.availableAt}.`, {
      rule: 'not_available',
      until: entry.availableAt,
    })
  if (state.unnotified[entry.entryId] !== undefined)
    return reject('PRECONDITION_FAILED', 'The owners must be notified of a deduction before it’s applied.', {
      rule: 'money_reduced_notice',
    })
  return undefined
}

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
    AssignEntries: ({ payoutId, currency, amountMinor, entryIds }, state, { id, now }) => {
      const present = state.assigned[payoutId]
      if (present !== undefined) {
        const same =
          present.entries.length === entryIds.length &&
          present.entries.every(({ entryId }, index) => entryId === entryIds[index])
        return same ? accept([]) : reject('ALREADY_DECIDED', 'This payout has different entries.')
      }
      if (getId(state.closed, payoutId) !== undefined)
        return reject('ALREADY_DECIDED', 'This payout has ended. Its entries go into another one.')
      if (new Set(entryIds).size !== entryIds.length)
        return wrongField('/entryIds', 'must not name an entry twice')
      const entries = entryIds.flatMap((entryId) => getId(state.open, entryId) ?? [])
      if (entries.length !== entryIds.length)
        return reject('INVALID_TRANSITION', 'Some of these entries don’t exist or are already in a payout.')
      const refused = entries
        .map((entry) => notPayable(state, entry, currency, now))
        .find((refusal) => refusal !== undefined)
      if (refused !== undefined) return refused
      const total = sum(entries.map((entry) => entry.amountMinor))
      if (total !== amountMinor) return wrongField('/amountMinor', `must be ${total}, the sum of the entries`)
      if (total <= 0)
        return reject('POLICY_VIOLATION', 'Only amounts above 0 are paid out.', {
          rule: 'nothing_to_pay',
        })
      return accept([
        {
          type: 'EntriesAssigned',
          data: { hostAccountId: id, payoutId, currency, amountMinor, entryIds: [...entryIds] },
        },
      ])
    },
    SettleEntries: ({ payoutId, at }, state, { id }) => {
      const group = state.assigned[payoutId]
      if (group !== undefined)
        return accept([{ type: 'EntriesSettled', data: { ...findGroup(id, payoutId, group), at } }])
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
