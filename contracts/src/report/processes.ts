import type { AccountEvent } from '../account/messages.ts'
import type { Instant } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream } from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect, type Reaction, type SystemCommand } from '../kernel/process.ts'
import type { ReportCommand, ReportEvent } from './messages.ts'

/** Reports that have a file, or soon will, and which of them a schedule asked for. */
export type ReportProcessState = Readonly<{ runs: readonly Id[]; scheduled: readonly Id[] }>

const START: ReportProcessState = { runs: [], scheduled: [] }
const FOLLOWED = ['hostAccount', 'report']

type Reason = Extract<ReportCommand, { type: 'RemoveReport' }>['data']['reason']

const remove = (hostAccountId: Id, runId: Id, reason: Reason): SystemCommand<ReportCommand> => ({
  kind: 'command',
  commandId: deriveId('remove-report', reason, runId),
  type: 'RemoveReport',
  id: hostAccountId,
  data: { runId, reason },
})
const without = ({ runs, scheduled }: ReportProcessState, runId: Id): ReportProcessState => ({
  runs: runs.filter((run) => run !== runId),
  scheduled: scheduled.filter((run) => run !== runId),
})
/** Written to the person who scheduled the report. */
const mail = ({ scheduled }: ReportProcessState, hostAccountId: Id, runId: Id): readonly Effect[] =>
  scheduled.includes(runId) ? [{ kind: 'job', name: 'mail-report', data: { hostAccountId, runId } }] : []

type Next = Readonly<{ hostAccountId: Id; scheduleId: Id; month: string; at: Instant }>

const startAt = ({ hostAccountId, scheduleId, month, at }: Next): Effect<ReportCommand> => ({
  kind: 'timer',
  name: `schedule/${scheduleId}`,
  at,
  work: {
    kind: 'command',
    commandId: deriveId('scheduled-report', scheduleId, month, at),
    type: 'StartScheduledReport',
    id: hostAccountId,
    data: { scheduleId, month },
  },
})
const stopSchedule = (
  state: ReportProcessState = START,
  { data: { scheduleId } }: Readonly<{ data: Readonly<{ scheduleId: Id }> }>,
): Reaction<ReportProcessState, ReportCommand> => [state, { kind: 'cancel', name: `schedule/${scheduleId}` }]
const stopExpiry = (runId: Id): Effect => ({ kind: 'cancel', name: `expire/${runId}` })

/**
 * Makes reports that were asked for, removes their files after 30 days or when a person of the account is
 * erased, and asks for those that are due each month (docs/domain/report.md#schedule).
 */
export const reportProcess = defineProcess<ReportProcessState, ReportCommand>({
  name: 'report',
  version: 2,
  correlate: ({ stream }) => (FOLLOWED.includes(categoryOfStream(stream)) ? idOfStream(stream) : undefined),
  on: reactBy<ReportProcessState, AccountEvent | ReportEvent, ReportCommand>({
    ReportRequested: (state = START, { data: { hostAccountId, runId } }) => [
      { ...state, runs: [...state.runs, runId] },
      { kind: 'job', name: 'make-report', data: { hostAccountId, runId } },
    ],
    ReportReady: (state = START, { data: { hostAccountId, runId, expiresAt } }) => [
      state,
      {
        kind: 'timer',
        name: `expire/${runId}`,
        at: expiresAt,
        work: remove(hostAccountId, runId, 'expired'),
      },
      ...mail(state, hostAccountId, runId),
    ],
    ReportFailed: (state = START, { data: { hostAccountId, runId } }) => [
      without(state, runId),
      ...mail(state, hostAccountId, runId),
    ],
    ReportRemoved: (state = START, { data: { hostAccountId, runId } }) => [
      without(state, runId),
      stopExpiry(runId),
      { kind: 'job', name: 'remove-report', data: { hostAccountId, runId } },
    ],
    ReportScheduled: (state = START, { data }) => [state, startAt(data)],
    ReportScheduleResumed: (state = START, { data }) => [state, startAt(data)],
    ScheduledReportStarted: (state = START, { data }) => [
      { ...state, scheduled: [...state.scheduled, data.runId] },
      startAt(data),
    ],
    ReportSchedulePaused: stopSchedule,
    ReportScheduleDeleted: stopSchedule,
    // A file that was made before would still show the person.
    SubjectErased: (state = START, { data: { hostAccountId } }) => [
      state,
      ...state.runs.map((runId) => remove(hostAccountId, runId, 'erased')),
    ],
  }),
})
