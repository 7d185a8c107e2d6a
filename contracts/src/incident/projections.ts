import { ERASED } from '../kernel/erased.ts'
import { withoutTexts } from '../kernel/accountTexts.ts'
import { formatStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { IncidentCommand, IncidentEvent } from './messages.ts'
import { zIncidentRow, type IncidentEntry, type IncidentRow } from './resource.ts'
import { nextIncidentStatus } from './transitions.ts'

const move = (
  row: IncidentRow | undefined,
  event: RecordedEvent,
  command: IncidentCommand['type'],
  part: Partial<IncidentRow> = {},
): IncidentRow | undefined =>
  row && {
    ...row,
    status: nextIncidentStatus(row.status, command) ?? row.status,
    movedBy: event.metadata['actorId'] ?? '',
    movedAt: occurredAtOf(event),
    ...part,
  }

const write = (
  row: IncidentRow,
  event: RecordedEvent<string, Readonly<{ text: string; by: string }>>,
  entry: Pick<IncidentEntry, 'id' | 'kind'>,
): IncidentEntry[] => [
  ...row.entries,
  { ...entry, text: event.data.text, by: event.data.by, at: occurredAtOf(event) },
]

export const incidentProjection = defineProjection<IncidentRow>({
  name: 'incident',
  version: 1,
  row: zIncidentRow,
  streams: ({ id }) => [formatStream('incident', id)],
  categories: ['incident'],
  keys: ({ stream }) => [idOfStream(stream)],
  personal: ['description', 'authorityReference', 'summary', 'entries', 'evidence'],
  eraseTexts: (row) => ({
    ...withoutTexts<IncidentRow>('description', 'authorityReference', 'summary')(row),
    entries: row.entries.map((entry) => ({ ...entry, text: ERASED })),
    evidence: row.evidence.map((file) => ({ ...file, name: ERASED })),
  }),
  fold: foldBy<IncidentRow, IncidentEvent>({
    IncidentReported: (_row, event) => {
      const { incidentId: id, authorities, ...reported } = event.data
      const { police, fire, reference: authorityReference } = authorities
      const reportedAt = occurredAtOf(event)
      return {
        ...reported,
        id,
        police,
        fire,
        authorityReference,
        status: 'reported',
        reportedAt,
        acknowledgedInTime: null,
        assignee: null,
        movedBy: reported.reportedBy,
        movedAt: reportedAt,
        evidence: [],
        entries: [],
        holds: [],
        reimbursementIds: [],
        summary: null,
        reopenUntil: null,
      }
    },
    IncidentEvidenceAdded: (row, event) =>
      row && {
        ...row,
        evidence: [
          ...row.evidence,
          ...event.data.files.map((file) => ({ ...file, by: event.data.by, at: occurredAtOf(event) })),
        ],
      },
    IncidentAmended: (row, event) =>
      row && { ...row, entries: write(row, event, { id: event.data.amendmentId, kind: 'amendment' }) },
    IncidentAcknowledged: (row, event) =>
      move(row, event, 'AcknowledgeIncident', {
        acknowledgeBy: null,
        acknowledgedInTime: event.data.inTime,
        assignee: event.data.by,
      }),
    AcknowledgementMissed: (row) => row,
    IncidentActionLogged: (row, event) =>
      row &&
      move(row, event, 'LogIncidentAction', {
        entries: write(row, event, { id: event.data.actionId, kind: 'action' }),
      }),
    IncidentEscalated: (row, { data: { severity, acknowledgeBy } }) =>
      row && { ...row, severity, acknowledgeBy },
    SafetyHoldPlaced: (row, { data: { blockId, start, end, bookingIds } }) =>
      row && { ...row, holds: [...row.holds, { blockId, start, end, bookingIds, lifted: false }] },
    ReimbursementLinked: (row, { data }) =>
      row && { ...row, reimbursementIds: [...row.reimbursementIds, data.reimbursementId] },
    IncidentResolved: (row, event) =>
      row &&
      move(row, event, 'ResolveIncident', {
        summary: event.data.summary,
        reopenUntil: event.data.reopenUntil,
        acknowledgeBy: null,
        holds: row.holds.map((hold) => ({ ...hold, lifted: true })),
      }),
    IncidentClosed: (row, event) => move(row, event, 'CloseIncident'),
    IncidentReopened: (row, event) =>
      move(row, event, 'ReopenIncident', {
        acknowledgeBy: event.data.acknowledgeBy,
        acknowledgedInTime: null,
        summary: null,
        reopenUntil: null,
      }),
  }),
})
