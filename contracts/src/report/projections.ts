import { formatStream, textIn, type RecordedEvent } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { ReportEvent } from './messages.ts'
import { zReportFileRow, type ReportFileRow } from './resource.ts'
import { zReportScheduleRow, type ReportScheduleRow } from './schedule.ts'

/** The rows that an event names; those of schedules name a report besides. */
const readKeys =
  (field: 'runId' | 'scheduleId') =>
  ({ data }: RecordedEvent): readonly string[] => {
    const id = textIn(data, field)
    return id === undefined ? [] : [id]
  }

/** One row for each report that was asked for. */
export const reportFileProjection = defineProjection<ReportFileRow>({
  name: 'report_file',
  version: 1,
  row: zReportFileRow,
  categories: ['report'],
  streams: ({ hostAccountId }) => [formatStream('report', String(hostAccountId))],
  keys: readKeys('runId'),
  fold: foldBy<ReportFileRow, ReportEvent>({
    ReportRequested: (_row, event) => {
      const { runId: id, ...data } = event.data
      return {
        id,
        ...data,
        state: 'waiting',
        requestedAt: occurredAtOf(event),
        rows: 0,
        bytes: null,
        fileId: null,
        parts: null,
        sha256: null,
        expiresAt: null,
        failure: null,
        downloads: [],
        shared: true,
      }
    },
    ReportProgressed: (row, { data: { rows } }) => row && { ...row, state: 'making', rows },
    ReportReady: (row, { data: { runId: _run, hostAccountId: _account, ...file } }) =>
      row && { ...row, ...file, state: 'ready' },
    ReportFailed: (row, { data: { code } }) => row && { ...row, state: 'failed', failure: code },
    ReportDownloaded: (row, event) => {
      const { downloadId: id, downloadedBy: by } = event.data
      return row && { ...row, downloads: [...row.downloads, { id, by, at: occurredAtOf(event) }] }
    },
    ReportRemoved: (row) => row && { ...row, state: 'removed' },
  }),
})

/** One row for each schedule. A deleted one stays, and no list has it. */
export const reportScheduleProjection = defineProjection<ReportScheduleRow>({
  name: 'report_schedule',
  version: 1,
  row: zReportScheduleRow,
  categories: ['report'],
  streams: ({ hostAccountId }) => [formatStream('report', String(hostAccountId))],
  keys: readKeys('scheduleId'),
  fold: foldBy<ReportScheduleRow, ReportEvent>({
    ReportScheduled: (_row, { data: { scheduleId: id, ...data } }) => ({
      id,
      ...data,
      state: 'running',
      pausedFor: null,
      shared: true,
    }),
    ReportSchedulePaused: (row, { data: { reason } }) =>
      row && { ...row, state: 'paused', pausedFor: reason },
    ReportScheduleResumed: (row, { data: { month, at } }) =>
      row && { ...row, state: 'running', pausedFor: null, month, at },
    ReportScheduleDeleted: (row) => row && { ...row, state: 'deleted' },
    ScheduledReportStarted: (row, { data: { month, at } }) => row && { ...row, month, at },
  }),
})
