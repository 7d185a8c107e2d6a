import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCurrency } from '../kernel/money.ts'
import { zCode } from '../kernel/text.ts'
import { zMonth } from '../statement/month.ts'
import { zMonthlyReport, zReportFormat, zReportOrder, zReportType } from './report.ts'

/** How long the file of a report is kept (docs/domain/report.md#files). */
export const REPORT_DAYS = 30
/** Reports of an account that are made at the same time (docs/domain/report.md#files). */
export const MAX_PENDING_REPORTS = 10

/** Schedules of an account, those on hold included (docs/domain/report.md#schedule). */
export const MAX_SCHEDULES = 20

/** In `listingIds`: the report is about all listings, so members of some listings don't see it. */
export const WHOLE_ACCOUNT = '*'

const of = { runId: z.string(), hostAccountId: z.string() }
const about = { runId: zId }
const file = {
  rows: z.int().min(0),
  bytes: z.int().min(0),
  /** The file lies in the storage in parts, under this name. */
  fileId: zId,
  parts: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  expiresAt: zInstant,
}

const ofSchedule = { scheduleId: z.string(), hostAccountId: z.string() }
const aboutSchedule = { scheduleId: zId }
/** The month that is reported next, and when. */
const next = { month: zMonth, at: zInstant }

const byMember = {
  stream: { by: 'account', limitedMembers: true },
  capability: 'report.keep',
  ifMatch: 'none',
} as const
const byScheduler = { stream: { by: 'account' }, capability: 'report.record', ifMatch: 'none' } as const
const on = (verb: string) => ({ collection: 'reports', verb }) as const

/** The reports of an account that are made into files (docs/domain/report.md#files). The stream’s id is the account’s. */
export const report = defineAggregate({
  category: 'report',
  events: {
    ReportRequested: {
      version: 1,
      schema: z.strictObject({
        ...of,
        requestedBy: z.string(),
        type: zReportType,
        format: zReportFormat,
        from: zLocalDate,
        to: zLocalDate,
        listingId: z.string().nullable(),
        currency: zCurrency.nullable(),
        asOf: zInstant,
        /** What the person may see: fields that are empty, and listings whose rows are in it, or `*`. */
        hidden: z.array(zCode(60)),
        listingIds: z.array(z.string()),
        /** Capabilities that a reader needs. */
        needs: z.array(zCode(60)),
      }),
    },
    ReportProgressed: { version: 1, schema: z.strictObject({ ...of, rows: z.int() }) },
    ReportReady: { version: 1, schema: z.strictObject({ ...of, ...file }) },
    ReportFailed: { version: 1, schema: z.strictObject({ ...of, code: z.string() }) },
    /** The download log. */
    ReportDownloaded: {
      version: 1,
      schema: z.strictObject({ ...of, downloadId: z.string(), downloadedBy: z.string() }),
    },
    /** The file is gone: after its time, or because it may show a person who was erased. */
    ReportRemoved: { version: 1, schema: z.strictObject({ ...of, reason: z.enum(['expired', 'erased']) }) },
    ReportScheduled: {
      version: 1,
      schema: z.strictObject({
        ...ofSchedule,
        scheduledBy: z.string(),
        type: zReportType,
        format: zReportFormat,
        listingId: z.string().nullable(),
        currency: zCurrency.nullable(),
        listingIds: z.array(z.string()),
        needs: z.array(zCode(60)),
        ...next,
      }),
    },
    /** `lost_access`: the person may not see any more what the report is about. */
    ReportSchedulePaused: {
      version: 1,
      schema: z.strictObject({ ...ofSchedule, reason: z.enum(['asked', 'lost_access']) }),
    },
    ReportScheduleResumed: { version: 1, schema: z.strictObject({ ...ofSchedule, ...next }) },
    ReportScheduleDeleted: { version: 1, schema: z.strictObject(ofSchedule) },
    /** The report of a month was asked for; `month` and `at` are those of the next. */
    ScheduledReportStarted: {
      version: 1,
      schema: z.strictObject({ ...ofSchedule, runId: z.string(), reportedMonth: zMonth, ...next }),
    },
  },
  commands: {
    RequestReport: { ...byMember, schema: zReportOrder, route: on('request') },
    /** Before each download; the answer's event names the download. */
    DownloadReport: { ...byMember, schema: z.strictObject(about), route: on('download') },
    ScheduleReport: { ...byMember, schema: zMonthlyReport, route: on('schedule') },
    PauseReportSchedule: { ...byMember, schema: z.strictObject(aboutSchedule), route: on('pause-schedule') },
    ResumeReportSchedule: {
      ...byMember,
      schema: z.strictObject(aboutSchedule),
      route: on('resume-schedule'),
    },
    DeleteReportSchedule: {
      ...byMember,
      schema: z.strictObject(aboutSchedule),
      route: on('delete-schedule'),
    },
    StartScheduledReport: { ...byScheduler, schema: z.strictObject({ ...aboutSchedule, month: zMonth }) },
    RecordReportProgress: { ...byScheduler, schema: z.strictObject({ ...about, rows: z.int().min(0) }) },
    RecordReport: { ...byScheduler, schema: z.strictObject({ ...about, ...file }) },
    RecordReportFailure: { ...byScheduler, schema: z.strictObject({ ...about, code: zCode(60) }) },
    RemoveReport: {
      ...byScheduler,
      schema: z.strictObject({ ...about, reason: z.enum(['expired', 'erased']) }),
    },
  },
})
export type ReportEvent = EventsOf<typeof report>
export type ReportCommand = CommandsOf<typeof report>
