import { formatStream, type RecordedEvent } from '../kernel/message.ts'
import { withoutTexts } from '../kernel/accountTexts.ts'
import { defineProjection, foldBy, occurredAtOf, type Row } from '../kernel/projection.ts'
import type { LedgerEvent } from './messages.ts'
import {
  zAdjustmentRow,
  zBalanceRow,
  zLedgerEntryRow,
  type AdjustmentRow,
  type BalanceRow,
  type LedgerEntryRow,
} from './resource.ts'
import { balanceAt, withDebt, withMaturing } from './rules/balance.ts'

/** Where each row is. */
const categories = ['hostLedger']
const streams = ({ hostAccountId }: Row) => [formatStream('hostLedger', String(hostAccountId))]
/** The event as one of the ledger's; the caller has checked its stream. */
const parseLedgerEvent = (event: RecordedEvent) => ({ type: event.type, data: event.data }) as LedgerEvent

const readEntryIds = (event: RecordedEvent): readonly string[] => {
  const { type, data } = parseLedgerEvent(event)
  if (type === 'LedgerEntryPosted' || type === 'MoneyReducedNotified') return [data.entryId]
  return type === 'EntriesAssigned' || type === 'EntriesUnassigned' || type === 'EntriesSettled'
    ? data.entryIds
    : []
}

/** One row for each entry. */
export const ledgerEntryProjection = defineProjection<LedgerEntryRow>({
  name: 'ledger_entry',
  version: 2,
  row: zLedgerEntryRow,
  categories,
  streams,
  personal: ['text'],
  eraseTexts: withoutTexts('text'),
  keys: readEntryIds,
  fold: foldBy<LedgerEntryRow, LedgerEvent>({
    LedgerEntryPosted: (_row, event) => {
      const { entryId: id, ...entry } = event.data
      return {
        id,
        ...entry,
        state: 'open',
        payoutId: null,
        postedAt: occurredAtOf(event),
        notifiedAt: null,
        settledAt: null,
        settledOn: null,
      }
    },
    EntriesAssigned: (row, { data }) => row && { ...row, state: 'assigned', payoutId: data.payoutId },
    EntriesUnassigned: (row) => row && { ...row, state: 'open', payoutId: null },
    EntriesSettled: (row, { data }) =>
      row && { ...row, state: 'settled', settledAt: data.at, settledOn: data.on },
    MoneyReducedNotified: (row, event) => row && { ...row, notifiedAt: occurredAtOf(event) },
  }),
})

const readBalanceKeys = (event: RecordedEvent): readonly string[] => {
  const { type, data } = parseLedgerEvent(event)
  return type === 'LedgerEntryPosted' ||
    type === 'EntriesAssigned' ||
    type === 'EntriesUnassigned' ||
    type === 'EntriesSettled'
    ? [`${data.hostAccountId}-${data.currency}`]
    : []
}

type Moved = Readonly<Partial<Pick<BalanceRow, 'availableMinor' | 'inTransitMinor' | 'paidMinor'>>>
const moved = (row: BalanceRow | undefined, event: RecordedEvent, by: Moved): BalanceRow | undefined => {
  if (row === undefined) return row
  const now = balanceAt(row, occurredAtOf(event))
  return withDebt(
    {
      ...now,
      availableMinor: now.availableMinor + (by.availableMinor ?? 0),
      inTransitMinor: now.inTransitMinor + (by.inTransitMinor ?? 0),
      paidMinor: now.paidMinor + (by.paidMinor ?? 0),
    },
    occurredAtOf(event),
  )
}

/** One row for each account and currency, as of its last event; `balanceAt` brings it up to an instant. */
export const balanceProjection = defineProjection<BalanceRow>({
  name: 'balance',
  version: 2,
  row: zBalanceRow,
  categories,
  streams,
  keys: readBalanceKeys,
  fold: foldBy<BalanceRow, LedgerEvent>({
    LedgerEntryPosted: (row, event, id) => {
      const { hostAccountId, currency, amountMinor, availableAt } = event.data
      const empty = {
        id,
        hostAccountId,
        currency,
        pendingMinor: 0,
        availableMinor: 0,
        inTransitMinor: 0,
        paidMinor: 0,
        maturing: [],
        negativeSince: null,
      }
      return withDebt(
        balanceAt(withMaturing(row ?? empty, availableAt, amountMinor), occurredAtOf(event)),
        occurredAtOf(event),
      )
    },
    EntriesAssigned: (row, event) =>
      moved(row, event, { availableMinor: -event.data.amountMinor, inTransitMinor: event.data.amountMinor }),
    EntriesUnassigned: (row, event) =>
      moved(row, event, { availableMinor: event.data.amountMinor, inTransitMinor: -event.data.amountMinor }),
    EntriesSettled: (row, event) =>
      moved(row, event, { inTransitMinor: -event.data.amountMinor, paidMinor: event.data.amountMinor }),
  }),
})

const readAdjustmentIds = (event: RecordedEvent): readonly string[] => {
  const { type, data } = parseLedgerEvent(event)
  return type === 'AdjustmentProposed' || type === 'AdjustmentApproved' || type === 'AdjustmentRejected'
    ? [data.adjustmentId]
    : []
}

/** One row for each adjustment. */
export const adjustmentProjection = defineProjection<AdjustmentRow>({
  name: 'adjustment',
  version: 1,
  row: zAdjustmentRow,
  categories,
  streams,
  personal: ['reason', 'decisionReason'],
  eraseTexts: withoutTexts('reason', 'decisionReason'),
  keys: readAdjustmentIds,
  fold: foldBy<AdjustmentRow, LedgerEvent>({
    AdjustmentProposed: (_row, event) => {
      const { adjustmentId: id, by: proposedBy, ...proposal } = event.data
      return {
        id,
        ...proposal,
        state: 'proposed',
        proposedBy,
        proposedAt: occurredAtOf(event),
        decidedBy: null,
        decidedAt: null,
        decisionReason: null,
      }
    },
    AdjustmentApproved: (row, event) =>
      row && { ...row, state: 'approved', decidedBy: event.data.by, decidedAt: occurredAtOf(event) },
    AdjustmentRejected: (row, event) =>
      row && {
        ...row,
        state: 'rejected',
        decidedBy: event.data.by,
        decidedAt: occurredAtOf(event),
        decisionReason: event.data.reason,
      },
  }),
})
