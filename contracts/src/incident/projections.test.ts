import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERASED } from '../kernel/erased.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { incidentProjection } from './projections.ts'
import type { IncidentRow } from './resource.ts'

const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))

const happened = (type: string, index: number, data = fixture(type)): RecordedEvent => {
  const at = `2026-06-12T${10 + index}:00:00.000Z`
  return {
    id: `e${index}`,
    stream: 'incident-x',
    revision: BigInt(index),
    type,
    data,
    metadata: { occurredAt: at, actorId: `u${index}`, tenantId: 't' },
    position: { commit: BigInt(index), prepare: BigInt(index) },
    recordedAt: at,
  }
}
/** The row after events with the data of their fixtures, one hour apart. */
const rowAfter = (...types: readonly string[]) =>
  types.reduce<IncidentRow | undefined>(
    (row, type, index) => incidentProjection.fold(row, happened(type, index), 'x'),
    undefined,
  )

const REPORTED = ['IncidentReported', 'IncidentEvidenceAdded', 'SafetyHoldPlaced']
const WORKED = [...REPORTED, 'IncidentAcknowledged', 'IncidentActionLogged', 'IncidentAmended']

test.for([
  [REPORTED, { status: 'reported', severity: 1, acknowledgeBy: '2026-06-12T10:57:00.000Z', fire: true }],
  [[...REPORTED, 'AcknowledgementMissed'], { status: 'reported', acknowledgedInTime: null }],
  [
    [...REPORTED, 'IncidentAcknowledged'],
    {
      status: 'acknowledged',
      acknowledgeBy: null,
      acknowledgedInTime: true,
      assignee: '2c9e1d34-7b1a-5a0e-8f3c-9d2b6a4e7c55',
    },
  ],
  [WORKED, { status: 'in_progress', entries: [{ kind: 'action' }, { kind: 'amendment' }], movedBy: 'u4' }],
  [
    [...WORKED, 'IncidentResolved'],
    { status: 'resolved', holds: [{ lifted: true }], reopenUntil: '2026-07-14T09:00:00.000Z' },
  ],
  [[...WORKED, 'IncidentResolved', 'IncidentClosed'], { status: 'closed' }],
  [
    [...WORKED, 'IncidentResolved', 'IncidentReopened'],
    { status: 'reported', summary: null, acknowledgedInTime: null, reopenUntil: null },
  ],
] as const)('shows an incident after %j', ([types, row]) => expect(rowAfter(...types)).toMatchObject(row))

test('loses its texts with the account’s own data, and keeps the rest', () => {
  const row = rowAfter(...WORKED, 'IncidentResolved')
  const data = { table: 'incident', ids: ['x'] }
  const erased = incidentProjection.fold(row, happened('AccountTextsErased', 9, data), 'x')
  expect(erased).toEqual({
    ...row,
    description: ERASED,
    authorityReference: ERASED,
    summary: ERASED,
    entries: row?.entries.map((entry) => ({ ...entry, text: ERASED })),
    evidence: row?.evidence.map((file) => ({ ...file, name: ERASED })),
  })
})
