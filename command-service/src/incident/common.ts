import {
  nextIncidentStatus,
  type IncidentCommand,
  type IncidentEvent,
  type Severity,
} from '@hearth/contracts/incident'
import { addMinutes, type Instant } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Context, type Decision } from '../runtime/decider.ts'
import type { IncidentFacts } from './incident.facts.ts'
import type { IncidentState, KnownIncident } from './incident.state.ts'

export type IncidentContext = Context<IncidentFacts>
export type Data<T extends IncidentCommand['type']> = OfType<IncidentCommand, T>['data']
export type Decided = Decision<IncidentEvent>

export const done = (...events: readonly IncidentEvent[]): Decided => accept<IncidentEvent>(events)

/** As `done`, where the numbers of the policy took part. */
export const doneByPolicy = ({ facts }: IncidentContext, ...events: readonly IncidentEvent[]): Decided =>
  accept<IncidentEvent>(events, { policies: [facts.policy] })

/** The fields that every event has which a person causes. */
export const byActor = ({ listingId }: Pick<KnownIncident, 'listingId'>, { id, actor }: IncidentContext) => ({
  incidentId: id,
  listingId,
  by: actor.id,
})

/** Until when staff acknowledge an incident that began to wait at an instant. */
export const acknowledgeBy = (severity: Severity, since: Instant, { facts }: IncidentContext): Instant =>
  addMinutes(since, facts.terms.acknowledgeMinutes[severity])

/** Decides a command about an incident in whose status it is possible. */
export const withStep =
  <T extends IncidentCommand['type']>(
    command: T,
    decide: (data: Data<T>, state: KnownIncident, ctx: IncidentContext) => Decided,
  ) =>
  (data: Data<T>, state: IncidentState, ctx: IncidentContext): Decided => {
    if (state.status === 'none') return reject('NOT_FOUND', 'This incident doesn’t exist.')
    return nextIncidentStatus(state.status, command) === undefined
      ? reject('INVALID_TRANSITION', `The incident is ${state.status.replaceAll('_', ' ')}.`, {
          incidentStatus: state.status,
        })
      : decide(data, state, ctx)
  }

export const refuseEarly = (until: Instant): Decided =>
  reject('PRECONDITION_FAILED', `This isn’t possible before ${until}.`, { rule: 'not_due', until })
