import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { defineResource, type Waiting } from '../kernel/resource.ts'
import { zCurrency } from '../kernel/money.ts'
import { zReportFormat, zReportType } from './report.ts'

/** A report that was made into a file, or is being made. */
export const zReportFileRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  state: z.enum(['waiting', 'making', 'ready', 'failed', 'removed']),
  requestedBy: z.string(),
  requestedAt: zInstant,
  type: zReportType,
  format: zReportFormat,
  from: zLocalDate,
  to: zLocalDate,
  listingId: z.string().nullable(),
  currency: zCurrency.nullable(),
  asOf: zInstant,
  /** So far, while it is being made. */
  rows: z.int(),
  bytes: z.int().nullable(),
  fileId: z.string().nullable(),
  parts: z.int().nullable(),
  sha256: z.string().nullable(),
  expiresAt: zInstant.nullable(),
  failure: z.string().nullable(),
  downloads: z.array(z.strictObject({ id: z.string(), by: z.string(), at: zInstant })),
  hidden: z.array(z.string()),
  listingIds: z.array(z.string()),
  needs: z.array(z.string()),
  /** The team sees it; members of some listings only those of theirs. */
  shared: z.boolean(),
})
export type ReportFileRow = z.infer<typeof zReportFileRow>

/** What workers make (docs/domain/report.md#files). */
export const waitingReports = {
  waiting: { at: 'requestedAt', where: { state: 'waiting' } },
  making: { at: 'requestedAt', where: { state: 'making' } },
} as const satisfies Readonly<Record<string, Waiting>>

export const reportFiles = defineResource({
  name: 'report-files',
  table: 'report_file',
  row: zReportFileRow,
  capability: 'report.keep',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    state: 'open',
    requestedBy: 'open',
    requestedAt: 'open',
    type: 'open',
    format: 'open',
    from: 'open',
    to: 'open',
    listingId: 'open',
    currency: 'open',
    asOf: 'open',
    rows: 'open',
    bytes: 'open',
    fileId: 'open',
    parts: 'open',
    sha256: 'open',
    expiresAt: 'open',
    failure: 'open',
    downloads: 'open',
    hidden: 'open',
    listingIds: 'open',
    needs: 'open',
    shared: 'open',
  },
  scope: 'tenant',
  listings: { list: 'listingIds' },
  personalRows: { owner: 'requestedBy', shared: 'shared', needs: 'needs' },
  sort: ['requestedAt'],
  defaultSort: ['requestedAt', 'DESC'],
  waiting: waitingReports,
  filter: { state: 'equals', type: 'equals', hostAccountId: 'equals' },
})
