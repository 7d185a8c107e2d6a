import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zCurrency } from '../kernel/money.ts'
import { zCheck, zExplainedEntry } from './explanation.ts'
import { zLedgerKind, type LedgerKind } from './kinds.ts'

/** What a breakdown is cut into: calendar months of the account's time zone, listings, bookings. */
export const BREAKDOWN_BY = ['month', 'listing', 'booking'] as const
/**
 * Which day an entry counts on: the day it was earned (check-in, or a tranche's first night; else when it
 * became available), or the bank's own day on which it was paid.
 */
export const BREAKDOWN_WHEN = ['earned', 'paid'] as const
/** Stays that are to be earned: they have neither begun nor are being cancelled. */
export const EXPECTED_STATUSES = ['confirmed', 'overbooked'] as const
/** From gross to net, in their order (docs/domain/ledger.md#breakdown). */
export const BREAKDOWN_PARTS = [
  'gross',
  'host_taxes',
  'cleaning_retained',
  'platform_fee',
  'adjustments',
  'withholding',
] as const
export type BreakdownPart = (typeof BREAKDOWN_PARTS)[number]
/** Where money is: not available yet, available, in a payout, with the host. */
export const BREAKDOWN_STAGES = ['upcoming', 'available', 'in_transit', 'paid'] as const
export type BreakdownStage = (typeof BREAKDOWN_STAGES)[number]

/** A stay earns in the parts of its guest's money; what any other entry brings is an adjustment. */
export const STAY_KINDS = [
  'booking_earnings',
  'cancellation_earnings',
  'earnings_reversal',
] as const satisfies readonly LedgerKind[]
/** Together they come to what a booking says that its host receives. */
export const RECEIVED_KINDS = [
  ...STAY_KINDS,
  'host_cancellation_fee',
  'fee_waiver',
] as const satisfies readonly LedgerKind[]
export const WITHHOLDING_KINDS = [
  'tax_withholding',
  'tax_withholding_release',
] as const satisfies readonly LedgerKind[]
/** Parts of a stay that are no gross earnings, by the component of the same name. */
export const STAY_DEDUCTIONS = [
  'host_taxes',
  'cleaning_retained',
  'platform_fee',
] as const satisfies readonly BreakdownPart[]

/**
 * `from` and `to` are days of the account's time zone, both included; without them everything. Staff name an
 * account or see all.
 */
export const zBreakdownQuery = z.strictObject({
  currency: zCurrency.optional(),
  by: z.enum(BREAKDOWN_BY).default('month'),
  when: z.enum(BREAKDOWN_WHEN).default('earned'),
  from: zLocalDate.optional(),
  to: zLocalDate.optional(),
  hostAccountId: zId.optional(),
})
export type BreakdownQuery = z.infer<typeof zBreakdownQuery>

/**
 * The entries behind an amount of a breakdown: of one group, one part, one stage, or any of them. `group` is
 * a group's key; `none` money of no listing or booking.
 */
export const zBreakdownEntriesQuery = zBreakdownQuery.extend({
  group: z.string().min(1).max(60).optional(),
  part: z.enum(BREAKDOWN_PARTS).optional(),
  stage: z.enum(BREAKDOWN_STAGES).optional(),
})
export type BreakdownEntriesQuery = z.infer<typeof zBreakdownEntriesQuery>

const amounts = {
  parts: z.record(z.enum(BREAKDOWN_PARTS), z.int()),
  netMinor: z.int(),
  stages: z.record(z.enum(BREAKDOWN_STAGES), z.int()),
  entries: z.int(),
}
/**
 * `detail` says which stay a booking's group is: whether it was cancelled, the listing, the dates and the
 * code.
 */
export const zBreakdownGroup = z.strictObject({
  key: z.string(),
  label: z.string(),
  detail: z.string().nullable(),
  ...amounts,
})
export type BreakdownGroup = z.infer<typeof zBreakdownGroup>

/**
 * What was earned and what was paid in the same days, and why they differ; all of it in minor units. `paid` =
 * earned − notPaid + paidForOthers.
 */
export const zBridge = z.strictObject({
  earnedMinor: z.int(),
  notPaidMinor: z.int(),
  paidForOthersMinor: z.int(),
  paidMinor: z.int(),
  check: zCheck,
})
export type Bridge = z.infer<typeof zBridge>

/**
 * `GET /api/payouts-breakdown`: entries of one currency from gross to net, and where they are; parts and
 * stages of a row both come to its net. Minor units.
 */
export const zPayoutsBreakdown = z.strictObject({
  /** Null before anything was earned. */
  currency: zCurrency.nullable(),
  currencies: z.array(zCurrency),
  timezone: z.string(),
  asOf: zInstant,
  total: z.strictObject(amounts),
  adjustments: z.array(z.strictObject({ kind: zLedgerKind, amountMinor: z.int() })),
  /** At most `MAX_GROUPS`, the newest first; the exported files have all. */
  groups: z.array(zBreakdownGroup),
  groupCount: z.int(),
  bridge: zBridge,
  check: zCheck,
  /**
   * What stays that have not begun are to earn in these days, by their check-in; minor units. It is in no
   * other amount, because nothing is posted before check-in. Null where the asker may not see it, or where
   * days of payment are shown.
   */
  expected: z.strictObject({ amountMinor: z.int(), stays: z.int() }).nullable(),
})
export type PayoutsBreakdown = z.infer<typeof zPayoutsBreakdown>
export const MAX_GROUPS = 200

/** An entry with its share of the opened amount; only the components that make up the share. Minor units. */
export const zBreakdownLine = zExplainedEntry.extend({ shareMinor: z.int() })
export type BreakdownLine = z.infer<typeof zBreakdownLine>

/**
 * `GET /api/payouts-breakdown/entries`: at most 500 entries. Their shares and the rest add up to the opened
 * amount.
 */
export const zBreakdownEntries = z.strictObject({
  currency: zCurrency.nullable(),
  amountMinor: z.int(),
  entryCount: z.int(),
  entries: z.array(zBreakdownLine),
  /** The entries that are not listed. */
  rest: z.strictObject({ entries: z.int(), amountMinor: z.int() }),
  /** Whether the listed shares come to the amount; null where some entries are not listed. */
  check: zCheck.nullable(),
})
export type BreakdownEntries = z.infer<typeof zBreakdownEntries>
