import { can, type Capability } from '@hearth/contracts/kernel/access'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { MAX_PENDING_REPORTS, type ReportCommand, type ReportEvent } from '@hearth/contracts/report'
import { REPORTS } from '@hearth/contracts/report/catalogue'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import type { ReportFacts } from './report.facts.ts'
import { reportFold, type ReportState } from './report.state.ts'
import { decideSchedules } from './schedules.ts'
import { findScope, hiddenFrom, isRejected, wrong } from './scope.ts'

const unknown = reject('NOT_FOUND', 'This report doesn’t exist.')
const noFile = reject('PRECONDITION_FAILED', 'This report has no file, or not any more.')

const countPending = ({ runs }: ReportState): number =>
  Object.values(runs).filter(({ expiresAt }) => expiresAt === null).length

/** Refuses instants at which there was no account yet, or that are to come. */
const refuseInstant = (
  asOf: Instant | undefined,
  openedAt: Instant | null,
  now: Instant,
): Rejected | undefined => {
  if (asOf === undefined) return undefined
  if (asOf > now) return wrong('asOf', 'can’t be in the future')
  return openedAt !== null && asOf < openedAt
    ? wrong('asOf', `is before the account was opened, ${openedAt}`)
    : undefined
}

/** Reports are made once, from what the person who asked may see (docs/domain/report.md#files). */
export const report: Decider<ReportState, ReportCommand, ReportEvent, ReportFacts> = {
  ...reportFold,
  decide: {
    ...decideSchedules,
    RequestReport: (
      { listingId, currency, asOf, ...data },
      state,
      { id: hostAccountId, actor, now, facts, idFor },
    ) => {
      const scope = findScope(data.type, listingId, facts)
      if (isRejected(scope)) return scope
      const refused = refuseInstant(asOf, facts.openedAt, now)
      if (refused !== undefined) return refused
      if (countPending(state) >= MAX_PENDING_REPORTS)
        return reject('LIMIT_EXCEEDED', 'Wait until one of your reports is ready.', {
          limit: MAX_PENDING_REPORTS,
        })
      return accept([
        {
          type: 'ReportRequested',
          data: {
            ...data,
            ...scope,
            runId: idFor('report'),
            hostAccountId,
            requestedBy: actor.id,
            listingId: listingId ?? null,
            currency: currency ?? null,
            asOf: asOf ?? now,
          },
        },
      ])
    },
    DownloadReport: ({ runId }, { runs }, { id: hostAccountId, actor, facts: { person }, idFor }) => {
      const known = runs[runId]
      if (known === undefined || person === null) return unknown
      const { type, hidden, listingIds, needs } = known.request
      const sees = needs.every((capability) => can(person.role, capability as Capability))
      const seen = person.listingIds
      if (!sees || (seen !== null && !listingIds.every((id) => seen.includes(id)))) return unknown
      if (hiddenFrom(person.role, REPORTS[type]).some((field) => !hidden.includes(field)))
        return reject('FORBIDDEN', 'This report shows more than you can see.')
      if (known.expiresAt === null) return noFile
      const downloadId = idFor('download')
      return accept([
        { type: 'ReportDownloaded', data: { runId, hostAccountId, downloadId, downloadedBy: actor.id } },
      ])
    },
    RecordReportProgress: ({ runId, rows }, { runs }, { id: hostAccountId }) => {
      const known = runs[runId]
      // Another attempt may have come further.
      return known === undefined || known.expiresAt !== null || (rows > 0 && rows <= known.rows)
        ? accept([])
        : accept([{ type: 'ReportProgressed', data: { runId, hostAccountId, rows } }])
    },
    RecordReport: ({ runId, ...file }, { runs }, { id: hostAccountId }) => {
      const known = runs[runId]
      if (known === undefined) return unknown
      return known.expiresAt === null
        ? accept([{ type: 'ReportReady', data: { runId, hostAccountId, ...file } }])
        : accept([])
    },
    RecordReportFailure: ({ runId, code }, { runs }, { id: hostAccountId }) =>
      runs[runId]?.expiresAt === null
        ? accept([{ type: 'ReportFailed', data: { runId, hostAccountId, code } }])
        : accept([]),
    RemoveReport: ({ runId, reason }, { runs }, { id: hostAccountId }) =>
      runs[runId] === undefined
        ? accept([])
        : accept([{ type: 'ReportRemoved', data: { runId, hostAccountId, reason } }]),
  },
}
