import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { defineResource, type Waiting } from '../kernel/resource.ts'
import { zComponent, zEntrySource } from './entry.ts'
import { zLedgerKind } from './kinds.ts'

/**
 * An entry as lists show it. `open`: in no payout; it can be paid from `availableAt` on, so the reader's
 * clock decides whether it is pending or available. Minor units.
 */
export const zLedgerEntryRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  kind: zLedgerKind,
  currency: zCurrency,
  amountMinor: z.int(),
  components: z.array(zComponent),
  availableAt: zInstant,
  listingId: z.string().nullable(),
  bookingId: z.string().nullable(),
  source: zEntrySource,
  policies: z.array(z.string()),
  text: z.string(),
  state: z.enum(['open', 'assigned', 'settled']),
  /** The payout that it is or was paid with. */
  payoutId: z.string().nullable(),
  postedAt: zInstant,
  /** When the owners were notified of a reduction. */
  notifiedAt: zInstant.nullable(),
  settledAt: zInstant.nullable(),
  /** The bank's day, the same in every zone. */
  settledOn: zLocalDate.nullable(),
})
export type LedgerEntryRow = z.infer<typeof zLedgerEntryRow>

/** Accounts with entries that become available: what a payout run reads. */
export const waitingEntries = {
  accounts: { at: 'availableAt', where: { state: 'open' }, owner: 'hostAccountId' },
} as const satisfies Readonly<Record<string, Waiting>>

export const ledgerEntries = defineResource({
  name: 'ledger-entries',
  table: 'ledger_entry',
  row: zLedgerEntryRow,
  capability: 'ledger.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    kind: 'open',
    currency: 'open',
    amountMinor: 'open',
    components: 'open',
    availableAt: 'open',
    listingId: 'open',
    bookingId: 'open',
    source: 'open',
    policies: 'open',
    text: 'ledger.read',
    state: 'open',
    payoutId: 'open',
    postedAt: 'open',
    notifiedAt: 'open',
    settledAt: 'open',
    settledOn: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['postedAt', 'availableAt', 'amountMinor'],
  defaultSort: ['postedAt', 'DESC'],
  filter: {
    state: 'equals',
    kind: 'equals',
    currency: 'equals',
    listingId: 'equals',
    bookingId: 'equals',
    payoutId: 'equals',
    hostAccountId: 'equals',
    postedAt: 'range',
    availableAt: 'range',
  },
  screens: {
    orders: { postedAt: 'Ledger of all accounts' },
    finds: { bookingId: 'Money of a booking, check of its earnings', payoutId: 'Entries of a payout' },
  },
  waiting: waitingEntries,
  export: {
    id: 'Entry',
    kind: 'Kind',
    text: 'What',
    currency: 'Currency',
    amountMinor: 'Amount',
    availableAt: 'Available from',
    state: 'State',
    payoutId: 'Payout',
    bookingId: 'Booking',
    listingId: 'Listing',
    postedAt: 'Posted',
    settledOn: 'Paid',
  },
})

/**
 * What an account is owed in one currency; minor units. Together they are everything ever posted, but for
 * what was paid.
 */
export const zBalanceRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  currency: zCurrency,
  /** Not available yet. */
  pendingMinor: z.int(),
  /** Can be paid out. */
  availableMinor: z.int(),
  /** In payouts that have not arrived. */
  inTransitMinor: z.int(),
  paidMinor: z.int(),
  /** What of the pending amount becomes available when, the earliest first. */
  maturing: z.array(z.strictObject({ at: zInstant, amountMinor: z.int() })),
  /** Since when the host owes more than everything that is open; null while not. */
  negativeSince: zInstant.nullable(),
})
export type BalanceRow = z.infer<typeof zBalanceRow>

export const balances = defineResource({
  name: 'balances',
  table: 'balance',
  row: zBalanceRow,
  capability: 'ledger.balance',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    currency: 'open',
    pendingMinor: 'open',
    availableMinor: 'open',
    inTransitMinor: 'open',
    paidMinor: 'open',
    maturing: 'open',
    negativeSince: 'open',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['currency', 'negativeSince'],
  defaultSort: ['currency', 'ASC'],
  filter: { currency: 'equals', hostAccountId: 'equals', negativeSince: 'range' },
  screens: { finds: { negativeSince: 'Accounts that owe money' } },
})

/** An adjustment from its proposal to its decision by another person. Amount in minor units. */
export const zAdjustmentRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  currency: zCurrency,
  amountMinor: z.int(),
  listingId: z.string().nullable(),
  bookingId: z.string().nullable(),
  reason: z.string(),
  state: z.enum(['proposed', 'approved', 'rejected']),
  proposedBy: z.string(),
  proposedAt: zInstant,
  decidedBy: z.string().nullable(),
  decidedAt: zInstant.nullable(),
  /** Why it was rejected. */
  decisionReason: z.string().nullable(),
})
export type AdjustmentRow = z.infer<typeof zAdjustmentRow>

export const adjustments = defineResource({
  name: 'adjustments',
  table: 'adjustment',
  row: zAdjustmentRow,
  capability: 'ledger.adjustments',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    currency: 'open',
    amountMinor: 'open',
    listingId: 'open',
    bookingId: 'open',
    reason: 'ledger.adjustments',
    state: 'open',
    proposedBy: 'open',
    proposedAt: 'open',
    decidedBy: 'open',
    decidedAt: 'open',
    decisionReason: 'ledger.adjustments',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['proposedAt'],
  defaultSort: ['proposedAt', 'DESC'],
  filter: { state: 'equals', hostAccountId: 'equals', proposedBy: 'equals' },
  screens: { orders: { proposedAt: 'Adjustments report' } },
})
