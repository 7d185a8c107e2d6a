import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCurrency } from '../kernel/money.ts'
import { zMonth } from './month.ts'

const of = z.strictObject({ hostAccountId: z.string(), month: zMonth, timezone: z.string() })
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** What a statement comes to in one currency; minor units. Opening + movement − paid = closing. */
export const zStatementTotal = z.strictObject({
  currency: zCurrency,
  openingMinor: z.int(),
  movementMinor: z.int(),
  paidMinor: z.int(),
  closingMinor: z.int(),
})
export type StatementTotal = z.infer<typeof zStatementTotal>

/** Entries that belong to an earlier month; minor units. */
export const zPriorAdjustment = z.strictObject({
  month: zMonth,
  currency: zCurrency,
  entries: z.int().min(1),
  amountMinor: z.int(),
})
export type PriorAdjustment = z.infer<typeof zPriorAdjustment>

const byScheduler = { capability: 'statement.lock', ifMatch: 'none', stream: { by: 'account' } } as const

/**
 * The monthly statements of an account, one after the other: drafted while the month lasts, locked on day 3
 * of the next and never changed (docs/domain/statement.md). The stream's id is the account's.
 */
export const statement = defineAggregate({
  category: 'statement',
  events: {
    StatementDrafted: { version: 1, schema: of.extend({ lockAt: zInstant }) },
    /** `sha256` is the PDF's, `contentSha256` that of the content as JSON. */
    StatementLocked: {
      version: 1,
      schema: of.extend({
        previousMonth: zMonth.nullable(),
        ledgerRevision: z.int().min(0),
        sha256,
        contentSha256: sha256,
        totals: z.array(zStatementTotal),
        adjustments: z.array(zPriorAdjustment),
      }),
    },
  },
  commands: {
    /** For the month after the last locked one, or else the present one. */
    DraftStatement: { ...byScheduler, schema: z.strictObject({}) },
    /** Also for past months of an account whose history was imported, the oldest first. */
    LockStatement: {
      ...byScheduler,
      schema: z.strictObject({ month: zMonth }),
      route: { collection: 'statements', verb: 'lock' },
    },
  },
})
export type StatementEvent = EventsOf<typeof statement>
export type StatementCommand = CommandsOf<typeof statement>
