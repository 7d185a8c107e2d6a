import { can, type Role } from '@hearth/contracts/kernel/access'
import { isVisible } from '@hearth/contracts/kernel/visibility'
import {
  MAX_PENDING_REPORTS,
  WHOLE_ACCOUNT,
  type ReportCommand,
  type ReportEvent,
} from '@hearth/contracts/report'
import { REPORTS } from '@hearth/contracts/report/catalogue'
import type { ReportDefinition } from '@hearth/contracts/kernel/report'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import type { ReportFacts } from './report.facts.ts'
import { reportFold, type ReportState } from './report.state.ts'

const unknown = reject('NOT_FOUND', 'This report doesn’t exist.')
const noFile = reject('PRECONDITION_FAILED', 'This report has no file, or not any more.')
const wrong = (field: string, detail: string): Rejected =>
  reject('VALIDATION_FAILED', detail, { errors: [{ pointer: `/${field}`, detail }] })

/** Fields of the report’s resource that the role may not see. */
const hiddenFrom = (role: Role, { resource: { row, visibility } }: ReportDefinition): readonly string[] =>
  Object.keys(row.shape).filter(
    (field) => !isVisible(visibility, field, (capability) => can(role, capability)),
  )

/** The listings whose rows are in the report, of those that the person may see. */
const chooseListings = (listingId: string | undefined, allowed: readonly string[] | null): string[] =>
  listingId !== undefined
    ? [listingId].filter((id) => allowed?.includes(id) !== false)
    : [...(allowed ?? [WHOLE_ACCOUNT])]

const countPending = ({ runs }: ReportState): number =>
  Object.values(runs).filter(({ expiresAt }) => expiresAt === null).length

/** Reports are made once, from what the person who asked may see (docs/domain/report.md#files). */
export const report: Decider<ReportState, ReportCommand, ReportEvent, ReportFacts> = {
  ...reportFold,
  decide: {
    RequestReport: (
      { type, format, from, to, listingId, currency, asOf },
      state,
      { id: hostAccountId, actor, now, facts, idFor },
    ) => {
      const definition = REPORTS[type]
      const hidden = hiddenFrom(actor.role, definition)
      if (
        !can(actor.role, definition.resource.capability) ||
        definition.needs?.some((field) => hidden.includes(field))
      )
        return reject('FORBIDDEN', 'You can’t see what this report is about.')
      const { openedAt } = facts
      if (openedAt === null) return reject('NOT_FOUND', 'This account doesn’t exist.')
      const listingIds = chooseListings(listingId, facts.listingIds)
      if (listingId !== undefined && (!facts.ownsListing || listingIds.length === 0))
        return wrong('listingId', 'isn’t a listing of this account')
      if (asOf !== undefined && asOf > now) return wrong('asOf', 'can’t be in the future')
      if (asOf !== undefined && asOf < openedAt)
        return wrong('asOf', `is before the account was opened, ${openedAt}`)
      if (countPending(state) >= MAX_PENDING_REPORTS)
        return reject('LIMIT_EXCEEDED', 'Wait until one of your reports is ready.', {
          limit: MAX_PENDING_REPORTS,
        })
      return accept([
        {
          type: 'ReportRequested',
          data: {
            runId: idFor('report'),
            hostAccountId,
            requestedBy: actor.id,
            type,
            format,
            from,
            to,
            listingId: listingId ?? null,
            currency: currency ?? null,
            asOf: asOf ?? now,
            hidden: [...hidden],
            listingIds,
            needs: [definition.resource.capability],
          },
        },
      ])
    },
    DownloadReport: ({ runId }, { runs }, { id: hostAccountId, actor, facts, idFor }) => {
      const known = runs[runId]
      if (known === undefined) return unknown
      const { type, hidden, listingIds, needs } = known.request
      const sees = needs.every((capability) => can(actor.role, capability as never))
      const isTheirs = facts.listingIds === null || listingIds.every((id) => facts.listingIds?.includes(id))
      if (!sees || !isTheirs) return unknown
      if (hiddenFrom(actor.role, REPORTS[type]).some((field) => !hidden.includes(field)))
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
