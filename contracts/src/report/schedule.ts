import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zCurrency } from '../kernel/money.ts'
import { zMonth } from '../statement/month.ts'
import { zReportFormat, zReportType } from './report.ts'

/** A report that is made for each month, on the third day of the next. */
export const zReportScheduleRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  state: z.enum(['running', 'paused', 'deleted']),
  /** Why it is paused; null while it is not. */
  pausedFor: z.enum(['asked', 'lost_access']).nullable(),
  scheduledBy: z.string(),
  type: zReportType,
  format: zReportFormat,
  listingId: z.string().nullable(),
  currency: zCurrency.nullable(),
  /** The month that is reported next, and when. */
  month: zMonth,
  at: zInstant,
  listingIds: z.array(z.string()),
  needs: z.array(z.string()),
  shared: z.boolean(),
})
export type ReportScheduleRow = z.infer<typeof zReportScheduleRow>

export const reportSchedules = defineResource({
  name: 'report-schedules',
  table: 'report_schedule',
  row: zReportScheduleRow,
  capability: 'report.keep',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    state: 'open',
    pausedFor: 'open',
    scheduledBy: 'open',
    type: 'open',
    format: 'open',
    listingId: 'open',
    currency: 'open',
    month: 'open',
    at: 'open',
    listingIds: 'open',
    needs: 'open',
    shared: 'open',
  },
  where: { state: ['running', 'paused'] },
  scope: 'tenant',
  listings: { list: 'listingIds' },
  personalRows: { owner: 'scheduledBy', shared: 'shared', needs: 'needs' },
  sort: ['at'],
  defaultSort: ['at', 'ASC'],
  filter: { type: 'equals', hostAccountId: 'equals' },
})
