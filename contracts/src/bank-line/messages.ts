import { z } from 'zod'
import { zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zLine } from '../kernel/text.ts'

/** A line of a bank's message that was not recognized as one of our payments. */
export const zBankLine = z.strictObject({
  /** The file that it was read from, and the part of it that a correction replaces as a whole. */
  file: zLine(1, 255),
  document: zLine(1, 400),
  /** The bank's reference of the entry. */
  entry: zLine(1, 100),
  /** Whether the money left our account; null where the bank does not say. */
  direction: z.enum(['in', 'out']).nullable(),
  /** As the bank wrote it. */
  amount: zLine(0, 60),
  /** Both null when the amount cannot be read. */
  amountMinor: zMinorAmount.nullable(),
  currency: zCurrency.nullable(),
  /** The bank's day. */
  day: zLocalDate.nullable(),
  text: zLine(0, 500),
  /** Why it was not recognized. */
  why: zLine(1, 300),
})
export type BankLine = z.infer<typeof zBankLine>

const id = z.strictObject({ lineId: z.string() })
/** `payoutId`: the payout that the line is about; null: it is set aside. */
const settlement = { payoutId: z.string().nullable(), reason: z.string() }
const internal = {
  capability: 'bank-line.record',
  ifMatch: 'none',
  stream: { by: 'platform', id: zId },
} as const
const staff = {
  capability: 'bank-line.settle',
  ifMatch: 'none',
  stream: { by: 'platform', id: zId },
} as const
const reason = zLine(20, 200)

/**
 * A bank line that was not recognized, until two people have settled it
 * (docs/domain/reconciliation.md#unrecognized-lines).
 */
export const bankLine = defineAggregate({
  category: 'bankLine',
  events: {
    BankLineFound: {
      version: 1,
      schema: zBankLine.extend({ lineId: z.string() }),
      // What a bank writes may name a person, so each line has a key of its own.
      personal: { text: 'lineId' },
    },
    /** A corrected document no longer has it. */
    BankLineWithdrawn: { version: 1, schema: id },
    BankLineSettlementProposed: {
      version: 1,
      schema: id.extend({ ...settlement, by: z.string() }),
      personal: { reason: 'lineId' },
    },
    BankLineSettlementRejected: {
      version: 1,
      schema: id.extend({ by: z.string(), reason: z.string() }),
      personal: { reason: 'lineId' },
    },
    /** `attemptKey`: the attempt of the payout that the line counts for from now on. */
    BankLineSettled: {
      version: 1,
      schema: id.extend({ ...settlement, attemptKey: z.string().nullable(), by: z.string() }),
      personal: { reason: 'lineId' },
    },
  },
  commands: {
    RecordBankLine: { ...internal, schema: zBankLine },
    WithdrawBankLine: { ...internal, schema: z.strictObject({}) },
    ProposeBankLineSettlement: {
      ...staff,
      schema: z.strictObject({ payoutId: zId.nullable(), reason }),
      route: { collection: 'bank-lines', verb: 'propose' },
    },
    ApproveBankLineSettlement: {
      ...staff,
      schema: z.strictObject({}),
      route: { collection: 'bank-lines', verb: 'approve' },
    },
    RejectBankLineSettlement: {
      ...staff,
      schema: z.strictObject({ reason }),
      route: { collection: 'bank-lines', verb: 'reject' },
    },
  },
})
export type BankLineEvent = EventsOf<typeof bankLine>
export type BankLineCommand = CommandsOf<typeof bankLine>
