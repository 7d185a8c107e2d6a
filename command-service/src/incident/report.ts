import { defaultSeverity, MAX_EVIDENCE, type Evidence, type IncidentEvent } from '@hearth/contracts/incident'
import { addHours } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import { reject, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import {
  acknowledgeBy,
  byActor,
  done,
  doneByPolicy,
  withStep,
  type Data,
  type Decided,
  type IncidentContext,
} from './common.ts'
import type { IncidentState } from './incident.state.ts'
import { holdIfUrgent } from './safetyHold.ts'

/** The files that the command names, or the first that was not uploaded for this. */
const readFiles = ({ facts }: IncidentContext): readonly Evidence[] | Rejected => {
  const unknown = facts.files.indexOf(undefined)
  return unknown < 0
    ? facts.files.filter((file) => file !== undefined)
    : wrongField(`/fileIds/${unknown}`, 'isn’t a file that was uploaded as evidence for this listing')
}

const refuseReport = (data: Data<'ReportIncident'>, ctx: IncidentContext): Rejected | null => {
  const { occurredAt, severity, category, peopleHurt } = data
  if (!ctx.facts.isStayKnown) return wrongField('/bookingId', 'isn’t a booking of this listing')
  if (occurredAt > ctx.now) return wrongField('/occurredAt', 'is in the future')
  if (ctx.actor.kind !== 'host') return null
  const closedAt = addHours(occurredAt, ctx.facts.terms.reportWithinDays * 24)
  if (ctx.now >= closedAt)
    return reject(
      'WINDOW_CLOSED',
      `Incidents can be reported for ${ctx.facts.terms.reportWithinDays} days. Write to Hearth about this one.`,
      { closedAt, rule: 'report' },
    )
  return severity !== null && severity > defaultSeverity(category, peopleHurt)
    ? reject('POLICY_VIOLATION', 'Only Hearth can lower the severity of an incident.', { rule: 'severity' })
    : null
}

export const decideReport = {
  ReportIncident: (data: Data<'ReportIncident'>, state: IncidentState, ctx: IncidentContext): Decided => {
    const { listing } = ctx.facts
    if (state.status !== 'none') return reject('DUPLICATE', 'This incident was already reported.')
    if (listing === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
    const refused = refuseReport(data, ctx)
    if (refused !== null) return refused
    const files = readFiles(ctx)
    if ('ok' in files) return files
    const { fileIds: _fileIds, ...report } = data
    const severity = data.severity ?? defaultSeverity(data.category, data.peopleHurt)
    const reported: IncidentEvent = {
      type: 'IncidentReported',
      data: {
        ...report,
        severity,
        incidentId: ctx.id,
        hostAccountId: listing.hostAccountId,
        code: humanCode('IN', ctx.id),
        reportedBy: ctx.actor.id,
        acknowledgeBy: acknowledgeBy(severity, ctx.now, ctx),
      },
    }
    const evidence: readonly IncidentEvent[] =
      files.length === 0
        ? []
        : [{ type: 'IncidentEvidenceAdded', data: { ...byActor(data, ctx), files: [...files] } }]
    const opened = { listingId: data.listingId, severity, holds: [] }
    return doneByPolicy(ctx, reported, ...evidence, ...holdIfUrgent(opened, ctx))
  },
  AddIncidentEvidence: withStep('AddIncidentEvidence', (_data, state, ctx) => {
    const files = readFiles(ctx)
    if ('ok' in files) return files
    const added = files.filter(({ fileId }) => !state.fileIds.includes(fileId))
    if (added.length === 0) return done()
    return state.fileIds.length + added.length > MAX_EVIDENCE
      ? reject('LIMIT_EXCEEDED', `An incident can have up to ${MAX_EVIDENCE} files.`, {
          rule: 'evidence',
          limit: MAX_EVIDENCE,
        })
      : done({ type: 'IncidentEvidenceAdded', data: { ...byActor(state, ctx), files: added } })
  }),
  AmendIncident: withStep('AmendIncident', ({ text }, state, ctx) => {
    const amendmentId = ctx.idFor('amendment')
    return state.entryIds.includes(amendmentId)
      ? done()
      : done({ type: 'IncidentAmended', data: { ...byActor(state, ctx), amendmentId, text } })
  }),
}
