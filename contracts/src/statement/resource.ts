import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zPriorAdjustment, zStatementTotal } from './messages.ts'
import { zMonth } from './month.ts'

/** A monthly statement. Its content is in its files, which the hashes name. */
export const zStatementRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  month: zMonth,
  timezone: z.string(),
  state: z.enum(['draft', 'locked']),
  /** When a draft will be locked. */
  lockAt: zInstant,
  lockedAt: zInstant.nullable(),
  previousMonth: zMonth.nullable(),
  ledgerRevision: z.int().nullable(),
  sha256: z.string().nullable(),
  contentSha256: z.string().nullable(),
  totals: z.array(zStatementTotal),
  /** What it corrects of earlier months. */
  adjustments: z.array(zPriorAdjustment),
})
export type StatementRow = z.infer<typeof zStatementRow>

/** The id of a month's statement, as its address has it. */
export const statementId = (hostAccountId: string, month: string): string =>
  `${hostAccountId}-${month.replace('-', '')}`

export const statements = defineResource({
  name: 'statements',
  table: 'statement',
  row: zStatementRow,
  capability: 'statement.read',
  scope: 'tenant',
  listings: 'whole account',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    month: 'open',
    timezone: 'open',
    state: 'open',
    lockAt: 'open',
    lockedAt: 'open',
    previousMonth: 'open',
    ledgerRevision: 'open',
    sha256: 'open',
    contentSha256: 'open',
    totals: 'open',
    adjustments: 'open',
  },
  sort: ['month', 'lockedAt'],
  defaultSort: ['month', 'DESC'],
  filter: { state: 'equals', month: 'equals', hostAccountId: 'equals', sha256: 'equals' },
  screens: { finds: { sha256: 'Check of a statement' } },
})
