import type { Instant } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { MAX_SCHEDULES, type ReportEvent } from '@hearth/contracts/report'
import type { Fold } from '../runtime/decider.ts'

export type RequestedReport = OfType<ReportEvent, 'ReportRequested'>['data']
export type ScheduledReport = OfType<ReportEvent, 'ReportScheduled'>['data']

/** A report that is being made or has a file. Those that are over are forgotten. */
export type KnownReport = Readonly<{
  request: RequestedReport
  rows: number
  expiresAt: Instant | null
  /** The month that a schedule asked for; null where a person did. */
  month: string | null
}>
/** A monthly report that couldn’t be made: what its email says. */
export type FailedReport = Pick<KnownReport, 'request'> & Readonly<{ month: string; code: string }>
export type KnownSchedule = Readonly<{ schedule: ScheduledReport; isRunning: boolean }>
export type ReportState = Readonly<{
  runs: Readonly<Record<string, KnownReport>>
  schedules: Readonly<Record<string, KnownSchedule>>
  /** The latest failures of schedules, by run. */
  failed: Readonly<Record<string, FailedReport>>
}>

const changeRun = (state: ReportState, runId: string, changed: Partial<KnownReport>): ReportState => {
  const known = state.runs[runId]
  return known === undefined
    ? state
    : { ...state, runs: { ...state.runs, [runId]: { ...known, ...changed } } }
}
const forgetRun = (state: ReportState, runId: string): ReportState => {
  const { [runId]: _over, ...runs } = state.runs
  return { ...state, runs }
}
/** People see the failure of what they asked for themselves; of a schedule the failure is kept for its email. */
const failRun = (state: ReportState, runId: string, code: string): ReportState => {
  const known = state.runs[runId]
  const left = forgetRun(state, runId)
  if (known === undefined || known.month === null) return left
  const { request, month } = known
  const failed = [...Object.entries(state.failed), [runId, { request, month, code }] as const]
  return { ...left, failed: Object.fromEntries(failed.slice(-MAX_SCHEDULES)) }
}
const changeSchedule = (
  state: ReportState,
  scheduleId: string,
  changed: Partial<Pick<KnownSchedule, 'isRunning'>>,
  next: Partial<Pick<ScheduledReport, 'month' | 'at'>> = {},
): ReportState => {
  const known = state.schedules[scheduleId]
  if (known === undefined) return state
  const schedule = { ...known, ...changed, schedule: { ...known.schedule, ...next } }
  return { ...state, schedules: { ...state.schedules, [scheduleId]: schedule } }
}

/** The reports of one account, and their schedules. */
export const reportFold: Fold<ReportState, ReportEvent> = {
  category: 'report',
  initial: { runs: {}, schedules: {}, failed: {} },
  evolve: {
    ReportRequested: (state, request) => ({
      ...state,
      runs: { ...state.runs, [request.runId]: { request, rows: 0, expiresAt: null, month: null } },
    }),
    ReportProgressed: (state, { runId, rows }) => changeRun(state, runId, { rows }),
    ReportReady: (state, { runId, expiresAt }) => changeRun(state, runId, { expiresAt }),
    ReportFailed: (state, { runId, code }) => failRun(state, runId, code),
    ReportDownloaded: (state) => state,
    ReportRemoved: (state, { runId }) => forgetRun(state, runId),
    ReportScheduled: (state, schedule) => ({
      ...state,
      schedules: { ...state.schedules, [schedule.scheduleId]: { schedule, isRunning: true } },
    }),
    ReportSchedulePaused: (state, { scheduleId }) => changeSchedule(state, scheduleId, { isRunning: false }),
    ReportScheduleResumed: (state, { scheduleId, month, at }) =>
      changeSchedule(state, scheduleId, { isRunning: true }, { month, at }),
    ReportScheduleDeleted: (state, { scheduleId }) => {
      const { [scheduleId]: _deleted, ...schedules } = state.schedules
      return { ...state, schedules }
    },
    ScheduledReportStarted: (state, { scheduleId, runId, reportedMonth, month, at }) =>
      changeRun(changeSchedule(state, scheduleId, {}, { month, at }), runId, { month: reportedMonth }),
  },
}
