import { addMilliseconds, type Instant } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect, type Job } from '../kernel/process.ts'
import { isUrgent } from './incident.ts'
import type { IncidentCommand, IncidentEvent } from './messages.ts'

/** A command carries out what follows from it; what it has not done by then is done for it. */
const GRACE_MS = 5_000

/** Why staff are called by email. */
export const INCIDENT_PAGES = ['reported', 'raised', 'reopened', 'missed'] as const
export type IncidentPage = (typeof INCIDENT_PAGES)[number]

type Effects = Effect<IncidentCommand>[]

const page = (event: RecordedEvent, why: IncidentPage): Job => ({
  kind: 'job',
  name: 'page-on-call',
  data: { incidentId: idOfStream(event.stream), why, eventId: event.id },
})

const followLater = (event: RecordedEvent): Effect => ({
  kind: 'timer',
  name: 'nights',
  at: addMilliseconds(event.recordedAt, GRACE_MS),
  work: { kind: 'job', name: 'follow-incident', data: { incidentId: idOfStream(event.stream) } },
})

const awaitAcknowledgement = (incidentId: Id, acknowledgeBy: Instant): Effect<IncidentCommand> => ({
  kind: 'timer',
  name: 'acknowledge',
  at: acknowledgeBy,
  work: {
    kind: 'command',
    commandId: deriveId('missed-acknowledgement', incidentId, acknowledgeBy),
    type: 'RecordMissedAcknowledgement',
    id: incidentId,
    data: { acknowledgeBy },
  },
})

const closeLater = (incidentId: Id, closesAt: Instant): Effect<IncidentCommand> => ({
  kind: 'timer',
  name: 'close',
  at: closesAt,
  work: {
    kind: 'command',
    commandId: deriveId('close-incident', incidentId, closesAt),
    type: 'CloseResolvedIncident',
    id: incidentId,
    data: { closesAt },
  },
})

const cancel = (name: string): Effect => ({ kind: 'cancel', name })

/**
 * What an incident does by itself: urgent ones call staff, one that is not acknowledged in time calls them
 * again, nights are held and freed, and a resolved one closes (docs/domain/incident.md#what-follows).
 */
export const incidentProcess = defineProcess<never, IncidentCommand>({
  name: 'incident',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'incident' ? idOfStream(stream) : undefined),
  on: reactBy<never, IncidentEvent, IncidentCommand>({
    IncidentReported: (_state, event) => {
      const { incidentId, acknowledgeBy, severity } = event.data
      const calls: Effects = isUrgent(severity) ? [page(event, 'reported')] : []
      return [undefined, awaitAcknowledgement(incidentId, acknowledgeBy), ...calls]
    },
    IncidentEscalated: (_state, event) => {
      const { incidentId, acknowledgeBy, before, severity } = event.data
      const waits: Effects = acknowledgeBy === null ? [] : [awaitAcknowledgement(incidentId, acknowledgeBy)]
      const calls: Effects = severity < before && isUrgent(severity) ? [page(event, 'raised')] : []
      return [undefined, ...waits, ...calls]
    },
    IncidentAcknowledged: () => [undefined, cancel('acknowledge')],
    AcknowledgementMissed: (_state, event) => [undefined, page(event, 'missed')],
    SafetyHoldPlaced: (_state, event) => [undefined, followLater(event)],
    IncidentResolved: (_state, event) => [
      undefined,
      cancel('acknowledge'),
      closeLater(event.data.incidentId, event.data.reopenUntil),
      followLater(event),
    ],
    IncidentClosed: () => [undefined, cancel('close')],
    IncidentReopened: (_state, event) => {
      const { incidentId, acknowledgeBy, severity } = event.data
      const calls: Effects = isUrgent(severity) ? [page(event, 'reopened')] : []
      return [undefined, cancel('close'), awaitAcknowledgement(incidentId, acknowledgeBy), ...calls]
    },
  }),
})
