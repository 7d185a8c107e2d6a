import { isReduction, type LedgerEntry, type LedgerEvent } from '@hearth/contracts/ledger'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { Fold } from '../runtime/decider.ts'
import { emptyIdMap, getId, listValues, withId, withoutId, type IdMap } from '../runtime/idMap.ts'

/** An entry that is not paid out. */
export type OpenEntry = Readonly<
  Pick<
    LedgerEntry,
    'entryId' | 'kind' | 'currency' | 'amountMinor' | 'availableAt' | 'listingId' | 'bookingId' | 'text'
  >
>
export type Proposal = Readonly<
  OfType<LedgerEvent, 'AdjustmentProposed'>['data'] & { state: 'proposed' | 'approved' | 'rejected' }
>
type Totals = Readonly<{ openMinor: number; inTransitMinor: number; paidMinor: number }>

export type LedgerState = Readonly<{
  /** The last event's; -1 before the first. */
  revision: number
  /** Every entry ever posted. */
  posted: IdMap<true>
  /** Entries in no payout. */
  open: IdMap<OpenEntry>
  /** Negative entries that the owners were not notified of. */
  unnotified: Readonly<Record<string, LedgerEntry>>
  /** Payouts in progress with their entries. */
  assigned: Readonly<
    Record<string, Readonly<{ currency: Currency; amountMinor: number; entries: readonly OpenEntry[] }>>
  >
  /** Payouts that are over. */
  closed: IdMap<'settled' | 'unassigned'>
  totals: Readonly<Partial<Record<Currency, Totals>>>
  adjustments: Readonly<Record<string, Proposal>>
}>

export const emptyLedger: LedgerState = {
  revision: -1,
  posted: emptyIdMap,
  open: emptyIdMap,
  unnotified: {},
  assigned: {},
  closed: emptyIdMap,
  totals: {},
  adjustments: {},
}

/** The amounts owed, in transit and paid; minor units, all 0 for an unused currency. */
export const totalsIn = (state: LedgerState, currency: Currency): Totals =>
  state.totals[currency] ?? { openMinor: 0, inTransitMinor: 0, paidMinor: 0 }

/** Whether the host is owed nothing, owes nothing, and nothing is on its way, in any currency. */
export const isSettled = (state: LedgerState): boolean =>
  Object.values(state.totals).every(
    ({ openMinor, inTransitMinor }) => openMinor === 0 && inTransitMinor === 0,
  )

/**
 * Entries that can go into a payout now, the oldest first: free, available, and notified where they are
 * negative.
 */
export const payableEntries = (state: LedgerState, now: Instant): readonly OpenEntry[] =>
  listValues(state.open)
    .filter(({ entryId, availableAt }) => availableAt <= now && state.unnotified[entryId] === undefined)
    .toSorted((a, b) =>
      a.availableAt < b.availableAt || (a.availableAt === b.availableAt && a.entryId < b.entryId) ? -1 : 1,
    )

const move = (
  state: LedgerState,
  currency: Currency,
  amountMinor: number,
  from: keyof Totals | null,
  to: keyof Totals,
): LedgerState['totals'] => {
  const totals = totalsIn(state, currency)
  const less = from === null ? totals : { ...totals, [from]: totals[from] - amountMinor }
  return { ...state.totals, [currency]: { ...less, [to]: less[to] + amountMinor } }
}

const omit = <V>(record: Readonly<Record<string, V>>, id: string): Readonly<Record<string, V>> => {
  const { [id]: _gone, ...rest } = record
  return rest
}

const changeAdjustment = (
  state: LedgerState,
  id: string,
  next: Proposal['state'],
): LedgerState['adjustments'] => {
  const proposal = state.adjustments[id]
  return proposal === undefined
    ? state.adjustments
    : { ...state.adjustments, [id]: { ...proposal, state: next } }
}

const counted = (state: LedgerState, change: Partial<LedgerState>): LedgerState => ({
  ...state,
  ...change,
  revision: state.revision + 1,
})

const evolve: Fold<LedgerState, LedgerEvent>['evolve'] = {
  LedgerEntryPosted: (state, { hostAccountId: _ours, ...entry }) => {
    const { entryId, kind, currency, amountMinor, availableAt, listingId, bookingId, text } = entry
    return counted(state, {
      posted: withId<true>(state.posted, entryId, true),
      open: withId<OpenEntry>(state.open, entryId, {
        entryId,
        kind,
        currency,
        amountMinor,
        availableAt,
        listingId,
        bookingId,
        text,
      }),
      ...(isReduction(entry) ? { unnotified: { ...state.unnotified, [entryId]: entry } } : {}),
      totals: move(state, currency, amountMinor, null, 'openMinor'),
    })
  },
  EntriesAssigned: (state, { payoutId, currency, amountMinor, entryIds }) =>
    counted(state, {
      open: entryIds.reduce(withoutId, state.open),
      assigned: {
        ...state.assigned,
        [payoutId]: { currency, amountMinor, entries: entryIds.flatMap((id) => getId(state.open, id) ?? []) },
      },
      totals: move(state, currency, amountMinor, 'openMinor', 'inTransitMinor'),
    }),
  EntriesUnassigned: (state, { payoutId, currency, amountMinor }) =>
    counted(state, {
      open: (state.assigned[payoutId]?.entries ?? []).reduce(
        (open, entry) => withId(open, entry.entryId, entry),
        state.open,
      ),
      assigned: omit(state.assigned, payoutId),
      closed: withId<'settled' | 'unassigned'>(state.closed, payoutId, 'unassigned'),
      totals: move(state, currency, amountMinor, 'inTransitMinor', 'openMinor'),
    }),
  EntriesSettled: (state, { payoutId, currency, amountMinor }) =>
    counted(state, {
      assigned: omit(state.assigned, payoutId),
      closed: withId<'settled' | 'unassigned'>(state.closed, payoutId, 'settled'),
      totals: move(state, currency, amountMinor, 'inTransitMinor', 'paidMinor'),
    }),
  MoneyReducedNotified: (state, { entryId }) =>
    counted(state, { unnotified: omit(state.unnotified, entryId) }),
  AdjustmentProposed: (state, data) =>
    counted(state, {
      adjustments: { ...state.adjustments, [data.adjustmentId]: { ...data, state: 'proposed' } },
    }),
  AdjustmentApproved: (state, { adjustmentId }) =>
    counted(state, { adjustments: changeAdjustment(state, adjustmentId, 'approved') }),
  AdjustmentRejected: (state, { adjustmentId }) =>
    counted(state, { adjustments: changeAdjustment(state, adjustmentId, 'rejected') }),
}

export const ledgerFold: Fold<LedgerState, LedgerEvent> = {
  category: 'hostLedger',
  initial: emptyLedger,
  evolve,
}
