import { formatStream, textIn } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { ReportEvent } from './messages.ts'
import { zReportFileRow, type ReportFileRow } from './resource.ts'

/** One row for each report that was asked for. */
export const reportFileProjection = defineProjection<ReportFileRow>({
  name: 'report_file',
  version: 1,
  row: zReportFileRow,
  categories: ['report'],
  streams: ({ hostAccountId }) => [formatStream('report', String(hostAccountId))],
  keys: ({ data }) => {
    const runId = textIn(data, 'runId')
    return runId === undefined ? [] : [runId]
  },
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
