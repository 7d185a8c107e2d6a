import { isUrgent, type IncidentCommand, type IncidentEvent } from '@hearth/contracts/incident'
import { addHours, earlier } from '@hearth/contracts/kernel/dates'
import { reject, type Decider } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import {
  acknowledgeBy,
  byActor,
  done,
  doneByPolicy,
  refuseEarly,
  withStep,
  type Data,
  type Decided,
  type IncidentContext,
} from './common.ts'
import type { IncidentFacts } from './incident.facts.ts'
import { incidentFold, type IncidentState, type KnownIncident } from './incident.state.ts'
import { decideReport } from './report.ts'
import { decideSafetyHold, holdIfUrgent } from './safetyHold.ts'

/**
 * A raised severity never leaves more time than there was; a lowered one counts from the report
 * (docs/domain/incident.md#severity).
 */
const acknowledgeByNow = (
  state: KnownIncident,
  { severity }: Data<'EscalateIncident'>,
  ctx: IncidentContext,
): string | null => {
  if (state.acknowledgeBy === null) return null
  return severity < state.severity
    ? earlier(state.acknowledgeBy, acknowledgeBy(severity, ctx.now, ctx))
    : acknowledgeBy(severity, state.waitsSince, ctx)
}

/** Something that went wrong at a listing (docs/domain/incident.md#states). */
export const incident: Decider<IncidentState, IncidentCommand, IncidentEvent, IncidentFacts> = {
  ...incidentFold,
  decide: {
    ...decideReport,
    ...decideSafetyHold,
    AcknowledgeIncident: withStep('AcknowledgeIncident', (_data, state, ctx) => {
      const inTime = state.acknowledgeBy !== null && ctx.now < state.acknowledgeBy
      return done({ type: 'IncidentAcknowledged', data: { ...byActor(state, ctx), inTime } })
    }),
    LogIncidentAction: withStep('LogIncidentAction', ({ text }, state, ctx) => {
      const actionId = ctx.idFor('action')
      return state.entryIds.includes(actionId)
        ? done()
        : done({ type: 'IncidentActionLogged', data: { ...byActor(state, ctx), actionId, text } })
    }),
    EscalateIncident: withStep('EscalateIncident', (data, state, ctx) => {
      const { severity: before } = state
      const { severity, why } = data
      if (severity === before) return done()
      if (severity > before && ctx.actor.kind === 'host')
        return reject('POLICY_VIOLATION', 'Only Hearth can lower the severity of an incident.', {
          rule: 'severity',
        })
      const escalated: IncidentEvent = {
        type: 'IncidentEscalated',
        data: {
          ...byActor(state, ctx),
          before,
          severity,
          why,
          acknowledgeBy: acknowledgeByNow(state, data, ctx),
        },
      }
      return doneByPolicy(ctx, escalated, ...holdIfUrgent({ ...state, severity }, ctx))
    }),
    LinkReimbursement: withStep('LinkReimbursement', ({ reimbursementId }, state, ctx) => {
      if (state.reimbursementIds.includes(reimbursementId)) return done()
      return ctx.facts.isClaimKnown
        ? done({ type: 'ReimbursementLinked', data: { ...byActor(state, ctx), reimbursementId } })
        : wrongField('/reimbursementId', 'isn’t a claim of this listing')
    }),
    ResolveIncident: withStep('ResolveIncident', ({ summary }, state, ctx) => {
      if (isUrgent(state.severity) && ctx.actor.kind === 'host')
        return reject('FORBIDDEN', 'Only Hearth can resolve an incident of severity 1 or 2.')
      const reopenUntil = addHours(ctx.now, ctx.facts.terms.reopenWithinDays * 24)
      return doneByPolicy(ctx, {
        type: 'IncidentResolved',
        data: { ...byActor(state, ctx), summary, reopenUntil },
      })
    }),
    CloseIncident: withStep('CloseIncident', (_data, state, ctx) =>
      done({ type: 'IncidentClosed', data: { ...byActor(state, ctx), auto: false } }),
    ),
    ReopenIncident: withStep('ReopenIncident', ({ why }, state, ctx) => {
      const { reopenUntil, severity } = state
      if (reopenUntil === null || ctx.now >= reopenUntil)
        return reject('WINDOW_CLOSED', 'It’s too late to reopen this incident. Report a new one.', {
          closedAt: reopenUntil,
          rule: 'reopen',
        })
      const waits = { severity, why, acknowledgeBy: acknowledgeBy(severity, ctx.now, ctx) }
      return doneByPolicy(ctx, { type: 'IncidentReopened', data: { ...byActor(state, ctx), ...waits } })
    }),
    /** By the clock. One that was acknowledged in the meantime stays as it is. */
    RecordMissedAcknowledgement: (
      { acknowledgeBy: due }: Data<'RecordMissedAcknowledgement'>,
      state: IncidentState,
      ctx: IncidentContext,
    ): Decided => {
      if (state.status !== 'reported' || state.missed || state.acknowledgeBy !== due) return done()
      const { listingId } = state
      return ctx.now < due
        ? refuseEarly(due)
        : done({ type: 'AcknowledgementMissed', data: { incidentId: ctx.id, listingId, acknowledgeBy: due } })
    },
    /** By the clock. One that was closed or reopened in the meantime stays as it is. */
    CloseResolvedIncident: (
      { closesAt }: Data<'CloseResolvedIncident'>,
      state: IncidentState,
      ctx: IncidentContext,
    ): Decided => {
      if (state.status !== 'resolved' || state.reopenUntil !== closesAt) return done()
      return ctx.now < closesAt
        ? refuseEarly(closesAt)
        : done({ type: 'IncidentClosed', data: { ...byActor(state, ctx), auto: true } })
    },
  },
}
