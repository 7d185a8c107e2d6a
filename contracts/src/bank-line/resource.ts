import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zBankLine } from './messages.ts'

/** A bank line as finance sees it. */
export const zBankLineRow = z.strictObject({
  id: z.string(),
  state: z.enum(['open', 'proposed', 'settled', 'withdrawn']),
  ...zBankLine.shape,
  file: z.string(),
  document: z.string(),
  entry: z.string(),
  amount: z.string(),
  text: z.string(),
  why: z.string(),
  foundAt: zInstant,
  /** The payout that it is attached to, or is to be. */
  payoutId: z.string().nullable(),
  reason: z.string().nullable(),
  proposedBy: z.string().nullable(),
  proposedAt: zInstant.nullable(),
  settledBy: z.string().nullable(),
  settledAt: zInstant.nullable(),
  /** Why the last proposal was rejected. */
  rejectedReason: z.string().nullable(),
})
export type BankLineRow = z.infer<typeof zBankLineRow>

export const bankLines = defineResource({
  name: 'bank-lines',
  table: 'bank_line',
  row: zBankLineRow,
  capability: 'bank-line.read',
  visibility: {
    id: 'open',
    state: 'open',
    file: 'open',
    document: 'open',
    entry: 'open',
    direction: 'open',
    amount: 'open',
    amountMinor: 'open',
    currency: 'open',
    day: 'open',
    text: 'bank-line.read',
    why: 'open',
    foundAt: 'open',
    payoutId: 'open',
    reason: 'bank-line.read',
    proposedBy: 'open',
    proposedAt: 'open',
    settledBy: 'open',
    settledAt: 'open',
    rejectedReason: 'bank-line.read',
  },
  scope: 'platform',
  sort: ['foundAt', 'day', 'amountMinor'],
  defaultSort: ['foundAt', 'DESC'],
  filter: { state: 'equals', currency: 'equals', direction: 'equals', day: 'range', foundAt: 'range' },
  screens: {
    orders: { foundAt: 'Bank lines' },
    queues: { state: { values: ['open', 'proposed'], screen: 'Bank lines that wait for staff' } },
  },
  export: {
    file: 'File',
    entry: 'Entry',
    direction: 'Direction',
    amount: 'Amount',
    day: 'Day',
    text: 'Text',
    why: 'Why',
    state: 'State',
  },
})
