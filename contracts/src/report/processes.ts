import type { AccountEvent } from '../account/messages.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream } from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect, type SystemCommand } from '../kernel/process.ts'
import type { ReportCommand, ReportEvent } from './messages.ts'

/** Reports that have a file, or soon will. */
export type ReportProcessState = Readonly<{ runs: readonly Id[] }>

const START: ReportProcessState = { runs: [] }
const FOLLOWED = ['hostAccount', 'report']

type Reason = Extract<ReportCommand, { type: 'RemoveReport' }>['data']['reason']

const remove = (hostAccountId: Id, runId: Id, reason: Reason): SystemCommand<ReportCommand> => ({
  kind: 'command',
  commandId: deriveId('remove-report', reason, runId),
  type: 'RemoveReport',
  id: hostAccountId,
  data: { runId, reason },
})
const without = ({ runs }: ReportProcessState, runId: Id): ReportProcessState => ({
  runs: runs.filter((run) => run !== runId),
})
const stopExpiry = (runId: Id): Effect => ({ kind: 'cancel', name: `expire/${runId}` })

/**
 * Makes reports that were asked for, and removes their files after 30 days, or when a person of the account
 * is erased (docs/domain/report.md#files).
 */
export const reportProcess = defineProcess<ReportProcessState, ReportCommand>({
  name: 'report',
  version: 1,
  correlate: ({ stream }) => (FOLLOWED.includes(categoryOfStream(stream)) ? idOfStream(stream) : undefined),
  on: reactBy<ReportProcessState, AccountEvent | ReportEvent, ReportCommand>({
    ReportRequested: ({ runs } = START, { data: { hostAccountId, runId } }) => [
      { runs: [...runs, runId] },
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
    ],
    ReportFailed: (state = START, { data: { runId } }) => [without(state, runId)],
    ReportRemoved: (state = START, { data: { hostAccountId, runId } }) => [
      without(state, runId),
      stopExpiry(runId),
      { kind: 'job', name: 'remove-report', data: { hostAccountId, runId } },
    ],
    // A file that was made before would still show the person.
    SubjectErased: (state = START, { data: { hostAccountId } }) => [
      state,
      ...state.runs.map((runId) => remove(hostAccountId, runId, 'erased')),
    ],
  }),
})
