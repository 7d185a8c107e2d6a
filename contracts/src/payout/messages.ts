import { z } from 'zod'
import { utcDay, zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { OF_ACCOUNT, defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zLine, zText } from '../kernel/text.ts'
import { MAX_ENTRIES } from '../ledger/entry.ts'
import { zPayoutMethodType } from '../payout-account/bank.ts'

/**
 * From these nominal amounts on two people of finance or admin approve: any payout, and the first one to a
 * method (docs/domain/payout.md#approval).
 */
export const APPROVAL_NOMINAL = { amount: 10_000, new_method: 2_000 } as const
/** How many different people approve. */
export const APPROVERS = 2
/** The pauses after proven failures, in minutes; the last one repeats (docs/domain/payout.md#failures). */
export const RETRY_MINUTES = [1, 5, 30, 120, 720] as const
/**
 * How long the provider remembers a key, less an hour for clocks that differ. Hours
 * (docs/domain/payout.md#sending).
 */
export const RESEND_WITHIN_HOURS = 23
/**
 * The bank is asked about a payout that it has after this long without news. Minutes
 * (docs/domain/payout.md#sending).
 */
export const LOOK_UP_AFTER_MINUTES = 15
/**
 * A payment without any record may still be in a statement for this long. Days
 * (docs/domain/payout.md#payment-files).
 */
export const STATEMENT_WAIT_DAYS = 14

/**
 * Why a provider did not pay; the first two are retried, every other ends the payout
 * (docs/domain/payout.md#failures).
 */
export const PAYOUT_FAILURES = [
  'provider_down',
  'insufficient_platform_funds',
  'account_closed',
  'invalid_account',
  'name_mismatch',
  'rejected',
] as const
export const zPayoutFailure = z.enum(PAYOUT_FAILURES)
export type PayoutFailure = z.infer<typeof zPayoutFailure>
/** Whether the same payout may be retried after this failure. */
export const isRetried = (code: PayoutFailure): boolean =>
  code === 'provider_down' || code === 'insufficient_platform_funds'

export const zApprovalRule = z.enum(['amount', 'new_method'])
export type ApprovalRule = z.infer<typeof zApprovalRule>
/**
 * `staff`: a person stopped it. `outcome_unknown`: it cannot be determined whether the provider paid.
 * `difference`: the provider contradicts the ledger.
 */
export const zPayoutHoldReason = z.enum(['staff', 'outcome_unknown', 'difference'])
export type PayoutHoldReason = z.infer<typeof zPayoutHoldReason>
/** What the provider says of a payout; both times and references are its own. */
export const zProviderResult = z.enum(['accepted', 'paid', 'failed', 'returned'])

/** The method as it was when the money was sent. The number itself is in the vault only. */
export const zMethodSnapshot = z.strictObject({
  methodId: z.string(),
  type: zPayoutMethodType,
  currency: zCurrency,
  last4: z.string(),
  vaultRef: z.string(),
})
export type MethodSnapshot = z.infer<typeof zMethodSnapshot>

/** Events that know no day of the bank get the day of their instant in UTC. */
const withDay =
  (from: string, to: string) =>
  (data: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
    ...data,
    [to]: utcDay(String(data[from])),
  })

const id = z.strictObject({ payoutId: z.string() })
const attempt = id.extend({ attempt: z.int().min(1), attemptKey: z.string() })
const plan = z.strictObject({
  hostAccountId: zId,
  currency: zCurrency,
  /** The sum of its entries, more than nothing. */
  amountMinor: zMinorAmount.refine((amount) => amount > 0, 'must be more than 0'),
  methodId: zId,
  /** Of its entries, each once; null: money of no listing. Where they go decides where the payout goes. */
  listingIds: z.array(zId.nullable()).min(1).max(MAX_ENTRIES),
  entryIds: z
    .array(zId)
    .min(1)
    .max(MAX_ENTRIES)
    .refine((ids) => new Set(ids).size === ids.length, 'must not name an entry twice'),
  scheduledFor: zInstant,
})
/** What a provider reports about the attempt with this key. Amounts are compared, never taken over. */
export const zReport = z.strictObject({
  attemptKey: zLine(1, 60),
  result: zProviderResult,
  providerRef: zLine(1, 100),
  amountMinor: zMinorAmount,
  currency: zCurrency,
  /** By the provider's clock. Of a bank that knows days only: the beginning of its day, in UTC. */
  at: zInstant,
  /** With failed and returned: the provider's reason. */
  code: zPayoutFailure.nullable().default(null),
  expectedArrival: zInstant.nullable().default(null),
})
export type ProviderReport = z.infer<typeof zReport>

/**
 * Money on its way to a host: one bank transfer for a group of ledger entries, with one effect or none
 * (docs/domain/payout.md#states).
 */
export const payout = defineAggregate({
  category: 'payout',
  events: {
    PayoutScheduled: { version: 1, schema: plan.extend({ payoutId: z.string(), code: z.string() }) },
    PayoutApprovalRequired: { version: 1, schema: id.extend({ rule: zApprovalRule }) },
    PayoutApproved: { version: 1, schema: id.extend({ approvedBy: z.string() }) },
    /** The lock: written before the provider is called. `attempt` grows only after a proven failure. */
    PayoutSubmitting: { version: 1, schema: attempt.extend({ method: zMethodSnapshot }) },
    PayoutSubmitted: {
      version: 1,
      schema: attempt.extend({ providerRef: z.string(), expectedArrival: zInstant.nullable() }),
    },
    /** `paidOn`: the bank's day, the same in every zone. Of events without it, the day of `paidAt` in UTC. */
    PayoutPaid: {
      version: 2,
      schema: id.extend({ providerRef: z.string(), paidAt: zInstant, paidOn: zLocalDate }),
      upcast: { 1: withDay('paidAt', 'paidOn') },
    },
    PayoutFailed: {
      version: 1,
      schema: attempt.extend({ code: zPayoutFailure, retryAt: zInstant.nullable() }),
    },
    PayoutReturned: {
      version: 2,
      schema: id.extend({
        providerRef: z.string(),
        code: zPayoutFailure,
        returnedAt: zInstant,
        returnedOn: zLocalDate,
      }),
      upcast: { 1: withDay('returnedAt', 'returnedOn') },
    },
    PayoutReturnProposed: {
      version: 1,
      schema: id.extend({ returnedMinor: zMinorAmount, reason: z.string(), by: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
    PayoutReturnRejected: {
      version: 1,
      schema: id.extend({ by: z.string(), reason: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
    /** Together with `PayoutReturned`. `chargeMinor`: what the bank kept; both add up to the payout. */
    PayoutReturnApproved: {
      version: 1,
      schema: id.extend({ returnedMinor: zMinorAmount, chargeMinor: zMinorAmount, by: z.string() }),
    },
    PayoutHeld: {
      version: 1,
      schema: id.extend({ reason: zPayoutHoldReason, explanation: z.string() }),
      personal: { explanation: OF_ACCOUNT },
    },
    PayoutReleased: { version: 1, schema: id.extend({ releasedBy: z.string() }) },
    PayoutCancelled: {
      version: 1,
      schema: id.extend({
        reason: z.enum(['failed', 'method_changed', 'staff', 'entries_lost']),
        explanation: z.string(),
      }),
      personal: { explanation: OF_ACCOUNT },
    },
    /** The provider contradicts the ledger: both are shown, neither is overwritten. */
    PayoutDifferenceFound: {
      version: 1,
      schema: id.extend({
        field: z.enum(['amount', 'currency', 'state', 'reference']),
        expected: z.string(),
        actual: z.string(),
        providerRef: z.string(),
      }),
    },
  },
  commands: {
    /** After its entries were assigned to it in the host's ledger. */
    SchedulePayout: {
      schema: plan,
      capability: 'payout.run',
      ifMatch: 'none',
      stream: { by: 'id', begins: { of: 'account', field: 'hostAccountId' } },
    },
    ApprovePayout: {
      schema: z.strictObject({}),
      route: { collection: 'payouts', verb: 'approve' },
      capability: 'payout.approve',
      ifMatch: 'none',
    },
    HoldPayout: {
      schema: z.strictObject({ explanation: zText(20, 500) }),
      route: { collection: 'payouts', verb: 'hold' },
      capability: 'payout.approve',
      ifMatch: 'none',
    },
    ReleasePayout: {
      schema: z.strictObject({}),
      route: { collection: 'payouts', verb: 'release' },
      capability: 'payout.approve',
      ifMatch: 'none',
    },
    CancelPayout: {
      schema: z.strictObject({ explanation: zText(20, 500) }),
      route: { collection: 'payouts', verb: 'cancel' },
      capability: 'payout.approve',
      ifMatch: 'none',
    },
    /** What came back of a paid payout, as the bank has reported it (docs/domain/payout.md#returns). */
    ProposePayoutReturn: {
      schema: z.strictObject({ returnedMinor: zMinorAmount.min(1), reason: zLine(20, 200) }),
      route: { collection: 'payouts', verb: 'propose-return' },
      capability: 'payout.approve',
      ifMatch: 'none',
    },
    ApprovePayoutReturn: {
      schema: z.strictObject({}),
      route: { collection: 'payouts', verb: 'approve-return' },
      capability: 'payout.approve',
      ifMatch: 'none',
    },
    RejectPayoutReturn: {
      schema: z.strictObject({ reason: zLine(20, 200) }),
      route: { collection: 'payouts', verb: 'reject-return' },
      capability: 'payout.approve',
      ifMatch: 'none',
    },
    /** Decides to which method, and locks the attempt. */
    SubmitPayout: { schema: z.strictObject({}), capability: 'payout.run', ifMatch: 'none' },
    RecordProviderReport: { schema: zReport, capability: 'payout.report', ifMatch: 'none' },
    /** The provider knows nothing of an attempt and would not recognise its key any more. */
    RecordUnknownOutcome: {
      schema: z.strictObject({ attemptKey: zLine(1, 60) }),
      capability: 'payout.run',
      ifMatch: 'none',
    },
  },
})
export type PayoutEvent = EventsOf<typeof payout>
export type PayoutCommand = CommandsOf<typeof payout>

/** The key and the reference of a payout's n-th attempt, `<payoutId>-<n>`. */
export const formatAttemptKey = (payoutId: string, n: number): string => `${payoutId}-${n}`
/** Which payout a key belongs to; undefined for foreign keys. */
export const payoutOfKey = (attemptKey: string): string | undefined =>
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-[1-9]\d{0,5}$/.exec(attemptKey)?.[1]
