import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import {
  nextIncidentStatus,
  type IncidentCommand,
  type IncidentEvent,
  type IncidentStatus,
  type Severity,
} from '@hearth/contracts/incident'
import type { Fold } from '../runtime/decider.ts'

export type SafetyHold = Readonly<{
  holdId: string
  blockId: string
  start: LocalDate
  end: LocalDate
  bookingIds: readonly string[]
  placedAt: Instant
  lifted: boolean
}>

export type KnownIncident = Readonly<{
  status: IncidentStatus
  listingId: string
  code: string
  bookingId: string | null
  severity: Severity
  /** When the time to acknowledge it began. */
  waitsSince: Instant
  /** Until when staff acknowledge it; null once they have. */
  acknowledgeBy: Instant | null
  missed: boolean
  fileIds: readonly string[]
  /** Of amendments and actions. */
  entryIds: readonly string[]
  holds: readonly SafetyHold[]
  reimbursementIds: readonly string[]
  /** Null before it is resolved. */
  reopenUntil: Instant | null
}>
export type IncidentState = Readonly<{ status: 'none' }> | KnownIncident

const change = (
  state: IncidentState,
  part: (known: KnownIncident) => Partial<KnownIncident>,
  command?: IncidentCommand['type'],
): IncidentState => {
  if (state.status === 'none') return state
  const status = command === undefined ? state.status : nextIncidentStatus(state.status, command)
  return { ...state, status: status ?? state.status, ...part(state) }
}

const evolve: Fold<IncidentState, IncidentEvent>['evolve'] = {
  IncidentReported: (_state, { listingId, code, bookingId, severity, acknowledgeBy }, at) => ({
    status: 'reported',
    listingId,
    code,
    bookingId,
    severity,
    waitsSince: at,
    acknowledgeBy,
    missed: false,
    fileIds: [],
    entryIds: [],
    holds: [],
    reimbursementIds: [],
    reopenUntil: null,
  }),
  IncidentEvidenceAdded: (state, { files }) =>
    change(state, ({ fileIds }) => ({ fileIds: [...fileIds, ...files.map(({ fileId }) => fileId)] })),
  IncidentAmended: (state, { amendmentId }) =>
    change(state, ({ entryIds }) => ({ entryIds: [...entryIds, amendmentId] })),
  IncidentAcknowledged: (state) => change(state, () => ({ acknowledgeBy: null }), 'AcknowledgeIncident'),
  AcknowledgementMissed: (state) => change(state, () => ({ missed: true })),
  IncidentActionLogged: (state, { actionId }) =>
    change(state, ({ entryIds }) => ({ entryIds: [...entryIds, actionId] }), 'LogIncidentAction'),
  IncidentEscalated: (state, { severity, acknowledgeBy }) =>
    change(state, (known) => ({
      severity,
      acknowledgeBy,
      missed: known.missed && acknowledgeBy === known.acknowledgeBy,
    })),
  SafetyHoldPlaced: (state, { holdId, blockId, start, end, bookingIds }, placedAt) =>
    change(state, ({ holds }) => ({
      holds: [...holds, { holdId, blockId, start, end, bookingIds, placedAt, lifted: false }],
    })),
  ReimbursementLinked: (state, { reimbursementId }) =>
    change(state, ({ reimbursementIds }) => ({ reimbursementIds: [...reimbursementIds, reimbursementId] })),
  IncidentResolved: (state, { reopenUntil }) =>
    change(
      state,
      ({ holds }) => ({
        reopenUntil,
        acknowledgeBy: null,
        holds: holds.map((hold) => ({ ...hold, lifted: true })),
      }),
      'ResolveIncident',
    ),
  IncidentClosed: (state) => change(state, () => ({}), 'CloseIncident'),
  IncidentReopened: (state, { acknowledgeBy }, at) =>
    change(
      state,
      () => ({ waitsSince: at, acknowledgeBy, missed: false, reopenUntil: null }),
      'ReopenIncident',
    ),
}

/** One stream for each incident. */
export const incidentFold: Fold<IncidentState, IncidentEvent> = {
  category: 'incident',
  initial: { status: 'none' },
  evolve,
}
