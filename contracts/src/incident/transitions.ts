import type { IncidentStatus } from './incident.ts'
import type { IncidentCommand } from './messages.ts'

const WHILE_OPEN = { EscalateIncident: null, PlaceSafetyHold: null, ResolveIncident: 'resolved' } as const

/**
 * From each status: the commands that are possible, and the status that each leads to; null where it stays
 * (docs/domain/incident.md#states). Amendments and links are possible in every status.
 */
const INCIDENT_STEPS: Readonly<
  Record<IncidentStatus, { readonly [Command in IncidentCommand['type']]?: IncidentStatus | null }>
> = {
  reported: {
    ...WHILE_OPEN,
    AcknowledgeIncident: 'acknowledged',
    LogIncidentAction: null,
    AddIncidentEvidence: null,
    RecordMissedAcknowledgement: null,
  },
  acknowledged: { ...WHILE_OPEN, LogIncidentAction: 'in_progress', AddIncidentEvidence: null },
  in_progress: { ...WHILE_OPEN, LogIncidentAction: null, AddIncidentEvidence: null },
  resolved: {
    AddIncidentEvidence: null,
    CloseIncident: 'closed',
    CloseResolvedIncident: 'closed',
    ReopenIncident: 'reported',
  },
  closed: { ReopenIncident: 'reported' },
}

/** Where the command leads; undefined where it is not possible. */
export const nextIncidentStatus = (
  status: IncidentStatus,
  command: IncidentCommand['type'],
): IncidentStatus | undefined => {
  if (command === 'AmendIncident' || command === 'LinkReimbursement') return status
  const next = INCIDENT_STEPS[status][command]
  return next === null ? status : next
}
