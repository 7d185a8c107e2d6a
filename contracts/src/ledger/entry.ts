import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zBps, zCurrency, zMinor, zMinorAmount } from '../kernel/money.ts'
import { zCode, zLine } from '../kernel/text.ts'
import { zLedgerKind } from './kinds.ts'

/** The most entries that are posted, or paid out, together (docs/domain/ledger.md#entries). */
export const MAX_ENTRIES = 200

/**
 * How an amount was computed, with the numbers that went in, so that a reader can compute it again. All
 * amounts in minor units.
 */
export const zBasis = z.discriminatedUnion('rule', [
  /** Given by the cause as it is. */
  z.strictObject({ rule: z.literal('stated') }),
  /** Nights after discounts and extra guests; runs of nights with the same price, in their order. */
  z.strictObject({
    rule: z.literal('nights'),
    runs: z
      .array(z.strictObject({ nights: z.int().min(1), amountMinor: zMinorAmount }))
      .min(1)
      .max(365),
  }),
  /** What is left of a whole after a refund. */
  z.strictObject({ rule: z.literal('kept'), wholeMinor: zMinorAmount, refundedMinor: zMinorAmount }),
  /** A share, taken off: − base × bps. */
  z.strictObject({ rule: z.literal('share'), baseMinor: zMinorAmount, bps: zBps }),
  /** The share of what was given back. */
  z.strictObject({ rule: z.literal('share_returned'), baseMinor: zMinorAmount, bps: zBps }),
  /** One of the parts of a share that is split by weights, largest remainder, and taken off. */
  z.strictObject({
    rule: z.literal('share_part'),
    baseMinor: zMinorAmount,
    bps: zBps,
    weights: z.array(zMinorAmount).min(2).max(20),
    part: z.int().min(0).max(19),
  }),
  /**
   * What a host pays for cancelling: a share for the nights it is taken of, at least the minimum where there
   * is one; taken off.
   */
  z.strictObject({
    rule: z.literal('host_fee'),
    baseMinor: zMinorAmount,
    bps: zBps,
    ofNights: z.int().min(0),
    nights: z.int().min(1),
    minimumMinor: zMinorAmount.nullable(),
  }),
  /**
   * What is claimed, at most the limit, less what was taken before; taken off, or given back where too much
   * was taken.
   */
  z.strictObject({
    rule: z.literal('at_most'),
    claimedMinor: zMinorAmount,
    limitMinor: zMinorAmount,
    takenMinor: zMinorAmount,
  }),
  /** The opposite of another entry's component. */
  z.strictObject({ rule: z.literal('reversed'), entryId: zId, amountMinor: zMinor }),
])
export type Basis = z.infer<typeof zBasis>

/** A part of an entry; positive for the host. Codes by kind: `LEDGER_KINDS`. */
export const zComponent = z.strictObject({ code: zCode(40), amountMinor: zMinor, basis: zBasis })
export type Component = z.infer<typeof zComponent>

/** The event that caused an entry. */
export const zEntrySource = z.strictObject({ stream: zCode(100), revision: z.int().min(0), eventId: zId })
export type EntrySource = z.infer<typeof zEntrySource>

/**
 * One amount that a host is owed (positive) or owes, never changed and never removed; minor units. Its
 * components add up to it. `entryId` = uuidv5(source event, kind, n): `deriveEntryId`
 * (docs/domain/ledger.md#entries).
 */
export const zLedgerEntry = z.strictObject({
  entryId: zId,
  kind: zLedgerKind,
  currency: zCurrency,
  amountMinor: zMinor,
  components: z.array(zComponent).min(1).max(20),
  /** From when on it may be paid out. */
  availableAt: zInstant,
  listingId: zId.nullable(),
  bookingId: zId.nullable(),
  source: zEntrySource,
  /** The versions of policies that took part: `name@version`. */
  policies: z.array(zLine(1, 60)).max(10),
  /** What it is, in words for the host. */
  text: zLine(1, 240),
})
export type LedgerEntry = z.infer<typeof zLedgerEntry>
