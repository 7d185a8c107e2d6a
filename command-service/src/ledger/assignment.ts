import { deriveEventId } from '@hearth/contracts/kernel/ids'
import { formatStream, type OfType } from '@hearth/contracts/kernel/message'
import { payablePart, sum } from '@hearth/contracts/kernel/money'
import { carriedEntryId, carryForward, type LedgerCommand, type LedgerEvent } from '@hearth/contracts/ledger'
import {
  accept,
  reject,
  type Context,
  type Decider,
  type Decision,
  type Rejected,
} from '../runtime/decider.ts'
import { getId } from '../runtime/idMap.ts'
import { wrongField } from '../runtime/refusals.ts'
import type { LedgerFacts } from './ledger.facts.ts'
import type { LedgerState, OpenEntry } from './ledger.state.ts'

type AssignEntries = OfType<LedgerCommand, 'AssignEntries'>

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

/** Assigns the entries; what of their sum cannot be transferred stays on the balance. */
const assign = (
  { payoutId, currency, amountMinor }: Readonly<AssignEntries['data']>,
  entries: readonly OpenEntry[],
  state: LedgerState,
  { id, commandId, now }: Pick<Context<LedgerFacts>, 'id' | 'commandId' | 'now'>,
): Decision<LedgerEvent> => {
  const restMinor = sum(entries.map((entry) => entry.amountMinor)) - amountMinor
  const listingId = entries.findLast((entry) => entry.amountMinor > 0)?.listingId ?? null
  // The assignment, which is the third event, is what causes both entries.
  const source = {
    stream: formatStream('hostLedger', id),
    revision: state.revision + 3,
    eventId: deriveEventId(commandId, 2),
  }
  const carried = carryForward({ payoutId, currency, restMinor, listingId, source, now })
  const taken = [...entries, ...carried.filter(({ kind }) => kind === 'carried_forward')]
  const entryIds = taken.map(({ entryId }) => entryId)
  return accept<LedgerEvent>([
    ...carried.map((entry) => ({
      type: 'LedgerEntryPosted' as const,
      data: { hostAccountId: id, ...entry },
    })),
    { type: 'EntriesAssigned', data: { hostAccountId: id, payoutId, currency, amountMinor, entryIds } },
  ])
}

/** Takes entries into a payout (docs/domain/payout.md#runs). */
export const decideAssignment: Pick<
  Decider<LedgerState, LedgerCommand, LedgerEvent, LedgerFacts>['decide'],
  'AssignEntries'
> = {
  AssignEntries: (data, state, ctx) => {
    const { payoutId, currency, amountMinor, entryIds } = data
    const present = state.assigned[payoutId]
    if (present !== undefined) {
      const taken = present.entries.filter(({ entryId }) => entryId !== carriedEntryId(payoutId))
      const same =
        taken.length === entryIds.length && taken.every(({ entryId }, index) => entryId === entryIds[index])
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
      .map((entry) => notPayable(state, entry, currency, ctx.now))
      .find((refusal) => refusal !== undefined)
    if (refused !== undefined) return refused
    const payable = payablePart(sum(entries.map((entry) => entry.amountMinor)), currency)
    if (payable !== amountMinor)
      return wrongField('/amountMinor', `must be ${payable}, what can be paid of the entries`)
    return payable > 0
      ? assign(data, entries, state, ctx)
      : reject('POLICY_VIOLATION', 'Only amounts above 0 are paid out.', { rule: 'nothing_to_pay' })
  },
}
