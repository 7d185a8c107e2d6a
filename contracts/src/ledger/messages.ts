import { z } from 'zod'
import { utcDay, zInstant, zLocalDate } from '../kernel/dates.ts'
import { deriveId, zId } from '../kernel/ids.ts'
import { OF_ACCOUNT, defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCurrency, zMinor } from '../kernel/money.ts'
import { zCode, zLine } from '../kernel/text.ts'
import { MAX_ENTRIES, zLedgerEntry } from './entry.ts'

const of = { hostAccountId: z.string() }
const adjustment = { ...of, adjustmentId: z.string() }
/** Entries under one payout; `amountMinor` is their sum in `currency`. */
const grouped = {
  ...of,
  payoutId: z.string(),
  currency: zCurrency,
  amountMinor: zMinor,
  entryIds: z.array(z.string()),
}

const LEDGER_KEY = { accountId: zId }
const ofAccount = { by: 'owner', owner: 'account', field: 'accountId' } as const
const internal = { capability: 'ledger.post', ifMatch: 'none', stream: ofAccount } as const
const staff = { ifMatch: 'none', stream: ofAccount } as const
const reason = zLine(20, 200)

/**
 * Everything a host is owed and owes: entries that are never edited, and the payout that each went into
 * (docs/domain/ledger.md#entries). The stream's id is the account's.
 */
export const ledger = defineAggregate({
  category: 'hostLedger',
  // Adjustments are parts of the account's ledger with ids of their own.
  identify: (tenantId, _type, _data, key) => deriveId('adjustment', tenantId, key),
  events: {
    LedgerEntryPosted: { version: 1, schema: zLedgerEntry.extend(of), personal: { text: OF_ACCOUNT } },
    EntriesAssigned: { version: 1, schema: z.strictObject(grouped) },
    EntriesUnassigned: { version: 1, schema: z.strictObject({ ...grouped, reason: z.string() }) },
    /** The bank has paid; `at` is its time, `on` its day. Of events without it, the day of `at` in UTC. */
    EntriesSettled: {
      version: 2,
      schema: z.strictObject({ ...grouped, at: zInstant, on: zLocalDate }),
      upcast: { 1: (data) => ({ ...data, on: utcDay(String(data['at'])) }) },
    },
    /**
     * The owners were notified of a negative entry; from now on it may be netted. `told`: how many of them
     * have an address.
     */
    MoneyReducedNotified: {
      version: 1,
      schema: z.strictObject({ ...of, entryId: z.string(), told: z.int().min(0) }),
    },
    AdjustmentProposed: {
      version: 1,
      schema: z.strictObject({
        ...adjustment,
        currency: zCurrency,
        amountMinor: zMinor,
        listingId: z.string().nullable(),
        bookingId: z.string().nullable(),
        reason: z.string(),
        by: z.string(),
      }),
      personal: { reason: OF_ACCOUNT },
    },
    /** Its entry is posted in the same append. */
    AdjustmentApproved: { version: 1, schema: z.strictObject({ ...adjustment, by: z.string() }) },
    AdjustmentRejected: {
      version: 1,
      schema: z.strictObject({ ...adjustment, by: z.string(), reason: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
  },
  commands: {
    /** Entries of one cause, in one append; what is posted already is left out. */
    PostEntries: {
      ...internal,
      schema: z.strictObject({ ...LEDGER_KEY, entries: z.array(zLedgerEntry).min(1).max(MAX_ENTRIES) }),
    },
    /**
     * Takes entries into a payout: free, available, of one currency, above nothing in sum, negative ones
     * after their owners were notified. Refused when they do not add up to `amountMinor`. A payout's entries
     * are taken once; after `UnassignEntries` another payout takes them.
     */
    AssignEntries: {
      ...internal,
      schema: z.strictObject({
        ...LEDGER_KEY,
        payoutId: zId,
        currency: zCurrency,
        amountMinor: zMinor,
        entryIds: z.array(zId).min(1).max(MAX_ENTRIES),
      }),
    },
    /** Without `on`, the day of `at` in UTC counts. */
    SettleEntries: {
      ...internal,
      schema: z.strictObject({ ...LEDGER_KEY, payoutId: zId, at: zInstant, on: zLocalDate.optional() }),
    },
    /** For a payout that will never be paid. */
    UnassignEntries: {
      ...internal,
      schema: z.strictObject({ ...LEDGER_KEY, payoutId: zId, reason: zCode(60) }),
    },
    RecordMoneyReduced: {
      ...internal,
      schema: z.strictObject({ ...LEDGER_KEY, entryId: zId, told: z.int().min(0).max(1_000) }),
    },
    ProposeAdjustment: {
      ...staff,
      schema: z.strictObject({
        ...LEDGER_KEY,
        currency: zCurrency,
        amountMinor: zMinor.refine((amount) => amount !== 0, 'can’t be 0'),
        listingId: zId.nullable().default(null),
        bookingId: zId.nullable().default(null),
        reason,
      }),
      route: { collection: 'adjustments' },
      capability: 'ledger.propose',
    },
    ApproveAdjustment: {
      ...staff,
      schema: z.strictObject(LEDGER_KEY),
      route: { collection: 'adjustments', verb: 'approve' },
      capability: 'ledger.approve',
    },
    RejectAdjustment: {
      ...staff,
      schema: z.strictObject({ ...LEDGER_KEY, reason }),
      route: { collection: 'adjustments', verb: 'reject' },
      capability: 'ledger.approve',
    },
  },
})
export type LedgerEvent = EventsOf<typeof ledger>
export type LedgerCommand = CommandsOf<typeof ledger>
