import type { Instant } from '@hearth/contracts/kernel/dates'
import type { ReportEvent } from '@hearth/contracts/report'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { Fold } from '../runtime/decider.ts'

export type RequestedReport = OfType<ReportEvent, 'ReportRequested'>['data']

/** A report that is being made or has a file. Those that are over are forgotten. */
export type KnownReport = Readonly<{ request: RequestedReport; rows: number; expiresAt: Instant | null }>
export type ReportState = Readonly<{ runs: Readonly<Record<string, KnownReport>> }>

const change = ({ runs }: ReportState, runId: string, changed: Partial<KnownReport>): ReportState => {
  const known = runs[runId]
  return known === undefined ? { runs } : { runs: { ...runs, [runId]: { ...known, ...changed } } }
}
const forget = ({ runs }: ReportState, runId: string): ReportState => {
  const { [runId]: _over, ...others } = runs
  return { runs: others }
}

/** The reports of one account. */
export const reportFold: Fold<ReportState, ReportEvent> = {
  category: 'report',
  initial: { runs: {} },
  evolve: {
    ReportRequested: ({ runs }, request) => ({
      runs: { ...runs, [request.runId]: { request, rows: 0, expiresAt: null } },
    }),
    ReportProgressed: (state, { runId, rows }) => change(state, runId, { rows }),
    ReportReady: (state, { runId, expiresAt }) => change(state, runId, { expiresAt }),
    ReportFailed: (state, { runId }) => forget(state, runId),
    ReportDownloaded: (state) => state,
    ReportRemoved: (state, { runId }) => forget(state, runId),
  },
}
